// An agent of LangChain: its graph is interrupted where a person is to be asked. Needs `langchain`, `@langchain/core`,
// `@langchain/langgraph` and a model's package.
import { Command, MemorySaver } from '@langchain/langgraph';
import { ChatOpenAI } from '@langchain/openai';
import { createBash } from 'handrail';
import { bashTools } from 'handrail/langchain';
import { createAgent } from 'langchain';
import { scriptedModel } from './model.ts';

const url = await scriptedModel({ 'mkdir build': '[no output]', 'mkdir lost': 'not now' });
const configuration = { baseURL: `${url}/v1` };
const model = new ChatOpenAI({ model: 'scripted', apiKey: 'none', configuration });

const bash = createBash();
const agent = createAgent({ model, tools: bashTools(bash), checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: 'one' } };
let state = await agent.invoke({ messages: [{ role: 'user', content: 'Make a build directory.' }] }, config);
while ('__interrupt__' in state) {
  const [question] = state.__interrupt__ as { value: { actionRequests: { args: { command: string } }[] } }[];
  const command = question?.value.actionRequests[0]?.args.command;
  process.stdout.write(`asked about ${command}\n`);
  const decision = command === 'mkdir build' ? { type: 'approve' } : { type: 'reject', message: 'not now' };
  state = await agent.invoke(new Command({ resume: { decisions: [decision] } }), config);
}
for (const message of state.messages) if (message.type === 'tool') process.stdout.write(`${message.text}\n`);
await bash.close();
