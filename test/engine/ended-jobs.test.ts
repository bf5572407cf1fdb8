import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createEndedJobs } from '../../src/engine/ended-jobs.ts';
import type { Job } from '../../src/model/job.ts';
import { createFakeClock } from '../../src/testing/index.ts';

const ended = { id: '7' } as Job;

/** Jobs of a conversation: whether it has any that were not told, and those that are over. */
function jobsOf(hasUntold: boolean | Error) {
  const looks: string[] = [];
  const clock = createFakeClock();
  const jobs = {
    async hasUntold(conversationId: string) {
      looks.push(conversationId);
      if (hasUntold instanceof Error) throw hasUntold;
      return hasUntold;
    },
    claimEnds: async () => [ended],
  };
  return { clock, looks, endedJobsOf: createEndedJobs(jobs, clock) };
}

test('a conversation that had no job while its command ran is not asked about again at its end', async () => {
  const { endedJobsOf, looks } = jobsOf(false);
  const endedJobs = endedJobsOf('c');
  await nextTurn();
  expect([looks, await endedJobs()]).toEqual([['c'], []]);
});

test('it is asked about again when the command has run for long', async () => {
  const { endedJobsOf, clock } = jobsOf(false);
  const endedJobs = endedJobsOf('c');
  await nextTurn();
  clock.advance(100);
  expect(await endedJobs()).toEqual([ended]);
});

test.each([
  ['that has jobs', true],
  ['of which nobody could tell', new Error('the disk is full')],
])('a conversation %s is told of those that are over', async (_, hasUntold) => {
  const { endedJobsOf } = jobsOf(hasUntold);
  const endedJobs = endedJobsOf('c');
  await nextTurn();
  expect(await endedJobs()).toEqual([ended]);
});

test('a call that is over before anybody could look is told, and nobody looks afterwards', async () => {
  const { endedJobsOf, looks } = jobsOf(false);
  expect(await endedJobsOf('c')()).toEqual([ended]);
  await nextTurn();
  expect(looks).toEqual([]);
});

test('what cannot be told now is left to a later call', async () => {
  const jobs = {
    hasUntold: async () => true,
    claimEnds: async (): Promise<readonly Job[]> => await Promise.reject(new Error('the disk is full')),
  };
  expect(await createEndedJobs(jobs, createFakeClock())('c')()).toEqual([]);
});
