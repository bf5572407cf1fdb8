import { closeSync } from 'node:fs';
import { type EnclosedProcess, type Enclosure, type Slots, slotDescriptors } from '../enclosure.ts';
import { keeperThat, spawnSession } from '../helpers/keeper-process.ts';
import type { Reaper } from '../helpers/reaper.ts';
import { ownScript } from '../own-script.ts';
import { closePipe, type Pipe, type PipePool } from '../streams/pipes.ts';
import { attendLauncher } from './attend-launcher.ts';
import type { Launcher } from './launcher.ts';
import { launcherScript } from './launcher-script.ts';

/** What a launcher is started with. */
export interface LauncherParts {
  /** Absolute path. */
  readonly bash: string;
  readonly pool: PipePool;
  /** What is to fork it; `null`: this process starts it. */
  readonly reaper: Reaper | null;
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
    const own = { requests, reports, env };
    const process =
      enclosed !== null && lifeline !== null
        ? await encloseLauncher(parts, own, { ...enclosed, lifeline })
        : await spawnLauncher(parts, own);
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

/** What a launcher has of its own. */
interface Own {
  readonly requests: Pipe;
  readonly reports: Pipe;
  readonly env: Readonly<Record<string, string>>;
}

const launcher = ownScript('launcher', launcherScript);

/** What a launcher calls itself, in the list of processes too. */
export const launcherName = 'handrail-launcher';

async function spawnLauncher(
  { bash, hookFd, reaper }: LauncherParts,
  { requests, reports, env }: Own,
): Promise<EnclosedProcess> {
  const started = { words: [bash, ...launcher.words, ''], env: { ...env, ...launcher.variables } };
  const forked = await reaper?.fork({
    ...started,
    descriptors: [
      ...[{ fd: requests.readFd, access: 'read' as const }, null, null],
      { fd: reports.writeFd, access: 'write' },
      { fd: hookFd, access: 'read' },
    ],
  });
  if (forked) return { ...forked, denials: null, memory: null, over: async () => {} };
  const stdio = [requests.readFd, 'ignore', 'ignore', reports.writeFd, hookFd] as const;
  const { pid, startTime, ended } = await spawnSession(started.words, { env: started.env, stdio });
  return { pid, startTime, denials: null, memory: null, ...keeperThat(ended) };
}

async function encloseLauncher(
  { bash, hookFd }: LauncherParts,
  { requests, reports, env }: Own,
  { enclosure, slots, lifeline }: Enclosed & { readonly lifeline: Pipe },
): Promise<EnclosedProcess> {
  return await enclosure.start({
    ...{ words: [bash, ...launcher.words, 'sandbox'], env: { ...env, ...launcher.variables } },
    descriptors: [
      { fd: requests.readFd, access: 'read' },
      { fd: lifeline.readFd, access: 'read' },
      null,
      { fd: reports.writeFd, access: 'write' },
      { fd: hookFd, access: 'read' },
      ...slotDescriptors(slots),
    ],
  });
}
