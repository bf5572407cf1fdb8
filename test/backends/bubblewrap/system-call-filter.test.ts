import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { systemCallFilter } from '../../../src/backends/bubblewrap/filter/system-call-filter.ts';
import { type CallName, callNumbers } from '../../../src/backends/bubblewrap/filter/system-calls.ts';
import { runFilter } from '../../support/bpf.ts';

const allowed = 0x7fff0000;
const ended = 0x80000000;
const [EPERM, ENOSYS, EPROTONOSUPPORT, EAFNOSUPPORT] = [1, 38, 93, 97].map((error) => 0x50000 + error);
const above = 0xffff_ffff_0000_0000n;

const machines = [
  { arch: 'x64', processor: 0xc000003e, column: 0 },
  { arch: 'arm64', processor: 0xc00000b7, column: 1 },
] as const;

describe.each(machines)('the filter for $arch', ({ arch, processor, column }) => {
  const filter = systemCallFilter(arch) ?? new Uint8Array();
  const answer = (number: number, ...given: readonly bigint[]) =>
    runFilter(filter, { processor, number, arguments: given });
  const answerTo = (call: CallName, ...given: readonly bigint[]) =>
    answer(callNumbers[call][column], ...given);

  test('answers to each system call, whatever its arguments, as this table has it', () => {
    const always = (['EPERM', 'ENOSYS'] as const).map((name) => {
      const error = { EPERM, ENOSYS }[name];
      const calls = Object.keys(callNumbers) as CallName[]; // the table has no other keys
      return [name, calls.filter((call) => answerTo(call) === error && answerTo(call, above) === error)];
    });
    expect(Object.fromEntries(always)).toEqual({
      EPERM: [
        ...[
          'acct',
          'add_key',
          'bpf',
          'chroot',
          'delete_module',
          'finit_module',
          'fsconfig',
          'fsmount',
          'fsopen',
        ],
        ...['fspick', 'init_module', 'kexec_file_load', 'kexec_load', 'keyctl', 'mount', 'mount_setattr'],
        ...[
          'move_mount',
          'open_by_handle_at',
          'open_tree',
          'open_tree_attr',
          'perf_event_open',
          'pivot_root',
        ],
        ...['quotactl', 'quotactl_fd', 'reboot', 'request_key', 'setns', 'swapoff', 'swapon', 'syslog'],
        ...['umount2', 'userfaultfd'],
      ],
      ENOSYS: ['clone3', 'io_uring_enter', 'io_uring_register', 'io_uring_setup'],
    });
  });

  test('lets every other system call be made', () => {
    const known = new Set<number>(Object.values(callNumbers).map((numbers) => numbers[column]));
    const others = Array.from({ length: 600 }, (_, number) => number).filter((number) => !known.has(number));
    expect(others.filter((number) => answer(number) !== allowed)).toEqual([]);
    expect(others).toHaveLength(600 - Object.keys(callNumbers).length);
  });

  test.each([
    ['types on a terminal', 'ioctl', [0n, 0x5412n], EPERM],
    // The kernel takes 32 bits of the request.
    ['types on a terminal, with bits set that nobody reads', 'ioctl', [0n, above | 0x5412n], EPERM],
    ['pastes on a console', 'ioctl', [0n, 0x541cn], EPERM],
    ['asks for the size of a terminal', 'ioctl', [0n, 0x5413n], allowed],
    ['makes a user namespace', 'unshare', [0x10000000n], EPERM],
    ['makes a user namespace among others', 'unshare', [0x7e020000n], EPERM],
    ['makes a process in a user namespace', 'clone', [0x10000011n], EPERM],
    ['makes a process', 'clone', [0x1200011n], allowed],
    ['makes a thread', 'clone', [0x3d0f00n], allowed],
    ['has its descriptors for itself', 'unshare', [0x400n], allowed],
    ['makes a unix socket', 'socket', [1n, 1n, 0n], allowed],
    ['makes a pair of unix sockets', 'socketpair', [1n, 1n, 0n], allowed],
    ['makes a socket of IPv4', 'socket', [2n, 1n, 6n], allowed],
    ['makes a socket of IPv6', 'socket', [10n, 2n, 17n], allowed],
    ['asks for routes', 'socket', [16n, 3n, 0n], allowed],
    ['asks for sockets', 'socket', [16n, 3n, 4n], allowed],
    ['asks for the audit log', 'socket', [16n, 3n, 9n], EPROTONOSUPPORT],
    ['listens to devices', 'socket', [16n, 3n, 15n], EPROTONOSUPPORT],
    ['makes a packet socket', 'socket', [17n, 3n, 0n], EAFNOSUPPORT],
    ['makes a socket of virtual machines', 'socket', [40n, 1n, 0n], EAFNOSUPPORT],
    [
      'makes a socket of virtual machines, with bits set that nobody reads',
      'socket',
      [above | 40n],
      EAFNOSUPPORT,
    ],
    ['makes a socket of the kernel’s ciphers', 'socket', [38n, 5n, 0n], EAFNOSUPPORT],
    ['makes a pair of another family', 'socketpair', [30n, 1n, 0n], EAFNOSUPPORT],
  ] as const)('to one that %s', (_what, call, given, expected) => {
    expect(answerTo(call, ...given)).toBe(expected);
  });

  test.each([
    ['i386', 0x40000003],
    ['arm', 0x40000028],
    ['the other one', machines[1 - column]?.processor ?? 0],
  ])('ends a program for %s', (_name, other) => {
    expect(runFilter(filter, { processor: other, number: 0 })).toBe(ended);
  });
});

test('to the filter for x64, numbers of the interface x32 are no system calls', () => {
  const filter = systemCallFilter('x64') ?? new Uint8Array();
  const answer = (number: number) => runFilter(filter, { processor: 0xc000003e, number });
  expect([0x3fffffff, 0x40000000, 0x40000210, 0xffffffff].map(answer)).toEqual([
    allowed,
    ENOSYS,
    ENOSYS,
    ENOSYS,
  ]);
});

test.each(['arm', 'ia32', 'riscv64', 's390x'])('there is no filter for %s', (arch) => {
  expect(systemCallFilter(arch)).toBe(null);
});

const headers = [
  { of: 'x86_64', file: '/usr/include/x86_64-linux-gnu/asm/unistd_64.h', column: 0 },
  { of: 'aarch64', file: '/usr/include/asm-generic/unistd.h', column: 1 },
] as const;

const lacksHeaders = !headers.every(({ file }) => existsSync(file));
test.skipIf(lacksHeaders && !(process.env.CI && process.arch === 'x64')).each(headers)(
  'the numbers for $of are those of the kernel',
  ({ file, column }) => {
    const lines = readFileSync(file, 'utf8').matchAll(/^#define __NR(?:3264)?_(\w+)\s+(\d+)$/gm);
    const kernel = new Map([...lines].map(([, name = '', number]) => [name, Number(number)]));
    // Newer than many a header.
    const known = Object.entries(callNumbers).filter(([name]) => name !== 'open_tree_attr');
    expect(known.map(([name]) => [name, kernel.get(name)])).toEqual(
      known.map(([name, numbers]) => [name, numbers[column]]),
    );
  },
);
