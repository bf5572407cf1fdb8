import { resolve } from 'node:path';
import {
  type AnalyzedShell,
  analyzeNext,
  countOf,
  directoriesOf,
  goneTo,
  isUnsettled,
  runNext,
  type Standing,
  standingIn,
  standingOf,
} from '../analysis/analyze.ts';
import { ownPart, type Part, spanIn } from '../analysis/own-part.ts';
import type { Invocation } from '../model/analysis.ts';
import type { Finding, Policy } from '../model/decision.ts';
import type { Request } from '../model/request.ts';
import { decide, findingsFrom, type Judged } from '../policy/decide.ts';
import type { Places, RealPath } from '../policy/paths/places.ts';
import type { Parsed } from '../policy/subject.ts';
import type { SessionHistory } from './session-history.ts';
import { entryOf, type Steps, scriptOf, shellAfter } from './session-shells.ts';

/** What a command is judged by. */
interface Judging {
  readonly policy: Policy;
  readonly places: Places;
}

/** Where the shell of a session is. */
export interface ShellPlace {
  /** As the system tells: a path without links; `null`: where no name leads; `undefined`: not known. */
  readonly directory: string | null | undefined;
  readonly realPath: RealPath;
}

/** What a shell that is kept is known by. */
export interface KeptShell extends ShellPlace {
  readonly history: SessionHistory;
}

/** What the rules say of a command in the shell that its session has. What it is judged by is asked for each policy. */
export type InSession =
  /** What it would do there, and where the shell is; `null`: not known. */
  | {
      readonly kind: 'known';
      readonly analysis: Parsed;
      readonly directory: string | null;
      readonly findings: (judging: Judging) => readonly Finding[];
    }
  /** These are to hold beside what it would do in a new shell. */
  | { readonly kind: 'unknown'; readonly findings: (judging: Judging) => readonly Finding[] };

/** Functions, aliases, variables and the directory are those that the shell has been left with. */
export function judgeInSession(kept: KeptShell, request: Request, home: string | null): InSession {
  const { history } = kept;
  const unknown = (reason: string): InSession => {
    const unread = unparsed(request, reason);
    return {
      kind: 'unknown',
      findings: ({ policy, places }) => decide(policy, unread, places).findings,
    };
  };
  if (!history.isCertain)
    return unknown('a command of the session was stopped half way, or is still running');
  const before = shellAfter(history, home);
  if (before === null)
    return unknown('what the session has run before cannot be followed: in a new session it may be known');
  if (isUnsettled(before))
    return unknown(
      'the session has a trap, or what it runs before each line, that may have changed it, or reads lines in another way by now: in a new session it is known',
    );
  const shell = whereItIs(before, kept);
  const entered = entering(shell, request);
  if (entered === null) return unknown(unfollowed);
  const { analysis, first } = analyzeNext(entered, request.command);
  if (analysis.kind !== 'parsed') return unknown(unfollowed);
  const { command } = request;
  const part = { command, start: analysis.command.length - command.length, first };
  const ranBefore = countOf(shell);
  const findings = ({ policy, places }: Judging) =>
    findingsFrom(policy, { ...analysis, ranBefore }, places, ranBefore).map((finding) =>
      inPart(finding, part),
    );
  // Only where it is known which shell the command is for, it runs in that one and in no other.
  if (history.shell === null) return { kind: 'unknown', findings };
  return { kind: 'known', analysis: ownPart(analysis, part), directory: directoryIn(entered), findings };
}

const unfollowed = 'with what the session has run before, it cannot be followed';

/** The system knows better than its commands where a shell is: which `cd` has failed, and what a file that it has sourced has done. */
function whereItIs(shell: AnalyzedShell, place: ShellPlace): AnalyzedShell {
  const standing = standingAt(shell, place);
  return standing === null ? shell : standingIn(shell, standing);
}

/** `null`: that is not known. */
function standingAt(shell: AnalyzedShell, { directory, realPath }: ShellPlace): Standing | null {
  if (directory === undefined) return null;
  return standingOf(shell, directory, (name) => realPath(name) === directory);
}

/** The same of a shell that is known by its steps. */
export function standingAfter(steps: Steps, place: ShellPlace): Standing | null {
  const shell = shellAfter(steps);
  return shell && standingAt(shell, place);
}

/** The shell when it has gone where the command is to be run, if that was asked for; `null`: that cannot be followed. */
function entering(shell: AnalyzedShell, request: Request): AnalyzedShell | null {
  const line = entryOf(request);
  if (line === null) return shell;
  const entered = runNext(shell, line);
  // Where that fails, the command is not run.
  return entered && goneTo(entered, resolve(request.cwd));
}

function directoryIn(shell: AnalyzedShell): string | null {
  const [first, second] = directoriesOf(shell);
  return first?.kind === 'known' && second === undefined ? first.text : null;
}

/** A finding as one of the command alone; what is about something else, as how the shell gets there, has no place in it. */
function inPart({ place, ...finding }: Finding, part: Part): Finding {
  if (place === undefined || place.invocation < part.first) return finding;
  return {
    ...finding,
    place: { span: spanIn(part, place.span), invocation: place.invocation - part.first },
  };
}

/**
 * Whether a command leaves the shell as it is, wherever in it it may be stopped: it only runs other programs, which are
 * processes of their own. `steps` is what was run before it.
 */
export function leavesShellAsItWas(steps: Steps, request: Request): boolean {
  // Words and redirections are the shell's own: `$((x=1))`, `${x:=1}`, `{x}> file`.
  if (/\$[[{]|\(\(|\}[<>]/.test(request.command)) return false;
  const shell = shellAfter(steps);
  if (shell === null) return false;
  const { analysis, first } = analyzeNext(shell, scriptOf(request));
  if (analysis.kind !== 'parsed') return false;
  const own = analysis.invocations.slice(first);
  return own.length > 0 && own.every(isOnlyProgram);
}

/** A loop sets its variable, and what is run in a shell of its own is no matter here. */
function isOnlyProgram({ resolution, via }: Invocation): boolean {
  return resolution === 'program' && via.every(({ kind }) => kind === 'pipeline' || kind === 'wrapper');
}

/** The command as one of which it is not known what it would do. */
function unparsed({ command }: Request, reason: string): Judged {
  return { kind: 'unparsed', command, bytes: 0, problem: { code: 'limit', at: 0, reason } };
}
