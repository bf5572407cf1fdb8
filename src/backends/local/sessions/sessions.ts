import { couldNotStart } from '../../../model/could-not-start.ts';
import { waitForAll } from '../../../model/do-all.ts';
import { type Run, type SessionFound, type ShellLoss, sessionBusy } from '../../../model/exit.ts';
import { longestTimerMs } from '../../../model/longest-timer.ts';
import type { CouldNotStart } from '../../../model/outcome.ts';
import type { Plan, SessionPlan } from '../../../model/plan.ts';
import type { Sink, TimeLimit } from '../../../model/ports.ts';
import { exitOfStop, unlessAborted } from '../abort.ts';
import { endedBy } from '../ended.ts';
import { checkDirectory } from '../preconditions.ts';
import { createUnwaited } from '../unwaited.ts';
import { whyNotStarted } from '../why-not-started.ts';
import { createSession, type Session } from './session.ts';
import { type SessionParts, startSessionShell } from './session-shell.ts';

/** The kept shells of a backend. */
export interface Sessions {
  /** Runs a plan in its session, after those that came before it. */
  run(plan: Plan, session: SessionPlan, sink: Sink, wishes: Wishes): Promise<Run>;
  /** The shell that a session has now; `null`: none. */
  shellOf(key: string): string | null;
  /** Where that is: a path without links; `null`: where no name leads; `undefined`: not known. */
  directoryOf(key: string): string | null | undefined;
  endConversation(conversationId: string): Promise<void>;
  close(): Promise<void>;
}

/** What a run is asked for beside its plan. */
interface Wishes {
  readonly stop: AbortSignal;
  readonly limit: TimeLimit;
}

/** How long kept shells stay. */
export interface SessionLimits {
  /** Milliseconds without a command after which a shell ends. */
  readonly idleMs: number;
  /** Shells that are kept while nothing runs in them; beyond it the one ends that was used the longest ago. */
  readonly most: number;
}

/** 30 minutes: a person who comes back from a pause finds the shell, one who does not leaves nothing for long. */
export const defaultSessionLimits: SessionLimits = { idleMs: 30 * 60 * 1_000, most: 16 };

/** One session, also while it has no shell. */
interface Entry {
  readonly conversationId: string;
  session: Session | null;
  /** The sandbox that its shell is in, as a text to compare; of a session without a shell it says nothing. */
  sandbox: string;
  graceMs: number;
  /** Why the last shell is there no more; `null` as long as there was none. */
  loss: ShellLoss | null;
  /** Settled when all the commands are over that were there before. */
  tail: Promise<void>;
  /** Commands that run or wait. */
  commands: number;
  idle: NodeJS.Timeout | null;
}

/** Sessions without a shell that are remembered, to say that the next one is new: 1,000, the last ones. */
const mostRemembered = 1_000;

export function createSessions(parts: SessionParts, { idleMs, most }: SessionLimits): Sessions {
  /** In the order of their last use. */
  const entries = new Map<string, Entry>();
  /** Those that were closed while commands ran or waited: the shell that one of these may start yet ends with the last of them. */
  const closed = new Set<Entry>();
  /** Shells that are being ended while nobody waits for it. One that cannot be is still known to the watchdog, and ended with this process. */
  const endings = createUnwaited<Entry>();

  const entryOf = ({ key, conversationId }: SessionPlan): Entry => {
    const entry = entries.get(key) ?? newEntry(conversationId);
    entries.delete(key);
    entries.set(key, entry);
    return entry;
  };

  const close = async (isWanted: (entry: Entry) => boolean): Promise<void> => {
    const wanted = [...closed].filter(isWanted);
    for (const [key, entry] of entries) {
      if (!isWanted(entry)) continue;
      entries.delete(key);
      wanted.push(entry);
      if (entry.commands > 0) closed.add(entry);
    }
    const ended = wanted.map(async (entry) => await endSession(entry, 'ended'));
    await waitForAll([endings.over(isWanted), ...ended]);
  };

  const retire = (entry: Entry): void => endings.leave(entry, endSession(entry, 'ended'));

  const tidy = (): void => {
    const kept = [...entries.values()].filter(({ session }) => session !== null);
    const idle = kept.filter(({ commands }) => commands === 0);
    idle.slice(0, Math.max(0, kept.length - most)).forEach(retire);
    const forgotten = [...entries].filter(([, { session, commands }]) => session === null && commands === 0);
    for (const [key] of forgotten.slice(0, -mostRemembered)) entries.delete(key);
  };

  const begin = (entry: Entry): void => {
    entry.commands += 1;
    if (entry.idle !== null) clearTimeout(entry.idle);
  };

  const finish = (entry: Entry): void => {
    entry.commands -= 1;
    if (entry.commands === 0 && closed.delete(entry)) retire(entry);
    else if (entry.commands === 0 && entry.session !== null) {
      entry.idle = setTimeout(() => retire(entry), Math.min(idleMs, longestTimerMs)).unref();
    }
    tidy();
  };

  const sessionOf = (key: string): Session | null => {
    const session = entries.get(key)?.session ?? null;
    return session === null || session.hasEnded() ? null : session;
  };

  return {
    async run(plan, wish, sink, wishes) {
      const entry = entryOf(wish);
      begin(entry);
      try {
        const turn = { plan, wish, sink, ...wishes };
        return await inTurn(entry, wishes.stop, async () => await runIn(parts, entry, turn));
      } finally {
        finish(entry);
      }
    },
    shellOf: (key) => sessionOf(key)?.id() ?? null,
    directoryOf: (key) => sessionOf(key)?.directory(),
    endConversation: (conversationId) => close((entry) => entry.conversationId === conversationId),
    close: () => close(() => true),
  };
}

function newEntry(conversationId: string): Entry {
  return {
    ...{ conversationId, session: null, sandbox: 'null', graceMs: 0, loss: null },
    ...{ tail: Promise.resolve(), commands: 0, idle: null },
  };
}

/** Runs a command after those that came before it. One that is stopped while it waits does not wait on. */
async function inTurn(entry: Entry, stop: AbortSignal, run: () => Promise<Run>): Promise<Run> {
  let isTurn = false;
  const before = entry.tail.then(() => {
    isTurn = true;
  });
  let end = (): void => {};
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  entry.tail = before.then(async () => await over);
  try {
    await unlessAborted(before, stop);
    if (!stop.aborted) return await run();
    return !isTurn && exitOfStop(stop).kind === 'timed_out' ? busy : endedBy(stop);
  } finally {
    end();
  }
}

interface Turn extends Wishes {
  readonly plan: Plan;
  readonly wish: SessionPlan;
  readonly sink: Sink;
}

/** One command, when its turn has come. */
async function runIn(parts: SessionParts, entry: Entry, turn: Turn): Promise<Run> {
  const { plan, wish, sink, stop } = turn;
  entry.graceMs = plan.graceMs;
  const loss = entry.session && lossOf(entry.session, entry, { plan, parts });
  if (loss !== null) await endSession(entry, loss);
  const id = entry.session?.id() ?? null;
  if (wish.shell !== undefined && wish.shell !== id) return { kind: 'other_shell', shell: id };
  const found = foundIn(entry);
  const cwd = !found.isNew && wish.entersCwd ? plan.cwd : null;
  const refusal = cwd === null ? null : await checkDirectory(cwd);
  if (refusal !== null) return refusal;
  const session = entry.session ?? (await open(parts, plan, turn));
  if (session === null) return endedBy(stop);
  if ('kind' in session) return session;
  entry.session = session;
  entry.sandbox = sandboxText(plan);
  const { run, left } = await session.run({ plan, client: wish.client, cwd, sink, stop });
  if (left !== null) await endSession(entry, left);
  return run.kind === 'could_not_start' ? run : { ...run, session: { shell: session.id(), found, left } };
}

/** Why a plan cannot be carried out in the shell that is there; `null`: it can. */
function lossOf(
  session: Session,
  { sandbox }: Entry,
  { plan, parts }: { readonly plan: Plan; readonly parts: SessionParts },
): ShellLoss | null {
  // Nothing ran in it: somebody else has ended it.
  if (session.hasEnded()) return 'lost';
  // What holds a shell cannot be changed: a plan that wants another is carried out in another.
  return sandbox !== sandboxText(plan) || !isHeld(session, plan.sandbox, parts) ? 'ended' : null;
}

function sandboxText({ sandbox }: Plan): string {
  return JSON.stringify(sandbox);
}

/** Whether its sandbox still holds all that one would which is made now: files can have been made or replaced since. */
function isHeld(session: Session, sandbox: Plan['sandbox'], { mountPointsNow }: SessionParts): boolean {
  if (sandbox === null) return true;
  const wanted = mountPointsNow(sandbox);
  return wanted !== null && session.hasMountsOn(wanted);
}

function foundIn({ session, loss }: Entry): SessionFound {
  return session === null ? { isNew: true, because: loss ?? 'first' } : { isNew: false };
}

const busy: CouldNotStart = { kind: 'could_not_start', problem: sessionBusy };

async function open(
  parts: SessionParts,
  plan: Plan,
  { stop, limit }: Wishes,
): Promise<Session | CouldNotStart | null> {
  const begun = limit.pause();
  const shell = await startSessionShell(parts, plan, stop).finally(begun);
  if (shell === null) return null;
  if (!('kind' in shell)) return createSession(parts, shell);
  if (shell.kind === 'could_not_start') return shell;
  return couldNotStart('spawn-failed', `bash could not be started: ${whyNotStarted(shell, plan.sandbox)}`);
}

async function endSession(entry: Entry, loss: ShellLoss): Promise<void> {
  const { session } = entry;
  if (entry.idle !== null) clearTimeout(entry.idle);
  entry.idle = null;
  entry.session = null;
  if (session === null) return;
  entry.loss = loss;
  await session.end(entry.graceMs);
}
