// An agent of Mastra: its run waits where a person is to be asked. Needs `@mastra/core`, and Node 22.
import { Agent } from '@mastra/core/agent';
import { Mastra } from '@mastra/core/mastra';
import { InMemoryStore } from '@mastra/core/storage';
import { createBash } from 'handrail';
import { askPerson, bashTools, recordRefusals } from 'handrail/mastra';
import { scriptedModel } from './model.ts';
import { person } from './person.ts';

const url = await scriptedModel({ 'mkdir build': '[no output]', 'mkdir lost': 'not now' });
const model = { id: 'scripted/scripted', url: `${url}/v1`, apiKey: 'none' } as const;
const about = { id: 'builder', name: 'builder', instructions: 'Build.', model };

const bash = createBash();
const tools = bashTools(bash);
const outputProcessors = [recordRefusals(bash)];
const builder = new Agent({ ...about, tools, outputProcessors });
const mastra = new Mastra({ agents: { builder }, storage: new InMemoryStore(), logger: false });
const agent = mastra.getAgent('builder');
let output = await agent.generate('Make a build directory.');
while (output.finishReason === 'suspended') output = await askPerson(agent, output, person);

process.stdout.write(`${output.text}\n`);
await bash.close();
