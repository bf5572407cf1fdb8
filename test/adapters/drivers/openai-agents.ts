import { Agent, OpenAIProvider, Runner, RunState } from '@openai/agents';
import { askPerson, bashTools, shellTool } from '../../../src/adapters/openai-agents/index.ts';
import { personOf } from '../approver.ts';
import type { Driver } from '../scenario.ts';

/**
 * With the functions, and the `shell` tool beside them. `always`: a yes is for all calls of the tool from then on. `restored`: the
 * answer is given elsewhere, to a state that was handed on as a text.
 */
export const drive: Driver = async (driving) => {
  const { bash, model, directory, signal, streaming, answer, variant, show } = driving;
  const modelProvider = new OpenAIProvider({
    baseURL: `${model.url}/v1`,
    apiKey: 'none',
    useResponses: true,
  });
  const runner = new Runner({ modelProvider, tracingDisabled: true });
  const place = { workingDirectory: directory };
  const createAgent = () =>
    new Agent({
      name: 'driven',
      model: 'scripted',
      tools: [
        ...bashTools(bash, { ...place, onOutput: show }),
        shellTool(bash, { ...place, jobs: true, signal, onOutput: show }),
      ],
    });
  let agent = createAgent();
  const run = async (input: Parameters<typeof runner.run<typeof agent>>[1]) => {
    if (!streaming) return await runner.run(agent, input, { signal });
    const stream = await runner.run(agent, input, { signal, stream: true });
    await stream.completed;
    return stream;
  };
  let result = await run('go');
  while (result.interruptions.length > 0) {
    let { state } = result;
    if (variant === 'restored') {
      agent = createAgent();
      state = await RunState.fromString(agent, state.toString());
    }
    const answered = variant === 'always' ? alwaysIn(state) : state;
    await askPerson({ interruptions: state.getInterruptions(), state: answered }, personOf(answer));
    result = await run(state);
  }
};

/** A state in which a yes is one for all calls of the tool. */
function alwaysIn(state: Pick<RunState<unknown, Agent>, 'approve' | 'reject'>): typeof state {
  return {
    approve: (item) => state.approve(item, { alwaysApprove: true }),
    reject: (item, options) => state.reject(item, options),
  };
}
