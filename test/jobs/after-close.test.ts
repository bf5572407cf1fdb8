import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createBash, type Job } from '../../src/index.ts';
import { openDatabase } from '../../src/state/database.ts';
import { createLazyState } from '../../src/state/lazy-state.ts';
import { openFilesBelow } from '../support/open-files.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { rejectionOf } from '../support/thrown.ts';

/** A bash that has left a job behind and was closed; the job ends once it is told to. */
async function closedWithJob(given: { readonly onJobEnd?: (job: Job) => void } = {}) {
  const directory = temporaryDirectory();
  const stateDir = join(directory, 'state');
  const bash = createBash({ contract: 'plain', stateDir, ...given });
  // It ends with its directory too, where a test fails before it lets it end.
  const command = '(until [ -e go ] || [ ! -e "$PWD" ]; do sleep 0.02; done) & :';
  const { outcome } = await bash.run({ command }, { conversationId: 'one', workingDirectory: directory });
  if (outcome.kind !== 'ended' || outcome.job === null) throw new Error('expected a job');
  const { supervisor } = outcome.job;
  await bash.close();
  return {
    ...{ bash, stateDir },
    supervisorPid: supervisor?.pid ?? -1,
    /** Settled when the supervisor is gone, of whose end this process then knows. */
    async letItEnd() {
      writeFileSync(join(directory, 'go'), '');
      await expect.poll(() => isThere(supervisor?.pid ?? -1)).toBe(false);
    },
  };
}

/** Whether nobody here has the database open: who opens it then has what was put by. */
function isLetGo(stateDir: string): boolean {
  const before = openFilesBelow(stateDir);
  openDatabase(stateDir).close();
  return openFilesBelow(stateDir).length === before.length;
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false; // ESRCH
  }
}

/** All processes below one. */
function below(pid: number): readonly number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').match(/\d+/g) ?? [];
  return children.map(Number).flatMap((child) => [child, ...below(child)]);
}

function nameOf(pid: number): string {
  return readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
}

/** Also while the supervisor of a job makes its last files: under another name it makes none there. */
function removeAll(directory: string): void {
  const unknown = `${directory} that nobody knows`;
  renameSync(directory, unknown);
  rmSync(unknown, { recursive: true });
}

describe('a job that ends after its bash was closed', () => {
  test('ends, with what reads its output, also where that was stopped', async () => {
    const { supervisorPid, letItEnd } = await closedWithJob();
    // Each of two outputs has a shell and what that reads by, once the supervisor has started them and nothing else is below it.
    let readers: readonly number[] = [];
    const namesOfReaders = (): readonly string[] => {
      readers = below(supervisorPid);
      return readers.map(nameOf);
    };
    await expect.poll(namesOfReaders).toEqual(['bash', 'cat', 'bash', 'cat']);
    for (const reader of readers) process.kill(reader, 'SIGSTOP');
    await letItEnd();
    await expect.poll(() => readers.filter(isThere)).toEqual([]);
  });

  test('is not looked for where nobody is to be told of it', async () => {
    const { stateDir, letItEnd } = await closedWithJob();
    removeAll(stateDir);
    await letItEnd();
    expect(existsSync(stateDir)).toBe(false);
  });

  test('is told of, and the database is let go of again', async () => {
    const ended: Job[] = [];
    const { stateDir, letItEnd } = await closedWithJob({ onJobEnd: (job) => ended.push(job) });
    await letItEnd();
    await expect.poll(() => ended).toMatchObject([{ state: { kind: 'ended' } }]);
    await expect.poll(() => isLetGo(stateDir)).toBe(true);
  });

  test('is in the list of jobs, and the database is let go of again', async () => {
    const { bash, stateDir, letItEnd } = await closedWithJob();
    expect(await bash.outputs.list('one')).toMatchObject([{ state: { kind: 'running' } }]);
    expect(isLetGo(stateDir)).toBe(true);
    await letItEnd();
  });

  test('makes no state directory again, and is told to nobody, where it was removed', async () => {
    const ended: Job[] = [];
    const { stateDir, letItEnd } = await closedWithJob({ onJobEnd: (job) => ended.push(job) });
    removeAll(stateDir);
    await letItEnd();
    expect([existsSync(stateDir), ended]).toEqual([false, []]);
  });

  test('harms nobody where the state directory cannot be used any more', async () => {
    const ended: Job[] = [];
    const { stateDir, letItEnd } = await closedWithJob({ onJobEnd: (job) => ended.push(job) });
    removeAll(stateDir);
    writeFileSync(stateDir, 'no directory');
    await letItEnd(); // A rejection that nobody handles would be told by the runner.
    expect(ended).toEqual([]);
  });
});

describe('to read an output', () => {
  test.each([
    [
      { fromLine: 0, lines: null, maxBytes: 100 },
      'fromLine: expected the number of a line, from 1 on, got 0 (number)',
    ],
    [
      { fromLine: Number.NaN, lines: null, maxBytes: 100 },
      'fromLine: expected the number of a line, from 1 on, got NaN (number)',
    ],
    [
      { fromLine: 1, lines: -5, maxBytes: 100 },
      'lines: expected a whole number of lines above 0, or null, got -5 (number)',
    ],
    [
      { fromLine: 1, lines: null, maxBytes: -1 },
      'maxBytes: expected a whole number of bytes from 0 to 16777216, got -1 (number)',
    ],
    [
      { fromLine: 1, lines: null, maxBytes: 1e12 },
      'maxBytes: expected a whole number of bytes from 0 to 16777216, got 1000000000000 (number)',
    ],
    [
      { fromLine: 1, lines: null },
      'maxBytes: expected a whole number of bytes from 0 to 16777216, got nothing',
    ],
    [null, 'expected an object of options, got null'],
  ])('is refused for what is no part of it: %j', async (part, message) => {
    const bash = createBash({ stateDir: join(temporaryDirectory(), 'state') });
    const { code, message: said } = await rejectionOf(bash.outputs.read('one', '1', part as never));
    expect([code, said]).toEqual(['misuse', `outputs.read: ${message}`]);
    await bash.close();
  });
});

describe('to look for jobs', () => {
  test('makes no state directory', async () => {
    const stateDir = join(temporaryDirectory(), 'state');
    const { jobs, shut } = createLazyState(stateDir);
    expect(await jobs.list(5)).toEqual([]);
    expect(await jobs.running()).toEqual([]);
    expect(await jobs.find('1')).toBe(null);
    expect(await jobs.claimEnds('c')).toEqual([]);
    expect(await jobs.endedBefore(Date.now())).toEqual([]);
    expect(existsSync(stateDir)).toBe(false);
    shut();
  });

  test('tells that the state directory cannot be used', async () => {
    const stateDir = join(temporaryDirectory(), 'state');
    writeFileSync(stateDir, 'no directory');
    const { code } = await rejectionOf(createLazyState(stateDir).jobs.list(5));
    expect(code).toBe('state-unavailable');
  });
});
