import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createJobRegistry, type JobRegistry } from '../../src/jobs/registry.ts';
import type { JobStore, NewJob } from '../../src/jobs/store.ts';
import { bootId, thisProcess } from '../../src/jobs/supervisor-state.ts';
import { createLazyState } from '../../src/state/lazy-state.ts';
import { temporaryDirectory } from '../support/temporary.ts';

interface Scene {
  readonly store: JobStore;
  readonly registry: JobRegistry;
  /** Stores a job whose supervisor is this process, and so is alive. */
  readonly storeJob: (given?: Partial<NewJob>) => Promise<string>;
  readonly directory: string;
}

function scene({
  failing = {},
  ...limits
}: {
  readonly running?: number;
  readonly failing?: Partial<JobStore>;
} = {}): Scene {
  const stateDir = temporaryDirectory();
  const { jobs, shut } = createLazyState(stateDir);
  const store = { ...jobs, ...failing };
  onTestFinished(shut);
  const registry = createJobRegistry(store, join(stateDir, 'jobs'), {
    running: limits.running ?? 64,
    outputBytes: 1_024,
    maxMs: 60_000,
    rememberedMs: 60_000,
  });
  const directory = join(stateDir, 'jobs/call');
  mkdirSync(directory, { recursive: true });
  const storeJob = async (given: Partial<NewJob> = {}): Promise<string> => {
    const id = await store.add({ ...newJob(directory), ...given }, 1_000_000);
    await store.setSupervisor(id ?? '', thisProcess());
    return id ?? '';
  };
  return { store, registry, storeJob, directory };
}

function newJob(directory: string): NewJob {
  return {
    callId: 'call',
    contract: 'default',
    conversationId: 'c',
    command: 'sleep 600',
    cwd: '/',
    description: null,
    startedAt: 1_000,
    bootId,
    host: thisProcess(),
    shell: { pid: 2 ** 22 + 1, startTime: 1 },
    mark: 'mark',
    directory,
    readBytes: 0,
  };
}

async function stateOf(registry: JobRegistry, id: string) {
  return (await registry.find(id))?.job.state;
}

describe('a job is', () => {
  test('running as long as its supervisor is alive and has written no end', async () => {
    const { registry, storeJob } = scene();
    expect(await stateOf(registry, await storeJob())).toEqual({ kind: 'running', shell: null });
  });

  test('running with its shell over when the supervisor has written that', async () => {
    const { registry, storeJob, directory } = scene();
    writeFileSync(join(directory, 'shell'), 'signalled 9\n');
    const shell = { kind: 'signalled', signal: 'SIGKILL' };
    expect(await stateOf(registry, await storeJob())).toEqual({ kind: 'running', shell });
  });

  test.each([
    ['exited 3 1700000000.5\n', { kind: 'exited', code: 3 }],
    ['signalled 36 1700000000.5\n', { kind: 'signalled', signal: 'SIGRTMIN+2' }],
    ['timed_out 1700000000.5\n', { kind: 'timed_out' }],
    ['unknown 1700000000.5\n', { kind: 'unknown' }],
  ])('ended when the supervisor has written %j', async (line, exit) => {
    const { registry, storeJob, directory } = scene();
    writeFileSync(join(directory, 'end'), line);
    expect(await stateOf(registry, await storeJob())).toEqual({ kind: 'ended', exit, at: 1_700_000_000_500 });
  });

  test('still running while the end is not written whole', async () => {
    const { registry, storeJob, directory } = scene();
    writeFileSync(join(directory, 'end'), 'exited 3 17000');
    expect(await stateOf(registry, await storeJob())).toMatchObject({ kind: 'running' });
  });

  test('lost when its supervisor is gone without a word', async () => {
    const { store, registry, storeJob } = scene();
    const gone = spawn('true');
    const pid = gone.pid ?? 0;
    await once(gone, 'exit');
    const id = await storeJob();
    await store.setSupervisor(id, { pid, startTime: 1 });
    expect(await stateOf(registry, id)).toMatchObject({ kind: 'lost' });
  });

  test('lost when another process has its supervisor’s id by now', async () => {
    const { store, registry, storeJob } = scene();
    const id = await storeJob();
    const { pid, startTime } = thisProcess();
    await store.setSupervisor(id, { pid, startTime: (startTime ?? 0) - 1 });
    expect(await stateOf(registry, id)).toMatchObject({ kind: 'lost' });
  });

  test('lost when the machine was started anew, whoever has the id now', async () => {
    const { registry, storeJob } = scene();
    const id = await storeJob({ bootId: 'another start' });
    expect(await stateOf(registry, id)).toMatchObject({ kind: 'lost' });
  });

  test('ended and not lost when the supervisor wrote the end before the machine was started anew', async () => {
    const { registry, storeJob, directory } = scene();
    writeFileSync(join(directory, 'end'), 'exited 0 1700000000\n');
    const id = await storeJob({ bootId: 'another start' });
    expect(await stateOf(registry, id)).toMatchObject({ kind: 'ended' });
  });

  test('watched over by whom its directory names, when its host had no time to say', async () => {
    const { store, registry, directory } = scene();
    const id = (await store.add({ ...newJob(directory), host: { pid: 2 ** 22 + 2, startTime: 1 } }, 9)) ?? '';
    const { pid, startTime } = thisProcess();
    writeFileSync(join(directory, 'supervisor'), `${pid} ${startTime}\n`);
    expect(await stateOf(registry, id)).toMatchObject({ kind: 'running' });
  });
});

describe('the end of a job', () => {
  test('is handed out once, whoever asks, and to its own conversation', async () => {
    const { registry, storeJob, directory } = scene();
    const id = await storeJob();
    expect(await registry.claimEnds('c')).toEqual([]);
    writeFileSync(join(directory, 'end'), 'exited 0 1700000000\n');
    expect(await registry.claimEnds('another')).toEqual([]);
    const claims = await Promise.all([registry.claimEnds('c'), registry.claimEnds('c')]);
    expect(claims.flat().map((job) => job.id)).toEqual([id]);
  });

  test('stays what it was first seen to be', async () => {
    const { store, registry, storeJob } = scene();
    const id = await storeJob();
    await store.finish(id, { kind: 'ended', exit: { kind: 'exited', code: 1 }, at: 5 });
    await store.finish(id, { kind: 'lost', at: 6 });
    expect(await stateOf(registry, id)).toEqual({ kind: 'ended', exit: { kind: 'exited', code: 1 }, at: 5 });
  });
});

describe('an end that cannot be stored, as the disk is full,', () => {
  const finish = async (): Promise<never> => {
    throw new Error('database or disk is full');
  };

  test('is told all the same, and keeps no other job from being found', async () => {
    const { registry, storeJob, directory } = scene({ failing: { finish } });
    const other = join(directory, 'other');
    mkdirSync(other);
    const [ended, running] = [await storeJob(), await storeJob({ directory: other })];
    writeFileSync(join(directory, 'end'), 'exited 3 1700000000\n');
    const end = { kind: 'ended', exit: { kind: 'exited', code: 3 }, at: 1_700_000_000_000 };
    expect(await stateOf(registry, ended)).toEqual(end);
    const states = (await registry.list()).map(({ id, state }) => [id, state.kind]);
    expect(new Map(states.map(([id = '', kind]) => [id, kind]))).toEqual(
      new Map([
        [ended, 'ended'],
        [running, 'running'],
      ]),
    );
    expect(await registry.claimEnds('c')).toEqual([]);
  });
});

describe('a registry', () => {
  const origin = {
    callId: 'another call',
    contract: 'default',
    conversationId: 'c',
    command: 'true',
    cwd: '/',
    description: null,
    startedAt: 1,
    maxMs: null,
    terminal: null,
  };
  const run = { shell: { pid: 2 ** 22 + 1, startTime: 1 }, mark: 'm' };

  test('takes no more jobs than may run at once, and leaves nothing of the one it refused', async () => {
    const { registry, storeJob, directory } = scene({ running: 2 });
    await storeJob();
    await storeJob();
    const opened = await registry.open(origin, run, async () => 0);
    expect(opened).toEqual({ refusal: '2 jobs are running, which is the most; stop one first' });
    expect(execFileSync('ls', [join(directory, '..')], { encoding: 'utf8' })).toBe('call\n');
  });

  test('keeps a place for a call that is to be a job, until that is opened or needs none', async () => {
    const { registry, storeJob, directory } = scene({ running: 3 });
    await storeJob();
    const refusal = { refusal: '3 jobs are running, which is the most; stop one first' };
    const claims = await Promise.all(['another call', 'b', 'c'].map((callId) => registry.claim(callId)));
    expect(claims).toEqual([{ release: expect.any(Function) }, { release: expect.any(Function) }, refusal]);
    expect(await registry.open(origin, run, async () => 0)).toMatchObject({ id: '2' });
    expect(await registry.claim('d')).toEqual(refusal);
    const [, second] = claims;
    if (second !== undefined && 'release' in second) second.release();
    expect(await registry.claim('e')).not.toEqual(refusal);
    writeFileSync(join(directory, 'end'), 'exited 0 1700000000\n');
    expect(await registry.claim('f')).not.toEqual(refusal);
  });

  test('keeps the place until the job is stored, and gives it to nobody who has none', async () => {
    const { registry, storeJob } = scene({ running: 3 });
    await storeJob();
    const refusal = { refusal: '3 jobs are running, which is the most; stop one first' };
    for (const callId of ['another call', 'b']) await registry.claim(callId);
    expect(await registry.open({ ...origin, callId: 'c' }, run, async () => 0)).toEqual(refusal);
    let meanwhile: unknown = null;
    const opened = await registry.open(origin, run, async () => {
      meanwhile = await registry.claim('d');
      return 0;
    });
    expect([meanwhile, opened]).toMatchObject([refusal, { id: '2' }]);
    expect(await registry.open({ ...origin, callId: 'b' }, run, async () => 0)).toMatchObject({ id: '3' });
  });

  test('takes a job when one that was running has ended', async () => {
    const { registry, storeJob, directory } = scene({ running: 1 });
    await storeJob();
    writeFileSync(join(directory, 'end'), 'exited 0 1700000000\n');
    expect(await registry.open(origin, run, async () => 0)).toMatchObject({ id: '2' });
  });

  test('still has the jobs that it has opened where the state directory is removed', async () => {
    const { registry, store, directory } = scene();
    const removed = { recursive: true, force: true };
    const stateDir = join(directory, '../..');
    await registry.open({ ...origin, callId: 'first' }, run, async () => 0);
    const opened = await registry.open({ ...origin, command: 'sleep 600' }, run, async () => 0);
    if ('refusal' in opened) throw new Error(opened.refusal);
    await opened.kept({ supervisor: thisProcess(), ...run, over: Promise.resolve() });
    rmSync(stateDir, removed);
    await registry.restore();
    const running = { id: '2', state: { kind: 'running' }, outputProblem: 'it has been removed' };
    expect((await registry.find('2'))?.job).toMatchObject({ ...running, supervisor: thisProcess() });
    rmSync(stateDir, removed);
    await registry.restore();
    expect((await registry.list()).map(({ id, command }) => [id, command])).toEqual([
      ['2', 'sleep 600'],
      ['1', 'true'],
    ]);
    expect(await registry.open({ ...origin, callId: 'third' }, run, async () => 0)).toMatchObject({
      id: '3',
    });
    rmSync(stateDir, removed);
    expect(await store.add(newJob(directory), 64)).toBe('1');
    // Another host was quicker: the first one has another id.
    await Promise.all([registry.restore(), registry.restore()]);
    expect((await registry.list()).map(({ id, callId }) => `${id} ${callId}`)).toEqual([
      ...['4 first', '3 third', '2 another call', '1 call'],
    ]);
  });

  test('lists the running ones whatever came after them, and is quick with ten thousand that have ended', async () => {
    const { store, registry, storeJob } = scene();
    const first = await storeJob();
    for (let n = 0; n < 10_000; n += 1) {
      const id = (await store.add(newJob('/nowhere'), 1_000_000)) ?? '';
      await store.finish(id, { kind: 'ended', exit: { kind: 'exited', code: 0 }, at: Date.now() });
    }
    const jobs = await registry.list();
    expect([jobs.length, jobs[0]?.id, jobs.at(-1)?.id]).toEqual([51, '10001', first]);
    // As many steps as for a few: only the running ones are looked at, and the list has an end.
    expect((await store.running()).length).toBe(1);
  });
});
