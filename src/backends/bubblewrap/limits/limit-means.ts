import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmdirSync } from 'node:fs';
import { release, totalmem } from 'node:os';
import { join } from 'node:path';
import { findControlGroups, type GroupView } from './control-groups.ts';
import type { LimitMeans } from './limits.ts';

/** Looks at what this machine has to hold limits with. In a control group that is of use, one is made and removed. */
export function findLimitMeans(): LimitMeans {
  return {
    groups: findControlGroups(groupView),
    countsByNamespace: process.getuid?.() !== 0 && countsProcesses(release()),
    ceilings: ceilingsOf(readOrNull('/proc/self/limits') ?? ''),
    memoryBytes: Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY),
  };
}

/** The same, looked for again where a control group that was found is not to be made groups in any more: it is gone, or read-only by now. */
export function limitMeansNow(before: LimitMeans): LimitMeans {
  const { processes, memory } = before.groups;
  const isAsBefore = [processes, memory].every((group) => group === null || canWriteTo(group.path));
  return isAsBefore ? before : findLimitMeans();
}

function canWriteTo(group: string): boolean {
  try {
    accessSync(group, constants.W_OK);
    accessSync(join(group, 'cgroup.procs'), constants.W_OK);
    return true;
  } catch {
    return false; // Why does not matter: nobody can be put into a group there.
  }
}

/** Whether RLIMIT_NPROC is counted by user namespace: https://git.kernel.org/torvalds/c/21d1c5e386bc (Linux 5.14). */
export function countsProcesses(kernel: string): boolean {
  const [major = 0, minor = 0] = kernel.split('.').map((part) => Number.parseInt(part, 10));
  return major > 5 || (major === 5 && minor >= 14);
}

/** What the kernel calls the limits that are set here, by the names that prlimit(1) has for them. */
const kernelNames: Readonly<Record<string, string>> = {
  nproc: 'Max processes',
  data: 'Max data size',
  fsize: 'Max file size',
  cpu: 'Max cpu time',
};

/** Reads lines as `Max processes   7823   96365   processes`, of which the second number is the most. */
export function ceilingsOf(table: string): LimitMeans['ceilings'] {
  const lines = table.split('\n');
  const found = Object.entries(kernelNames).flatMap(([name, title]) => {
    const line = lines.find((text) => text.startsWith(title)) ?? '';
    const [, most] = line.slice(title.length).trim().split(/\s+/);
    return most === undefined || most === 'unlimited' ? [] : [[name, Number(most)] as const];
  });
  return Object.fromEntries(found);
}

const groupView: GroupView = {
  read: readOrNull,
  canMake(parent, file) {
    const trial = join(parent, `handrail.${process.pid}.trial`);
    try {
      if (!canWriteTo(parent)) return false;
      mkdirSync(trial);
    } catch {
      return false; // It is somebody else's, or the file system is read-only, as in most containers.
    }
    try {
      return existsSync(join(trial, file));
    } finally {
      rmdirSync(trial);
    }
  },
};

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null; // A kernel without it does not have the file.
  }
}
