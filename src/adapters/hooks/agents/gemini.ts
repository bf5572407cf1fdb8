import { isAbsolute, resolve } from 'node:path';
import { type Agent, json, withoutAsking } from '../core/agent.ts';
import type { Reading } from '../core/question.ts';
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
    const directory = isCommand(tool) ? directoryOf(payload.cwd, input) : payload.cwd;
    const reading = readCall({ tool, input, directory, workspace: payload.cwd, session }, tools);
    return tool === 'replace' && isRecord(input) && input.old_string !== '' ? searched(reading) : reading;
  },
  write(reply) {
    const strict = withoutAsking(reply, 'Gemini CLI');
    return json('reason' in strict ? { decision: 'deny', reason: strict.reason } : {});
  },
};

/** It takes what it knows nothing of in the call of a tool, and passes it over. */
function isCommand(tool: unknown): boolean {
  return typeof tool === 'string' && tools.commands.includes(tool);
}

/** It looks for what is to be replaced: packages/core/src/utils/pathCorrector.ts in google-gemini/gemini-cli. What is to be made it does not find. */
function searched(reading: Reading): Reading {
  if (reading.kind !== 'question' || reading.question.kind !== 'change') return reading;
  return { kind: 'question', question: { ...reading.question, isSearched: true } };
}

/** A command may name a directory of its own, relative to that of the project, by one key or, in older versions, the other. */
function directoryOf(cwd: unknown, input: unknown): unknown {
  const { dir_path: now, directory: before }: Readonly<Record<string, unknown>> = isRecord(input)
    ? input
    : {};
  if (now !== undefined && before !== undefined && now !== before) return null;
  const own = now ?? before;
  if (own === undefined) return cwd;
  if (typeof own !== 'string') return null;
  return typeof cwd === 'string' && isAbsolute(cwd) ? resolve(cwd, own) : own;
}
