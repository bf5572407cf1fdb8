import { closeSync, openSync } from 'node:fs';
import { pathOfDescriptor } from '../local/descriptor-path.ts';
import { type KeeperProcess, startKeeper } from '../local/keeper-process.ts';
import { readLines } from '../local/line-reader.ts';
import { closePipe, type Pipe, type PipePool } from '../local/pipes.ts';
import { hasMountsOn, mountsOf } from '../local/process-table.ts';
import { hasTellingIdentity, identitiesOf } from './file-view.ts';

/** What a base is made of; see `createBases`. */
export interface BaseSpec {
  readonly conversationId: string;
  /** The same for bases that are made with the same words, of the same files, and reach the same hosts. */
  readonly key: string;
  /** What starts it and keeps it, see `keeperScript`; the words of the program in it come after them. */
  words(): readonly string[];
  /** Where something is laid over what is there. */
  readonly mountPoints: readonly string[];
  readonly stubs: readonly string[];
  /** Tells what is there in the place of the stubs, at this moment. */
  readonly standing: string;
  readonly hasOwnNetwork: boolean;
  /** The home directory of its commands, whose files Git reads. */
  readonly home: string;
}

/** A base that is there. */
export interface Base {
  /** The namespaces to enter, by path, that of the mounts first. */
  readonly namespaces: readonly string[];
  /** With the end of this, and of those that sandboxes in it have, it is over. */
  readonly lifelineFd: number;
  /** Whether it tells of all that is put elsewhere by what is told of its stubs, and of its mount points in its key. */
  readonly isToldByFiles: boolean;
  /** Whether it is over, or shows no more what it was made to show; `standing` as in its spec. */
  isStale(standing: string): boolean;
  /** Lets go of it. Resolves when nothing is left of it, or that cannot be waited for. */
  end(): Promise<void>;
  /** Called when nobody is about to enter it any more; again it does nothing. */
  closeNamespaces(): void;
}

export interface BaseParts {
  readonly perl: string;
  readonly pool: PipePool;
}

/** What runs in a base: tells its id, which is that of the machine, and stays. */
const residentScript =
  '$0 = "handrail-base"; open(my $to, ">&=", 3); syswrite($to, "$$\\n"); close $to; sleep';

/** Rejects when it cannot be made; nothing is left of it then. */
export async function makeBase(spec: BaseSpec, parts: BaseParts): Promise<Base> {
  const lifeline = await parts.pool.take();
  const { keeper, pid } = await startBase(spec, parts, lifeline).catch((error) => {
    closePipe(lifeline);
    throw error;
  });
  closeSync(lifeline.readFd);
  // Before the mounts are looked at: what is put elsewhere in between is no mount point any more.
  const standing = identitiesOf(spec.stubs);
  const mounts = pid === null ? null : mountsOf(pid);
  const namespaces = pid === null ? null : openNamespaces(pid, spec);
  const end = async (): Promise<void> => {
    lifeline.closeWritingEnd();
    await keeper.over();
  };
  const isWhole = mounts !== null && hasMountsOn(mounts, spec.mountPoints);
  if (pid === null || namespaces === null || !isWhole) {
    namespaces?.forEach(closeSync);
    await end();
    throw new Error('what its sandbox is in could not be made');
  }
  const isToldByFiles = spec.mountPoints.every(hasTellingIdentity);
  let isOver = false;
  void keeper.exited.then(() => {
    isOver = true;
  });
  return {
    namespaces: namespaces.map(pathOfDescriptor),
    lifelineFd: lifeline.writeFd,
    isToldByFiles,
    isStale: (now) => isOver || (isToldByFiles ? now !== standing : mountsOf(pid) !== mounts),
    end,
    closeNamespaces: () => namespaces.splice(0).forEach(closeSync),
  };
}

interface StartedBase {
  readonly keeper: KeeperProcess;
  /** Who is in the base; `null`: it could not be made. */
  readonly pid: number | null;
}

async function startBase(spec: BaseSpec, { perl, pool }: BaseParts, lifeline: Pipe): Promise<StartedBase> {
  const reports = await pool.take();
  try {
    const [lifelineFd, reportsFd] = [lifeline.readFd, reports.writeFd];
    const words = [...spec.words(), perl, '-e', residentScript];
    const keeper = startKeeper(words, { lifelineFd, reportsFd, env: { HOME: spec.home } });
    reports.closeWritingEnd();
    return { keeper, pid: await firstNumber(reports.readFd, keeper.exited) };
  } catch (error) {
    closePipe(reports);
    throw error;
  }
}

/** What is told first; `null` when the process is over before. */
async function firstNumber(readFd: number, exited: Promise<void>): Promise<number | null> {
  let stop = (): void => {};
  const told = new Promise<number>((resolve) => {
    ({ stop } = readLines(readFd, (line) => resolve(Number(line))));
  });
  try {
    return await Promise.race([told, exited.then(() => null)]);
  } finally {
    stop();
  }
}

/** `null`: who is in the base has ended. */
function openNamespaces(pid: number, { hasOwnNetwork }: BaseSpec): number[] | null {
  const opened: number[] = [];
  try {
    for (const name of ['mnt', ...(hasOwnNetwork ? ['net'] : [])])
      opened.push(openSync(`/proc/${pid}/ns/${name}`, 'r'));
    return opened;
  } catch {
    opened.forEach(closeSync);
    return null;
  }
}
