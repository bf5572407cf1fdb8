import { type Agent, json } from '../core/agent.ts';
import { whyAmbiguous } from '../core/doubled-key.ts';
import { forPowerShell, isRecord, readCall, unreadableKeys } from '../core/read.ts';

const tools = {
  commands: ['bash'],
  changes: ['edit', 'create', 'write', 'str_replace', 'str_replace_editor', 'multi_edit', 'apply_patch'],
};

/**
 * Copilot CLI's `preToolUse`: `sessionId`, `cwd`, `toolName` and `toolArgs`, an object or one as text, in; `permissionDecision` and
 * its reason out. No output leaves it to the permissions. `ask` is a question on a terminal and a refusal where there is none; the
 * documentation has `--allow-all-tools` answer it with yes, and 1.0.102 asks. An exit status other than 0 denies, and a hook that takes too long does not.
 * https://docs.github.com/en/copilot/reference/copilot-cli-reference/cli-hooks-reference
 */
export const copilot: Agent = {
  name: 'copilot',
  title: 'Copilot CLI',
  canAsk: () => true,
  read(payload) {
    const { toolName, toolArgs, cwd, sessionId } = payload;
    if (toolName === undefined) return unreadableKeys('toolName, as Copilot CLI sends it', payload);
    if (toolName === 'powershell') return forPowerShell;
    const { input, why } = parsed(toolArgs);
    if (why !== null && isGuarded(toolName))
      return { kind: 'unreadable', expected: 'arguments with each key once', received: why };
    if (isRecord(input) && toolName === 'str_replace_editor' && input.command === 'view')
      return { kind: 'not-ours' };
    return readCall({ tool: toolName, input, directory: cwd, session: sessionId }, tools);
  },
  write(reply, { approve }) {
    switch (reply.kind) {
      case 'no-opinion':
        return json({});
      case 'allowed':
        return json(approve ? { permissionDecision: 'allow' } : {});
      case 'asked':
        return json({ permissionDecision: 'ask', permissionDecisionReason: reply.reason });
      case 'denied':
        return json({ permissionDecision: 'deny', permissionDecisionReason: reply.reason });
    }
  },
};

/** The arguments are text in some versions, and always those of a tool that takes text: then they are no JSON. */
function parsed(given: unknown): { readonly input: unknown; readonly why: string | null } {
  if (typeof given !== 'string') return { input: given, why: null };
  try {
    return { input: JSON.parse(given), why: whyAmbiguous(given) };
  } catch {
    return { input: { input: given }, why: null }; // the one argument of a tool that takes text, as apply_patch does
  }
}

function isGuarded(tool: unknown): boolean {
  return typeof tool === 'string' && [...tools.commands, ...tools.changes].includes(tool);
}
