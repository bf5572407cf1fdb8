import { type AnalyzedShell, newShell, runNext, type Standing, standingIn } from '../analysis/analyze.ts';
import type { Request } from '../model/request.ts';

/** One command that a shell was given; two of the same text are two. */
export interface Step {
  readonly script: string;
  /** Where the shell was by then; `null`: that was not seen. */
  readonly at: Standing | null;
  /** Whether it ended with another status than 0. It is known once it is over, and nothing goes by it before. */
  hasFailed: boolean;
}

/** What a shell has been given to run, in order. */
export interface Steps {
  /** Where it began. */
  readonly cwd: string;
  readonly steps: readonly Step[];
}

/** What a shell does that is given the request: it goes to the directory first if that was asked for. */
export function scriptOf(request: Request): string {
  const entry = entryOf(request);
  return entry === null ? request.command : `${entry}\n${request.command}`;
}

/** How it goes there; `null`: it stays where it is. */
export function entryOf({ cwd, session }: Request): string | null {
  return session?.entersCwd === true ? `cd -- '${cwd.replaceAll("'", String.raw`'\''`)}'` : null;
}

interface Found extends Steps {
  readonly home: string | null;
  readonly shell: AnalyzedShell | null;
}

/** What was found last, by its last step, in the order of use: the next command goes on from there, however many there were. */
const found = new Map<Step, Found>();

/**
 * Of how many shells that is kept: 64, four times as many as a backend keeps. Of fifty commands it takes some hundred kilobytes, and a conversation
 * that nobody ends would keep it. What is found no more is found again.
 */
const mostFound = 64;

/**
 * What is known of a shell by what it has run; `null` where that cannot be followed. `home`: the user's home directory; left out: what
 * was found before is good for any.
 */
export function shellAfter({ cwd, steps }: Steps, home?: string | null): AnalyzedShell | null {
  const last = steps.at(-1);
  if (last === undefined) return newShell({ cwd, home: home ?? null });
  const known = latestFor({ cwd, steps }, home);
  const begin = known ?? {
    steps: [],
    home: home ?? null,
    shell: newShell({ cwd, home: home ?? null }),
  };
  let { shell } = begin;
  for (const { script, at, hasFailed } of steps.slice(begin.steps.length))
    shell &&= runNext(at === null ? shell : standingIn(shell, at), script, hasFailed);
  const before = begin.steps.at(-1);
  if (before !== undefined) found.delete(before);
  found.delete(last);
  found.set(last, { cwd, steps, home: begin.home, shell });
  for (const oldest of [...found.keys()].slice(0, -mostFound)) found.delete(oldest);
  return shell;
}

/** What was found of the most of these steps. */
function latestFor({ cwd, steps }: Steps, home: string | null | undefined): Found | null {
  for (let count = steps.length; count > 0; count -= 1) {
    const step = steps[count - 1];
    const one = step && found.get(step);
    if (one === undefined || one.cwd !== cwd || (home !== undefined && one.home !== home)) continue;
    if (one.steps.length === count && one.steps.every((each, at) => each === steps[at])) return one;
  }
  return null;
}
