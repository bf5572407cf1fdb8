import { readlinkSync } from 'node:fs';
import { readOrNull } from './process-table.ts';

/**
 * Where a process is: a path without links; `null`: the directory is gone, or its name cannot be told; `undefined`: the process is gone,
 * or not ours to see.
 */
export function directoryOf(pid: number): string | null | undefined {
  try {
    const path = readlinkSync(`/proc/${pid}/cwd`);
    return path.startsWith('/') && !path.endsWith(' (deleted)') && !path.includes('\uFFFD') ? path : null;
  } catch {
    return undefined;
  }
}

/** The namespace that the process is in with its id; `null` when it is gone, or not ours to see. */
export function namespaceOf(pid: number): string | null {
  return readNamespace(pid, 'pid');
}

/** The network that the process is in, as a name that no other has at that moment; `null` when it is gone, or not ours to see. */
export function networkOf(pid: number): string | null {
  return readNamespace(pid, 'net');
}

function readNamespace(pid: number, kind: 'pid' | 'net'): string | null {
  try {
    return readlinkSync(`/proc/${pid}/ns/${kind}`);
  } catch {
    return null; // It is gone, or not ours to see.
  }
}

/**
 * What is mounted where for the process, and what of which file system, by the names of now; `null` when it is gone, or not ours to see.
 * Who else is told of mounts that come later is left out.
 */
export function mountsOf(pid: number): string | null {
  return (
    readOrNull(`/proc/${pid}/mountinfo`)?.replaceAll(/ (?:shared|master|propagate_from):\d+/g, '') ?? null
  );
}

/** Whether something is mounted on each of these paths, by what `mountsOf` has told. */
export function hasMountsOn(mounts: string, paths: readonly string[]): boolean {
  return findWithoutMount(mounts, paths) === null;
}

/** The first of these paths that nothing is mounted on, by the same; `null`: there is none. */
export function findWithoutMount(mounts: string, paths: readonly string[]): string | null {
  const points = new Set(mounts.split('\n').map(mountPointOf));
  return paths.find((path) => !points.has(escaped(path))) ?? null;
}

/** Whether the mount of this number is on the path, by the same. */
export function isMountedOn(mounts: string, mountId: string, path: string): boolean {
  const line = mounts.split('\n').find((other) => other.startsWith(`${mountId} `));
  return line !== undefined && mountPointOf(line) === escaped(path);
}

/** Field 5 of proc(5)'s list for mountinfo; the first is the number of the mount. */
function mountPointOf(line: string): string | undefined {
  return line.split(' ')[4];
}

function escaped(path: string): string {
  return path.replaceAll(/[ \t\n\\]/g, escapeOctal);
}

function escapeOctal(character: string): string {
  return `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`;
}
