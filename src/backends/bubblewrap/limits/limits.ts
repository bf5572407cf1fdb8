import type { MemoryLimit, SandboxLimits, Shortcoming } from '../../../model/sandbox.ts';
import { type ControlGroups, type GroupPlace, limitFiles } from './control-groups.ts';

/** What this machine has to hold limits with. */
export interface LimitMeans {
  readonly groups: ControlGroups;
  /**
   * Whether the kernel counts the processes of each sandbox alone by RLIMIT_NPROC: from Linux 5.14 on it counts them by user and user
   * namespace, before that by user alone, and those of root never; see getrlimit(2).
   */
  readonly countsByNamespace: boolean;
  /** What this process itself may go up to, by the names of `prlimit`; what is not in it is not limited. */
  readonly ceilings: Readonly<Record<string, number>>;
  /** All the memory there is, in bytes. */
  readonly memoryBytes: number;
}

/**
 * What each limit is held by. `cgroup`: counted for the sandbox as a whole. `rlimit`: processes too, memory for each
 * process by itself, and only what it can write to and shares with none. `none`: by nothing.
 */
export interface LimitSupport {
  readonly processes: 'cgroup' | 'rlimit' | 'none';
  readonly memory: 'cgroup' | 'rlimit';
}

export function limitSupport({ groups, countsByNamespace }: LimitMeans): LimitSupport {
  const otherwise = countsByNamespace ? 'rlimit' : 'none';
  return {
    processes: groups.processes === null ? otherwise : 'cgroup',
    memory: groups.memory === null ? 'rlimit' : 'cgroup',
  };
}

/** Why nothing here holds a limit on processes, and what to do about it; `null`: something does. */
export function uncountedBy(means: LimitMeans): Shortcoming | null {
  return limitSupport(means).processes === 'none' ? uncounted : null;
}

export const uncounted: Shortcoming = {
  reason:
    'no control group can be made here, and without one the kernel counts none of root, and before Linux 5.14 none of a sandbox alone',
  cure: 'have Handrail run where /sys/fs/cgroup can be written to, or, with Linux 5.14 or later, as a user other than root',
};

/** What limits come to on a machine. */
export interface LimitWords {
  /**
   * For the keeper: a group to make one in, by its path, and after it what to write to files of the new one, as
   * `file=value`; a `-` before that where the file need not be there.
   */
  readonly groups: readonly string[];
  /** The options for prlimit(1), which has to run in the sandbox: outside, all other processes would count as well. */
  readonly rlimits: readonly string[];
}

export function limitWords(limits: SandboxLimits, means: LimitMeans): LimitWords {
  const { processes, fileBytes, cpuSeconds } = limits;
  const memory = memoryBytes(limits, means);
  const { groups, countsByNamespace } = means;
  const { ceilings } = means;
  const settings = new Map<string, readonly string[]>();
  const add = ({ path }: GroupPlace, words: readonly string[]) =>
    settings.set(path, [...(settings.get(path) ?? []), ...words]);
  if (groups.processes && processes !== null) {
    add(groups.processes, [`${limitFiles.processes[groups.processes.version]}=${processes}`]);
  }
  if (groups.memory && memory !== null) add(groups.memory, memorySettings[groups.memory.version](memory));
  return {
    groups: [...settings].flat(2),
    rlimits: [
      ...(groups.processes === null && countsByNamespace ? rlimit('nproc', processes, ceilings) : []),
      ...(groups.memory === null ? rlimit('data', memory, ceilings) : []),
      ...rlimit('fsize', fileBytes, ceilings),
      ...processorTime(cpuSeconds, ceilings),
    ],
  };
}

/** Without memory on disk beside it: what is over the limit would only become slow. */
const memorySettings = {
  1: (bytes: number) => [`${limitFiles.memory[1]}=${bytes}`, `-memory.memsw.limit_in_bytes=${bytes}`],
  2: (bytes: number) => [`${limitFiles.memory[2]}=${bytes}`, '-memory.swap.max=0'],
} as const;

/** What all of a sandbox may have, in bytes; `null`: as much as there is. */
export function memoryBytes(
  { memory }: SandboxLimits,
  { memoryBytes: all }: Pick<LimitMeans, 'memoryBytes'>,
): number | null {
  return memory && bytesOf(memory, all);
}

function bytesOf(limit: MemoryLimit, all: number): number {
  switch (limit.kind) {
    case 'bytes':
      return limit.bytes;
    case 'share':
      return Math.floor((all * limit.percent) / 100);
    case 'least':
      return Math.min(...limit.of.map((one) => bytesOf(one, all)));
  }
}

/** Nobody can go above what is the most already, and to try it fails. */
function rlimit(name: string, value: number | null, ceilings: LimitMeans['ceilings']): readonly string[] {
  return value === null ? [] : [`--${name}=${Math.min(value, ceilings[name] ?? value)}`];
}

/** A second between being told, by SIGXCPU, and being ended. */
function processorTime(seconds: number | null, { cpu }: LimitMeans['ceilings']): readonly string[] {
  if (seconds === null) return [];
  const most = cpu ?? seconds + 1;
  return [`--cpu=${Math.min(seconds, most)}:${Math.min(seconds + 1, most)}`];
}
