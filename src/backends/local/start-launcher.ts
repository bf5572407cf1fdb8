import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import { attendLauncher, type LauncherProcess } from './attend-launcher.ts';
import { type Enclosure, type Held, type Slots, slotDescriptors } from './enclosure.ts';
import { keeperProcess } from './keeper-process.ts';
import type { Launcher } from './launcher.ts';
import { launcherScript } from './launcher-script.ts';
import { closePipe, type Pipe, type PipePool } from './pipes.ts';
import { startTimeOf } from './process-table.ts';
import { loader } from './script.ts';
import { startServed } from './serve-sandbox.ts';

/** What a launcher calls itself, in the list of processes too. */
export const launcherName = 'handrail-launcher';

/** What a launcher is started with. */
export interface LauncherParts {
  /** Absolute path. */
  readonly bash: string;
  readonly pool: PipePool;
  /** The file with `shellHook`. */
  readonly hookFd: number;
}

/** Where a launcher is to be, and what its shell is connected to. */
export interface Enclosed {
  readonly enclosure: Enclosure;
  readonly slots: Slots;
}

/** Starts a launcher whose shells have this environment. Rejects when the process cannot be made. */
export async function startLauncher(
  parts: LauncherParts,
  env: Readonly<Record<string, string>>,
  enclosed: Enclosed | null = null,
): Promise<Launcher> {
  const pipes: Pipe[] = [];
  try {
    const requests = await parts.pool.take();
    pipes.push(requests);
    const reports = await parts.pool.take();
    pipes.push(reports);
    const lifeline = enclosed && (await parts.pool.take());
    if (lifeline !== null) pipes.push(lifeline);
    const connected = enclosed && lifeline && { ...enclosed, lifelineFd: lifeline.readFd };
    const process = await spawnLauncher(parts, env, [requests.readFd, reports.writeFd], connected);
    closeSync(requests.readFd);
    reports.closeWritingEnd();
    if (lifeline !== null) closeSync(lifeline.readFd);
    const lifelineFd = lifeline?.writeFd ?? null;
    return attendLauncher({ ...process, writeFd: requests.writeFd, reportFd: reports.readFd, lifelineFd });
  } catch (error) {
    pipes.forEach(closePipe);
    throw error;
  }
}

/** Throws, or rejects, when there is no process: which of the two depends on why. */
async function spawnLauncher(
  { bash, hookFd }: LauncherParts,
  env: Readonly<Record<string, string>>,
  [requestsFd, reportsFd]: readonly [number, number],
  enclosed: (Enclosed & { readonly lifelineFd: number }) | null,
): Promise<LauncherProcess> {
  const script = ['--noprofile', '--norc', '-c', launcherScript, launcherName, loader];
  const own = [bash, ...script, enclosed === null ? '' : 'sandbox'];
  const [program = bash, ...words] = [...(enclosed?.enclosure.words() ?? []), ...own];
  const slots = enclosed === null ? [] : slotDescriptors(enclosed.slots);
  const proxy = enclosed?.enclosure.proxy?.open() ?? null;
  const held = enclosed?.enclosure.hold?.() ?? null;
  const beyond =
    enclosed === null ? [] : ([proxy === null ? 'ignore' : 'ipc', held?.fd ?? 'ignore'] as const);
  const lifelineFd = enclosed?.lifelineFd ?? 'ignore';
  const child = startHeld(held, () =>
    startServed(proxy, () =>
      spawn(program, words, {
        cwd: '/',
        env: enclosed?.enclosure.environment(env) ?? env,
        detached: true, // setsid: a session of its own, and no terminal for its shells to ask on
        stdio: [requestsFd, lifelineFd, 'ignore', reportsFd, hookFd, ...slots, ...beyond],
      }),
    ),
  );
  const { pid } = child;
  if (pid === undefined) return await new Promise((_resolve, reject) => child.on('error', reject));
  const { over } = keeperProcess(child);
  return { pid, startTime: startTimeOf(pid), over, denials: proxy };
}

/** What a sandbox is in is let go of with the process that keeps the sandbox. */
function startHeld(held: Held | null, start: () => ChildProcess): ChildProcess {
  try {
    const keeper = start();
    keeper.once('exit', () => held?.release());
    keeper.once('error', () => held?.release());
    return keeper;
  } catch (error) {
    held?.release();
    throw error;
  }
}
