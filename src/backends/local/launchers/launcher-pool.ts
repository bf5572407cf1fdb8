import type { Plan } from '../../../model/plan.ts';
import { WorthAnotherTry } from '../enclosure.ts';
import { type UnnamedFile, unnamedFile } from '../streams/unnamed-file.ts';
import type { Launcher } from './launcher.ts';
import { shellHook } from './launcher-script.ts';
import { type Enclosed, type LauncherParts, startLauncher } from './start-launcher.ts';

/** Launchers that wait for an order. */
export interface LauncherPool {
  /** One whose shells have this environment: one that waits, or a new one. Rejects when none can be started. */
  take(env: Environment): Promise<Launcher>;
  /** One for a sandbox; it is given back like any other, and used for one shell. */
  enclose(env: Environment, enclosed: Enclosed): Promise<Launcher>;
  /** Called when the shell of a launcher is over and nothing of it is left. */
  giveBack(launcher: Launcher): void;
  close(): void;
}

type Environment = Readonly<Record<string, string>>;

/** The directory is told with the order: launchers wait in the root, where they hold no file system. */
export function launcherEnvironment({ env }: Pick<Plan, 'env'>): Plan['env'] {
  return { ...env, PWD: '/' };
}

/** Launchers that wait for long: 8, which take 8 MB together. More are only needed by as many commands at once. */
const mostIdle = 8;

/** Milliseconds for which more may wait: 2 s. Where many commands run at once, as many come again right after them. */
const crowdedMs = 2_000;

/** How often a sandbox is begun where something is replaced meanwhile: 3 times, as what several have in common is. */
const mostTries = 3;

export function createLauncherPool(parts: Omit<LauncherParts, 'hookFd'>): LauncherPool {
  const keys = new WeakMap<Launcher, string>();
  const idle: Launcher[] = [];
  let hook: UnnamedFile | null = null;
  let closed = false;
  let trimming: NodeJS.Timeout | null = null;

  const trim = (): void => {
    trimming = null;
    for (const launcher of idle.splice(0, idle.length - mostIdle)) launcher.letGo();
  };

  const start = async (env: Environment): Promise<Launcher> => {
    hook ??= unnamedFile(shellHook);
    return await startLauncher({ ...parts, hookFd: hook.fd }, env);
  };

  const encloseInTries = async (
    env: Environment,
    enclosed: Enclosed,
    tries = mostTries,
  ): Promise<Launcher> => {
    try {
      return await enclose(env, enclosed);
    } catch (error) {
      if (!(error instanceof WorthAnotherTry)) throw error;
      await error.over();
      if (tries === 1) throw error;
      return await encloseInTries(env, enclosed, tries - 1);
    }
  };

  /** With a hook of its own: whoever has a file of this user open, if only to read, can open it anew and write to it. */
  const enclose = async (env: Environment, enclosed: Enclosed): Promise<Launcher> => {
    const own = unnamedFile(shellHook);
    try {
      return await startLauncher({ ...parts, hookFd: own.fd }, env, enclosed);
    } finally {
      own.close();
    }
  };

  return {
    async take(env) {
      const key = JSON.stringify(env);
      const at = idle.findLastIndex(
        (launcher) => keys.get(launcher) === key && launcher.isFree() && launcher.goesOn(),
      );
      const waiting = at === -1 ? undefined : idle.splice(at, 1)[0];
      const launcher = waiting ?? (await start(env));
      keys.set(launcher, key);
      return launcher;
    },
    enclose: async (env, enclosed) => await encloseInTries(env, enclosed),
    giveBack(launcher) {
      if (closed || !launcher.isFree()) return launcher.letGo();
      idle.push(launcher);
      if (idle.length > mostIdle) trimming ??= setTimeout(trim, crowdedMs).unref();
    },
    close() {
      closed = true;
      if (trimming !== null) clearTimeout(trimming);
      for (const launcher of idle.splice(0)) launcher.letGo();
      // Once, also when it is called again meanwhile: by then its descriptor can be that of another file.
      hook?.close();
      hook = null;
    },
  };
}
