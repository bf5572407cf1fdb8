import { Agent, OpenAIProvider, Runner } from '@openai/agents';
import { bashTools, shellTool } from '../../../src/adapters/openai-agents/index.ts';
import type { Driver } from '../scenario.ts';

/** With the functions, and the `shell` tool beside them. */
export const drive: Driver = async ({ bash, model, directory, signal, streaming, answer }) => {
  const modelProvider = new OpenAIProvider({
    baseURL: `${model.url}/v1`,
    apiKey: 'none',
    useResponses: true,
  });
  const runner = new Runner({ modelProvider, tracingDisabled: true });
  const place = { workingDirectory: directory };
  const tools = [...bashTools(bash, place), shellTool(bash, { ...place, signal })];
  const agent = new Agent({ name: 'driven', model: 'scripted', tools });
  const run = async (input: Parameters<typeof runner.run<typeof agent>>[1]) => {
    if (!streaming) return await runner.run(agent, input, { signal });
    const stream = await runner.run(agent, input, { signal, stream: true });
    await stream.completed;
    return stream;
  };
  let result = await run('go');
  while (result.interruptions.length > 0) {
    for (const item of result.interruptions) {
      const raw = item.rawItem as { readonly arguments?: string; readonly action?: unknown };
      const said = answer(raw.arguments === undefined ? raw.action : JSON.parse(raw.arguments));
      if (said.kind === 'approve') result.state.approve(item);
      else result.state.reject(item, { message: said.reason });
    }
    result = await run(result.state);
  }
};
