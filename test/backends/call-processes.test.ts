import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { findExecutable } from '../../src/backends/local/find-executable.ts';
import {
  findCallProcesses,
  markVariable,
  mayHaveProcesses,
} from '../../src/backends/local/processes/call-processes.ts';
import { takeLook } from '../../src/backends/local/processes/look.ts';
import { keepShell } from '../../src/backends/local/processes/own-shells.ts';
import { namespaceOf } from '../../src/backends/local/processes/process-places.ts';
import {
  canWriteTo,
  commandLine,
  processesAreKnown,
  startTimeOf,
} from '../../src/backends/local/processes/process-table.ts';
import { closePipe, createPipePool } from '../../src/backends/local/streams/pipes.ts';
import { openFiles, readPipe } from '../../src/backends/local/streams/read-pipe.ts';
import { endsThreads, startWithoutFirstThread } from '../support/first-thread.ts';
import { path } from '../support/local-backend.ts';
import { callOnlyMarked, startProcess } from '../support/waiting-process.ts';

/** No other test that runs at this moment has it. */
const ownMark = randomBytes(8).toString('hex');

test.skipIf(!processesAreKnown)(
  'a process of a call is found whose id is lower than that of its shell: ids begin anew',
  async () => {
    const marked = await startProcess({ [markVariable]: ownMark });
    await startProcess();
    // No process has an id above 2^22, the most that a kernel gives.
    const shell = { pid: 2 ** 22 + 1, startTime: startTimeOf(marked) };
    const begin = { lastProcessId: shell.pid, atMs: performance.now() - 2_000 };
    const found = findCallProcesses({
      mark: ownMark,
      launcher: null,
      sandbox: null,
      shell,
      begin,
      outputFiles: new Set(),
    });
    expect(found.map(({ pid }) => pid)).toEqual([marked]);
  },
);

test.skipIf(!processesAreKnown)('the shell of a launcher is of no call of another one', async () => {
  const pid = await startProcess({ [markVariable]: ownMark });
  const shell = { pid, startTime: startTimeOf(pid) };
  const found = (launcher: number | null): readonly number[] =>
    findCallProcesses({
      ...{ mark: ownMark, sandbox: null, shell: null, begin: null, outputFiles: new Set() },
      launcher: launcher === null ? null : { pid: launcher, startTime: 1 },
    }).map((entry) => entry.pid);
  const forget = keepShell(shell, 7);
  expect([found(7), found(8), found(null)]).toEqual([[pid], [], [pid]]);
  forget();
  expect(found(8)).toEqual([pid]);
  // One that had its id before.
  const forgetOther = keepShell({ ...shell, startTime: Number(shell.startTime) - 1 }, 7);
  expect(found(8)).toEqual([pid]);
  forgetOther();
});

test.skipIf(!processesAreKnown)(
  'what has the name of a namespace that is over is of another sandbox',
  async () => {
    const [first, other] = [await startProcess(), await startProcess()];
    const name = namespaceOf(other);
    if (name === null) throw new Error('expected a namespace');
    const found = (startTime: number | null): readonly number[] =>
      findCallProcesses({
        mark: ownMark,
        launcher: null,
        sandbox: { keeper: { pid: -1, startTime: 0 }, namespace: { name, first: { pid: first, startTime } } },
        shell: { pid: first, startTime: startTimeOf(first) },
        begin: null,
        outputFiles: new Set(),
      }).map(({ pid }) => pid);
    expect(found(startTimeOf(first))).toEqual(expect.arrayContaining([first, other]));
    // The id of its first process is another's by now.
    expect(found(0)).toEqual([]);
  },
);

/** A pipe that this process has open. */
async function openPipe() {
  const pool = createPipePool({
    bash: findExecutable('bash', path) ?? '',
    mkfifo: findExecutable('mkfifo', path) ?? '',
  });
  onTestFinished(async () => await pool.close());
  return await pool.take();
}

test.skipIf(!processesAreKnown)(
  'what is older than the shell is none of its processes, whatever it has open',
  async () => {
    const pipe = await openPipe();
    onTestFinished(() => closePipe(pipe));
    const child = spawn('bash', ['--norc', '-c', 'read -r'], { stdio: ['pipe', pipe.writeFd, 'ignore'] });
    onTestFinished(() => void child.stdin?.end());
    const { pid = 0 } = child;
    const startTime = startTimeOf(pid) ?? 0;
    const found = (shellStart: number) =>
      findCallProcesses({
        ...{ mark: ownMark, launcher: null, sandbox: null, begin: null },
        shell: { pid: 0, startTime: shellStart },
        outputFiles: new Set([pipe.fileId]),
      }).map((entry) => entry.pid);
    expect(found(startTime)).toEqual([pid]);
    expect(found(startTime + 1)).toEqual([]);
  },
);

const noCall = callOnlyMarked(ownMark);

test.skipIf(!processesAreKnown)(
  'a call may have processes while another program takes the place of one that could be its own',
  async () => {
    const other = await startProcess();
    const shell = { pid: other, startTime: startTimeOf(other) };
    const call = { ...noCall, shell: { ...shell, pid: -1 } };
    const look = takeLook();
    expect(mayHaveProcesses(call, { ...look, isBeingReplaced: () => false })).toBe(false);
    expect(mayHaveProcesses(call, { ...look, isBeingReplaced: (pid) => pid === other })).toBe(true);
    // What is older than the shell is of no interest.
    const later = { ...call, shell: { pid: -1, startTime: (shell.startTime ?? 0) + 1 } };
    expect(mayHaveProcesses(later, { ...look, isBeingReplaced: (pid) => pid === other })).toBe(false);
  },
);

test.skipIf(!processesAreKnown)(
  'a process is found that is made while the others are looked at',
  async () => {
    const look = takeLook();
    look.lastProcessId();
    look.processIds();
    const marked = await startProcess({ [markVariable]: ownMark });
    expect(findCallProcesses(noCall, look).map(({ pid }) => pid)).toEqual([marked]);
  },
);

test.skipIf(!processesAreKnown)(
  'what a stranger has started is none of the call while another program takes its place',
  async () => {
    const launcher = await startProcess();
    // Older than the shell, and the launcher does not descend from it.
    const stranger = spawn(
      'bash',
      ['--norc', '-c', 'sleep 0.05; bash -c "echo \\$\\$; sleep 600; :" & wait'],
      {
        env: { PATH: path },
        stdio: ['pipe', 'pipe', 'ignore'],
        detached: true,
      },
    );
    onTestFinished(() => void process.kill(-(stranger.pid ?? 0)));
    const child = Number(String(await once(stranger.stdout, 'data')));
    const shell = { pid: -1, startTime: startTimeOf(child) };
    const call = { ...noCall, shell, launcher: { pid: launcher, startTime: startTimeOf(launcher) } };
    const own = await startProcess();
    const look = takeLook();
    const whileReplaced = (replaced: number, of = call): boolean =>
      mayHaveProcesses(of, { ...look, isBeingReplaced: (pid) => pid === replaced });
    expect([whileReplaced(child), whileReplaced(own)]).toEqual([false, true]);
    // Where that is over, it is not known who of those that this process has started takes in what it left.
    const over = { ...call, launcher: { pid: 2 ** 22 + 1, startTime: 1 } };
    expect(whileReplaced(child, over)).toBe(true);
  },
);

test.skipIf(!processesAreKnown)(
  'a look has an end where another process is made each time that the last one is looked at, and each is looked at once',
  async () => {
    const marked = await startProcess({ [markVariable]: ownMark });
    const look = takeLook();
    const asked: number[] = [];
    const made: number[] = [];
    const busy = {
      ...look,
      processIds: () => [marked],
      process(pid: number) {
        if (made.length > 100) throw new Error('expected an end');
        if (pid >= (made.at(-1) ?? 0)) made.push(spawnSync('true').pid);
        return look.process(pid);
      },
      environmentValue(pid: number, name: string) {
        asked.push(pid);
        return look.environmentValue(pid, name);
      },
    };
    expect(findCallProcesses(noCall, busy).map(({ pid }) => pid)).toEqual([marked]);
    expect(asked.filter((pid) => pid === marked)).toEqual([marked]);
    expect(made.length).toBeGreaterThan(1);
  },
);

test.skipIf(!processesAreKnown)(
  'a process is found where it is not known which id was given out last',
  async () => {
    const begin = { lastProcessId: Number.NaN, atMs: performance.now() };
    const marked = await startProcess({ [markVariable]: ownMark });
    const look = { ...takeLook(), lastProcessId: () => Number.NaN };
    expect(findCallProcesses({ ...noCall, begin }, look).map(({ pid }) => pid)).toEqual([marked]);
  },
);

test.skipIf(!processesAreKnown || !endsThreads)(
  'a process is found whose first thread has ended',
  async () => {
    const pipe = await openPipe();
    onTestFinished(() => closePipe(pipe));
    const { pid, program } = await startWithoutFirstThread(
      { [markVariable]: ownMark },
      { output: pipe.writeFd },
    );
    expect(findCallProcesses(noCall).map((entry) => entry.pid)).toEqual([pid]);
    expect([canWriteTo(pid, new Set([pipe.fileId])), commandLine(pid)]).toEqual([
      true,
      expect.stringContaining(program),
    ]);
  },
);

test('a pipe that is let go of is no sign of a call from that moment on', async () => {
  const pipe = await openPipe();
  onTestFinished(() => pipe.closeWritingEnd());
  const reader = readPipe(pipe, () => {});
  const open = openFiles([reader]);
  expect([...open]).toEqual([pipe.fileId]);
  reader.stop();
  expect([...open, ...openFiles([reader])]).toEqual([]);
});
