import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { closeSync, constants, existsSync, fstatSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { findExecutable } from '../../src/backends/local/find-executable.ts';
import { functionBlock, readBlocked } from '../../src/backends/local/processes/blocked-process.ts';
import { type FileId, fileIdOf } from '../../src/backends/local/processes/process-table.ts';
import { type Block, type OpenFile, waitsForInput } from '../../src/backends/local/waiting.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const terminal: OpenFile = { id: '1:1', link: '/dev/pts/7', isOwn: false };
const input: OpenFile = { id: '1:2', link: 'pipe:[2]', isOwn: false };
const pipe: OpenFile = { id: '1:3', link: 'pipe:[3]', isOwn: false };
const socket: OpenFile = { id: '1:4', link: 'socket:[4]', isOwn: false };
const event: OpenFile = { id: '1:5', link: 'anon_inode:[eventfd]', isOwn: false };
const ownPipe: OpenFile = { id: '1:6', link: 'pipe:[6]', isOwn: true };
const inputs: ReadonlySet<FileId> = new Set(['1:2']);

const forFiles = (files: readonly OpenFile[], hasLimit = false): Block => ({
  kind: 'files',
  files,
  hasLimit,
});
const inFunction = (name: string, ...open: readonly OpenFile[]): Block => ({
  kind: 'function',
  name,
  open: new Map(open.map((file, fd) => [fd, file])),
});

describe('a process waits for input', () => {
  test.each<[string, Block]>([
    ['that reads its terminal', forFiles([terminal])],
    ['that reads the input of its job', forFiles([input])],
    ['that waits for its terminal and for nothing else but itself', forFiles([terminal, event, ownPipe])],
    ['that stands in the function that reads a terminal', inFunction('n_tty_read', terminal)],
    ['that stands in it under its other name', inFunction('wait_woken', terminal, terminal)],
    ['that stands in the function that reads a pipe', inFunction('anon_pipe_read', input)],
  ])('%s', (_title, block) => {
    expect(waitsForInput({ state: 'S', isForeground: true, block }, inputs)).toBe(true);
  });
});

describe('a process does not wait for input', () => {
  test.each<[string, Block]>([
    ['that reads another pipe', forFiles([pipe])],
    ['that waits for a connection', forFiles([socket])],
    ['that waits for a connection beside its terminal', forFiles([terminal, socket])],
    ['that waits for its terminal for a while only', forFiles([terminal], true)],
    ['that waits for itself alone', forFiles([event, ownPipe])],
    ['that waits for nothing', forFiles([])],
    ['that does something else', { kind: 'other' }],
    ['that sleeps', inFunction('hrtimer_nanosleep', terminal)],
    ['that stands in a function that also waits for connections', inFunction('wait_woken', terminal, socket)],
    ['that reads a pipe which is not its input', inFunction('pipe_read', pipe)],
    ['that has nothing open', inFunction('n_tty_read')],
  ])('%s', (_title, block) => {
    expect(waitsForInput({ state: 'S', isForeground: true, block }, inputs)).toBe(false);
  });

  test('that is at work, or stopped', () => {
    for (const state of ['R', 'D', 'T', 'Z'])
      expect(waitsForInput({ state, isForeground: true, block: forFiles([terminal]) }, inputs)).toBe(false);
  });

  test('that others go before on its terminal, as far as that is all one knows', () => {
    const block = inFunction('n_tty_read', terminal);
    expect(waitsForInput({ state: 'S', isForeground: false, block }, inputs)).toBe(false);
  });
});

/** A process whose standard input is a pipe that nobody writes to. */
function startOn(program: string, words: readonly string[]): { pid: number; inputs: ReadonlySet<FileId> } {
  const path = join(temporaryDirectory(), 'input');
  execFileSync('mkfifo', [path]);
  const fd = openSync(path, constants.O_RDWR);
  const child: ChildProcess = spawn(program, words, { stdio: [fd, 'ignore', 'ignore'], detached: true });
  const { pid } = child;
  if (pid === undefined) throw new Error(`no ${program}`);
  onTestFinished(() => {
    process.kill(-pid, 'SIGKILL');
    closeSync(fd);
  });
  return { pid, inputs: new Set([fileIdOf(fstatSync(fd, { bigint: true }))]) };
}

function waits({ pid, inputs }: { pid: number; inputs: ReadonlySet<FileId> }): boolean | null {
  const blocked = readBlocked(pid);
  return blocked && waitsForInput(blocked, inputs);
}

const isInstalled = ([program]: readonly [string, ...unknown[]]): boolean =>
  findExecutable(program, process.env.PATH) !== null;

const selectFor = (limit: string): string =>
  `import select, sys; select.select([sys.stdin], [], [], ${limit})`;
const pollOf = (more: string): string =>
  `import select, socket, sys; p = select.poll(); p.register(0, select.POLLIN); ${more}; p.poll()`;
const epollOf = (more: string): string =>
  `import select, socket, sys; p = select.epoll(); p.register(0, select.EPOLLIN); ${more}; p.poll()`;
const server = 's = socket.socket(); s.bind(("127.0.0.1", 0)); s.listen()';

const waiting: readonly (readonly [program: string, words: readonly string[]])[] = [
  ['cat', []],
  ['bash', ['-c', 'read -r line']],
  ['head', ['-n', '1']],
  ['node', ['-e', 'process.stdin.resume()']],
  ['python3', ['-c', 'input()']],
  ['python3', ['-c', selectFor('None')]],
  ['python3', ['-c', pollOf('pass')]],
  ['python3', ['-c', epollOf('pass')]],
];

/** With the system call that they stand in. */
const notWaiting: readonly (readonly [program: string, words: readonly string[], call: string])[] = [
  ['sleep', ['600'], 'clock_nanosleep'],
  ['bash', ['-c', 'sleep 600 & wait'], 'wait4'],
  ['bash', ['-c', 'coproc sleep 600; read -r line <&"${COPROC[0]}"'], 'read'],
  ['python3', ['-c', selectFor('600')], 'pselect6'],
  ['python3', ['-c', pollOf(`${server}; p.register(s)`)], 'poll'],
  ['python3', ['-c', epollOf(`${server}; p.register(s)`)], 'epoll_wait'],
  ['python3', ['-c', `import socket; ${server}; s.accept()`], 'accept4'],
];

describe.runIf(existsSync('/proc/self/syscall'))('of real processes', () => {
  test.each(waiting.filter(isInstalled))('%s %j waits for input', async (program, words) => {
    const started = startOn(program, words);
    await expect.poll(() => waits(started)).toBe(true);
  });

  test.each(notWaiting.filter(isInstalled))('%s %j does not', async (program, words, call) => {
    const started = startOn(program, words);
    await expect.poll(() => isIn(started.pid, call)).toBe(true);
    expect(waits(started)).toBe(false);
  });

  test('one that reads a pipe is told by the function of the kernel too', async () => {
    const { pid, inputs } = startOn('cat', []);
    await expect.poll(() => waits({ pid, inputs })).toBe(true);
    const byFunction = { state: 'S', isForeground: true, block: functionBlock(pid) };
    expect(waitsForInput(byFunction, inputs)).toBe(true);
    expect(waitsForInput(byFunction, new Set())).toBe(false);
  });
});

/** Numbers of system calls, by the name that they have in the manual; those of one kernel call are alternatives. */
const callNumbers: Readonly<Record<string, readonly number[]>> =
  process.arch === 'arm64'
    ? {
        clock_nanosleep: [115, 101],
        wait4: [260],
        read: [63],
        pselect6: [72],
        poll: [73],
        epoll_wait: [22],
        accept4: [202, 242],
      }
    : {
        clock_nanosleep: [230, 35],
        wait4: [61],
        read: [0],
        pselect6: [270, 23],
        poll: [7, 271],
        epoll_wait: [232, 281],
        accept4: [43, 288],
      };

/** Whether the process stands still in that system call. */
function isIn(pid: number, call: string): boolean {
  const number = Number(execFileSync('cat', [`/proc/${pid}/syscall`], { encoding: 'utf8' }).split(' ')[0]);
  return callNumbers[call]?.includes(number) ?? false;
}
