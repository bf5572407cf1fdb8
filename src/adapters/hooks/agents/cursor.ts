import { isWithin } from '../../../policy/paths/places.ts';
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
  canAsk: ({ ask }) => ask,
  read(payload) {
    const { hook_event_name: event, conversation_id: session } = payload;
    const directory = directoryOf(payload);
    const place = { directory, workspace: workspaceOf(payload, directory), session };
    if (event === 'beforeShellExecution')
      return readCall({ tool: 'Shell', input: { command: payload.command }, ...place }, tools);
    if (event === 'preToolUse')
      return readCall({ tool: payload.tool_name, input: payload.tool_input, ...place }, tools);
    return unreadable('the event beforeShellExecution or preToolUse', event);
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

/** Its shell goes on from where a command has left it: what is open is the workspace, of several the one that it is in. */
function workspaceOf({ workspace_roots: roots }: Readonly<Record<string, unknown>>, directory: unknown) {
  const open = Array.isArray(roots) ? roots.filter((root) => typeof root === 'string') : [];
  return open.find((root) => isWithin(String(directory), root)) ?? open[0] ?? directory;
}

/** A command that names no directory runs in the first one that is open. */
function directoryOf({ cwd, workspace_roots: roots }: Readonly<Record<string, unknown>>): unknown {
  return cwd === undefined || cwd === '' ? (Array.isArray(roots) ? roots[0] : null) : cwd;
}
