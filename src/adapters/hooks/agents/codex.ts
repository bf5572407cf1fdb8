import { type Agent, silence, withoutAsking } from '../core/agent.ts';
import { isRecord, readCall, unreadable } from '../core/read.ts';
import { decision } from './claude.ts';

const tools = { commands: ['Bash', 'shell', 'exec_command', 'local_shell'], changes: ['apply_patch'] };

/**
 * Codex's `PreToolUse`: the form of Claude Code, with every shell tool told as `Bash`. It takes `deny` alone: `ask`, and `allow` without a
 * changed command, are errors after which the command runs. So is an exit status of 2 with nothing on standard error. `cwd` is where the
 * model has the command start, anywhere; the hook itself is started where the conversation is.
 * https://developers.openai.com/codex/hooks; codex-rs/hooks/src/events/pre_tool_use.rs in openai/codex
 */
export const codex: Agent = {
  name: 'codex',
  title: 'Codex',
  canAsk: () => false,
  read(payload, hook) {
    if (payload.hook_event_name !== 'PreToolUse')
      return unreadable('the event PreToolUse', payload.hook_event_name);
    const { tool_name: tool, tool_input: input, cwd: directory, session_id: session } = payload;
    return readCall({ tool, input: withCommand(input), directory, workspace: hook.cwd(), session }, tools);
  },
  write(reply) {
    const strict = withoutAsking(reply, 'Codex');
    return 'reason' in strict ? decision('deny', strict.reason) : silence;
  },
};

/** Some of its tools say `cmd`. Of one that says both it is not known which would run. */
function withCommand(input: unknown): unknown {
  if (!isRecord(input) || !('cmd' in input)) return input;
  const { cmd, command = cmd } = input;
  return { ...input, command: command === cmd ? cmd : null };
}
