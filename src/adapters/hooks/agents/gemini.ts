import { isAbsolute, resolve } from 'node:path';
import { type Agent, json, withoutAsking } from '../core/agent.ts';
import { isRecord, readCall, unreadable } from '../core/read.ts';

const tools = { commands: ['run_shell_command'], changes: ['write_file', 'replace'] };

/**
 * Gemini CLI's `BeforeTool`: `hook_event_name`, `session_id`, `cwd`, `tool_name` and `tool_input` in; `decision` and `reason` out,
 * with exit status 0, and nothing else on standard output. `deny` blocks. There is no way to ask, and `allow` skips nothing.
 * https://geminicli.com/docs/hooks/reference
 */
export const gemini: Agent = {
  name: 'gemini',
  title: 'Gemini CLI',
  canAsk: () => false,
  read(payload) {
    if (payload.hook_event_name !== 'BeforeTool')
      return unreadable('the event BeforeTool', payload.hook_event_name);
    const { tool_name: tool, tool_input: input, session_id: session } = payload;
    const directory = directoryOf(payload.cwd, input);
    return readCall({ tool, input, directory, workspace: payload.cwd, session }, tools);
  },
  write(reply) {
    const strict = withoutAsking(reply, 'Gemini CLI');
    return json('reason' in strict ? { decision: 'deny', reason: strict.reason } : {});
  },
};

/** A command may name a directory of its own, relative to that of the project. */
function directoryOf(cwd: unknown, input: unknown): unknown {
  const own = isRecord(input) ? (input.dir_path ?? input.directory) : undefined;
  if (own === undefined) return cwd;
  if (typeof own !== 'string') return null;
  return typeof cwd === 'string' && isAbsolute(cwd) ? resolve(cwd, own) : own;
}
