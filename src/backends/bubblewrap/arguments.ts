import type { SandboxNetwork } from '../../model/sandbox.ts';
import type { Mount, OwnMount } from './layout/mounts.ts';

/**
 * What a sandbox has of its own, whatever it shows. A user namespace also for root, whose rights would reach through
 * everything else, and no further one in it: many a hole in the kernel is behind those. It ends with who started it.
 */
const ofItsOwn: readonly string[] = [
  ...['--unshare-user', '--disable-userns', '--cap-drop', 'ALL'],
  ...['--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'],
  '--die-with-parent',
];

/**
 * What of /proc is the machine's and not a process's: the kernel lets root write to much of it, by the id of the user and without any
 * other right. To `core_pattern`, for one, which says what the kernel runs when a program crashes: outside, as root.
 */
export const machineInProc: readonly string[] = [
  ...['/proc/acpi', '/proc/bus', '/proc/driver', '/proc/dynamic_debug', '/proc/fs', '/proc/irq'],
  ...['/proc/mtrr', '/proc/pressure', '/proc/scsi', '/proc/sys', '/proc/sysrq-trigger'],
];

/** Permissions of the empty directories, in octal. */
export const modes = { closed: '0000', passed: '0111' } as const;

/** Where a sandbox has the directory of this machine that files are handed in by: in one that is its own anyway. */
export const deskPath = '/dev/handrail';

/** What a sandbox is made of. */
export interface Composition {
  readonly mounts: readonly Mount[];
  readonly network: SandboxNetwork;
  /** The directory of this machine that a private place shows, or the file with the text of one that is replaced. */
  readonly ownSource: (mount: OwnMount) => string;
  /** The directory that is shown as `deskPath`; `null`: none. */
  readonly desk: string | null;
  /** Set over those of the environment. */
  readonly variables: Readonly<Record<string, string>>;
}

type Files = Pick<Composition, 'mounts' | 'ownSource'>;

/** The words for bubblewrap, see bwrap(1); what is to run in the sandbox comes after them. */
export function bubblewrapArguments(composition: Composition): readonly string[] {
  const { desk, variables } = composition;
  return [
    ...[...ofItsOwn, ...networkWords(composition)],
    ...filesWords(composition, [
      ...['--dev', '/dev', '--proc', '/proc'],
      ...machineInProc.flatMap((path) => ['--ro-bind-try', path, path]),
      ...(desk === null ? [] : ['--ro-bind', desk, deskPath]),
    ]),
    ...Object.entries(variables).flatMap(([name, value]) => ['--setenv', name, value]),
    ...atTheRoot,
  ];
}

/**
 * The words for a base: the files of sandboxes that are made in it, each with namespaces of its own for the rest. The
 * kernel makes no new /proc where parts of the one that is there are covered, and lets root have its own id in a namespace only
 * if its parent's is not without rights. `desk` has the desks of all of them.
 */
export function baseArguments(
  composition: Files & {
    readonly desk: string;
    /** Whether it makes the network that the bases of its conversation are in. */
    readonly hasNewNetwork: boolean;
  },
): readonly string[] {
  return [
    ...['--unshare-user', '--die-with-parent', ...(composition.hasNewNetwork ? ['--unshare-net'] : [])],
    ...filesWords(composition, [
      ...['--dev', '/dev', '--dev-bind', '/proc', '/proc'],
      ...['--ro-bind', composition.desk, deskPath],
    ]),
    // What one of them puts there would still be there for the next.
    ...['--remount-ro', '/dev'],
    ...atTheRoot,
  ];
}

const atTheRoot: readonly string[] = ['--chdir', '/', '--'];

function networkWords({ network }: Pick<Composition, 'network'>): readonly string[] {
  return network === 'host' ? [] : ['--unshare-net'];
}

function filesWords({ mounts, ownSource }: Files, system: readonly string[]): readonly string[] {
  const [root = [], ...others] = mounts.map((mount) => mountWords(mount, ownSource));
  // The closing ones last: what is shown in them had to find its place.
  return [...root, ...system, ...others.flat(), ...mounts.flatMap(closingWords)];
}

function mountWords(mount: Mount, ownSource: Composition['ownSource']): readonly string[] {
  switch (mount.kind) {
    case 'shown':
      return [mount.access === 'writable' ? '--bind' : '--ro-bind', mount.path, mount.path];
    case 'private':
      return ['--bind', ownSource(mount), mount.path];
    case 'empty':
      return ['--perms', modes[mount.access], '--tmpfs', mount.path];
    case 'masked':
      // Devices do not work there: to open it fails.
      return ['--ro-bind', '/dev/null', mount.path];
    case 'replaced':
      return ['--ro-bind', ownSource(mount), mount.path];
  }
}

function closingWords(mount: Mount): readonly string[] {
  return mount.kind === 'empty' ? ['--remount-ro', mount.path] : [];
}
