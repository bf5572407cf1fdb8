import { statfsSync } from 'node:fs';

/**
 * How the file system of a path tells of changes. `times`: it sets the time of a directory, by this machine's clock, with every change
 * of a name in it, and that of a file with every change of its links. `kernel`: its names are the kernel's own, and nobody can put
 * anything else in their place. `other`: neither is known of it. Throws what statfs(2) fails with.
 */
export function fileSystemOf(path: string): 'times' | 'kernel' | 'other' {
  const { type } = statfsSync(path);
  if (keepingTimes.has(type)) return 'times';
  return ofTheKernel.has(type) ? 'kernel' : 'other';
}

/** As statfs(2) tells them: Btrfs, ext2 to ext4, overlayfs, tmpfs, XFS and ZFS. */
const keepingTimes: ReadonlySet<number> = new Set([
  0x9123683e, 0xef53, 0x794c7630, 0x01021994, 0x58465342, 0x2fc12fc1,
]);

/** The same for proc, sysfs, bpf, debugfs, tracefs and securityfs. */
const ofTheKernel: ReadonlySet<number> = new Set([
  0x9fa0, 0x62656572, 0xcafe4a11, 0x64626720, 0x74726163, 0x73636673,
]);
