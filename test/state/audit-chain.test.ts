import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Libsql from 'libsql';
import { describe, expect, it, onTestFinished } from 'vitest';
import { verifyChain } from '../../src/state/audit-chain.ts';
import { type Database, openDatabase } from '../../src/state/database.ts';
import { createLazyState } from '../../src/state/lazy-state.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { callOf, exitedWith, temporaryAuditLog, type WrittenLog, wasInvalid, writtenLog } from './audit.ts';

const writer = fileURLToPath(new URL('fixtures/write-calls.mjs', import.meta.url));

const everything = { since: null, status: null, grep: null, limit: 1_000 };

/** The log of a database that is there. */
function openLog(stateDir: string): WrittenLog {
  const database = openDatabase(stateDir);
  onTestFinished(() => database.close());
  return writtenLog(database);
}

/** A log of three calls, six rows; and the database behind it without its triggers. */
async function tamperable() {
  const { stateDir, database, log } = temporaryAuditLog();
  for (const command of ['one', 'two', 'three']) {
    await log.close(await log.open(callOf(command)), exitedWith(0, command));
  }
  const direct = new Libsql(join(stateDir, 'state.db'));
  onTestFinished(() => void direct.close());
  direct.exec('DROP TRIGGER audit_keeps_rows; DROP TRIGGER audit_keeps_text');
  return { stateDir, database, log, direct };
}

const changed = 'its content is not what was written';

describe('a chain that nobody touched', () => {
  it('is intact when it is empty', () => {
    expect(temporaryAuditLog().log.verify()).toEqual({ kind: 'intact', rows: 0 });
  });

  it('is intact with all its rows', async () => {
    const { log } = await tamperable();
    expect(log.verify()).toEqual({ kind: 'intact', rows: 6 });
  });

  it('is intact when it is longer than what is read of it at a time', async () => {
    const { log } = temporaryAuditLog();
    for (let call = 0; call < 1_001; call += 1) await log.open(callOf('make'));
    expect(log.verify()).toEqual({ kind: 'intact', rows: 1_001 });
  });

  it('goes on where it was after a row that could not be written', async () => {
    const { log } = temporaryAuditLog();
    const id = await log.open(callOf('one'));
    await log.close(id, wasInvalid);
    await expect(log.close(id, exitedWith(0, 'one'))).rejects.toThrow('somebody has changed');
    await log.open(callOf('two'));
    expect(log.verify()).toEqual({ kind: 'intact', rows: 3 });
  });

  it('is intact when two wrote to it in turns, neither of whom knows what the other wrote', async () => {
    const { log, database } = temporaryAuditLog();
    const other = writtenLog(database);
    for (const command of ['one', 'two', 'three']) {
      const id = await log.open(callOf(command));
      await other.open(callOf(command));
      await log.close(id, wasInvalid);
    }
    expect(log.verify()).toEqual({ kind: 'intact', rows: 9 });
  });

  it('is intact when another one writes to it while it is gone through', async () => {
    const { log, database } = temporaryAuditLog();
    await log.open(callOf('one'));
    const writes: Database = {
      ...database,
      all(sql, ...values) {
        const rows = database.all(sql, ...values);
        // A row comes after each look at the rows that found none.
        if (sql.includes('FROM audit') && rows.length === 0) void log.open(callOf('meanwhile'));
        return rows;
      },
    };
    expect(verifyChain(writes)).toEqual({ kind: 'intact', rows: 1 });
  });

  it('is intact when two processes wrote it at once, from the making of the database on', async () => {
    const stateDir = join(temporaryDirectory(), 'state');
    const writers = await Promise.all(
      ['one', 'two'].map(async (conversation) => {
        const child = spawn(process.execPath, [writer, stateDir, conversation, '100'], {
          stdio: ['pipe', 'pipe', 'inherit'],
        });
        onTestFinished(() => void child.kill('SIGKILL'));
        const exited = once(child, 'exit');
        await once(child.stdout, 'data');
        return { child, exited };
      }),
    );
    for (const { child } of writers) child.stdin.end('go\n');
    expect(await Promise.all(writers.map(({ exited }) => exited))).toEqual([
      [0, null],
      [0, null],
    ]);

    // One may have ended while the other one was writing, and has left its rows to who comes next.
    const state = createLazyState(stateDir);
    state.audit();
    state.shut();
    const log = openLog(stateDir);
    expect(log.verify()).toEqual({ kind: 'intact', rows: 400 });
    const entries = [...log.list({ since: null, status: 'denied', grep: null, limit: 1_000 })];
    const commands = (conversation: string) =>
      entries
        .filter(({ opened }) => opened.conversationId === conversation)
        .map(({ closed }) => closed?.command);
    const all = Array.from({ length: 100 }, (_, call) => `echo ${99 - call}`);
    expect([commands('one'), commands('two')]).toEqual([all, all]);
  });
});

describe('a chain that somebody changed', () => {
  it.each([
    ['body', "replace(body, 'two', 'six')"],
    ['body', "body || ' '"],
    ['at', 'at + 1'],
    ['call', "'another'"],
    ['kind', "'closed'"],
  ])('is broken at the row whose %s is now %s', async (column, value) => {
    const { log, direct } = await tamperable();
    direct.exec('DELETE FROM audit WHERE seq = 4'); // So that the row can become a closing one, and the gap comes later.
    direct.exec(`UPDATE audit SET ${column} = ${value} WHERE seq = 3`);
    expect(log.verify()).toEqual({ kind: 'broken', seq: 3, reason: changed });
  });

  it('is broken at the first row when that was changed', async () => {
    const { log, direct } = await tamperable();
    direct.exec("UPDATE audit SET body = '{}' WHERE seq = 1");
    expect(log.verify()).toEqual({ kind: 'broken', seq: 1, reason: changed });
  });

  it('is broken at the row whose hash was changed', async () => {
    const { log, direct } = await tamperable();
    direct.exec("UPDATE audit SET hash = 'another' WHERE seq = 6");
    expect(log.verify()).toEqual({ kind: 'broken', seq: 6, reason: changed });
  });

  it('is broken at the row that was tied to another one before it', async () => {
    const { log, direct } = await tamperable();
    direct.exec("UPDATE audit SET previous = 'another' WHERE seq = 2");
    expect(log.verify()).toEqual({ kind: 'broken', seq: 2, reason: 'it does not follow the row before it' });
  });

  it('is broken after a row that was written anew with a hash that fits it', async () => {
    const { log, direct } = await tamperable();
    const other = await tamperable();
    const [row] = other.direct.prepare('SELECT * FROM audit WHERE seq = 1').all() as Record<string, string>[];
    direct
      .prepare('UPDATE audit SET call = ?, at = ?, body = ?, hash = ? WHERE seq = 1')
      .run(row?.call, Number(row?.at), row?.body, row?.hash);
    expect(log.verify()).toEqual({ kind: 'broken', seq: 2, reason: 'it does not follow the row before it' });
  });

  it.each([1, 3, 5])('is broken where row %d was taken out', async (seq) => {
    const { log, direct } = await tamperable();
    direct.exec(`DELETE FROM audit WHERE seq = ${seq}`);
    expect(log.verify()).toEqual({ kind: 'broken', seq, reason: 'a row is missing here' });
  });

  it('is broken where a row was taken out and the others were moved up', async () => {
    const { log, direct } = await tamperable();
    direct.exec('DELETE FROM audit WHERE seq = 3; UPDATE audit SET seq = seq - 1 WHERE seq > 3');
    expect(log.verify()).toEqual({ kind: 'broken', seq: 3, reason: 'it does not follow the row before it' });
  });

  it('is broken where the last row was taken out', async () => {
    const { log, direct } = await tamperable();
    direct.exec('DELETE FROM audit WHERE seq = 6');
    expect(log.verify()).toEqual({ kind: 'broken', seq: 6, reason: 'a row is missing here' });
  });

  it('is broken where all rows were taken out', async () => {
    const { log, direct } = await tamperable();
    direct.exec('DELETE FROM audit');
    expect(log.verify()).toEqual({ kind: 'broken', seq: 1, reason: 'a row is missing here' });
  });
});

/** Makes of the table what it was before schema 6: with an index of the hashes, which made each of them unique. */
function makeOlder(direct: Libsql.Database): void {
  direct.exec(`
    CREATE TABLE audit_with_index (
      seq INTEGER PRIMARY KEY AUTOINCREMENT, call TEXT NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('opened', 'closed')), at INTEGER NOT NULL, body TEXT NOT NULL,
      previous TEXT NOT NULL, hash TEXT NOT NULL UNIQUE, UNIQUE (call, kind)) STRICT;
    INSERT INTO audit_with_index SELECT * FROM audit;
    DROP TABLE audit;
    ALTER TABLE audit_with_index RENAME TO audit;
    CREATE INDEX audit_by_time ON audit (kind, at);
    PRAGMA user_version = 5`);
}

describe('a chain that an older version has written', () => {
  it('is intact, goes on, and refuses what it refused', async () => {
    const { log, stateDir, database, direct } = await tamperable();
    const before = [...log.list(everything)];
    makeOlder(direct);
    database.close();
    const reopened = openLog(stateDir);
    expect([...reopened.list(everything)]).toEqual(before);
    await reopened.open(callOf('four'));
    expect(reopened.verify()).toEqual({ kind: 'intact', rows: 7 });
    expect(() => direct.exec('DELETE FROM audit')).toThrow('audit rows are kept');
    expect(() => direct.exec("UPDATE audit SET body = '{}'")).toThrow('audit rows are kept');
  });

  it.each([
    ['the last row', 'seq = 6', 6],
    ['all rows', 'seq > 0', 1],
  ])('is broken where %s had been taken out', async (_, which, seq) => {
    const { stateDir, database, direct } = await tamperable();
    makeOlder(direct);
    direct.exec(`DELETE FROM audit WHERE ${which}`);
    database.close();
    expect(openLog(stateDir).verify()).toEqual({ kind: 'broken', seq, reason: 'a row is missing here' });
  });
});

describe('the database itself', () => {
  it.each(['DELETE FROM audit', "UPDATE audit SET body = '{}'", 'DELETE FROM audit WHERE seq = 1'])(
    'refuses: %s',
    async (sql) => {
      const { log, stateDir } = temporaryAuditLog();
      await log.open(callOf('one'));
      const direct = new Libsql(join(stateDir, 'state.db'));
      onTestFinished(() => void direct.close());
      expect(() => direct.exec(sql)).toThrow('audit rows are kept');
      expect(log.verify()).toEqual({ kind: 'intact', rows: 1 });
    },
  );
});
