/** A kind of processor that filters can be made for, with what tells its system calls from those of another one. */
export interface Processor {
  /** `AUDIT_ARCH_…`, see linux/audit.h. */
  readonly audit: number;
  /** From this number on they are of another interface, whose are counted anew; `null`: there is none. */
  readonly otherInterfaceFrom: number | null;
  /** Which of the numbers in `callNumbers` are its own. */
  readonly column: 0 | 1;
}

/** By what Node calls them. */
export const processors: Readonly<Record<string, Processor>> = {
  x64: { audit: 0xc000003e, otherInterfaceFrom: 0x40000000 /* x32 */, column: 0 },
  arm64: { audit: 0xc00000b7, otherInterfaceFrom: null, column: 1 },
};

/** Numbers of system calls on x86_64 (asm/unistd_64.h) and aarch64 (asm-generic/unistd.h). */
export const callNumbers = {
  acct: [163, 89],
  add_key: [248, 217],
  bpf: [321, 280],
  chroot: [161, 51],
  clone: [56, 220],
  clone3: [435, 435],
  delete_module: [176, 106],
  finit_module: [313, 273],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fsopen: [430, 430],
  fspick: [433, 433],
  init_module: [175, 105],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  io_uring_setup: [425, 425],
  ioctl: [16, 29],
  kexec_file_load: [320, 294],
  kexec_load: [246, 104],
  keyctl: [250, 219],
  mount: [165, 40],
  mount_setattr: [442, 442],
  move_mount: [429, 429],
  open_by_handle_at: [304, 265],
  open_tree: [428, 428],
  open_tree_attr: [467, 467],
  perf_event_open: [298, 241],
  pivot_root: [155, 41],
  quotactl: [179, 60],
  quotactl_fd: [443, 443],
  reboot: [169, 142],
  request_key: [249, 218],
  setns: [308, 268],
  socket: [41, 198],
  socketpair: [53, 199],
  swapoff: [168, 225],
  swapon: [167, 224],
  syslog: [103, 116],
  umount2: [166, 39],
  unshare: [272, 97],
  userfaultfd: [323, 282],
} as const satisfies Readonly<Record<string, readonly [x64: number, arm64: number]>>;

export type CallName = keyof typeof callNumbers;
