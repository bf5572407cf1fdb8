import { analyze } from '../analysis/analyze.ts';
import type { Invocation } from '../model/analysis.ts';
import type { Finding, Policy } from '../model/decision.ts';
import type { Request } from '../model/request.ts';
import { decide, type Judged } from '../policy/decide.ts';
import type { Places } from '../policy/paths/places.ts';
import { type SessionHistory, scriptOf } from './session-history.ts';

/** What a command is judged by. */
export interface Judging {
  readonly policy: Policy;
  readonly places: Places;
  readonly home: string | null;
}

/** Stands between what a shell has run and what it is to run, as a command that does nothing. */
const boundary = 'what-was-before';

/**
 * What the rules say of a command because of what its shell has run before: functions, aliases, variables and the
 * directory are those that it has left. It is found by going through all of it once more; what belongs to the command is
 * what comes after the boundary.
 */
export function findingsInSession(
  { policy, places, home }: Judging,
  history: SessionHistory,
  request: Request,
): readonly Finding[] {
  const unknown = (reason: string) => decide(policy, unparsed(request, reason), places).findings;
  if (!history.isCertain)
    return unknown('a command of the session was stopped half way, or is still running');
  const { analysis, since } = goThrough(history, request, home);
  if (analysis.kind !== 'parsed') return unknown('what the session has run before cannot be followed');
  if (since === undefined) return unknown('what the session has run before may have ended it');
  return decide(policy, analysis, places)
    .findings.filter(({ place }) => place !== undefined && place.invocation > since.id)
    .map(({ place: _, ...finding }) => finding);
}

/**
 * Whether a command leaves the shell as it is, wherever in it it may be stopped: it only runs other programs, which are
 * processes of their own. `history` is what was run before it.
 */
export function leavesShellAsItWas(
  history: Pick<SessionHistory, 'cwd' | 'script'>,
  request: Request,
): boolean {
  // Words and redirections are the shell's own: `$((x=1))`, `${x:=1}`, `{x}> file`.
  if (/\$[[{]|\(\(|\}[<>]/.test(request.command)) return false;
  const { analysis, since } = goThrough(history, request, null);
  if (analysis.kind !== 'parsed' || since === undefined) return false;
  const own = analysis.invocations.slice(since.id + 1);
  return own.length > 0 && own.every(isOnlyProgram);
}

/** A loop sets its variable, and what is run in a shell of its own is no matter here. */
function isOnlyProgram({ resolution, via }: Invocation): boolean {
  return resolution === 'program' && via.every(({ kind }) => kind === 'pipeline' || kind === 'wrapper');
}

/** What was run before, the boundary, and the command. */
function goThrough(
  { cwd, script }: Pick<SessionHistory, 'cwd' | 'script'>,
  request: Request,
  home: string | null,
) {
  const analysis = analyze([script, `: ${boundary}`, scriptOf(request)].join('\n'), { cwd, home });
  const since = analysis.kind === 'parsed' ? analysis.invocations.findLast(isBoundary) : undefined;
  return { analysis, since };
}

function isBoundary({ argv: [name, word, ...others], parent }: Invocation): boolean {
  const isText = (given: typeof word, text: string) => given?.kind === 'known' && given.text === text;
  return parent === null && isText(name, ':') && isText(word, boundary) && others.length === 0;
}

/** The command as one of which it is not known what it would do. */
function unparsed({ command }: Request, reason: string): Judged {
  return { kind: 'unparsed', command, bytes: 0, problem: { code: 'limit', at: 0, reason } };
}
