import { constants } from 'node:os';
import { count, formatBytes } from '../../contracts/units.ts';
import type { CallResult } from '../../engine/engine.ts';
import { capturedStreams } from '../../model/capture.ts';
import { describeValue } from '../../model/describe-value.ts';
import { type OptionKind, optionKinds, orNull } from '../../model/options.ts';
import type { Outcome } from '../../model/outcome.ts';
import { headOf, tailOf } from '../../model/whole-characters.ts';
import type { AgentCall, AgentTool, FrameworkApproval } from './agent-tools.ts';

/** What the `shell` tool of OpenAI's models asks for: several commands at once, each with a shell of its own. */
export interface ShellAction {
  /** What comes from a model may be no list; it is told so. */
  readonly commands: readonly string[] | undefined;
  /** Milliseconds for each of the commands; left out or `null`: as long as the contract has it. */
  readonly timeoutMs?: number | null | undefined;
  /** Characters of output for each command; left out or `null`: as many as the contract has. */
  readonly maxOutputLength?: number | null | undefined;
}

/** What one of the commands came to. */
export interface ShellOutput {
  readonly stdout: string;
  readonly stderr: string;
  readonly outcome: { readonly type: 'timeout' } | { readonly type: 'exit'; readonly exitCode: number };
}

/** What bash exits with where it finds a command that it may not run. */
const notRun = 126;

/**
 * Runs the commands one after the other, whatever becomes of them, until the call is cancelled; none where the model has the list or a limit wrong. `approvals`: what each of them was
 * approved by, where a person was asked.
 */
export async function runShellAction(
  tool: AgentTool,
  { commands, timeoutMs, maxOutputLength }: ShellAction,
  call: Omit<AgentCall, 'approval'>,
  approvals: readonly (FrameworkApproval | null)[] = [],
): Promise<readonly ShellOutput[]> {
  const problem = problemOf({ commands, timeoutMs, maxOutputLength });
  const list = listOf(commands);
  if (problem !== null) return Array.from({ length: list?.length ?? 1 }, () => invalid(problem));
  const outputs: ShellOutput[] = [];
  for (const [at, command] of (list ?? []).entries()) {
    const approval = approvals[at] ?? null;
    const result = await tool.run({ command }, { ...call, approval, timeoutMs: timeoutMs ?? null });
    outputs.push(outputOf(result, maxOutputLength ?? null));
    if (call.signal?.aborted) break;
  }
  return outputs;
}

/** What a model can have wrong, which is no bug of whoever runs what it asks for; `null`: nothing. */
function problemOf(action: ShellAction): string | null {
  if (listOf(action.commands) === null)
    return `commands: expected an array of commands, got ${describeValue(action.commands)}`;
  for (const { of, name, kind } of limitKinds) {
    const value = action[of] ?? null;
    if (!kind.has(value)) return `${name}: expected ${kind.expected}, got ${describeValue(value)}`;
  }
  return null;
}

function listOf(commands: ShellAction['commands']): readonly string[] | null {
  return Array.isArray(commands) ? commands : null;
}

const characters: OptionKind = {
  expected: 'a whole number of characters',
  has: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
};

const limitKinds = [
  { of: 'timeoutMs', name: 'timeout_ms', kind: orNull(optionKinds.milliseconds) },
  { of: 'maxOutputLength', name: 'max_output_length', kind: orNull(characters) },
] as const;

function invalid(problem: string): ShellOutput {
  const stderr = `[invalid input: ${problem}]`;
  return { stdout: '', stderr, outcome: { type: 'exit', exitCode: notRun } };
}

/** What a person is to be asked about the commands, all together, before they are run. */
export interface ShellAsking {
  /** What their yes is worth for each of the commands; `null` where it needs none. */
  readonly approvals: readonly (FrameworkApproval | null)[];
  /** What their answer is bound to. */
  readonly key: string;
}

/** `null` where nobody is to be asked about any, as where none is going to be run. */
export async function toAskShell(tool: AgentTool, action: ShellAction): Promise<ShellAsking | null> {
  if (problemOf(action) !== null) return null;
  const commands = listOf(action.commands) ?? [];
  const asking = await Promise.all(commands.map(async (command) => await tool.toAsk({ command })));
  if (asking.every((one) => one === null)) return null;
  const approvals = asking.map((one) => one && ({ kind: 'here', key: one.key } as const));
  return { approvals, key: JSON.stringify(approvals) };
}

/** Has it recorded that a person has refused the commands, of which they were asked about all together. */
export async function refuseShell(
  tool: AgentTool,
  { commands }: ShellAction,
  reason: string | undefined,
): Promise<void> {
  for (const command of listOf(commands) ?? []) await tool.refuse({ command }, reason);
}

function outputOf({ text, outcome }: CallResult<unknown>, maxLength: number | null): ShellOutput {
  const shown = maxLength === null ? text : cutInTheMiddle(text, maxLength, outcome);
  const ran = outcome.kind === 'ended' || outcome.kind === 'moved_to_job';
  const streams = ran ? { stdout: shown, stderr: '' } : { stdout: '', stderr: shown };
  return { ...streams, outcome: endOf(outcome) };
}

function endOf(outcome: Outcome): ShellOutput['outcome'] {
  switch (outcome.kind) {
    case 'ended':
      return exitOf(outcome.exit);
    case 'moved_to_job':
      // It was not ended; the text says where it goes on.
      return { type: 'timeout' };
    case 'invalid':
    case 'denied':
    case 'needs_approval':
    case 'could_not_start':
    case 'answered':
      return { type: 'exit', exitCode: notRun };
  }
}

function exitOf(exit: Extract<Outcome, { kind: 'ended' }>['exit']): ShellOutput['outcome'] {
  switch (exit.kind) {
    case 'exited':
      return { type: 'exit', exitCode: exit.code };
    case 'timed_out':
      return { type: 'timeout' };
    case 'signalled':
      return { type: 'exit', exitCode: statusOfSignal(exit.signal) };
    case 'cancelled':
      return { type: 'exit', exitCode: statusOfSignal('SIGTERM') };
    case 'lost':
      return { type: 'exit', exitCode: statusOfSignal('SIGKILL') };
  }
}

/** The status that a shell gives what a signal has ended: 128 and its number. */
function statusOfSignal(name: string): number {
  const number = Object.entries(constants.signals).find(([signal]) => signal === name)?.[1] ?? 0;
  return 128 + number;
}

function cutInTheMiddle(text: string, maxLength: number, outcome: Outcome): string {
  if (text.length <= maxLength) return text;
  const mark = markOf(text, maxLength, outcome);
  const kept = Math.max(0, maxLength - mark.length);
  const head = Math.ceil(kept / 2);
  return `${headOf(text, head)}${mark}${tailOf(text, kept - head)}`.slice(0, maxLength);
}

/** Stands for what is left out. The text may be the ends of something longer already, with a mark of its own, which is left out too. */
function markOf(text: string, maxLength: number, outcome: Outcome): string {
  const cut = cutStreams(outcome);
  const bytes = cut.reduce((sum, stream) => sum + stream.bytes, 0);
  const whole = bytes === 0 ? count(text.length, 'character') : formatBytes(bytes);
  const short = `\n[… the middle of ${whole} is left out …]\n`;
  const files = cut.flatMap(({ text: { spill } }) => (spill?.kind === 'file' ? [spill.path] : []));
  const long = `\n[… the middle of ${whole} is left out; the whole output is in ${files.join(' and ')} …]\n`;
  // Half of what there is room for is for the output itself.
  return files.length > 0 && long.length * 2 <= maxLength ? long : short;
}

/** The streams of which the contract has not told all. */
function cutStreams(outcome: Outcome) {
  if (outcome.kind !== 'ended' && outcome.kind !== 'moved_to_job') return [];
  return capturedStreams(outcome.capture).flatMap(([, stream]) =>
    stream.text.kind === 'cut' ? [stream] : [],
  );
}
