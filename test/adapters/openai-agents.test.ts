import { Agent, OpenAIProvider, Runner } from '@openai/agents';
import { expect, onTestFinished, test } from 'vitest';
import { bashTools } from '../../src/adapters/openai-agents/index.ts';
import { temporaryBash } from '../support/bash.ts';
import { createScriptedModel } from '../support/scripted-model.ts';
import { temporaryDirectory } from '../support/temporary.ts';

test('where the bash asks, arguments that are no object interrupt no run, and the model is told of them', async () => {
  const model = await createScriptedModel([{ calls: [{ name: 'bash', input: 5 }] }, { says: 'done' }]);
  onTestFinished(() => model.close());
  const modelProvider = new OpenAIProvider({
    baseURL: `${model.url}/v1`,
    apiKey: 'none',
    useResponses: true,
  });
  const bash = temporaryBash({ sandbox: 'off' });
  const tools = bashTools(bash, { workingDirectory: temporaryDirectory(), approval: 'bash' });
  const agent = new Agent({ name: 'driven', model: 'scripted', tools });
  const result = await new Runner({ modelProvider, tracingDisabled: true }).run(agent, 'go');
  expect(result.interruptions).toEqual([]);
  expect(model.told()).toEqual(['[invalid input: expected an object, got 5 (number)]']);
});
