import type { Outcome } from '../model/outcome.ts';
import type { Request } from '../model/request.ts';
import { leavesShellAsItWas } from './session-findings.ts';

/** What the shell of a session has been given to run, which is what its state is known by. */
export interface SessionHistory {
  /** Where the shell began. */
  readonly cwd: string;
  /** One after the other, as a script. */
  readonly script: string;
  /** Whether the shell has run all of it, and nothing else. */
  readonly isCertain: boolean;
  /** Whether some of it is still running, or waits for that. */
  readonly isBusy: boolean;
}

/** The histories of the sessions of one bash. */
export interface SessionHistories {
  /** `null`: nothing has been run in that session. */
  of(conversationId: string, request: Request): SessionHistory | null;
  /** Called when a command is given to its session; what it returns is called with what became of it, `null` where nobody knows. */
  begin(conversationId: string, request: Request): (outcome: Outcome | null) => void;
  /** Comes to an end when a command that was given to some session does, or when it is aborted. */
  nextEnd(signal: AbortSignal): Promise<void>;
  endConversation(conversationId: string): void;
}

interface Kept {
  readonly cwd: string;
  /** What has changed the shell, or could have; in order. */
  readonly steps: readonly Step[];
  /** A step was stopped half way, or it is not known how far it came. */
  readonly isUncertain: boolean;
  /** Steps that are not over. */
  readonly underWay: number;
}

/** One command; two of the same text are two. */
interface Step {
  readonly script: string;
}

export function createSessionHistories(): SessionHistories {
  const conversations = new Map<string, Map<string, Kept>>();
  const waiting = new Set<() => void>();
  const wake = (): void => {
    for (const end of [...waiting]) end();
  };

  const sessionsOf = (conversationId: string): Map<string, Kept> => {
    const sessions = conversations.get(conversationId) ?? new Map<string, Kept>();
    conversations.set(conversationId, sessions);
    return sessions;
  };

  return {
    of(conversationId, { session }) {
      const kept = session === null ? undefined : conversations.get(conversationId)?.get(session.name);
      if (kept === undefined) return null;
      const { cwd, isUncertain, underWay } = kept;
      const isBusy = underWay > 0;
      return { cwd, script: scriptOfAll(kept), isCertain: !isUncertain && !isBusy, isBusy };
    },
    begin(conversationId, request) {
      if (request.session === null) return () => {};
      const { name } = request.session;
      const sessions = sessionsOf(conversationId);
      const before = sessions.get(name) ?? { cwd: request.cwd, steps: [], isUncertain: false, underWay: 0 };
      const step = { script: scriptOf(request) };
      const given = { request, step, before, isKept: !leavesAll(before, request) };
      sessions.set(name, given.isKept ? withStep(before, step) : before);
      return (outcome) => {
        const now = sessions.get(name);
        const after = now === undefined ? null : settled(now, given, outcome);
        if (after === null) sessions.delete(name);
        else sessions.set(name, after);
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

/** Whether a request means the same after both; a shell that has run nothing that changes it is as a new one. */
export function isSameHistory(
  one: SessionHistory | null,
  other: SessionHistory | null,
  { cwd }: Pick<Request, 'cwd'>,
): boolean {
  const fresh: SessionHistory = { cwd, script: '', isCertain: true, isBusy: false };
  const [first, second] = [one ?? fresh, other ?? fresh];
  return first.cwd === second.cwd && first.script === second.script && first.isCertain === second.isCertain;
}

/** What a shell does that is given the request: it goes to the directory first if that was asked for. */
export function scriptOf({ command, cwd, session }: Request): string {
  return session?.entersCwd === true
    ? `cd -- '${cwd.replaceAll("'", String.raw`'\''`)}'\n${command}`
    : command;
}

function scriptOfAll({ steps }: Kept): string {
  return steps.map(({ script }) => script).join('\n');
}

function withStep(kept: Kept, step: Step): Kept {
  return { ...kept, steps: [...kept.steps, step], underWay: kept.underWay + 1 };
}

/** Whether a command leaves the shell as it is, so that it need not be known later; nobody can tell while another may change it. */
function leavesAll(kept: Kept, request: Request): boolean {
  return kept.underWay === 0 && leavesShellAsItWas({ cwd: kept.cwd, script: scriptOfAll(kept) }, request);
}

/** A command that was given to a shell. */
interface Given {
  readonly request: Request;
  readonly step: Step;
  /** What was known before it. */
  readonly before: Kept;
  /** Whether it is one of the steps. */
  readonly isKept: boolean;
}

/** `null`: the shell is gone, and what it knew. Whoever is waiting for it gets another one. */
function settled(now: Kept, given: Given, outcome: Outcome | null): Kept | null {
  const { isKept, step } = given;
  const kept = isKept ? { ...now, underWay: now.underWay - 1 } : now;
  if (outcome?.kind !== 'ended') return { ...kept, isUncertain: true };
  // It was stopped while it waited for others.
  if (outcome.session === null) return { ...kept, steps: kept.steps.filter((other) => other !== step) };
  const { exit, session } = outcome;
  if (session.left !== null) return kept.underWay === 0 ? null : { ...kept, isUncertain: true };
  const known = session.found.isNew ? restarted(kept, given) : kept;
  return isKept && exit.kind !== 'exited' ? { ...known, isUncertain: true } : known;
}

/** A new shell knows nothing of what was before the command that it began with. */
function restarted({ steps, underWay }: Kept, { request, step, before }: Given): Kept {
  const after = steps.filter((other) => other !== step && !before.steps.includes(other));
  return { cwd: request.cwd, steps: [step, ...after], isUncertain: false, underWay };
}
