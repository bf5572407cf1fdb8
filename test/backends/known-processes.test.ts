import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { markVariable } from '../../src/backends/local/processes/call-processes.ts';
import { createKnown } from '../../src/backends/local/processes/known-processes.ts';
import { takeLook } from '../../src/backends/local/processes/look.ts';
import {
  processesAreKnown,
  readProcess,
  startTimeOf,
} from '../../src/backends/local/processes/process-table.ts';
import { callOnlyMarked, startProcess } from '../support/waiting-process.ts';

/** No other test that runs at this moment has it. */
const ownMark = randomBytes(8).toString('hex');

const noCall = callOnlyMarked(ownMark);

describe.skipIf(!processesAreKnown)('those who look again', () => {
  /** A look that writes down which processes it was asked for. */
  function writingLook(replaced?: number) {
    const look = takeLook();
    const asked = new Set<number>();
    const process = (pid: number) => {
      asked.add(pid);
      return look.process(pid);
    };
    return { asked, look: { ...look, process, isBeingReplaced: (pid: number) => pid === replaced } };
  }

  test('do not look at strangers again, but at those of the call and at those that have come since', async () => {
    const stranger = await startProcess();
    const marked = await startProcess({ [markVariable]: ownMark });
    const known = createKnown();
    const pids = (look: ReturnType<typeof takeLook>) => known.find(noCall, look).found.map(({ pid }) => pid);
    const first = writingLook();
    expect(pids(first.look)).toEqual([marked]);
    expect([...first.asked]).toEqual(expect.arrayContaining([stranger, marked]));
    const later = await startProcess({ [markVariable]: ownMark });
    const second = writingLook();
    expect(pids(second.look)).toEqual([marked, later]);
    expect(second.asked.has(stranger)).toBe(false);
    process.kill(marked);
    await expect.poll(() => pids(takeLook())).toEqual([later]);
  });

  test('look for what had an id already and was not there yet: a fork takes its time', async () => {
    const known = createKnown();
    const marked = await startProcess({ [markVariable]: ownMark });
    const look = takeLook();
    const processIds = () => look.processIds().filter((pid) => pid !== marked);
    const unseen = {
      ...look,
      processIds,
      process: (pid: number) => (pid === marked ? null : look.process(pid)),
    };
    expect(known.find(noCall, unseen).found).toEqual([]);
    expect(known.find(noCall, takeLook()).found).toMatchObject([{ pid: marked }]);
  });

  test('take no process for one of the call whose session has only the id of its launcher', async () => {
    const leader = spawn('bash', ['--norc', '-c', 'echo ready; read -r; sleep 60 & echo $!; read -r'], {
      stdio: ['pipe', 'pipe', 'ignore'],
      detached: true,
    });
    onTestFinished(() => void process.kill(-Number(leader.pid), 'SIGKILL'));
    await once(leader.stdout, 'data');
    const launcher = { pid: leader.pid ?? 0, startTime: Number(startTimeOf(leader.pid ?? 0)) - 1 };
    const known = createKnown();
    expect(known.find({ ...noCall, launcher }, takeLook()).found).toEqual([]);
    leader.stdin.write('\n');
    await once(leader.stdout, 'data');
    expect(known.find({ ...noCall, launcher }, takeLook()).found).toEqual([]);
  });

  test('look again at what was being replaced by another program', async () => {
    const replaced = await startProcess({ [markVariable]: ownMark });
    const known = createKnown();
    const first = writingLook(replaced);
    const hidden = { ...first.look, environmentValue: () => null };
    expect(known.find(noCall, hidden)).toMatchObject({ found: [] });
    expect(known.find(noCall, takeLook())).toMatchObject({ found: [{ pid: replaced }], isSure: true });
  });

  test('look at all again where they have not looked for longer than ids last', async () => {
    const known = createKnown();
    known.find(noCall, { ...takeLook(), atMs: performance.now() - 3_600_000 });
    const stranger = await startProcess();
    known.find(noCall, { ...takeLook(), atMs: performance.now() - 3_600_000 });
    const again = writingLook();
    known.find(noCall, again.look);
    expect(again.asked.has(stranger)).toBe(true);
  });
});

test.skipIf(!processesAreKnown)('a thread has an id that no process has, and is none', () => {
  const ids = readdirSync('/proc/self/task').map(Number);
  expect(ids.length).toBeGreaterThan(1);
  expect(ids.filter((id) => readProcess(id) !== null)).toEqual([process.pid]);
});
