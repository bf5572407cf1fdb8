import { analyzeNext } from '../analysis/analyze.ts';
import type { Invocation } from '../model/analysis.ts';
import type { Finding, Policy } from '../model/decision.ts';
import type { Request } from '../model/request.ts';
import { decide, findingsFrom, type Judged } from '../policy/decide.ts';
import type { Places } from '../policy/paths/places.ts';
import { type SessionHistory, scriptOf } from './session-history.ts';
import { type Steps, shellAfter } from './session-shells.ts';

/** What a command is judged by. */
export interface Judging {
  readonly policy: Policy;
  readonly places: Places;
}

/**
 * What the rules say of a command because of what its shell has run before: functions, aliases, variables and the
 * directory are those that it has left. What is returned is asked for each policy.
 */
export function judgeInSession(
  history: SessionHistory,
  request: Request,
  home: string | null,
): (judging: Judging) => readonly Finding[] {
  const unknown = (reason: string) => {
    const unread = unparsed(request, reason);
    return ({ policy, places }: Judging) => decide(policy, unread, places).findings;
  };
  if (!history.isCertain)
    return unknown('a command of the session was stopped half way, or is still running');
  const shell = shellAfter(history, home);
  if (shell === null)
    return unknown('what the session has run before cannot be followed: in a new session it may be known');
  const { analysis, first } = analyzeNext(shell, scriptOf(request));
  if (analysis.kind !== 'parsed')
    return unknown('with what the session has run before, it cannot be followed');
  return ({ policy, places }) =>
    findingsFrom(policy, analysis, places, first).map(({ place: _, ...finding }) => finding);
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
