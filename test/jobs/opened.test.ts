import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createJobRegistry, type JobOrigin, type OpenedJob } from '../../src/jobs/registry.ts';
import type { JobStore, NewJob } from '../../src/jobs/store.ts';
import { bootId, thisProcess } from '../../src/jobs/supervisor-state.ts';
import type { KeptRun } from '../../src/model/exit.ts';
import { createLazyState } from '../../src/state/lazy-state.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const shell = { pid: 2 ** 22 + 1, startTime: 1 };
const supervisor = thisProcess();
const kept: KeptRun = { supervisor, shell, mark: 'm', over: Promise.resolve() };

const origin: JobOrigin = {
  ...{ callId: 'call', contract: 'default', conversationId: 'c', command: 'sleep 600', cwd: '/' },
  ...{ description: null, startedAt: 1, maxMs: null, terminal: null },
};

/** A job of another host. */
function jobOfAnother(directory: string): NewJob {
  const { maxMs: _max, terminal: _terminal, ...job } = origin;
  const place = { directory, readBytes: 0, bootId, host: thisProcess(), shell, mark: 'another' };
  return { ...job, ...place, callId: 'of another' };
}

function scene(failing: Partial<JobStore> = {}) {
  const stateDir = temporaryDirectory();
  const { jobs, shut } = createLazyState(stateDir);
  onTestFinished(shut);
  const store = { ...jobs, ...failing };
  const registry = createJobRegistry(store, join(stateDir, 'jobs'));
  const open = async (callId = 'call'): Promise<OpenedJob> => {
    const opened = await registry.open({ ...origin, callId }, kept, async () => 0);
    if ('refusal' in opened) throw new Error(opened.refusal);
    return opened;
  };
  const ids = async () => (await store.list(9)).map(({ id, callId }) => `${id} ${callId}`);
  return { stateDir, store, open, ids };
}

test('a job is told of where the state directory is removed before anybody has it, and takes nothing of another', async () => {
  const { stateDir, store, open, ids } = scene();
  const opened = await open();
  rmSync(stateDir, { recursive: true });
  // Another host was quicker, and has the id.
  expect(await store.add(jobOfAnother('/nowhere'), 64)).toBe('1');
  await opened.kept(kept);
  expect(await opened.now()).toMatchObject({ id: '2', callId: 'call', supervisor });
  expect((await store.find('1'))?.supervisor).toBe(null);
  await opened.remove();
  expect(await ids()).toEqual(['1 of another']);
});

test('a job that nobody could have is removed, and no other one that has its id by now', async () => {
  const { stateDir, store, open, ids } = scene();
  const opened = await open();
  rmSync(stateDir, { recursive: true });
  await store.add(jobOfAnother('/nowhere'), 64);
  await opened.remove();
  expect(await ids()).toEqual(['1 of another']);
});

test('a job is told of where the store cannot be used any more', async () => {
  const failure = new Error('disk I/O error');
  const { open } = scene({ find: async () => await Promise.reject(failure) });
  const opened = await open();
  await expect(opened.kept(kept)).rejects.toBe(failure);
  const running = { id: '1', supervisor, state: { kind: 'running', shell: null } };
  expect(await opened.now()).toMatchObject(running);
});

test('a job can be one where what is left of an old one cannot be removed, which is tried again', async () => {
  const { stateDir, store, open, ids } = scene();
  const inTheWay = join(stateDir, 'a file');
  writeFileSync(inTheWay, '');
  for (const directory of [join(inTheWay, 'a job'), join(stateDir, 'nowhere')]) {
    const id = (await store.add(jobOfAnother(directory), 64)) ?? '';
    await store.finish(id, { kind: 'ended', exit: { kind: 'exited', code: 0 }, at: 5 });
  }
  await open('first');
  expect(await ids()).toEqual(['3 first', '1 of another']);
  rmSync(inTheWay);
  await open('second');
  expect(await ids()).toEqual(['4 second', '3 first']);
});
