import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createLocalBackend } from '../../src/backends/local/local-backend.ts';
import type { Run, StopReason } from '../../src/model/exit.ts';
import type { Sink } from '../../src/model/ports.ts';
import { heldProcess } from '../support/held-process.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const path = process.env.PATH ?? '';

/** Runs a command on a terminal to its end. */
function runOnTerminal(
  command: string,
  {
    cwd = temporaryDirectory(),
    sink = () => {},
    stop = new AbortController().signal,
  }: {
    readonly cwd?: string;
    readonly sink?: Sink;
    readonly stop?: AbortSignal;
  } = {},
): Promise<Run> {
  const backend = createLocalBackend({ bashPath: null, path });
  onTestFinished(() => backend.close());
  const terminal = { columns: 100, rows: 30 };
  const env = { PATH: path };
  const rest = {
    streams: 'combined',
    input: 'nothing',
    graceMs: 100,
    terminal,
    session: null,
    root: null,
    sandbox: null,
  } as const;
  const plan = { command, cwd, env, ...rest };
  return backend.run(plan, sink, stop, null);
}

/** What a command writes to its terminal, and how it ends. */
async function record(command: string): Promise<{ readonly run: Run; readonly output: string }> {
  const chunks: Buffer[] = [];
  const run = await runOnTerminal(command, {
    sink: (_stream, bytes) => void chunks.push(Buffer.from(bytes)),
  });
  return { run, output: Buffer.concat(chunks).toString() };
}

const ended = (exit: Extract<Run, { kind: 'ended' }>['exit']): Run => ({
  kind: 'ended',
  exit,
  parts: null,
  survivors: [],
  kept: null,
  session: null,
});

describe('a command on a terminal', () => {
  test.each([
    ['true', { kind: 'exited', code: 0 }],
    ['exit 3', { kind: 'exited', code: 3 }],
    ['exit 130', { kind: 'exited', code: 130 }],
    ['kill -SEGV $$', { kind: 'signalled', signal: 'SIGSEGV' }],
    ['kill -INT $$', { kind: 'signalled', signal: 'SIGINT' }],
    ['kill -HUP $$', { kind: 'signalled', signal: 'SIGHUP' }],
    ['if', { kind: 'exited', code: 2 }],
  ] as const)('tells how it ended: %s', async (command, exit) => {
    expect((await record(command)).run).toEqual(ended(exit));
  });

  test('has all three streams on one of the given size, which is that of its session', async () => {
    const { output } = await record('test -t 0 -a -t 1 -a -t 2; echo $?; stty size; echo named > /dev/tty');
    expect(output).toBe('0\r\n30 100\r\nnamed\r\n');
  });

  test('is told of its text whatever it is: a megabyte of it, with its descriptors closed', async () => {
    const { run, output } = await record(
      `: '${'x'.repeat(2 ** 20)}'; for fd in 3 4 5 6; do [ -e /proc/$$/fd/$fd ] && echo $fd; done; echo over`,
    );
    expect(run).toEqual(ended({ kind: 'exited', code: 0 }));
    expect(output).toBe('over\r\n');
  });

  test('is heard to its last byte', async () => {
    const { output } = await record('seq 1 100000');
    expect(output).toBe(Array.from({ length: 100_000 }, (_, index) => `${index + 1}\r\n`).join(''));
  });

  test('waits as long as nobody takes what it writes', async () => {
    const stop = new AbortController();
    let taken = 0;
    const running = runOnTerminal('exec yes', {
      stop: stop.signal,
      sink: (_stream, bytes) => {
        taken += bytes.length;
        return new Promise(() => {});
      },
    });
    // Two pipes and what a terminal holds, and then no more.
    await expect.poll(() => writersAtRest('yes')).toBe(true);
    expect(taken).toBeLessThanOrEqual(64 * 1024);
    stop.abort({ kind: 'cancelled' } satisfies StopReason);
    expect(await running).toEqual(ended({ kind: 'cancelled' }));
  });

  test.each([
    ['a pipeline', '{ echo ready; sleep 600; } | cat | cat'],
    [
      'one that ignores being asked',
      'trap "" TERM INT HUP; (trap "" TERM; sleep 600) & echo ready; while :; do sleep 1; done',
    ],
    ['one that left its session', 'setsid sleep 600 & echo ready; wait'],
    [
      'a daemon that left by two forks',
      '(setsid bash -c "sleep 600 & sleep 600" > /dev/null 2>&1 &); echo ready; sleep 600',
    ],
    ['one that threw its environment away', `(env -i bash -c 'echo ready; sleep 600' &); sleep 600`],
    ['one that has only the terminal left', `(env -i setsid bash -c 'echo ready; sleep 600' &); sleep 600`],
    [
      'one that threw all away, and whose parent is over',
      '(env -i setsid sleep 600 < /dev/null > /dev/null 2>&1 &); sleep 0.2; echo ready; sleep 600',
    ],
    ['groups of its own', 'set -m; sleep 600 & sleep 600 & echo ready; wait'],
    ['one that is suspended', 'sleep 600 & kill -STOP $!; echo ready; wait'],
    ['an interactive shell', 'echo ready; bash --norc -i'],
  ])('leaves nothing behind when it is stopped: %s', async (_title, command) => {
    const held = heldProcess();
    const stop = new AbortController();
    const running = runOnTerminal(`exec 9> leash; ${command}`, {
      cwd: held.directory,
      stop: stop.signal,
      sink: () => stop.abort({ kind: 'timed_out', timeoutMs: 1 } satisfies StopReason),
    });
    expect(await running).toEqual(ended({ kind: 'timed_out', timeoutMs: 1 }));
    held.expectGone();
  });

  test('is over with its shell; what it left is named and ended', async () => {
    const held = heldProcess();
    const run = await runOnTerminal(`${held.inBackground}; exit 4`, { cwd: held.directory });
    held.expectGone();
    expect(run).toMatchObject({ kind: 'ended', exit: { kind: 'exited', code: 4 } });
    expect(run.kind === 'ended' && run.survivors.length).toBeGreaterThan(2);
  });

  test('is stopped before it was started', async () => {
    const stop = new AbortController();
    const running = runOnTerminal('sleep 600', { stop: stop.signal });
    stop.abort({ kind: 'cancelled' } satisfies StopReason);
    expect(await running).toEqual(ended({ kind: 'cancelled' }));
  });

  test('leaves no process and no descriptor of the terminal itself', async () => {
    await record('true');
    const before = descriptors();
    for (let time = 0; time < 5; time += 1) await record('true');
    await expect.poll(() => childrenNamed('cat')).toEqual([]);
    expect(descriptors().filter((link) => /pts|ptmx/.test(link))).toEqual(
      before.filter((link) => /pts|ptmx/.test(link)),
    );
  });
});

/** Whether there is a process of that name under this one which has to wait to write to its terminal. */
function writersAtRest(name: string): boolean {
  const writers = processes().filter((entry) => entry.name === name && entry.terminal !== 0);
  return writers.length > 0 && writers.every(({ pid }) => isWriting(pid));
}

function isWriting(pid: number): boolean {
  const [call, fd] = readFileSync(`/proc/${pid}/syscall`, 'utf8').split(' ');
  return call === (process.arch === 'arm64' ? '64' : '1') && fd === '0x1';
}

function childrenNamed(name: string): readonly number[] {
  return processes()
    .filter((entry) => entry.name === name && entry.parent === process.pid)
    .map(({ pid }) => pid);
}

interface Entry {
  readonly pid: number;
  readonly name: string;
  readonly parent: number;
  readonly terminal: number;
}

function processes(): readonly Entry[] {
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return ids.flatMap((id) => {
    try {
      const stat = readFileSync(`/proc/${id}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
      return [{ pid: Number(id), name, parent: Number(fields[1]), terminal: Number(fields[4]) }];
    } catch {
      return []; // It ended between the listing and the look.
    }
  });
}

function descriptors(): readonly string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/self/fd/${fd}`)];
    } catch {
      return []; // The one that the listing was made with.
    }
  });
}
