import { type ChildProcess, spawn } from 'node:child_process';

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

/** `ended` resolves when it has. */
export function keeperThat(ended: Promise<void>): KeeperProcess {
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

/** Resolves when it is there no more, or could not be started. */
export async function endOf(child: ChildProcess): Promise<void> {
  await new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
}

/** Starts one that learns by the end of descriptor 1 that nobody wants it any more, and tells what it has made on 3. */
export function startKeeper(
  [program = '', ...words]: readonly string[],
  given: {
    readonly env: Readonly<Record<string, string>>;
    readonly lifelineFd: number;
    readonly reportsFd: number;
  },
): KeeperProcess {
  const { env, lifelineFd, reportsFd } = given;
  const stdio = ['ignore', lifelineFd, 'ignore', reportsFd] as const;
  const child = spawn(program, words, { cwd: '/', env, detached: true, stdio: [...stdio] });
  child.unref();
  return keeperThat(endOf(child));
}
