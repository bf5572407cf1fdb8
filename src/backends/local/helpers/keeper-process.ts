import { type ChildProcess, spawn } from 'node:child_process';
import type { ProcessIdentity } from '../../../model/exit.ts';
import { startTimeOf } from '../processes/process-table.ts';

/**
 * Milliseconds that a sandbox may take to be put away before nobody waits for it any more: 15 s. It takes some ten, and the
 * kernel may need 10 s to see that a control group is empty; one that somebody has stopped, or whose files are on a server that
 * does not answer, is not to hold up a call.
 */
const mostPutAwayMs = 15_000;

/** What keeps a sandbox, or what sandboxes are in. It does not keep this process from ending: with this process, it ends. */
export interface KeeperProcess {
  /** Resolves when it has ended, or that cannot be waited for; meanwhile it keeps this process from ending. */
  over(): Promise<void>;
}

/** One that this process has started itself. */
export interface StartedKeeper extends KeeperProcess {
  /** Has one go on that somebody has stopped: it would not learn that nobody wants it any more. */
  wake(): void;
  /** Does not have it put anything away. */
  endNow(): void;
  /** Whether a signal has ended it, so that it has put nothing away. */
  wasKilled(): boolean;
}

/** `ended` resolves when it has. */
export function keeperThat(ended: Promise<unknown>): KeeperProcess {
  return {
    async over() {
      let waiting: NodeJS.Timeout | undefined;
      const waited = new Promise<void>((resolve) => {
        waiting = setTimeout(resolve, mostPutAwayMs);
      });
      await Promise.race([ended, waited]);
      clearTimeout(waiting);
    },
  };
}

/** Resolves to its status when it is there no more; `killed`: a signal has ended it; 0 also where it could not be started. */
export async function endOf(child: ChildProcess): Promise<number | 'killed'> {
  return await new Promise((resolve) => {
    child.once('exit', (status) => resolve(status ?? 'killed'));
    child.once('error', () => resolve(0));
  });
}

/** What a process is started with that is in a session of its own: with no terminal for its shells to ask on. */
interface SpawnGiven {
  readonly env: Readonly<Record<string, string>>;
  /** Its descriptors, in order, as `spawn` has them. */
  readonly stdio: readonly (number | 'ignore' | 'ipc')[];
}

/** One that is there. */
interface Spawned extends ProcessIdentity {
  readonly child: ChildProcess;
  /** As `endOf` has it. */
  readonly ended: ReturnType<typeof endOf>;
}

/** Rejects when there is no process. */
export async function spawnSession(words: readonly string[], given: SpawnGiven): Promise<Spawned> {
  const child = spawnDetached(words, given);
  const ended = endOf(child);
  const { pid } = child;
  if (pid === undefined) return await new Promise((_resolve, reject) => child.on('error', reject));
  return { pid, startTime: startTimeOf(pid), child, ended };
}

/** Throws where there is no process, or tells so by an event: which of the two depends on why. */
function spawnDetached(
  [program = '', ...words]: readonly string[],
  { env, stdio }: SpawnGiven,
): ChildProcess {
  // setsid
  const child = spawn(program, words, { cwd: '/', env, detached: true, stdio: [...stdio] });
  child.unref();
  return child;
}

/** Starts one that learns by the end of descriptor 1 that nobody wants it any more, and tells on 3 what it has made, on 2 why it has not. */
export function startKeeper(
  words: readonly string[],
  given: {
    readonly env: Readonly<Record<string, string>>;
    readonly lifelineFd: number;
    readonly reportsFd: number;
  },
): StartedKeeper {
  const { env, lifelineFd, reportsFd } = given;
  const stdio = ['ignore', lifelineFd, reportsFd, reportsFd] as const;
  const child = spawnDetached(words, { env, stdio });
  return {
    ...keeperThat(endOf(child)),
    wake: () => void child.kill('SIGCONT'),
    endNow: () => void child.kill('SIGKILL'),
    wasKilled: () => child.signalCode !== null,
  };
}
