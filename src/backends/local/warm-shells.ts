import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ProcessIdentity } from '../../model/exit.ts';
import type { Plan } from '../../model/plan.ts';
import { whenAborted } from './abort.ts';
import { type BlankText, findBlankText, fitsBlankText } from './blank-text.ts';
import { canWait } from './can-wait.ts';
import { descriptorsHavePaths } from './descriptor-path.ts';
import type { Enclosure } from './enclosure.ts';
import { here } from './here.ts';
import type { LaunchedShell, Launcher, NotStarted, WaitingShell } from './launcher.ts';
import { launcherFor } from './launcher-for.ts';
import type { LauncherPool } from './launcher-pool.ts';
import type { PipePool } from './pipes.ts';
import { hasMountsOn, mountsOf } from './process-table.ts';
import { hasPipe } from './script.ts';
import { closeOwnEnds, closeShellEnds, noStreams, openStreams, type Streams } from './streams.ts';
import type { Watchdog } from './watchdog.ts';
import { withdraw } from './withdraw.ts';

/** A shell that has started and only has to be told what to run. */
interface WarmShell {
  readonly mark: string;
  readonly launcher: Launcher;
  /** The ends that are this process's. */
  readonly streams: Streams;
  /** Resolves as `Launcher.start` does; nothing has run when it has not started. */
  start(plan: Pick<Plan, 'cwd' | 'command'>): Promise<LaunchedShell | NotStarted>;
  /** Whether what its sandbox shows, or lays over, has been put elsewhere since: it would see what is no more, or write to what is to be kept. */
  isStale(): boolean;
  /** Ends it, and lets go of what it is connected to. Resolves when nothing is left of its sandbox. */
  discard(): Promise<void>;
}

/**
 * Shells that wait for the next command. To start one takes bash a millisecond, most of it before it looks at what it is to
 * run, and a sandbox takes several; what is known by then is everything but the directory and the command, so long as the
 * next command is like one that came before: with its environment, connected as it was, in a sandbox like its own. A shell,
 * and its sandbox, has one command and no more.
 */
export interface WarmShells {
  /** One for this plan, which is the caller's from then on; `null` when none is there or being made. */
  take(plan: Plan, enclosure: Enclosure | null, stop: AbortSignal): Promise<WarmShell | null>;
  /** Has one made for the next command that is like this one; in a sandbox only for what is not the first of its kind. */
  prepareFor(plan: Plan, enclosure: Enclosure | null): void;
  /** Ends those that wait and are such; nothing is left of their sandboxes then. */
  drop(isSuch: (waiting: Waiting) => boolean): Promise<void>;
  close(): Promise<void>;
}

/** What warm shells are made of. */
export interface WarmParts {
  readonly pool: PipePool;
  readonly launchers: LauncherPool;
  readonly watchdog: Watchdog;
  /** The mark of a call as its processes get it. */
  markOf(mark: string): string;
}

/** Shells that wait at most: 8, as many as launchers; each takes 0.3 MB that it shares with no other. */
const mostWaiting = 8;

/**
 * Milliseconds that a sandbox waits: a minute, in which an agent that is at work has its next command. What stands in for
 * files that must not be made is seen in its workspace all the while.
 */
const enclosedIdleMs = 60_000;

/** What a command has in common with others that could be run by the same warm shell. */
interface Likeness extends Pick<Plan, 'env' | 'streams' | 'input'> {
  readonly enclosure: Enclosure | null;
}

/** A shell that waits. */
interface Waiting {
  /** Whose sandbox it is in; `null`: in none. */
  readonly conversationId: string | null;
  readonly enclosure: Enclosure | null;
}

interface Entry extends Waiting {
  readonly key: string;
  readonly shell: Promise<WarmShell | null>;
  isReady: boolean;
  expiry: NodeJS.Timeout | null;
}

export function createWarmShells(parts: WarmParts): WarmShells {
  const entries: Entry[] = [];
  /** Kinds of which one was still being made when it was wanted: more of them are made. */
  const scarce = new Set<string>();
  /** Kinds of commands in sandboxes that have come before, those of late. */
  const enclosedBefore: string[] = [];
  /** Launchers that have not said yet that a shell waits. */
  const busy = new Set<Launcher>();
  let trial: Promise<boolean> | null = null;
  let closed = false;

  const making: BusyParts = { ...parts, busy, isClosed: () => closed };

  const make = async (like: Likeness): Promise<WarmShell | null> => {
    // Whoever has called gets the result first: to start a sandbox holds this process up for a millisecond or more.
    await nextTurn();
    if (closed) return null;
    trial ??= worksHere(making, like);
    if (!(await trial) || closed) return null;
    const shell = await makeWarmShell(making, like);
    if (!closed) return shell;
    await shell?.discard();
    return null;
  };

  const add = (key: string, like: Likeness & Waiting): void => {
    const shell = make(like).catch(() => null); // Without one, commands start the other way.
    const { conversationId, enclosure } = like;
    const entry: Entry = { key, conversationId, enclosure, shell, isReady: false, expiry: null };
    entries.push(entry);
    if (enclosure !== null) entry.expiry = setTimeout(drop, enclosedIdleMs, entry).unref();
    void shell.then((made) => {
      entry.isReady = true;
      if (made === null) remove(entry);
    });
    const [oldest] = entries;
    if (entries.length > mostWaiting && oldest !== undefined) void drop(oldest);
  };

  const remove = (entry: Entry): void => {
    const at = entries.indexOf(entry);
    if (at !== -1) entries.splice(at, 1);
    if (entry.expiry !== null) clearTimeout(entry.expiry);
  };

  const drop = async (entry: Entry): Promise<void> => {
    remove(entry);
    await (await here(entry.shell))?.discard();
  };

  return {
    async take(plan, enclosure, stop) {
      if (!canWait(plan) || !fitsBlankText(plan.command)) return null;
      const key = keyOf({ ...plan, enclosure });
      const entry = entries.find((one) => one.key === key);
      if (entry === undefined) return null;
      remove(entry);
      if (!entry.isReady) scarce.add(key);
      const shell = await takeOver(entry.shell, stop);
      if (shell?.isStale() !== true) return shell;
      void shell.discard();
      return null;
    },
    prepareFor(plan, enclosure) {
      if (closed || !canWait(plan)) return;
      const { env, streams, input, sandbox } = plan;
      const like = { env, streams, input, enclosure, conversationId: sandbox?.conversationId ?? null };
      const key = keyOf(like);
      if (enclosure !== null && !cameBefore(key)) return;
      const wanted = scarce.delete(key) ? 2 : 1;
      for (let made = 0; made < wanted && !isFullOf(key); made += 1) add(key, like);
    },
    drop: async (isSuch) => void (await Promise.all(entries.filter(isSuch).map(drop))),
    async close() {
      closed = true;
      // They are not waited for: this process may have nothing else to do, and would end in the middle of it.
      for (const launcher of busy) launcher.letGo();
      await Promise.all([...entries].map(drop));
    },
  };

  /** A caller that names no conversation has one for each call: there is no second command in its sandbox. */
  function cameBefore(key: string): boolean {
    const at = enclosedBefore.indexOf(key);
    if (at !== -1) enclosedBefore.splice(at, 1);
    enclosedBefore.push(key);
    enclosedBefore.splice(0, enclosedBefore.length - mostWaiting);
    return at !== -1;
  }

  function isFullOf(key: string): boolean {
    return entries.length >= mostWaiting && entries[0]?.key === key;
  }
}

/** A sandbox is like another that is made with the same words, of the same files, and may reach the same hosts. */
function keyOf({ env, streams, input, enclosure }: Likeness): string {
  const place = enclosure && [enclosure.words, enclosure.identity, enclosure.proxy?.hosts];
  return JSON.stringify([env, streams, input, place]);
}

/** Resolves to `null` when the call is stopped before: the shell is of no use then. */
async function takeOver(shell: Promise<WarmShell | null>, stop: AbortSignal): Promise<WarmShell | null> {
  const over = new AbortController();
  const taken = await here(
    Promise.race([shell, whenAborted(stop, over.signal).then(() => 'stopped' as const)]),
  );
  over.abort(null);
  if (taken !== 'stopped') return taken;
  void shell.then((late) => late?.discard());
  return null;
}

interface BusyParts extends WarmParts {
  readonly busy: Set<Launcher>;
  isClosed(): boolean;
}

/** Rejects when none can be started; resolves to `null` where none can be told what to run. */
async function makeWarmShell(parts: BusyParts, like: Likeness): Promise<WarmShell | null> {
  const { pool, watchdog } = parts;
  const mark = watchdog.nextMark();
  const streams = noStreams();
  const letGo = (): void => {
    watchdog.forget(mark);
    closeOwnEnds(streams);
  };
  try {
    await openStreams(streams, { pool, cat: '' }, { ...like, terminal: null }, null);
    const blank = await makeBlankShell(parts, like, { mark, streams });
    if (blank === null) {
      letGo();
      return null;
    }
    watchdog.know({ mark, shell: blank.shell });
    const discard = async (): Promise<void> => {
      letGo();
      await blank.discard();
    };
    return { mark, streams, ...blank, discard };
  } catch (error) {
    letGo();
    throw error;
  } finally {
    closeShellEnds(streams);
  }
}

/** A shell whose text is blank. */
interface BlankShell extends Pick<WarmShell, 'launcher' | 'start' | 'isStale' | 'discard'> {
  readonly shell: ProcessIdentity;
}

async function makeBlankShell(
  { launchers, busy, isClosed, markOf }: BusyParts,
  { env, enclosure }: Pick<Likeness, 'env' | 'enclosure'>,
  { mark, streams }: Pick<WarmShell, 'mark' | 'streams'>,
): Promise<BlankShell | null> {
  const { launcher, ways } = await launcherFor({ launchers }, { env }, { streams, script: null, enclosure });
  busy.add(launcher);
  if (isClosed()) launcher.letGo();
  const waiting = await launcher.prepare({ ...ways, mark: markOf(mark) });
  busy.delete(launcher);
  const text = waiting.kind === 'waiting' ? findBlankText(waiting.pid) : null;
  if (waiting.kind === 'waiting' && text !== null) return blankShell(launcher, waiting, { text, enclosure });
  if (waiting.kind === 'waiting' || launcher.isFree()) launchers.giveBack(launcher);
  else await withdraw(launcher, mark);
  await launcher.over();
  return null;
}

function blankShell(
  launcher: Launcher,
  waiting: WaitingShell,
  { text, enclosure }: { readonly text: BlankText; readonly enclosure: Enclosure | null },
): BlankShell {
  const { pid, startTime } = waiting;
  const mounts = enclosure && mountsOf(pid);
  const isWhole = enclosure === null || (mounts !== null && hasMountsOn(mounts, enclosure.mountPoints));
  return {
    launcher,
    shell: { pid, startTime },
    // A mount is gone when the file beneath it has been replaced or removed, and is listed elsewhere when it has been moved.
    isStale: () => !isWhole || (mounts !== null && mountsOf(pid) !== mounts),
    async start({ command, cwd }) {
      const isFilled = text.fill(command);
      text.close();
      if (!isFilled) return { kind: 'not_started', reason: 'its text could not be written' };
      return await waiting.start({ cwd, hasPipe: hasPipe(command) });
    },
    async discard() {
      text.close();
      launcher.letGo();
      await launcher.over();
    },
  };
}

/** What the first one is told, which shows that bash runs what is written there: no version promises that. */
const trialStatus = 93;

/** Whether shells can wait here: with this bash, and as far as this process may write to their memory. */
async function worksHere(parts: BusyParts, like: Likeness): Promise<boolean> {
  const { launchers, watchdog } = parts;
  if (!descriptorsHavePaths) return false;
  const mark = watchdog.nextMark();
  const blank = await makeBlankShell(parts, { ...like, enclosure: null }, { mark, streams: noStreams() });
  const shell = await blank?.start({ cwd: '/', command: `exit ${trialStatus}` });
  const end = shell?.kind === 'started' ? await shell.ended : null;
  watchdog.forget(mark);
  if (blank !== null) launchers.giveBack(blank.launcher);
  return end?.status === trialStatus;
}
