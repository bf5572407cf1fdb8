import type { SandboxNetwork } from '../../model/sandbox.ts';
import type { Mount } from './mounts.ts';

/**
 * What a sandbox has of its own, whatever it shows. A user namespace also for root, whose rights would reach through
 * everything else, and no further one in it: many a hole in the kernel is behind those. It ends with who started it.
 */
const always: readonly string[] = [
  ...['--unshare-user', '--disable-userns', '--cap-drop', 'ALL'],
  ...['--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'],
  '--die-with-parent',
];

/** Permissions of the empty directories, in octal. */
const modes = { writable: '1777', closed: '0000', passed: '0111' } as const;

/** The words for bubblewrap, see bwrap(1); what is to run in the sandbox comes after them. */
export function bubblewrapArguments(layout: {
  readonly mounts: readonly Mount[];
  readonly network: SandboxNetwork;
  /** Set over those of the environment; left out: none. */
  readonly variables?: Readonly<Record<string, string>>;
}): readonly string[] {
  const network = layout.network === 'host' ? [] : ['--unshare-net'];
  const variables = Object.entries(layout.variables ?? {});
  const [root = [], ...others] = layout.mounts.map(mountWords);
  return [
    ...always,
    ...network,
    ...root,
    ...['--dev', '/dev', '--proc', '/proc'],
    ...others.flat(),
    // Only now: what is shown in them had to find its place.
    ...layout.mounts.flatMap(closingWords),
    ...variables.flatMap(([name, value]) => ['--setenv', name, value]),
    ...['--chdir', '/', '--'],
  ];
}

function mountWords(mount: Mount): readonly string[] {
  switch (mount.kind) {
    case 'shown':
      return [mount.access === 'writable' ? '--bind' : '--ro-bind', mount.path, mount.path];
    case 'empty':
      return ['--perms', modes[mount.access], '--tmpfs', mount.path];
    case 'masked':
      // Devices do not work there: to open it fails.
      return ['--ro-bind', '/dev/null', mount.path];
  }
}

function closingWords(mount: Mount): readonly string[] {
  return mount.kind === 'empty' && mount.access !== 'writable' ? ['--remount-ro', mount.path] : [];
}
