import { type Agent, json, withoutAsking } from '../core/agent.ts';
import type { Output } from '../core/question.ts';
import { readCall, unreadable } from '../core/read.ts';

const tools = {
  commands: ['Shell'],
  changes: [
    'Write',
    'StrReplace',
    'Edit',
    'MultiEdit',
    'Delete',
    'EditNotebook',
    'NotebookEdit',
    'ApplyPatch',
    'TabWrite',
  ],
};

/**
 * Cursor's `beforeShellExecution` (`command` and `cwd` in) and `preToolUse` (`tool_name`, `tool_input`); `permission`, `user_message`
 * and `agent_message` out. An empty object leaves it to Cursor; with `failClosed` in its settings, what is no JSON blocks. It has `ask`, but in its
 * mode Auto-review a command that was answered so has run without a question (reported for 3.21.16): it is said only on
 * demand. https://cursor.com/docs/agent/hooks
 */
export const cursor: Agent = {
  name: 'cursor',
  title: 'Cursor',
  read(payload) {
    const { hook_event_name: event, conversation_id: session } = payload;
    const directory = directoryOf(payload);
    const at = { directory, workspace: workspaceOf(payload, directory), session };
    if (event === 'beforeShellExecution')
      return readCall({ tool: 'Shell', input: { command: payload.command }, ...at }, tools);
    if (event === 'preToolUse')
      return readCall({ tool: payload.tool_name, input: payload.tool_input, ...at }, tools);
    return unreadable('the event beforeShellExecution or preToolUse');
  },
  write(reply, { approve, ask }) {
    const strict = ask ? reply : withoutAsking(reply, 'Cursor');
    switch (strict.kind) {
      case 'no-opinion':
        return json({});
      case 'allowed':
        return json(approve ? { permission: 'allow' } : {});
      case 'asked':
        return permission('ask', strict.reason);
      case 'denied':
        return permission('deny', strict.reason);
    }
  },
};

function permission(given: 'ask' | 'deny', reason: string): Output {
  return json({ permission: given, user_message: reason, agent_message: reason });
}

/** A command that names no directory runs in the first one that is open. */
function directoryOf({ cwd, workspace_roots: roots }: Readonly<Record<string, unknown>>): unknown {
  return cwd === undefined || cwd === '' ? (Array.isArray(roots) ? roots[0] : null) : cwd;
}

/** Of the directories that are open, the one that a command starts in; where it starts elsewhere, the first. */
function workspaceOf(
  { workspace_roots: roots }: Readonly<Record<string, unknown>>,
  directory: unknown,
): unknown {
  if (!Array.isArray(roots) || roots.length === 0) return directory;
  return roots.find((root) => `${directory}/`.startsWith(`${root}/`)) ?? roots[0];
}
