// An agent of the AI SDK: what the rules want asked about, it asks about. Needs `ai` and a provider.
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, type ModelMessage, stepCountIs } from 'ai';
import { createBash } from 'handrail';
import { bashTools } from 'handrail/ai-sdk';
import { scriptedModel } from './model.js';

const server = await scriptedModel('pwd | wc -l', 'mkdir build', 'mkdir lost', 'git add .');
const model = createOpenAICompatible({ name: 'scripted', baseURL: `${server.url}/v1` })('scripted');
const person = ({ command }: { command?: string }) => command === 'mkdir build';

const bash = createBash();
const tools = bashTools(bash);
const messages: ModelMessage[] = [{ role: 'user', content: 'Make a build directory, and stage all of it.' }];
let questions: { approvalId: string; input: unknown }[] = [];
do {
  const result = await generateText({ model, tools, messages, stopWhen: stepCountIs(20) });
  messages.push(...result.response.messages);
  questions = result.content.flatMap((part) =>
    part.type === 'tool-approval-request'
      ? [{ approvalId: part.approvalId, input: part.toolCall.input }]
      : [],
  );
  const answers = questions.map(({ approvalId, input }) => {
    const approved = person(input as { command?: string });
    process.stdout.write(`asked about ${JSON.stringify(input)}: ${approved ? 'yes' : 'no'}\n`);
    return { type: 'tool-approval-response', approvalId, approved, reason: 'not now' } as const;
  });
  if (answers.length > 0) messages.push({ role: 'tool', content: answers });
} while (questions.length > 0);

for (const { role, content } of messages)
  if (role === 'tool')
    for (const part of content)
      if (part.type === 'tool-result') process.stdout.write(`${JSON.stringify(part.output)}\n`);
await bash.close();
server.close();
