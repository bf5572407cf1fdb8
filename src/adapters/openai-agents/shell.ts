import { type ShellAction, type ShellTool, shellTool as sdkShellTool } from '@openai/agents';
import type { Bash } from '../../engine/bash.ts';
import { optionKinds } from '../../model/options.ts';
import { type CommandToolOptions, createCommandTool } from '../core/agent-tools.ts';
import { createAskedCalls } from '../core/asked.ts';
import { approvalKind, asksByFramework } from '../core/framework-tools.ts';
import { recordRefused } from '../core/refusals.ts';
import { refuseShell, runShellAction, type ShellAsking, toAskShell } from '../core/shell.ts';
import { answerTo } from './answers.ts';
import type { AgentsToolOptions } from './options.ts';

/** By which the model calls it, and the SDK keeps what was answered. */
const name = 'shell';

/**
 * The `shell` tool, run here. The SDK tells its shell neither which call it is nor that it was cancelled: give `signal` to
 * end what runs, and have approvals answered in the process that asked.
 */
export function shellTool(
  bash: Bash,
  options: AgentsToolOptions & Pick<CommandToolOptions, 'jobs'> & { readonly signal?: AbortSignal } = {},
): ShellTool {
  const { signal, onOutput: show } = options;
  const { signal: signalKind, callback, flag } = optionKinds;
  const kinds = { ...approvalKind, signal: signalKind, onOutput: callback, jobs: flag };
  const one = createCommandTool(bash, options, kinds);
  const onOutput = show && ((text: string) => show(text, undefined));
  const asks = asksByFramework(options);
  const asked = createAskedCalls<ShellAction>();
  // By identity: the SDK hands out one and the same action when it asks and when it runs.
  const questions = new WeakMap<ShellAction, Question>();
  return sdkShellTool({
    name,
    shell: {
      async run(action) {
        const question = questions.get(action);
        questions.delete(action);
        if (question?.callId !== undefined) asked.claim(question.callId, action);
        const outputs = await runShellAction(one, action, { signal, onOutput }, question?.approvals);
        // Copies: its type for an output is open, and ours is not.
        return { output: outputs.map((output) => ({ ...output })) };
      },
    },
    needsApproval: async (context, action, callId) => {
      // It is told of no refusal either: what was refused before is in the context of the next call.
      await recordRefused(
        asked,
        (id) => answerTo({ toolName: name, callId: id }, context),
        async (refused, reason) => await refuseShell(one, refused, reason),
      );
      const asking = asks ? await toAskShell(one, action) : null;
      if (asking === null) return false;
      if (questions.has(action)) return true;
      questions.set(action, { callId, ...asking });
      if (callId !== undefined) asked.ask(callId, { input: action, key: asking.key });
      return true;
    },
  });
}

/** What a person is asked about an action, and by which call. */
interface Question extends ShellAsking {
  readonly callId: string | undefined;
}
