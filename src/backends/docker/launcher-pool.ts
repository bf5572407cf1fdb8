import { ownScript } from '../local/own-script.ts';
import type { Control } from './control.ts';
import type { Daemon } from './daemon.ts';
import { attendLauncher, type ContainerLauncher } from './launcher.ts';
import { launcherScript } from './launcher-script.ts';

const program = ownScript('launcher', launcherScript);

/** The launchers of a container. */
export interface ContainerLaunchers {
  /** One whose shells have this environment: one that waits, or a new one, which takes some 100 ms. Rejects when there is none. */
  take(env: Environment): Promise<ContainerLauncher>;
  /** Called when the command of a launcher is over and nothing of it is left. */
  giveBack(launcher: ContainerLauncher): void;
}

type Environment = Readonly<Record<string, string>>;

/** Launchers that wait at most: 8, as many as of the local backend. More are only needed by as many commands at once. */
const mostIdle = 8;

export function createContainerLaunchers(
  daemon: Daemon,
  container: {
    readonly id: string;
    readonly control: Control;
    readonly keeperPid: number;
    readonly bash: string;
  },
): ContainerLaunchers {
  const { id, control, keeperPid, bash } = container;
  const keys = new WeakMap<ContainerLauncher, string>();
  const idle: ContainerLauncher[] = [];
  let started = 0;

  const start = async (env: Environment): Promise<ContainerLauncher> => {
    started += 1;
    const number = started;
    let forget = (): void => {};
    const pid = new Promise<number>((resolve) => {
      forget = control.listen((report) => {
        if (report.kind === 'launcher' && report.number === number) resolve(report.pid);
      });
    });
    try {
      const { words, variables } = program;
      const socket = await daemon.execute(id, {
        words: [bash, ...words, String(keeperPid), String(number)],
        env: Object.entries({ ...env, ...variables }).map(([name, value]) => `${name}=${value}`),
      });
      return await attendLauncher(socket, control, pid);
    } finally {
      forget();
    }
  };

  return {
    async take(env) {
      const key = JSON.stringify(env);
      const at = idle.findLastIndex((launcher) => keys.get(launcher) === key && launcher.isFree());
      const waiting = at === -1 ? undefined : idle.splice(at, 1)[0];
      const launcher = waiting ?? (await start(env));
      keys.set(launcher, key);
      return launcher;
    },
    giveBack(launcher) {
      if (!launcher.isFree()) return launcher.letGo();
      idle.push(launcher);
      if (idle.length > mostIdle) idle.shift()?.letGo();
    },
  };
}
