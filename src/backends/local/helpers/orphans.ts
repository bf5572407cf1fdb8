import { readlinkSync } from 'node:fs';
import { findExecutable } from '../find-executable.ts';
import { descriptorsHavePaths } from '../streams/descriptor-path.ts';
import { systemCallNumbers } from './perl-functions.ts';

/** What processes are forked with by another that waits for their orphans. */
export interface ReapingMeans {
  /** Absolute path. */
  readonly perl: string;
  /** Those of the system calls that are made, in the order of `systemCallNames`. */
  readonly numbers: readonly number[];
}

/** Who waits for processes whose parent has ended; the kernel hands them on to process 1. */
export type OrphanCare =
  /** Process 1, whose work that is. */
  | { readonly kind: 'first-process' }
  /** A process of ours; see `createReaper`. */
  | { readonly kind: 'reaper'; readonly means: ReapingMeans }
  /** Nobody: what has ended stays in the list of processes, as a zombie. */
  | { readonly kind: 'nobody'; readonly reason: string; readonly cure: string };

export function probeOrphanCare(path: string | undefined, arch: string): OrphanCare {
  if (!firstIsNode()) return { kind: 'first-process' };
  const perl = findExecutable('perl', path);
  const numbers = systemCallNumbers[arch];
  if (perl !== null && numbers !== undefined && descriptorsHavePaths)
    return { kind: 'reaper', means: { perl, numbers } };
  const reason = 'process 1 is Node, which leaves each as a zombie';
  const init =
    'have an init be process 1: "docker run --init", "init: true" in Compose, shareProcessNamespace in Kubernetes, or tini before the program';
  return { kind: 'nobody', reason, cure: perl === null ? `install perl, or ${init}` : init };
}

/**
 * Whether process 1, here mostly that of a container, runs Node: this process, or npm before it. Node waits for what it has started itself,
 * and for nothing else.
 */
function firstIsNode(): boolean {
  if (process.pid === 1) return true;
  try {
    return readlinkSync('/proc/1/exe') === process.execPath;
  } catch {
    return false; // There is no /proc, or it is another user's: that is the system's own.
  }
}
