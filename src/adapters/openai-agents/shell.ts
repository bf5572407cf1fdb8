import { type ShellAction, type ShellTool, shellTool as sdkShellTool } from '@openai/agents';
import type { Bash } from '../../engine/bash.ts';
import { optionKinds } from '../../model/options.ts';
import { createCommandTool, type FrameworkApproval } from '../core/agent-tools.ts';
import { approvalKind, asksByFramework } from '../core/framework-tools.ts';
import { runShellAction, toAskShell } from '../core/shell.ts';
import type { AgentsToolOptions } from './options.ts';

/**
 * The `shell` tool, run here. The SDK tells its shell neither which call it is nor that it was cancelled: give `signal` to
 * end what runs, and have approvals answered in the process that asked.
 */
export function shellTool(
  bash: Bash,
  options: AgentsToolOptions & { readonly signal?: AbortSignal } = {},
): ShellTool {
  const { signal, onOutput: show } = options;
  const kinds = { ...approvalKind, signal: optionKinds.signal, onOutput: optionKinds.callback };
  const one = createCommandTool(bash, options, kinds);
  const onOutput = show && ((text: string) => show(text, undefined));
  const asks = asksByFramework(options);
  // By identity: the SDK hands out one and the same action when it asks and when it runs.
  const asked = new WeakMap<ShellAction, readonly (FrameworkApproval | null)[]>();
  return sdkShellTool({
    shell: {
      async run(action) {
        const outputs = await runShellAction(one, action, { signal, onOutput }, asked.get(action));
        asked.delete(action);
        // Copies: its type for an output is open, and ours is not.
        return { output: outputs.map((output) => ({ ...output })) };
      },
    },
    needsApproval: async (_context, action) => {
      const asking = asks ? await toAskShell(one, action) : null;
      if (asking === null) return false;
      const approvals = asking.map((each) => each && ({ kind: 'here', key: each.key } as const));
      if (!asked.has(action)) asked.set(action, approvals);
      return true;
    },
  });
}
