// An agent loop over OpenAI's Responses API. Needs `openai`.
import { createBash } from 'handrail';
import { bashTools } from 'handrail/openai';
import OpenAI from 'openai';
import { scriptedModel } from './model.ts';

const url = await scriptedModel({ 'echo hello': 'hello', 'git add .': 'denied by the policy' });
const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: 'none' });

const bash = createBash();
const tools = bashTools(bash, { alone: true });
const input: OpenAI.Responses.ResponseInput = [{ role: 'user', content: 'Say hello, and stage all of it.' }];
while (true) {
  const { output } = await client.responses.create({ model: 'scripted', input, tools: tools.responses });
  const results = await tools.runResponses(output);
  if (results.length === 0) break;
  for (const result of results) process.stdout.write(`${result.output}\n`);
  input.push(...(output as OpenAI.Responses.ResponseInput), ...results);
}

await bash.close();
