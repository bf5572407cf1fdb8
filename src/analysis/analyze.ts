import type { Analysis, UnrunnableProblem } from '../model/analysis.ts';
import type { Problem } from '../model/request.ts';
import { LimitReached } from './evaluate/budget.ts';
import type { Surroundings } from './evaluate/context.ts';
import { evaluate } from './evaluate/evaluate.ts';
import { parse } from './parse.ts';
import { utf8Length } from './utf8-length.ts';

/**
 * The longest command that is accepted, in bytes of UTF-8: 8 MiB, eight times the longest that a contract asks for
 * (1 MiB).
 */
const maxCommandBytes = 8 * 1024 * 1024;

/** Where nothing is known of the directory and the user. */
const nowhere: Surroundings = { cwd: null, home: null };

/** Says what a command would do, from its text alone: pure, no process, no file, no clock. */
export function analyze(command: string, surroundings: Surroundings = nowhere): Analysis {
  const unrunnableProblem = unrunnable(command);
  if (unrunnableProblem !== null) return { kind: 'unrunnable', problem: unrunnableProblem };
  const bytes = utf8Length(command);
  const result = parse(command, surroundings.maxLength);
  if (result.kind === 'unparsed') return { kind: 'unparsed', command, bytes, problem: result.problem };
  const { script, source, origin } = result;
  const spanOf = (start: number, end: number) => ({ start: origin(start), end: origin(end) });
  try {
    return {
      kind: 'parsed',
      command,
      bytes,
      invocations: evaluate(script, { source, spanOf }, surroundings),
    };
  } catch (error) {
    const reason = limitOf(error);
    if (reason === null) throw error;
    return { kind: 'unparsed', command, bytes, problem: { code: 'limit', at: 0, reason } };
  }
}

/** Whether the analysis stopped because the command is too large for it; a `RangeError` is a stack that is full. */
function limitOf(error: unknown): string | null {
  if (error instanceof LimitReached) return error.reason;
  return error instanceof RangeError ? 'nested too deeply' : null;
}

/**
 * Bash takes a command as bytes that end at the first NUL. A text with a NUL would be cut there, and one with half
 * of a surrogate pair would run with another character in its place: in both, what runs would not be what was judged.
 */
function unrunnable(command: string): UnrunnableProblem | null {
  const bytes = utf8Length(command);
  if (bytes > maxCommandBytes) return { code: 'too-long', bytes, maxBytes: maxCommandBytes };
  const nul = command.indexOf('\0');
  if (nul !== -1) return { code: 'nul-character', at: nul };
  const lone = command.search(/[\ud800-\udfff]/u);
  if (lone !== -1) return { code: 'lone-surrogate', at: lone };
  return null;
}

/** An unrunnable text as a problem of the call's input. */
export function describeUnrunnable(problem: UnrunnableProblem): Problem {
  switch (problem.code) {
    case 'nul-character':
      return {
        path: 'command',
        expected: 'text without NUL characters',
        received: `a NUL character at offset ${problem.at}`,
        hint: "write it as an escape that the program understands, such as printf '\\0'",
      };
    case 'lone-surrogate':
      return {
        path: 'command',
        expected: 'text that can be written as UTF-8',
        received: `half of a surrogate pair at offset ${problem.at}`,
        hint: 'send the character whole',
      };
    case 'too-long':
      return {
        path: 'command',
        expected: `at most ${problem.maxBytes} bytes`,
        received: `${problem.bytes} bytes`,
        hint: 'write the script to a file and run the file',
      };
  }
}
