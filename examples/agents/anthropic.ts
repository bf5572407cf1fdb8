// An agent loop over Anthropic's Messages API, with the bash that models were trained with: one shell, from call to call. Needs
// `@anthropic-ai/sdk`.
import Anthropic from '@anthropic-ai/sdk';
import { createBash } from 'handrail';
import { trainedBash } from 'handrail/anthropic';
import { scriptedModel } from './model.ts';

const baseURL = await scriptedModel({ 'cd /': '[no output]', pwd: '/', 'git add .': 'denied by the policy' });
const client = new Anthropic({ baseURL, apiKey: 'none' });

const bash = createBash();
const tools = trainedBash(bash, { alone: true });
const settings = { model: 'scripted', max_tokens: 1_000, tools: tools.tools };
const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'Where am I? And stage all of it.' }];
while (true) {
  const message = await client.messages.create({ ...settings, messages });
  const results = await tools.run(message);
  if (results.length === 0) break;
  for (const { content } of results) process.stdout.write(`${content}\n`);
  messages.push({ role: 'assistant', content: message.content }, { role: 'user', content: results });
}

await bash.close();
