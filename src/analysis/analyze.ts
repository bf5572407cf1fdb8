import type { Analysis, UnparsedProblem, UnrunnableProblem } from '../model/analysis.ts';
import type { Problem } from '../model/request.ts';

/**
 * The longest command that is accepted, in bytes of UTF-8: 8 MiB, eight times the longest that a contract asks for
 * (1 MiB).
 */
const maxCommandBytes = 8 * 1024 * 1024;

/** Says what is known of a command: pure, no process, no file, no clock. */
export function analyze(command: string): Analysis {
  const unrunnableProblem = unrunnable(command);
  if (unrunnableProblem !== null) return { kind: 'unrunnable', problem: unrunnableProblem };
  const problem: UnparsedProblem = { code: 'limit', at: 0, reason: 'commands are not read yet' };
  return { kind: 'unparsed', command, bytes: Buffer.byteLength(command), problem };
}

/**
 * Bash takes a command as bytes that end at the first NUL. A text with a NUL would be cut there, and one with half
 * of a surrogate pair would run with another character in its place: in both, what runs would not be what was judged.
 */
function unrunnable(command: string): UnrunnableProblem | null {
  const bytes = Buffer.byteLength(command);
  if (bytes > maxCommandBytes) return { code: 'too-long', bytes, maxBytes: maxCommandBytes };
  const nul = command.indexOf('\0');
  if (nul !== -1) return { code: 'nul-character', at: nul };
  const lone = command.search(/\p{Surrogate}/u);
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
