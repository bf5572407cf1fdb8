// An agent of the OpenAI Agents SDK: its run is interrupted where a person is to be asked. Needs `@openai/agents`, and Node 22.
import { Agent, OpenAIProvider, Runner } from '@openai/agents';
import { createBash } from 'handrail';
import { askPerson, bashTools } from 'handrail/openai-agents';
import { scriptedModel } from './model.ts';
import { person } from './person.ts';

const url = await scriptedModel({ 'mkdir build': '[no output]', 'mkdir lost': 'not now' });
const modelProvider = new OpenAIProvider({ baseURL: `${url}/v1`, apiKey: 'none', useResponses: true });
const runner = new Runner({ modelProvider, tracingDisabled: true });

const bash = createBash();
const agent = new Agent({ name: 'builder', model: 'scripted', tools: bashTools(bash) });
let result = await runner.run(agent, 'Make a build directory.');
while (result.interruptions.length > 0) result = await runner.run(agent, await askPerson(result, person));

for (const item of result.newItems)
  if (item.type === 'tool_call_output_item') process.stdout.write(`${JSON.stringify(item.output)}\n`);
await bash.close();
