import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { holdProcess } from '../../src/backends/local/processes/held-process.ts';
import {
  processesAreKnown,
  startTimeOf,
  statFields,
} from '../../src/backends/local/processes/process-table.ts';

/** A process that is there until its input ends, or the test is over. */
function startProcess() {
  const child = spawn('cat', { stdio: ['pipe', 'ignore', 'ignore'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const pid = child.pid ?? 0;
  return { child, identity: { pid, startTime: startTimeOf(pid) } };
}

const stateOf = (pid: number) => statFields(pid)[0];
const answers = (held: ReturnType<typeof holdProcess>) => [held.isThere(), held.goesOn()];

test.skipIf(!processesAreKnown)('tells of a process as long as it is there', async () => {
  const { child, identity } = startProcess();
  const held = holdProcess(identity);
  expect(answers(held)).toEqual([true, true]);
  child.stdin.end();
  await once(child, 'exit');
  expect(answers(held)).toEqual([false, false]);
  held.letGo();
});

test.skipIf(!processesAreKnown)(
  'tells of one that was stopped that it is there, and does not go on',
  async () => {
    const { child, identity } = startProcess();
    const held = holdProcess(identity);
    child.kill('SIGSTOP');
    await expect.poll(() => stateOf(identity.pid)).toBe('T');
    expect(answers(held)).toEqual([true, false]);
    child.kill('SIGCONT');
    await expect.poll(() => answers(held)).toEqual([true, true]);
    held.letGo();
  },
);

test.skipIf(!processesAreKnown)('is not misled by the name that a process gives itself', async () => {
  const script = 'printf ") Z" > /proc/self/comm; echo; read -r';
  const child = spawn('bash', ['-c', script], { stdio: ['pipe', 'pipe', 'ignore'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  const pid = child.pid ?? 0;
  const held = holdProcess({ pid, startTime: startTimeOf(pid) });
  expect(answers(held)).toEqual([true, true]);
  held.letGo();
});

test.skipIf(!processesAreKnown)('takes another one of the same id for none', () => {
  const { identity } = startProcess();
  const other = holdProcess({ ...identity, startTime: Number(identity.startTime) - 1 });
  expect(answers(other)).toEqual([false, false]);
  other.letGo();
  expect(answers(holdProcess({ pid: 2 ** 30, startTime: 1 }))).toEqual([false, false]);
});

test.skipIf(!processesAreKnown)('knows of nothing after it was let go, and keeps no descriptor', () => {
  const { identity } = startProcess();
  const before = readdirSync('/proc/self/fd').length;
  const held = holdProcess(identity);
  expect(readdirSync('/proc/self/fd').length).toBe(before + 1);
  held.letGo();
  held.letGo();
  expect(answers(held)).toEqual([false, false]);
  expect(readdirSync('/proc/self/fd').length).toBe(before);
});
