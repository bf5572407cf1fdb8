import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Libsql from 'libsql';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { AccessOffer, Grant } from '../../src/model/grant.ts';
import { openDatabase } from '../../src/state/database.ts';
import { createGrantStore, insertGrants } from '../../src/state/grant-store.ts';
import { notedGranted, noteGranted } from '../../src/state/granted-note.ts';
import { createLazyState } from '../../src/state/lazy-state.ts';
import { databaseIn, grantedIn } from '../../src/state/state-directory.ts';
import { temporaryDirectory } from '../support/temporary.ts';

function stateIn(stateDir: string) {
  const state = createLazyState(stateDir);
  onTestFinished(() => state.shut());
  return state;
}

const terms = { contract: 'default', conversationId: null, grantedAtMs: 1_000, expiresAtMs: null };
const call = { kind: 'call', words: ['git', 'push'], cwd: '/ws', ...terms } as const satisfies Grant;

function access(given: AccessOffer['access'], workspace = '/ws'): Grant {
  return { kind: 'access', access: given, workspace, ...terms };
}

const host = access({ kind: 'host', host: 'a.example' });
const path = access({ kind: 'path', path: '/data', access: 'writable' });

describe('grants', () => {
  test('of both kinds are kept, from one opening to the next, for their contract', async () => {
    const stateDir = temporaryDirectory();
    const others: Grant = { ...host, contract: 'plain' };
    const first = stateIn(stateDir);
    await first.grants.add([call, host, path, others]);
    first.shut();
    const { grants } = stateIn(stateDir);
    expect(await grants.of('default')).toEqual([call, host, path]);
    expect(await grants.of('plain')).toEqual([others]);
  });

  test('of the same thing are one, and the last answer holds', async () => {
    const { grants } = stateIn(temporaryDirectory());
    const reordered = access({ access: 'writable', path: '/data', kind: 'path' });
    await grants.add([path, access({ kind: 'path', path: '/data', access: 'read-only' })]);
    await grants.add([{ ...reordered, grantedAtMs: 2_000, expiresAtMs: 3_000 }]);
    await grants.add([access({ kind: 'path', path: '/data', access: 'writable' }, '/other')]);
    expect(await grants.of('default')).toEqual([
      { ...path, grantedAtMs: 2_000, expiresAtMs: 3_000 },
      access({ kind: 'path', path: '/data', access: 'read-only' }),
      access({ kind: 'path', path: '/data', access: 'writable' }, '/other'),
    ]);
  });

  test('are noted beside the database, and noted again where the note is gone', async () => {
    const stateDir = temporaryDirectory();
    const first = stateIn(stateDir);
    expect(await first.grants.of('default')).toEqual([]);
    expect(notedGranted(stateDir)).toEqual([]);
    expect(existsSync(grantedIn(stateDir))).toBe(false);
    await first.grants.add([call, host]);
    expect(notedGranted(stateDir)).toEqual([call]);
    first.shut();
    rmSync(grantedIn(stateDir));
    const again = stateIn(stateDir);
    expect(await again.grants.of('default')).toEqual([call, host]);
    expect(notedGranted(stateDir)).toEqual([call]);
    const [kept] = await again.grants.list();
    expect(await again.grants.revoke(kept?.id ?? '')).toBe(true);
    expect(notedGranted(stateDir)).toEqual([]);
    expect(readdirSync(stateDir).filter((name) => name.startsWith('granted'))).toEqual(['granted']);
  });

  const place = (stateDir: string) => {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return { boot, database: statSync(databaseIn(stateDir)).ino };
  };

  test.each([
    ['nothing at all', ''],
    ['null', 'null'],
    ['no calls', '{}'],
    ['calls that are none', '{"granted":{}}'],
    ['a call without a directory', JSON.stringify({ granted: [{ ...call, cwd: undefined }] })],
    ['a call that is a text', JSON.stringify({ granted: [{ ...call, words: 'a' }] })],
    ['a call of numbers', JSON.stringify({ granted: [{ ...call, words: [1] }] })],
    ['another thing', JSON.stringify({ granted: [{ ...call, kind: 'access' }] })],
    ['no contract', JSON.stringify({ granted: [{ ...call, contract: null }] })],
    ['a conversation that is none', JSON.stringify({ granted: [{ ...call, conversationId: 1 }] })],
    ['a time in words', JSON.stringify({ granted: [{ ...call, grantedAtMs: 'now' }] })],
    ['an end that is none', JSON.stringify({ granted: [{ ...call, expiresAtMs: undefined }] })],
  ])('are not known where the note says %s', (_name, text) => {
    const stateDir = temporaryDirectory();
    writeFileSync(databaseIn(stateDir), '');
    noteGranted(stateDir, [call]);
    expect(notedGranted(stateDir)).toEqual([call]);
    const note = text.startsWith('{') ? JSON.stringify({ ...place(stateDir), ...JSON.parse(text) }) : text;
    writeFileSync(grantedIn(stateDir), note);
    expect(notedGranted(stateDir)).toBeNull();
  });

  test('are not known to the note while they change, and where that fails they are noted as they were', () => {
    const stateDir = temporaryDirectory();
    const database = openDatabase(stateDir);
    onTestFinished(() => database.close());
    const seen: unknown[] = [];
    const change = (work: () => void): void => {
      database.write(() => {
        insertGrants(database, [call]);
        seen.push(notedGranted(stateDir));
        work();
      });
      seen.push(notedGranted(stateDir));
    };
    const fail = (): void => {
      throw new Error('no');
    };
    expect(() => change(fail)).toThrow('no');
    expect([...seen, notedGranted(stateDir)]).toEqual([null, []]);
    change(() => {});
    expect(seen).toEqual([null, null, [call]]);
  });

  test('are noted anew by whoever opens the database, where the note does not say what it has', async () => {
    const stateDir = temporaryDirectory();
    await stateIn(stateDir).grants.add([call]);
    for (const other of [null, [], [{ ...call, cwd: '/elsewhere' }]]) {
      noteGranted(stateDir, other);
      expect(await stateIn(stateDir).grants.list()).toHaveLength(1);
      expect(notedGranted(stateDir)).toEqual([call]);
    }
  });

  test('are not kept where they cannot be noted', async () => {
    const stateDir = temporaryDirectory();
    mkdirSync(grantedIn(stateDir));
    const { grants } = stateIn(stateDir);
    await expect(grants.add([call])).rejects.toThrow('EISDIR');
    expect(await grants.of('default')).toEqual([]);
  });

  test('are looked for without making a state directory', async () => {
    const stateDir = join(temporaryDirectory(), 'state');
    expect(await stateIn(stateDir).grants.of('default')).toEqual([]);
    expect(existsSync(stateDir)).toBe(false);
  });

  test.each([
    ['access', '{"kind":"path","path":"/","access":"anything"}'],
    ['access', '{"kind":"path","access":"writable"}'],
    ['access', '{"kind":"host"}'],
    ['access', 'null'],
    ['access', '["git","push"]'],
    ['call', '{"kind":"host","host":"a.example"}'],
    ['call', '["git",1]'],
    ['command', '{"command":"git push"}'],
    ['command', '["git","push"]'],
    ['command', 'null'],
  ])('that cannot be read are an error, and nothing is taken for granted: %s %s', async (kind, subject) => {
    const stateDir = temporaryDirectory();
    const { grants } = stateIn(stateDir);
    await grants.add([host]);
    const direct = new Libsql(join(stateDir, 'state.db'));
    direct.prepare('UPDATE grants SET kind = ?, subject = ?').run(kind, subject);
    direct.close();
    await expect(grants.of('default')).rejects.toThrow('expected a call or an access that was granted');
  });

  test('are taken back by their number', async () => {
    const { grants } = stateIn(temporaryDirectory());
    expect(await grants.revoke('1')).toBe(false);
    await grants.add([call, host]);
    for (const id of ['3', '1 OR 1', '', '-1', '1.0', ' 1', '1'.repeat(16)])
      expect(await grants.revoke(id)).toBe(false);
    expect((await grants.list()).map(({ id }) => id)).toEqual(['1', '2']);
    expect([await grants.revoke('1'), await grants.revoke('1')]).toEqual([true, false]);
    expect(await grants.list()).toEqual([{ id: '2', ...host }]);
  });

  test('are read again only where they may have changed, by whomever', async () => {
    const stateDir = temporaryDirectory();
    const opened = openDatabase(stateDir);
    onTestFinished(() => opened.close());
    let reads = 0;
    const all: typeof opened.all = (sql, ...values) => {
      if (/FROM grants/.test(sql)) reads += 1;
      return opened.all(sql, ...values);
    };
    const database = { ...opened, all };
    const grants = createGrantStore(
      () => database,
      () => database,
    );
    const granted = async (): Promise<readonly (Grant['kind'] | number)[]> => {
      reads = 0;
      const [kept] = [await grants.of('default'), await grants.of('default')];
      expect(await grants.of('plain')).toEqual([]);
      return [...kept.map(({ kind }) => kind), reads];
    };
    expect(await granted()).toEqual([2]);
    await grants.add([call]);
    expect(await granted()).toEqual(['call', 2]);
    expect(await granted()).toEqual(['call', 0]);
    let within: ReturnType<typeof grants.of> | null = null;
    expect(() =>
      database.write(() => {
        insertGrants(database, [host]);
        within = grants.of('default');
        throw new Error('no');
      }),
    ).toThrow('no');
    expect(await within).toHaveLength(2);
    expect(await granted()).toEqual(['call', 2]);
    await stateIn(stateDir).grants.add([path]);
    expect(await granted()).toEqual(['call', 'access', 2]);
    const direct = new Libsql(databaseIn(stateDir));
    direct.exec("DELETE FROM grants WHERE kind = 'access'");
    direct.close();
    expect(await granted()).toEqual(['call', 2]);
    expect(await grants.revoke('1')).toBe(true);
    expect(await granted()).toEqual([2]);
    expect(await granted()).toEqual([0]);
  });
});

/** The part of a state database that had to do with grants, as it was when only calls could be granted. */
const schemaOfCalls = `
  CREATE TABLE audit (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, call TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('opened', 'closed')), at INTEGER NOT NULL, body TEXT NOT NULL,
    previous TEXT NOT NULL, hash TEXT NOT NULL UNIQUE, UNIQUE (call, kind)
  ) STRICT;
  CREATE TABLE grants (
    id INTEGER PRIMARY KEY AUTOINCREMENT, contract TEXT NOT NULL, words TEXT NOT NULL, cwd TEXT NOT NULL,
    granted_at INTEGER NOT NULL, expires_at INTEGER, UNIQUE (contract, words, cwd)
  ) STRICT;
  INSERT INTO grants (contract, words, cwd, granted_at, expires_at) VALUES
    ('default', '["git","push"]', '/ws', 1000, NULL),
    ('default', '["npm","test","a b"]', '/ws', 1000, 5000),
    ('plain', '["git","push"]', '/ws', 1000, NULL);
  PRAGMA user_version = 3;`;

describe('grants of a database that knew calls alone', () => {
  async function migrated() {
    const stateDir = temporaryDirectory();
    const direct = new Libsql(join(stateDir, 'state.db'));
    direct.exec(schemaOfCalls);
    direct.close();
    return stateIn(stateDir).grants;
  }

  test('hold on', async () => {
    const grants = await migrated();
    expect(await grants.of('default')).toEqual([
      call,
      { ...call, words: ['npm', 'test', 'a b'], expiresAtMs: 5_000 },
    ]);
    expect(await grants.of('plain')).toEqual([{ ...call, contract: 'plain' }]);
  });

  test('are those that later answers are about', async () => {
    const grants = await migrated();
    await grants.add([{ ...call, expiresAtMs: 9_000 }, host]);
    expect(await grants.of('default')).toEqual([
      { ...call, expiresAtMs: 9_000 },
      { ...call, words: ['npm', 'test', 'a b'], expiresAtMs: 5_000 },
      host,
    ]);
  });
});
