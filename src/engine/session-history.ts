import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Standing } from '../analysis/analyze.ts';
import type { Run, SessionState } from '../model/exit.ts';
import type { Outcome } from '../model/outcome.ts';
import type { Request } from '../model/request.ts';
import { leavesShellAsItWas, type ShellPlace, standingAfter } from './session-findings.ts';
import { type Step, type Steps, scriptOf } from './session-shells.ts';

/** What the shell of a session has been given to run, which is what its state is known by. */
export interface SessionHistory extends Steps {
  /** Which shell, as the backend tells it; `null`: it is yet to be started. */
  readonly shell: string | null;
  /** Whether the shell has run all of it, and nothing else. */
  readonly isCertain: boolean;
  /** Whether some of it is still running, or waits for that. */
  readonly isBusy: boolean;
}

/** The histories of the sessions of one bash. */
export interface SessionHistories {
  /** Tells these from another bash's: what that has run in a shell is not in them. */
  readonly client: string;
  /** `null`: nothing has been run in that session. */
  of(conversationId: string, request: Request): SessionHistory | null;
  /** Called with the shell that a session is seen to have, `null` for none, before what is known of it is asked for. */
  sees(conversationId: string, request: Request, shell: string | null): void;
  /**
   * Called when a command is given to its session, with the place where its shell is seen to be; what it returns is called with what became of it,
   * `null` where nobody knows.
   */
  begin(
    conversationId: string,
    request: Request,
    place: ShellPlace,
  ): (outcome: Outcome | OtherShell | null) => void;
  /** Comes to an end when a command that was given to some session does, or when it is aborted. */
  nextEnd(signal: AbortSignal): Promise<void>;
  endConversation(conversationId: string): void;
}

/** The session had another shell than the command was for, and nothing of it has run. */
export type OtherShell = Extract<Run, { kind: 'other_shell' }>;

/** What is known of a session. Its steps are the commands that have changed its shell, or could have. */
interface KnownSession extends Steps {
  readonly shell: string | null;
  /** A step was stopped half way, or it is not known how far it came. */
  readonly isUncertain: boolean;
  /** Steps that are not over. */
  readonly underWay: number;
}

export function createSessionHistories(): SessionHistories {
  const conversations = new Map<string, Map<string, KnownSession>>();
  const waiting = new Set<() => void>();
  const wake = (): void => {
    for (const end of [...waiting]) end();
  };

  const sessionsOf = (conversationId: string): Map<string, KnownSession> => {
    const sessions = conversations.get(conversationId) ?? new Map<string, KnownSession>();
    conversations.set(conversationId, sessions);
    return sessions;
  };

  return {
    client: randomUUID(),
    of(conversationId, { session }) {
      const kept = session === null ? undefined : conversations.get(conversationId)?.get(session.name);
      if (kept === undefined) return null;
      const { shell, cwd, steps, isUncertain, underWay } = kept;
      const isBusy = underWay > 0;
      return { shell, cwd, steps, isCertain: !isUncertain && !isBusy, isBusy };
    },
    sees(conversationId, request, shell) {
      if (request.session === null) return;
      const { name } = request.session;
      const sessions = sessionsOf(conversationId);
      const kept = sessions.get(name) ?? unstarted(request);
      // Whose command is under way is told of the shell by that.
      if (kept.underWay > 0) return;
      set(sessions, name, withShell(kept, { shell }));
    },
    begin(conversationId, request, place) {
      if (request.session === null) return () => {};
      const { name } = request.session;
      const sessions = sessionsOf(conversationId);
      const before = sessions.get(name) ?? unstarted(request);
      const step: Step = { script: scriptOf(request), at: placeAfter(before, place), hasFailed: false };
      // Whoever comes while a shell is being started is for that one, which is known only then.
      const isHarmless = leavesAll(before, request);
      const isKept = before.shell === null || !isHarmless;
      const given = { request, step, before, isHarmless, isKept };
      sessions.set(name, isKept ? withStep(before, step) : before);
      return (outcome) => {
        const now = sessions.get(name);
        set(sessions, name, settled(now ?? null, given, outcome));
        wake();
      };
    },
    nextEnd: (signal) =>
      new Promise((resolve) => {
        const end = (): void => {
          waiting.delete(end);
          signal.removeEventListener('abort', end);
          resolve();
        };
        waiting.add(end);
        signal.addEventListener('abort', end);
        if (signal.aborted) end();
      }),
    endConversation(conversationId) {
      conversations.delete(conversationId);
      wake();
    },
  };
}

function set(sessions: Map<string, KnownSession>, name: string, kept: KnownSession | null): void {
  if (kept === null) sessions.delete(name);
  else sessions.set(name, kept);
}

/** Whether a request means the same after both; a shell that has run nothing that changes it is as a new one. */
export function isSameHistory(
  one: SessionHistory | null,
  other: SessionHistory | null,
  { cwd }: Pick<Request, 'cwd'>,
): boolean {
  const fresh: SessionHistory = { shell: null, cwd, steps: [], isCertain: true, isBusy: false };
  const [first, second] = [one ?? fresh, other ?? fresh];
  return (
    first.cwd === second.cwd &&
    first.isCertain === second.isCertain &&
    isDeepStrictEqual(first.steps, second.steps)
  );
}

function unstarted({ cwd }: Request): KnownSession {
  return { shell: null, cwd, steps: [], isUncertain: false, underWay: 0 };
}

function withStep(kept: KnownSession, step: Step): KnownSession {
  return { ...kept, steps: [...kept.steps, step], underWay: kept.underWay + 1 };
}

/** Where the shell is before a command; another one may come to be, or change it, where that is not known. */
function placeAfter(kept: KnownSession, place: ShellPlace): Standing | null {
  const isKnown = kept.shell !== null && !kept.isUncertain && kept.underWay === 0;
  return isKnown ? standingAfter(kept, place) : null;
}

/** Whether a command leaves the shell as it is, so that it need not be known later; nobody can tell while another may change it. */
function leavesAll(kept: KnownSession, request: Request): boolean {
  return kept.underWay === 0 && leavesShellAsItWas(kept, request);
}

/** A command that was given to a shell. */
interface Given {
  readonly request: Request;
  readonly step: Step;
  /** What was known before it. */
  readonly before: KnownSession;
  /** Whether it leaves the shell as it is. */
  readonly isHarmless: boolean;
  /** Whether it is one of the steps. */
  readonly isKept: boolean;
}

/**
 * What is known of a session once a command of it is over. `now`: what was known right before that. `null`, of both: the session has no
 * shell.
 */
function settled(
  now: KnownSession | null,
  given: Given,
  outcome: Outcome | OtherShell | null,
): KnownSession | null {
  if (now === null) return null;
  const { isHarmless, isKept, step } = given;
  const kept = isKept ? { ...now, underWay: now.underWay - 1 } : now;
  if (outcome?.kind === 'other_shell') return withShell(without(kept, step), outcome);
  if (outcome?.kind === 'could_not_start') return withShell(without(kept, step), kept);
  if (outcome?.kind !== 'ended') return { ...kept, isUncertain: true };
  // It was stopped while it waited for others.
  if (outcome.session === null) return without(kept, step);
  const { exit, session } = outcome;
  step.hasFailed = exit.kind === 'exited' && exit.code !== 0;
  if (session.left !== null) return withShell(kept, { shell: null });
  const { shell } = session;
  const known = session.found.isNew ? restarted(kept, given, session) : { ...kept, shell };
  if (isHarmless) return without(known, step);
  return exit.kind === 'exited' ? known : { ...known, isUncertain: true };
}

function without(kept: KnownSession, step: Step): KnownSession {
  return { ...kept, steps: kept.steps.filter((other) => other !== step) };
}

/** What is known once the session has been found to have this shell; whoever is waiting for another one is not let in. */
function withShell(kept: KnownSession, { shell }: Pick<KnownSession, 'shell'>): KnownSession | null {
  if (shell === null && kept.underWay === 0) return null;
  return shell === kept.shell ? kept : { ...kept, shell, isUncertain: true };
}

/** A new shell knows nothing of what was before the command that it began with, and is where that began. */
function restarted(
  { steps, underWay }: KnownSession,
  { request, step, before, isHarmless }: Given,
  { shell }: Pick<SessionState, 'shell'>,
): KnownSession {
  const after = steps.filter((other) => other !== step && !before.steps.includes(other));
  const first = isHarmless ? [] : [{ ...step, at: null }];
  return { shell, cwd: request.cwd, steps: [...first, ...after], isUncertain: false, underWay };
}
