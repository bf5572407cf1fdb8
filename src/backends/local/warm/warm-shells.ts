import { setImmediate as nextTurn } from 'node:timers/promises';
import { rememberLast } from '../../../confine/remember.ts';
import type { StreamName } from '../../../model/capture.ts';
import { waitForAll } from '../../../model/do-all.ts';
import type { Plan } from '../../../model/plan.ts';
import { unlessAborted } from '../abort.ts';
import type { Enclosure } from '../enclosure.ts';
import type { Launcher } from '../launchers/launcher.ts';
import { launcherEnvironment } from '../launchers/launcher-pool.ts';
import { sandboxIdleMs } from '../sandbox-idle.ts';
import { stayAliveFor } from '../stay-alive.ts';
import { openReader, type WaitingReader } from '../streams/read-pipe.ts';
import { closeOwnEnds, closeShellEnds, noStreams, openStreams, type Streams } from '../streams/streams.ts';
import { createUnwaited } from '../unwaited.ts';
import {
  type BlankShell,
  type BusyParts,
  type Likeness,
  makeBlankShell,
  type WarmParts,
  worksHere,
} from './blank-shell.ts';
import { canBeTold, canWait } from './can-wait.ts';
import { createTrial } from './trial.ts';

/** A shell that has started and only has to be told what to run. To discard it lets go of what it is connected to. */
interface WarmShell extends BlankShell {
  readonly mark: string;
  readonly streams: Pick<Streams, 'input' | 'terminal'>;
  /** What reads its streams. They are the caller's once it has begun with them. */
  readonly outputs: readonly WaitingOutput[];
}

interface WaitingOutput {
  readonly stream: StreamName;
  readonly reader: WaitingReader;
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
  /** Runs a command, which is under way meanwhile. */
  during<Result>(run: () => Promise<Result>): Promise<Result>;
  /** Has one made for the next command that is like this one, which is over; in a sandbox only for what is not the first of its kind. */
  prepareFor(plan: Plan, enclosure: Enclosure | null): void;
  /** Ends those that wait and are such; nothing is left of their sandboxes then. Resolves to whether there were any. */
  drop(isSuch: (waiting: Waiting) => boolean): Promise<boolean>;
  close(): Promise<void>;
}

/** Shells that wait at most: 8, as many as launchers; each takes 0.3 MB that it shares with no other. */
const mostWaiting = 8;

/**
 * Milliseconds in which no command may end before shells are made where others go on: 10 ms. When as many run as the processors can, one
 * ends every few, and to start a shell beforehand takes time that the others have a use for: a quarter more of them end without.
 */
const quietMs = 10;

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
  /** How many are to be made of a kind once it is quiet. */
  const postponed = new Map<string, { wanted: number; readonly timer: NodeJS.Timeout }>();
  let underWay = 0;
  /** Launchers that have not said yet that a shell waits. */
  const busy = new Set<Launcher>();
  const tryShells = createTrial();
  /** Shells that are put away while nobody waits for it. One that cannot be is still known to the watchdog, and ended with this process. */
  const leaving = createUnwaited<null>();
  let closed = false;

  const making: BusyParts = { ...parts, busy, isClosed: () => closed };

  const make = async (like: Likeness): Promise<WarmShell | null> => {
    // Whoever has called gets the result first: to start a sandbox holds this process up for a millisecond or more.
    await nextTurn();
    if (closed) return null;
    if (!(await tryShells(() => worksHere(making, like))) || closed) return null;
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
    if (enclosure !== null) entry.expiry = setTimeout(retire, sandboxIdleMs(enclosure), entry).unref();
    void shell.then((made) => {
      entry.isReady = true;
      if (made === null) remove(entry);
    });
    const [oldest] = entries;
    if (entries.length > mostWaiting && oldest !== undefined) retire(oldest);
  };

  const addAsMany = (wanted: number, key: string, like: Likeness & Waiting): void => {
    for (let made = 0; made < wanted && !isFullOf(key); made += 1) add(key, like);
  };

  const postpone = (wanted: number, key: string, like: Likeness & Waiting): void => {
    const before = postponed.get(key);
    if (before !== undefined) {
      before.wanted = Math.min(before.wanted + wanted, mostWaiting);
      before.timer.refresh();
      return;
    }
    const timer = setTimeout(() => {
      const all = postponed.get(key)?.wanted ?? 0;
      postponed.delete(key);
      addAsMany(all, key, like);
    }, quietMs);
    postponed.set(key, { wanted, timer: timer.unref() });
  };

  const remove = (entry: Entry): void => {
    const at = entries.indexOf(entry);
    if (at !== -1) entries.splice(at, 1);
    if (entry.expiry !== null) clearTimeout(entry.expiry);
  };

  const drop = async (entry: Entry): Promise<void> => {
    remove(entry);
    await (await stayAliveFor(entry.shell))?.discard();
  };

  const discardLater = (shell: WarmShell | null): void => {
    if (shell !== null) leaving.leave(null, shell.discard());
  };

  const retire = (entry: Entry): void => leaving.leave(null, drop(entry));

  return {
    async during(run) {
      underWay += 1;
      try {
        return await run();
      } finally {
        underWay -= 1;
      }
    },
    async take(plan, enclosure, stop) {
      if (!canWait(plan) || !canBeTold(plan.command)) return null;
      const key = keyOf({ ...plan, enclosure });
      const entry = entries.find((one) => one.key === key);
      if (entry === undefined) return null;
      remove(entry);
      if (!entry.isReady) scarce.add(key);
      const shell = await (entry.isReady ? entry.shell : takeOver(entry.shell, stop, discardLater));
      shell?.enter(plan.cwd);
      if (shell?.isStale() !== true) return shell;
      discardLater(shell);
      return null;
    },
    prepareFor(plan, enclosure) {
      if (closed || !canWait(plan)) return;
      const { env, streams, input, sandbox } = plan;
      const like = { env, streams, input, enclosure, conversationId: sandbox?.conversationId ?? null };
      const key = keyOf(like);
      if (enclosure !== null && !cameBefore(key)) return;
      const wanted = scarce.delete(key) ? 2 : 1;
      // What a sandbox is in may be put away meanwhile.
      const isCrowded = enclosure === null && (underWay > 1 || postponed.has(key));
      (isCrowded ? postpone : addAsMany)(wanted, key, like);
    },
    drop: async (isSuch) => (await Promise.all(entries.filter(isSuch).map(drop))).length > 0,
    async close() {
      closed = true;
      for (const { timer } of postponed.values()) clearTimeout(timer);
      postponed.clear();
      // They are not waited for: this process may have nothing else to do, and would end in the middle of it.
      for (const launcher of busy) launcher.letGo();
      await waitForAll([...[...entries].map(drop), leaving.over(() => true)]);
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

/** The directory is told with the command. */
function keyOf({ env, streams, input, enclosure }: Likeness): string {
  return keyOfParts(env, streams, input, enclosure?.key);
}

/** A command is asked about twice: when it comes, and when it is over. */
const keyOfParts = rememberLast(
  mostWaiting,
  (env: Likeness['env'], ...others: readonly (string | undefined)[]): string =>
    JSON.stringify([launcherEnvironment({ env }), ...others]),
);

/** Resolves to `null` when the call is stopped before: the shell is of no use then. */
async function takeOver(
  shell: Promise<WarmShell | null>,
  stop: AbortSignal,
  discardLater: (late: WarmShell | null) => void,
): Promise<WarmShell | null> {
  const taken = await stayAliveFor(unlessAborted(shell, stop));
  if (taken !== 'stopped') return taken;
  void shell.then(discardLater);
  return null;
}

/** Resolves as `makeBlankShell` does. */
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
    watchdog.know({ mark, shell: blank.shell, launcher: blank.launcher });
    // Beforehand: to make them takes as long as bash takes for a small command.
    const outputs = streams.outputs.map(({ stream, pipe }) => ({ stream, reader: openReader(pipe) }));
    const discard = async (): Promise<void> => {
      try {
        streams.input?.closeWritingEnd();
        for (const { reader } of outputs) reader.stop();
      } finally {
        await blank.discard();
      }
      // Not when any of it has failed: what is left is then ended with this process.
      watchdog.forget(mark);
    };
    return { mark, streams, outputs, ...blank, discard };
  } catch (error) {
    letGo();
    throw error;
  } finally {
    closeShellEnds(streams);
  }
}
