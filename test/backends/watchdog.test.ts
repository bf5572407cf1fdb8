import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { softLimitOf } from '../../src/backends/local/processes/call-limit.ts';
import { markVariable } from '../../src/backends/local/processes/call-processes.ts';
import {
  commandLine,
  listedChildren,
  processesAreKnown,
  startTimeOf,
  statFields,
} from '../../src/backends/local/processes/process-table.ts';
import { createWatchdog, type Watchdog } from '../../src/backends/local/supervision/watchdog.ts';
import { temporaryDirectory } from '../support/temporary.ts';

/** A watchdog, and the ids of its process: none while it has not started, or once it has ended. */
function watchdog(): { readonly calls: Watchdog; readonly processIds: () => readonly number[] } {
  // All that there are: one that is about to end has no name any more, and would be taken for another later.
  const others = listedChildren(process.pid);
  const calls = createWatchdog('/bin/bash');
  onTestFinished(() => calls.close());
  return { calls, processIds: () => watchdogIds().filter((pid) => !others.includes(pid)) };
}

/** Also of those that end, whose command line is gone, and of those of whose end this process was not told yet. */
function watchdogIds(): readonly number[] {
  return listedChildren(process.pid).filter((pid) => {
    const command = commandLine(pid);
    return command.startsWith('[') || command.includes('handrail-watchdog');
  });
}

/** The one that there is, once it has its name: it is told of as started a moment before. */
async function processIdOf(processIds: () => readonly number[]): Promise<number> {
  await expect.poll(() => processIds().length).toBe(1);
  const [pid = 0] = processIds();
  return pid;
}

/** A process that only its environment tells to be of the call. */
async function processOf(mark: string): Promise<ChildProcess> {
  const child = spawn('sleep', ['600'], {
    env: { PATH: process.env.PATH, [markVariable]: mark },
    stdio: 'ignore',
    detached: true,
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child, 'spawn');
  return child;
}

/** Whether it ends in more than the time in which a watchdog ends what it knows of. */
async function ends(child: ChildProcess): Promise<boolean> {
  if (child.exitCode !== null || child.signalCode !== null) return true;
  const ended = once(child, 'exit').then(() => true);
  return await Promise.race([ended, sleep(20_000, false, { ref: false })]);
}

test.skipIf(!processesAreKnown)(
  'what is under way at the end of the host is ended, and nothing else',
  async () => {
    const { calls, processIds } = watchdog();
    const marks = Array.from({ length: 100 }, () => calls.nextMark());
    const over = marks.slice(0, 2);
    over.forEach(calls.forget);
    const later = calls.nextMark(); // In the place of one that is over.
    const under = await Promise.all([later, ...marks.slice(2, 4), ...marks.slice(-1)].map(processOf));
    const left = await Promise.all(over.map(processOf));
    calls.close(); // As the end of the host does, it closes the pipe.
    expect(await Promise.all(under.map(ends))).toEqual(under.map(() => true));
    await expect.poll(processIds).toEqual([]);
    expect(left.map(({ exitCode, signalCode }) => exitCode ?? signalCode)).toEqual([null, null]);
  },
);

test.skipIf(!processesAreKnown)('the shell of a call is ended whatever its environment is', async () => {
  const { calls } = watchdog();
  const mark = calls.nextMark();
  const shell = await processOf('of no call');
  const pid = Number(shell.pid);
  calls.know({ mark, shell: { pid, startTime: startTimeOf(pid) }, launcher: null });
  calls.close();
  expect(await ends(shell)).toBe(true);
});

test.skipIf(!processesAreKnown)('a launcher that was suspended goes on, and can end', async () => {
  const { calls } = watchdog();
  const launcher = await processOf('of no call');
  const pid = Number(launcher.pid);
  process.kill(pid, 'SIGSTOP');
  await expect.poll(() => statFields(pid)[0]).toBe('T');
  calls.know({ mark: calls.nextMark(), shell: null, launcher: { pid, startTime: startTimeOf(pid) } });
  calls.close();
  await expect.poll(() => statFields(pid)[0]).toBe('S');
});

test.skipIf(!processesAreKnown)(
  'one that was ended is started again, and knows the calls before',
  async () => {
    const { calls, processIds } = watchdog();
    const before = calls.nextMark();
    const first = await processIdOf(processIds);
    process.kill(first, 'SIGKILL');
    await expect.poll(processIds).toEqual([]);
    calls.nextMark();
    await processIdOf(processIds);
    const child = await processOf(before);
    calls.close();
    expect(await ends(child)).toBe(true);
  },
);

test.skipIf(!processesAreKnown).each<[string, (calls: Watchdog) => void, string | undefined]>([
  ['goes on with the next call', (calls) => void calls.nextMark(), 'S'],
  ['ends with its backend', (calls) => calls.close(), undefined],
])('a watchdog that was stopped %s', async (_, then, expected) => {
  const { calls, processIds } = watchdog();
  calls.nextMark();
  const pid = await processIdOf(processIds);
  const state = () => statFields(pid)[0];
  process.kill(pid, 'SIGSTOP');
  await expect.poll(state).toBe('T');
  then(calls);
  await expect.poll(state).toBe(expected);
});

test.skipIf(!processesAreKnown)(
  'that of a host which is within a call is not told as of that call',
  async () => {
    const bash = join(temporaryDirectory(), 'bash');
    writeFileSync(bash, '#!/bin/bash\nulimit -Sx 5; ulimit -Hx 7; exec bash "$@"\n', { mode: 0o755 });
    const others = listedChildren(process.pid);
    const calls = createWatchdog(bash);
    onTestFinished(() => calls.close());
    calls.nextMark();
    const own = () => watchdogIds().filter((pid) => !others.includes(pid));
    await expect.poll(() => own().map(softLimitOf)).toEqual(['7']);
  },
);
