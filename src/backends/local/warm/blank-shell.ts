import type { ProcessIdentity } from '../../../model/exit.ts';
import type { Plan } from '../../../model/plan.ts';
import type { Enclosure } from '../enclosure.ts';
import { unlessLate } from '../late.ts';
import type { LaunchedShell, Launcher, NotStarted, WaitingShell } from '../launchers/launcher.ts';
import { launcherFor } from '../launchers/launcher-for.ts';
import type { LauncherPool } from '../launchers/launcher-pool.ts';
import { hasPipe } from '../launchers/script.ts';
import { withdraw } from '../launchers/withdraw.ts';
import { signalEach } from '../processes/end-call.ts';
import { holdProcess } from '../processes/held-process.ts';
import { hasMountsOn, mountsOf } from '../processes/process-places.ts';
import { descriptorsHavePaths } from '../streams/descriptor-path.ts';
import type { PipePool } from '../streams/pipes.ts';
import { noStreams, type Streams } from '../streams/streams.ts';
import type { Watchdog } from '../supervision/watchdog.ts';
import { type BlankText, findBlankText } from './blank-text.ts';

/** What warm shells are made of. */
export interface WarmParts {
  readonly pool: PipePool;
  readonly launchers: LauncherPool;
  readonly watchdog: Watchdog;
  /** The mark of a call as its processes get it. */
  markOf(mark: string): string;
}

/** What a command has in common with others that could be run by the same warm shell. */
export interface Likeness extends Pick<Plan, 'env' | 'streams' | 'input'> {
  readonly enclosure: Enclosure | null;
}

export interface BusyParts extends WarmParts {
  readonly busy: Set<Launcher>;
  isClosed(): boolean;
}

/** A shell whose text is blank. */
export interface BlankShell {
  readonly launcher: Launcher;
  /** See `WaitingShell.enter`. */
  enter(cwd: string): void;
  /** Resolves as `Launcher.start` does; nothing has run when it has not started. Only after `enter`. */
  start(command: string): Promise<LaunchedShell | NotStarted>;
  /**
   * Whether it is of no use any more. It, or its launcher, has ended or was stopped: a shell without its launcher would run
   * the command, and nobody could tell how that ends. Or what its sandbox shows, or lays over, has been put elsewhere since:
   * it would see what is no more, or write to what is to be kept.
   */
  isStale(): boolean;
  /** Ends it. Resolves when nothing is left of its sandbox. */
  discard(): Promise<void>;
  readonly shell: ProcessIdentity;
}

/**
 * Milliseconds that one has to be made in: 5 s, many times what a sandbox takes on a slow machine. One that was stopped meanwhile would
 * never be there, and the command that waits for it would not begin.
 */
const longestMakingMs = 5_000;

/** Rejects when none can be started; resolves to `null` where none can be told what to run. */
export async function makeBlankShell(
  { launchers, busy, isClosed, markOf }: BusyParts,
  { env, enclosure }: Pick<Likeness, 'env' | 'enclosure'>,
  { mark, streams }: { readonly mark: string; readonly streams: Streams },
): Promise<BlankShell | null> {
  const { launcher, ways } = await launcherFor({ launchers }, { env }, { streams, script: null, enclosure });
  busy.add(launcher);
  if (isClosed()) launcher.letGo();
  const waiting = await unlessLate(launcher.prepare({ ...ways, mark: markOf(mark) }), longestMakingMs);
  busy.delete(launcher);
  const text = waiting?.kind === 'waiting' ? findBlankText(waiting.pid) : null;
  if (waiting?.kind === 'waiting' && text !== null) return blankShell(launcher, waiting, { text, enclosure });
  if (waiting?.kind === 'waiting' || launcher.isFree()) launchers.giveBack(launcher);
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
  // A mount is gone when the file beneath it has been replaced or removed, and is listed elsewhere when it has been moved.
  const hasOtherMounts = (): boolean => enclosure?.isLookedAfter === false && mountsOf(pid) !== mounts;
  const held = holdProcess(waiting);
  let run: ReturnType<WaitingShell['enter']> | null = null;
  const letGo = (): void => {
    text.close();
    held.letGo();
  };
  return {
    launcher,
    shell: { pid, startTime },
    isStale: () => !launcher.goesOn() || !held.goesOn() || !isWhole || hasOtherMounts(),
    enter(cwd) {
      run = waiting.enter(cwd);
    },
    async start(command) {
      if (run === null) throw new Error('it was not told where to run');
      const started = text.fill(command) ? run({ hasPipe: hasPipe(command) }) : null;
      letGo();
      return (await started) ?? { kind: 'not_started', reason: 'its text could not be written' };
    },
    async discard() {
      letGo();
      launcher.letGo();
      signalEach([waiting], ['SIGCONT']); // One that is stopped would not learn that it can end.
      await launcher.over();
    },
  };
}

/** What the first one is told, which shows that bash runs what is written there: no version promises that. */
const trialStatus = 93;

/** Whether shells can wait here: with this bash, and as far as this process may write to their memory. */
export async function worksHere(parts: BusyParts, like: Likeness): Promise<boolean> {
  const { launchers, watchdog } = parts;
  if (!descriptorsHavePaths) return false;
  const mark = watchdog.nextMark();
  try {
    const blank = await makeBlankShell(parts, { ...like, enclosure: null }, { mark, streams: noStreams() });
    if (blank === null) return false;
    blank.enter('/');
    const shell = await blank.start(`exit ${trialStatus}`);
    const end = shell.kind === 'started' ? await shell.ended : null;
    launchers.giveBack(blank.launcher);
    return end?.status === trialStatus;
  } finally {
    watchdog.forget(mark);
  }
}
