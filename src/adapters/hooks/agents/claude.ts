import { isAbsolute } from 'node:path';
import { type Agent, json, silence } from '../core/agent.ts';
import type { Output } from '../core/question.ts';
import { forPowerShell, readCall, unreadable } from '../core/read.ts';

const tools = { commands: ['Bash', 'Monitor'], changes: ['Write', 'Edit', 'MultiEdit', 'NotebookEdit'] };

/**
 * Claude Code's `PreToolUse`. Standard input has `hook_event_name`, `session_id`, `cwd`, `tool_name` and `tool_input`; the answer
 * is `hookSpecificOutput` on standard output. `ask` puts the question to the person whatever the permission mode; `allow` skips it, and so is
 * said only on demand; no output leaves it to the permissions. https://code.claude.com/docs/en/hooks
 */
export const claude: Agent = {
  name: 'claude',
  title: 'Claude Code',
  canAsk: () => true,
  read(payload, { env }) {
    if (payload.hook_event_name !== 'PreToolUse')
      return unreadable('the event PreToolUse', payload.hook_event_name);
    const { tool_name: tool, tool_input: input, cwd: directory, session_id: session } = payload;
    if (tool === 'PowerShell') return forPowerShell;
    const workspace = workspaceOf(directory, env.CLAUDE_PROJECT_DIR);
    return readCall({ tool, input, directory, workspace, session }, tools);
  },
  write(reply, { approve }) {
    switch (reply.kind) {
      case 'no-opinion':
        return silence;
      case 'allowed':
        return approve ? decision('allow', 'The rules of handrail allow it.') : silence;
      case 'asked':
        return decision('ask', reply.reason);
      case 'denied':
        return decision('deny', reply.reason);
    }
  },
};

/** `cd` lasts, and the model chooses where it leads: no directory but the project's own, and no package in it, stands for the project. */
function workspaceOf(directory: unknown, project: string | undefined): unknown {
  return project !== undefined && isAbsolute(project) ? project : directory;
}

/** Codex took this form over, and reads `deny` of it. */
export function decision(permissionDecision: string, permissionDecisionReason: string): Output {
  return json({
    hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision, permissionDecisionReason },
  });
}
