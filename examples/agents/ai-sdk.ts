// An agent of the AI SDK: what the rules want asked about, it asks about. Needs `ai` 7, a provider, and Node 22. With `ai` 6, for Node 20, all that was
// said in a call is `result.response.messages`.
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, type ModelMessage, stepCountIs } from 'ai';
import { createBash } from 'handrail';
import { askPerson, bashTools } from 'handrail/ai-sdk';
import { scriptedModel } from './model.ts';
import { person } from './person.ts';

const url = await scriptedModel({
  ...{ 'pwd | wc -l': '1', 'mkdir build': '[no output]' },
  ...{ 'mkdir lost': 'not now', 'git add .': 'denied by the policy' },
});
const model = createOpenAICompatible({ name: 'scripted', baseURL: `${url}/v1` })('scripted');

const bash = createBash();
const tools = bashTools(bash);
const messages: ModelMessage[] = [{ role: 'user', content: 'Make a build directory, and stage all of it.' }];
while (true) {
  const result = await generateText({ model, tools, messages, stopWhen: stepCountIs(20) });
  const answers = await askPerson(result.content, person);
  messages.push(...result.responseMessages, ...answers);
  if (answers.length === 0) break;
}

for (const { role, content } of messages)
  if (role === 'tool')
    for (const part of content)
      if (part.type === 'tool-result') process.stdout.write(`${JSON.stringify(part.output)}\n`);
await bash.close();
