import { existsSync, readdirSync, readlinkSync } from 'node:fs';

/** Whether this machine tells which files a process has open. */
export const openFilesAreKnown: boolean = existsSync('/proc/self/fd');

/** The files below a directory that this process has open. */
export function openFilesBelow(directory: string): readonly string[] {
  return readdirSync('/proc/self/fd')
    .map((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`);
      } catch {
        return ''; // The listing itself had it open, and has closed it.
      }
    })
    .filter((path) => path.startsWith(directory));
}
