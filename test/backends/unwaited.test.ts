import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { encloseNothing } from '../../src/backends/local/enclosure.ts';
import { createLauncherPool } from '../../src/backends/local/launchers/launcher-pool.ts';
import { makingWay } from '../../src/backends/local/make-way.ts';
import { findPrograms } from '../../src/backends/local/preconditions.ts';
import { createSessions } from '../../src/backends/local/sessions/sessions.ts';
import { createPipePool } from '../../src/backends/local/streams/pipes.ts';
import { createWatchdog } from '../../src/backends/local/supervision/watchdog.ts';
import { createUnwaited } from '../../src/backends/local/unwaited.ts';
import { createWarmShells } from '../../src/backends/local/warm/warm-shells.ts';
import { waitForAll } from '../../src/model/do-all.ts';
import { path, planIn } from '../support/local-backend.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const failure = new Error('too many open files');

/** What shells are started with. From `fail` on none can be forgotten. */
function failingParts() {
  const programs = findPrograms({ bashPath: null, path });
  if (programs.kind !== 'found') throw new Error(programs.problem.message);
  const { bash } = programs;
  const pool = createPipePool(programs);
  const launchers = createLauncherPool({ bash, pool, reaper: null });
  const real = createWatchdog(bash);
  let fails = false;
  const fail = (): void => {
    fails = true;
  };
  const failed = vi.fn();
  const forget = (mark: string): void => {
    real.forget(mark);
    if (!fails) return;
    failed();
    throw failure;
  };
  onTestFinished(async () => {
    launchers.close();
    real.close();
    await pool.close();
  });
  const watchdog = { ...real, forget };
  return { pool, launchers, warmShells: null, watchdog, programs, outerMark: null, fail, failed };
}

const uncounted = { pause: () => () => {} };

test('a session that cannot be ended when its time is up is told of to who ends it all, and ends nothing else', async () => {
  const parts = failingParts();
  const { mountPointsNow } = encloseNothing;
  const enclose = makingWay(encloseNothing, { warmShells: null, leaving: new Set() });
  parts.fail();
  const sessions = createSessions({ ...parts, enclose, mountPointsNow }, { idleMs: 1, most: 16 });
  const session = { key: 'k', conversationId: 'c', entersCwd: false };
  const plan = planIn(temporaryDirectory(), 'true');
  const stop = new AbortController().signal;
  const run = await sessions.run(plan, session, () => {}, { stop, limit: uncounted });
  expect(run.kind).toBe('ended');
  await expect.poll(() => parts.failed.mock.calls.length).toBe(1);
  await nextTurn(); // An error that nobody takes is told by then.
  await sessions.endConversation('another');
  await expect(sessions.endConversation('c')).rejects.toBe(failure);
  await sessions.close();
});

test('a shell that waited and cannot be put away is told of to who closes it all', async () => {
  const parts = failingParts();
  const warmShells = createWarmShells({ ...parts, markOf: (mark) => mark });
  const directory = temporaryDirectory();
  const planOf = (number: number) =>
    planIn(directory, 'true', { env: { PATH: path, NUMBER: String(number) } });
  warmShells.prepareFor(planOf(0), null);
  const taken = await warmShells.take(planOf(0), null, new AbortController().signal);
  await taken?.discard();
  parts.fail();
  for (let number = 1; number <= 9; number += 1) warmShells.prepareFor(planOf(number), null);
  await expect.poll(() => parts.failed.mock.calls.length).toBeGreaterThan(0);
  await nextTurn(); // An error that nobody takes is told by then.
  await expect(warmShells.close()).rejects.toBe(failure);
});

test('of work that nobody waits for each failure is told once, to who asks for such', async () => {
  const unwaited = createUnwaited<string>();
  unwaited.leave('a', Promise.reject(failure));
  unwaited.leave('b', Promise.resolve());
  await unwaited.over((of) => of === 'b');
  await expect(unwaited.over((of) => of === 'a')).rejects.toBe(failure);
  await unwaited.over(() => true);
});

test('all are waited for, whatever fails, and the first of them that failed is told', async () => {
  let isOver = false;
  const late = nextTurn().then(() => {
    isOver = true;
    throw new Error('another');
  });
  await expect(waitForAll([Promise.resolve(), Promise.reject(failure), late])).rejects.toBe(failure);
  expect(isOver).toBe(true);
});
