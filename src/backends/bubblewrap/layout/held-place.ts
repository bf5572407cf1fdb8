import { closeSync, constants, fstatSync, openSync, readFileSync, readlinkSync } from 'node:fs';
import { isMountedOn } from '../../local/processes/process-places.ts';
import { type FileId, fileIdOf } from '../../local/processes/process-table.ts';
import { isOutOfDescriptors } from '../../local/processes/spare-descriptor.ts';

/** Of open(2), on all machines that Node runs on: holds what is at a path, and neither reads it nor writes to it. */
const pathOnly = 0o10_000_000;

/**
 * Whether what a process has mounted on a path without links is what is there; `mounts` as `mountsOf` has told of it. Each of both is held
 * while it is looked at: of a path that is gone through a second time, a link may have come in between, or another directory.
 */
export function hasMountedWhatIsAt(
  path: string,
  { pid, mounts }: { readonly pid: number; readonly mounts: string },
): boolean {
  const shown = held(`/proc/${pid}/root${path}`, (fd) =>
    isMountedOn(mounts, mountIdOf(fd), path) ? inodeOf(fd) : null,
  );
  const there = held(path, (fd) => (readlinkSync(`/proc/self/fd/${fd}`) === path ? inodeOf(fd) : null));
  return shown !== null && shown === there;
}

/** What is told of what is at a path; `null` also where it is gone, or not to be looked at. Throws when this process cannot look. */
function held(path: string, tell: (fd: number) => FileId | null): FileId | null {
  try {
    const fd = openSync(path, pathOnly | constants.O_NOFOLLOW);
    try {
      return tell(fd);
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    if (isOutOfDescriptors(error)) throw error;
    return null; // It is gone, or not to be looked at.
  }
}

function inodeOf(fd: number): FileId {
  return fileIdOf(fstatSync(fd, { bigint: true }));
}

/** The number of the mount that it was come to by; see proc_pid_fdinfo(5). */
function mountIdOf(fd: number): string {
  return /^mnt_id:\s*(\d+)$/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'latin1'))?.[1] ?? '';
}
