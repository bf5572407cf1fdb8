import type { Analysis, UnparsedProblem, UnrunnableProblem } from '../model/analysis.ts';
import type { Problem } from '../model/request.ts';
import type { Path } from '../model/word.ts';
import { LimitReached } from './evaluate/budget.ts';
import type { Surroundings, TextPlace } from './evaluate/context.ts';
import { branch, conclude, mayChange, newWalk, type Walk, walk } from './evaluate/walk.ts';
import { parse } from './parse.ts';
import { utf8Length } from './utf8-length.ts';
import { known, unknown } from './words.ts';

/**
 * The longest command that is accepted, in bytes of UTF-8: 8 MiB, eight times the longest that a contract asks for
 * (1 MiB).
 */
const maxCommandBytes = 8 * 1024 * 1024;

/** Where nothing is known of the directory and the user. */
const nowhere: Surroundings = { cwd: null, home: null };

/** Says what a command would do, from its text alone: pure, no process, no file, no clock. */
export function analyze(command: string, surroundings: Surroundings = nowhere): Analysis {
  return analyzeNext(newShell(surroundings), command).analysis;
}

/** A shell that has run some commands: what is known of it from their texts alone. */
export interface AnalyzedShell {
  readonly walk: Walk;
  /** All that it has run, as one text, and how many bytes of UTF-8 that is. */
  readonly text: string;
  readonly bytes: number;
}

/** One that has run nothing. */
export function newShell(surroundings: Surroundings): AnalyzedShell {
  return { walk: newWalk(surroundings), text: '', bytes: 0 };
}

/** What a command would do in a shell that has run others. */
export interface NextAnalysis {
  /** Of all that the shell has run and this command, as one text; where that is not known, of the command alone. */
  readonly analysis: Analysis;
  /** The first of its invocations that is the command's, or of a trap that was set before. */
  readonly first: number;
}

/** Whether it may be another by now, whatever it has been given to run: a trap may change it, or what is run before each line. */
export function isUnsettled({ walk: way }: AnalyzedShell): boolean {
  return mayChange(way);
}

/** How many invocations it has come to. */
export function countOf({ walk }: AnalyzedShell): number {
  return walk.shell.ledger.drafts.length;
}

/** The directories in which a shell may be. */
export function directoriesOf({ walk: { state } }: AnalyzedShell): readonly Path[] {
  return state.directories;
}

/** Where a shell is, by the names that it may have for that. */
export interface Standing {
  readonly names: readonly string[];
  /** It may have come there by a link, and call it otherwise. */
  readonly mayBeLinked: boolean;
  /** What it calls it leads elsewhere by now, and with it each `cd` that goes on from there. */
  readonly hasMoved: boolean;
}

/**
 * Where a shell is that the system tells to be in `directory`, a path without links; `null`: where no name leads. `leadsThere` says of a name
 * whether it is one of that directory.
 */
export function standingOf(
  shell: AnalyzedShell,
  directory: string | null,
  leadsThere: (name: string) => boolean,
): Standing {
  const { state } = shell.walk;
  const names = state.directories.flatMap((path) =>
    path.kind === 'known' && leadsThere(path.text) ? [path.text] : [],
  );
  const areAllNamed = state.directories.every(({ kind }) => kind === 'known');
  if (names.length === 0)
    return {
      names: directory === null ? [] : [directory],
      mayBeLinked: true,
      hasMoved: areAllNamed && !state.mayBeLinked,
    };
  return { names, mayBeLinked: state.mayBeLinked || !areAllNamed, hasMoved: false };
}

/** The shell where it is. */
export function standingIn(shell: AnalyzedShell, { names, mayBeLinked, hasMoved }: Standing): AnalyzedShell {
  const { walk: way } = shell;
  const directories = names.length === 0 ? [unknown()] : names.map((name) => known(name));
  const hasOddDirectories = way.state.hasOddDirectories || hasMoved;
  return { ...shell, walk: { ...way, state: { ...way.state, directories, mayBeLinked, hasOddDirectories } } };
}

/** The shell once it has gone to a directory, an absolute path. */
export function goneTo(shell: AnalyzedShell, directory: string): AnalyzedShell {
  const { shell: running, state } = shell.walk;
  const there = { ...state, directories: [known(directory)], mayBeLinked: state.hasOddDirectories };
  return { ...shell, walk: { shell: running, state: there } };
}

/** The shell that is given stays as it is. */
export function analyzeNext(shell: AnalyzedShell, command: string): NextAnalysis {
  const first = countOf(shell);
  const followed = follow(shell, command);
  if (followed.kind !== 'followed') return { first, analysis: followed };
  const { walk: way, place, text, bytes } = followed;
  return {
    first,
    analysis: unlessLimited(command, () => {
      return { kind: 'parsed', command: text, bytes, invocations: conclude(way, place) };
    }),
  };
}

/**
 * How many invocations of one shell are kept, as what comes later is judged by them: 16,384. Each takes one or two kilobytes, and a
 * person’s day in a terminal has some hundred.
 */
const mostKept = 16_384;

/**
 * The shell when it has run the command, too; `null` where that is not known, or it has run too much. `hasFailed`: the command has, and so may
 * have been given up anywhere on its way.
 */
export function runNext(shell: AnalyzedShell, command: string, hasFailed = false): AnalyzedShell | null {
  const followed = follow(shell, command, hasFailed);
  if (followed.kind !== 'followed') return null;
  const { walk: way, text, bytes } = followed;
  const next = { walk: way, text, bytes };
  return countOf(next) > mostKept ? null : next;
}

interface Followed extends AnalyzedShell {
  readonly kind: 'followed';
  readonly place: TextPlace;
}

/** Goes through a command where a shell is by now. */
function follow(shell: AnalyzedShell, command: string, hasFailed = false): Followed | NotFollowed {
  const before = shell.walk;
  const unrunnableProblem = unrunnable(command);
  if (unrunnableProblem !== null) return { kind: 'unrunnable', problem: unrunnableProblem };
  const result = parse(command, before.shell.surroundings.maxLength);
  if (result.kind === 'unparsed') return unparsed(command, result.problem);
  const { script, source, origin } = result;
  const above = shell.text === '' ? '' : `${shell.text}\n`;
  const place = placeBehind(above.length, { source, origin });
  return unlessLimited(command, () => {
    const way = branch(before, source.length, hasFailed);
    walk(way, script, place);
    const bytes = shell.bytes + (above.length - shell.text.length) + utf8Length(command);
    return { kind: 'followed', walk: way, place, text: above + command, bytes };
  });
}

/** A function that is defined there keeps it: by itself, so that it does not keep all that was known before, too. */
function placeBehind(
  length: number,
  { source, origin }: { readonly source: string; readonly origin: (at: number) => number },
): TextPlace {
  const placeOf = (at: number): number => length + origin(at);
  return { source, spanOf: (start, end) => ({ start: placeOf(start), end: placeOf(end) }) };
}

type NotFollowed = Exclude<Analysis, { kind: 'parsed' }>;

function unparsed(command: string, problem: UnparsedProblem): NotFollowed {
  return { kind: 'unparsed', command, bytes: utf8Length(command), problem };
}

function unlessLimited<Found>(command: string, find: () => Found): Found | NotFollowed {
  try {
    return find();
  } catch (error) {
    const reason = limitOf(error);
    if (reason === null) throw error;
    return unparsed(command, { code: 'limit', at: 0, reason });
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
