// An agent of LangChain: its graph is interrupted where a person is to be asked. Needs `langchain`, `@langchain/core`,
// `@langchain/langgraph` and a model's package.
import { isInterrupted, MemorySaver } from '@langchain/langgraph';
import { ChatOpenAI } from '@langchain/openai';
import { createBash } from 'handrail';
import { askPerson, bashTools } from 'handrail/langchain';
import { createAgent } from 'langchain';
import { scriptedModel } from './model.ts';
import { person } from './person.ts';

const url = await scriptedModel({ 'mkdir build': '[no output]', 'mkdir lost': 'not now' });
const configuration = { baseURL: `${url}/v1` };
const model = new ChatOpenAI({ model: 'scripted', apiKey: 'none', configuration });

const bash = createBash();
const agent = createAgent({ model, tools: bashTools(bash), checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: 'one' } };
let state = await agent.invoke({ messages: [{ role: 'user', content: 'Make a build directory.' }] }, config);
while (isInterrupted(state)) state = await agent.invoke(await askPerson(state, person), config);

for (const message of state.messages) if (message.type === 'tool') process.stdout.write(`${message.text}\n`);
await bash.close();
