import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import Libsql from 'libsql';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from '../../src/state/database.ts';
import { createJournal } from '../../src/state/journal.ts';
import { createLazyState } from '../../src/state/lazy-state.ts';
import { createQueuedRecorder } from '../../src/state/record-queue.ts';
import { takeWaiting } from '../../src/state/take-waiting.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { callOf, exitedWith } from './audit.ts';

function temporaryState() {
  const stateDir = join(temporaryDirectory(), 'state');
  const state = createLazyState(stateDir);
  onTestFinished(state.shut);
  const { recorder } = state;
  const record = async (command: string, { open, close } = recorder): Promise<void> =>
    await close(await open(callOf(command)), exitedWith(0, command));
  return { stateDir, ...state, record };
}

/** Whether it is over after a while in which nothing keeps it. */
async function isOver(work: Promise<unknown>): Promise<boolean> {
  const wait = new Promise((resolve) => setTimeout(resolve, 50, 'waiting'));
  return (await Promise.race([work, wait])) !== 'waiting';
}

describe('rows that wait for the log', () => {
  test('stop the next call once they have too many characters, and no other one when they are in the log', async () => {
    const { stateDir, recorder, record } = temporaryState();
    await record('one');
    const other = new Libsql(join(stateDir, 'state.db'));
    onTestFinished(() => void other.close());
    other.exec('BEGIN IMMEDIATE');
    await record('two');
    const large = await recorder.open(callOf('x'.repeat(16 * 1024 * 1024)));
    const next = recorder.open(callOf('three'));
    expect(await isOver(next)).toBe(false);
    other.exec('COMMIT');
    await next;
    other.exec('BEGIN IMMEDIATE');
    await recorder.close(large, exitedWith(0, 'large'));
    await record('four');
    other.exec('COMMIT');
  });

  test('come behind those of guards of the same moment', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const { stateDir, record, audit } = temporaryState();
    await record('own');
    await record('of a guard', createQueuedRecorder(stateDir));
    const entries = [...(audit()?.list({ since: null, status: null, grep: null, limit: 10 }) ?? [])];
    expect(entries?.map(({ closed }) => closed?.command)).toEqual(['own', 'of a guard']);
  });

  test('are not left out where their journal is taken while another one is written', async () => {
    const { stateDir, recorder, record } = temporaryState();
    await record('one');
    const database = openDatabase(stateDir);
    onTestFinished(() => database.close());
    const rows = (): number => Number(database.all('SELECT count(*) AS rows FROM audit')[0]?.rows);
    const write: typeof database.write = (work) =>
      database.write(() => {
        const result = work();
        // What was read of the journal does not have it.
        void recorder.open(callOf('two'));
        return result;
      });
    takeWaiting({ ...database, write }, stateDir);
    expect(rows()).toBe(2);
    // As after its host was killed.
    takeWaiting(database, stateDir);
    expect(rows()).toBe(3);
  });
});

describe('a journal', () => {
  test('is not begun anew where none may be begun any more', () => {
    const stateDir = temporaryDirectory();
    mkdirSync(join(stateDir, 'journal'));
    let mayBegin = true;
    const journal = createJournal(stateDir, () => mayBegin);
    onTestFinished(() => journal.close());
    const row = { call: '0123456789abcdef', kind: 'opened', at: 1, body: '{}' } as const;
    expect([journal.append([row]), journal.isInPlace()]).toEqual([true, true]);
    mayBegin = false;
    journal.renew();
    expect([journal.append([row]), journal.isInPlace(), readdirSync(join(stateDir, 'journal'))]).toEqual([
      false,
      false,
      [],
    ]);
  });
});
