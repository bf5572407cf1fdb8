import { statSync } from 'node:fs';

/**
 * Whether another process of this user can open by path what this one has open: there has to be a /proc, and this process
 * must not be one that got its rights from its file, whose descriptors the kernel shows to root alone.
 */
export const descriptorsHavePaths = ownerOfDescriptors() === process.geteuid?.();

/** The path by which others open anew what this process has open under that number. */
export function pathOfDescriptor(fd: number): string {
  return `/proc/${process.pid}/fd/${fd}`;
}

function ownerOfDescriptors(): number | null {
  return statSync('/proc/self/fd', { throwIfNoEntry: false })?.uid ?? null;
}
