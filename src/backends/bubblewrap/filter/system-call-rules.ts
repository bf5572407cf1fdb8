import type { CallName } from './system-calls.ts';

/** What becomes of a system call: it is made, it fails with this error, or an argument decides. */
export type Verdict = 'allow' | keyof typeof errorNumbers | ArgumentTest;

/** Of an argument, its lower 32 bits: the kernel looks at no others of those that are tested here. */
export interface ArgumentTest {
  /** Counted from 0. */
  readonly argument: number;
  /** `equal`: to any of the values. `bits`: that any of theirs is set. */
  readonly test: 'equal' | 'bits';
  readonly values: readonly number[];
  readonly met: Verdict;
  readonly unmet: Verdict;
}

export interface CallRule {
  readonly calls: readonly CallName[];
  readonly verdict: Verdict;
}

/** The same on both kinds of processor, see asm-generic/errno.h. */
export const errorNumbers = { EPERM: 1, ENOSYS: 38, EPROTONOSUPPORT: 93, EAFNOSUPPORT: 97 } as const;

/** asm-generic/ioctls.h: types on a terminal in somebody's stead; and pastes there, on a console. */
const terminalTricks = [0x5412, 0x541c];
/** `CLONE_NEWUSER` */
const userNamespace = 0x1000_0000;
/** Families of sockets: none in particular, unix, IPv4 and IPv6, as for Flatpak's applications; see linux/socket.h. */
const usualFamilies = [0, 1, 2, 10];
const netlink = 16;
/** Routes, which the C library asks for, and sockets, as `ss` does; see linux/netlink.h. */
const usualNetlink = [0, 4];

const noUserNamespace: ArgumentTest = {
  ...{ argument: 0, test: 'bits', values: [userNamespace] },
  ...{ met: 'EPERM', unmet: 'allow' },
};

/**
 * What no command of a sandbox has a use for, and through which sandboxes were left, or things reached that no namespace holds.
 * Most of it would be refused without rights all the same: here it does not even get to the code that decides that.
 *
 * `ptrace` is not in it, nor is what debuggers use beside it: work needs them, and processes outside are out of their reach.
 */
export const callRules: readonly CallRule[] = [
  {
    calls: ['ioctl'],
    verdict: { argument: 1, test: 'equal', values: terminalTricks, met: 'EPERM', unmet: 'allow' },
  },
  { calls: ['unshare', 'clone'], verdict: noUserNamespace },
  // Its flags are in memory, where no filter can look. The C library then takes the old one.
  { calls: ['clone3'], verdict: 'ENOSYS' },
  { calls: ['setns'], verdict: 'EPERM' },
  // Keys belong to users, and not to namespaces.
  { calls: ['add_key', 'keyctl', 'request_key'], verdict: 'EPERM' },
  { calls: ['mount', 'umount2', 'pivot_root', 'chroot'], verdict: 'EPERM' },
  {
    calls: [
      ...(['fsconfig', 'fsmount', 'fsopen', 'fspick', 'mount_setattr'] as const),
      ...(['move_mount', 'open_tree', 'open_tree_attr'] as const),
    ],
    verdict: 'EPERM',
  },
  // By a handle a file is opened past all that lies over it.
  { calls: ['open_by_handle_at'], verdict: 'EPERM' },
  { calls: ['bpf', 'perf_event_open', 'userfaultfd'], verdict: 'EPERM' },
  // Programs go on without: old kernels do not have it.
  { calls: ['io_uring_setup', 'io_uring_enter', 'io_uring_register'], verdict: 'ENOSYS' },
  {
    calls: [
      ...(['acct', 'delete_module', 'finit_module', 'init_module', 'kexec_file_load'] as const),
      ...(['kexec_load', 'quotactl', 'quotactl_fd', 'reboot', 'swapoff', 'swapon'] as const),
      // What the kernel has logged of the whole machine.
      'syslog',
    ],
    verdict: 'EPERM',
  },
  {
    calls: ['socket', 'socketpair'],
    verdict: {
      ...{ argument: 0, test: 'equal', values: usualFamilies, met: 'allow' },
      // Among them are those of virtual machines (`AF_VSOCK`), which lead out of every network namespace.
      unmet: {
        ...{ argument: 0, test: 'equal', values: [netlink], unmet: 'EAFNOSUPPORT' },
        met: {
          ...{ argument: 2, test: 'equal', values: usualNetlink },
          ...{ met: 'allow', unmet: 'EPROTONOSUPPORT' },
        },
      },
    },
  },
];
