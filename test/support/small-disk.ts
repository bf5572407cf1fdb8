import { execFileSync } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { temporaryDirectory } from './temporary.ts';

/** Whether a small disk can be mounted: only root can, on Linux. */
export const canMount = process.getuid?.() === 0 && process.platform === 'linux';

/** For the titles of tests that are left out where none can be. */
export const whyNoDisk = canMount ? '' : ' (skipped: only root on Linux can mount a small disk)';

/** A file system of 1 MiB, gone when the test is over. */
export function smallDisk(): string {
  const directory = temporaryDirectory();
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', directory]);
  onTestFinished(() => {
    // What has just been ended may have a file of it open still.
    execFileSync('umount', ['--lazy', directory]);
  });
  return directory;
}
