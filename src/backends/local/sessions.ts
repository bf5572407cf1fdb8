import type { Run, SessionFound, ShellLoss } from '../../model/exit.ts';
import type { Plan, SessionPlan } from '../../model/plan.ts';
import type { Sink } from '../../model/ports.ts';
import { exitOfStop } from './abort.ts';
import type { LaunchParts } from './launch.ts';
import { checkDirectory } from './preconditions.ts';
import { createSession, type Session } from './session.ts';
import { startSessionShell } from './session-shell.ts';

/** The kept shells of a backend. */
export interface Sessions {
  /** Runs a plan in its session, after those that came before it. */
  run(plan: Plan, session: SessionPlan, sink: Sink, stop: AbortSignal): Promise<Run>;
  endConversation(conversationId: string): Promise<void>;
  close(): Promise<void>;
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
  graceMs: number;
  /** Why the last shell is there no more; `null` as long as there was none. */
  loss: ShellLoss | null;
  /** Settled when all the commands are over that were there before. */
  tail: Promise<void>;
  /** Commands that run or wait. */
  commands: number;
  idle: NodeJS.Timeout | null;
}

type CouldNotStart = Extract<Run, { kind: 'could_not_start' }>;

/** Sessions without a shell that are remembered, to say that the next one is new: 1,000, the last ones. */
const mostRemembered = 1_000;

export function createSessions(parts: LaunchParts, { idleMs, most }: SessionLimits): Sessions {
  /** In the order of their last use. */
  const entries = new Map<string, Entry>();

  const entryOf = ({ key, conversationId }: SessionPlan): Entry => {
    const tail = Promise.resolve();
    const fresh = { conversationId, session: null, graceMs: 0, loss: null, tail, commands: 0, idle: null };
    const entry = entries.get(key) ?? fresh;
    entries.delete(key);
    entries.set(key, entry);
    return entry;
  };

  const close = async (of: readonly [string, Entry][]): Promise<void> => {
    for (const [key] of of) entries.delete(key);
    await Promise.all(of.map(async ([, entry]) => await endSession(entry, 'ended')));
  };

  const tidy = async (): Promise<void> => {
    const kept = [...entries.values()].filter(({ session }) => session !== null);
    const idle = kept.filter(({ commands }) => commands === 0);
    const surplus = idle.slice(0, Math.max(0, kept.length - most));
    const forgotten = [...entries].filter(([, { session, commands }]) => session === null && commands === 0);
    for (const [key] of forgotten.slice(0, -mostRemembered)) entries.delete(key);
    await Promise.all(surplus.map(async (entry) => await endSession(entry, 'ended')));
  };

  return {
    async run(plan, wish, sink, stop) {
      const entry = entryOf(wish);
      entry.commands += 1;
      if (entry.idle !== null) clearTimeout(entry.idle);
      const turn = entry.tail;
      const run = turn.then(async () => await runIn(parts, entry, { plan, wish, sink, stop }));
      entry.tail = run.then(ignore, ignore);
      try {
        return await run;
      } finally {
        entry.commands -= 1;
        if (entry.commands === 0 && entry.session !== null) {
          entry.idle = setTimeout(() => void endSession(entry, 'ended'), idleMs).unref();
        }
        await tidy();
      }
    },
    endConversation: (conversationId) =>
      close([...entries].filter(([, entry]) => entry.conversationId === conversationId)),
    close: () => close([...entries]),
  };
}

function ignore(): void {
  // Whoever made the run is told; who comes after it only waits for its end.
}

interface Turn {
  readonly plan: Plan;
  readonly wish: SessionPlan;
  readonly sink: Sink;
  readonly stop: AbortSignal;
}

/** One command, when its turn has come. */
async function runIn(parts: LaunchParts, entry: Entry, turn: Turn): Promise<Run> {
  const { plan, wish, sink, stop } = turn;
  if (stop.aborted) return notBegun(stop, entry);
  entry.graceMs = plan.graceMs;
  if (entry.session?.hasEnded()) await endSession(entry, 'ended');
  const before = entry.session;
  const found: SessionFound =
    before === null ? { isNew: true, because: entry.loss ?? 'first' } : { isNew: false };
  const cwd = before !== null && wish.entersCwd ? plan.cwd : null;
  const refusal = cwd === null ? null : await checkDirectory(cwd);
  if (refusal !== null) return refusal;
  const session = before ?? (await open(parts, plan, stop));
  if (session === null) return notBegun(stop, entry);
  if ('kind' in session) return session;
  entry.session = session;
  const { run, left } = await session.run({ plan, cwd, sink, stop });
  if (left !== null) await endSession(entry, left);
  return run.kind === 'could_not_start' ? run : { ...run, session: { found, left } };
}

/** A command that was stopped before its turn came, or before there was a shell for it. */
function notBegun(stop: AbortSignal, entry: Entry): Run {
  const found: SessionFound =
    entry.session === null ? { isNew: true, because: entry.loss ?? 'first' } : { isNew: false };
  const session = { found, left: null };
  return { kind: 'ended', exit: exitOfStop(stop), parts: null, survivors: [], kept: null, session };
}

async function open(
  parts: LaunchParts,
  plan: Plan,
  stop: AbortSignal,
): Promise<Session | CouldNotStart | null> {
  const shell = await startSessionShell(parts, plan, stop);
  if (shell === null) return null;
  if (!('kind' in shell)) return createSession(parts, shell);
  const problem = { code: 'spawn-failed', message: `bash could not be started: ${shell.reason}` } as const;
  return { kind: 'could_not_start', problem };
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
