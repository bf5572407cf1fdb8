import { execFileSync } from 'node:child_process';
import { chmodSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Libsql from 'libsql';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Database, openDatabase } from '../../src/state/database.ts';
import { stateUnavailable } from '../../src/state/state-directory.ts';
import { openFilesAreKnown, openFilesBelow } from '../support/open-files.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { thrownBy } from '../support/thrown.ts';

function open(stateDir: string): Database {
  const database = openDatabase(stateDir);
  onTestFinished(() => database.close());
  return database;
}

function modeOf(path: string): number {
  return statSync(path).mode & 0o777;
}

describe('the state database', () => {
  it('is made with its directory, and both are for their owner alone', () => {
    const stateDir = join(temporaryDirectory(), 'above', 'state');
    const database = open(stateDir);
    database.script('CREATE TABLE notes (text TEXT)');
    const modes = readdirSync(stateDir).map((name) => [name, modeOf(join(stateDir, name))]);
    expect(modes).toContainEqual(['state.db', 0o600]);
    expect(modes.filter(([, mode]) => mode !== 0o600)).toEqual([]);
    expect([modeOf(stateDir), modeOf(dirname(stateDir))]).toEqual([0o700, 0o700]);
  });

  it('sees what others write after it could not write itself', () => {
    const stateDir = temporaryDirectory();
    const [one, other] = [open(stateDir), open(stateDir)];
    one.script('CREATE TABLE notes (text TEXT)');
    one.write(() => {
      expect(() => other.write(() => {})).toThrow('database is locked');
    });
    const seen = () => other.all('SELECT text FROM notes').map(({ text }) => text);
    expect(seen()).toEqual([]);
    one.run("INSERT INTO notes VALUES ('new')");
    expect(seen()).toEqual(['new']);
  });

  it('is made its owner’s alone when it was readable by others', () => {
    const stateDir = temporaryDirectory();
    openDatabase(stateDir).close();
    chmodSync(join(stateDir, 'state.db'), 0o644);
    open(stateDir);
    expect(modeOf(join(stateDir, 'state.db'))).toBe(0o600);
  });

  it('keeps what was written from one opening to the next', () => {
    const stateDir = temporaryDirectory();
    const first = openDatabase(stateDir);
    first.script('CREATE TABLE notes (text TEXT, number INTEGER)');
    first.run('INSERT INTO notes VALUES (?, ?)', 'kept', 1_700_000_000_000);
    first.run('INSERT INTO notes VALUES (?, ?)', null, null);
    first.close();
    expect(open(stateDir).all('SELECT * FROM notes')).toEqual([
      { text: 'kept', number: 1_700_000_000_000 },
      { text: null, number: null },
    ]);
  });

  it.runIf(openFilesAreKnown)('needs no more open files however often it is opened and closed', () => {
    const stateDir = temporaryDirectory();
    const rounds = Array.from({ length: 5 }, () => {
      const database = openDatabase(stateDir);
      database.all('SELECT * FROM grants');
      database.close();
      return openFilesBelow(stateDir).length;
    });
    expect(rounds).toEqual(Array.from({ length: 5 }, () => 3));
  });

  it('is another one for who opens it where the files are others since it was closed', () => {
    const stateDir = temporaryDirectory();
    const texts = () => {
      const database = openDatabase(stateDir);
      try {
        database.script('CREATE TABLE IF NOT EXISTS notes (text TEXT)');
        const found = database.all('SELECT text FROM notes');
        database.run("INSERT INTO notes VALUES ('kept')");
        return found;
      } finally {
        database.close();
      }
    };
    expect([texts(), texts()]).toEqual([[], [{ text: 'kept' }]]);
    rmSync(stateDir, { recursive: true });
    expect([texts(), texts()]).toEqual([[], [{ text: 'kept' }]]);
  });

  it('is not the one of another who has it open, in the same process', () => {
    const stateDir = temporaryDirectory();
    openDatabase(stateDir).close();
    const [one, other] = [open(stateDir), open(stateDir)];
    one.close();
    one.close();
    const [third, fourth] = [open(stateDir), open(stateDir)];
    third.write(() => {
      for (const one of [other, fourth]) expect(() => one.write(() => {})).toThrow('database is locked');
    });
  });

  it('is not written to by being opened again', () => {
    const stateDir = temporaryDirectory();
    const first = open(stateDir);
    // Changes when another connection has written.
    const version = () => first.all('PRAGMA data_version');
    const before = version();
    open(stateDir);
    expect(version()).toEqual(before);
  });

  it('is written ahead, so that readers and a writer do not wait for each other', () => {
    expect(open(temporaryDirectory()).all('PRAGMA journal_mode')).toEqual([{ journal_mode: 'wal' }]);
  });

  it('takes nothing back of a write that succeeds, and everything of one that throws', () => {
    const database = open(temporaryDirectory());
    database.script('CREATE TABLE notes (text TEXT)');
    const returned = database.write(() => {
      database.run('INSERT INTO notes VALUES (?)', 'kept');
      return 'done';
    });
    const failing = (): void =>
      database.write(() => {
        database.run('INSERT INTO notes VALUES (?)', 'taken back');
        throw new Error('no further');
      });
    expect(failing).toThrow('no further');
    expect(returned).toBe('done');
    expect(database.all('SELECT text FROM notes')).toEqual([{ text: 'kept' }]);
  });
});

describe('a state directory that cannot be used', () => {
  const advice = 'make it writable or set "stateDir" to another one';

  it('is named, with the reason and what to do, when it cannot be made', () => {
    const { code, message } = thrownBy(() => openDatabase('/dev/null/state'));
    expect(code).toBe('state-unavailable');
    expect(message).toMatch(
      /^expected a state directory that can be written, got \/dev\/null\/state \(\/dev\/null is not a directory\); /,
    );
    expect(message.endsWith(`; ${advice}`)).toBe(true);
  });

  it.each([
    ['a file', (path: string) => writeFileSync(path, '')],
    ['a link that leads nowhere', (path: string) => symlinkSync('nowhere', path)],
  ])('is named when it is %s', (_, make) => {
    const path = join(temporaryDirectory(), 'state');
    make(path);
    const { code, message } = thrownBy(() => openDatabase(path));
    expect(code).toBe('state-unavailable');
    expect(message).toContain(
      `expected a state directory that can be written, got ${path} (${path} is not a directory)`,
    );
  });

  it.each(['mkdir', 'mkfifo'])('is named when something else has the name of the database: %s', (make) => {
    const stateDir = temporaryDirectory();
    const path = join(stateDir, 'state.db');
    execFileSync(make, [path]);
    expect(thrownBy(() => openDatabase(stateDir))).toEqual({
      code: 'state-unavailable',
      message:
        `expected a state directory that can be written, got ${stateDir} (${path} is not a file); ` +
        'keep a copy of the directory and move it away to begin a new one, or set "stateDir" to another one',
    });
  });

  it('is named when its database is none, which is left as it was', () => {
    const stateDir = temporaryDirectory();
    const text = 'this is no database '.repeat(100);
    writeFileSync(join(stateDir, 'state.db'), text);
    expect(thrownBy(() => openDatabase(stateDir))).toEqual({
      code: 'state-unavailable',
      message:
        `expected a state directory that can be written, got ${stateDir} (file is not a database); ` +
        'keep a copy of the directory and move it away to begin a new one, or set "stateDir" to another one',
    });
    expect(statSync(join(stateDir, 'state.db')).size).toBe(text.length);
  });

  it.each([
    ['SQLITE_CORRUPT', 'keep a copy of the directory and move it away to begin a new one, or'],
    ['SQLITE_CORRUPT_INDEX', 'keep a copy of the directory and move it away to begin a new one, or'],
    ['SQLITE_FULL', 'make room for it, or'],
    ['SQLITE_IOERR_SHMSIZE', 'make room for it, or'],
    ['SQLITE_IOERR_READ', 'see that its disk is sound and has room, or'],
    ['ENOSPC', 'make room for it, or'],
    ['EDQUOT', 'make room for it, or'],
    ['SQLITE_BUSY', 'end the process that holds it, or'],
    ['SQLITE_READONLY', 'make it writable or'],
    ['EROFS', 'make it writable or'],
  ])('says what to do about %s: %s set another one', (code, what) => {
    const problem = Object.assign(new Error('no'), { code });
    expect(stateUnavailable('/state', problem).message).toBe(
      `expected a state directory that can be written, got /state (no); ${what} set "stateDir" to another one`,
    );
  });

  it('is refused when a newer version has written it, which is left as it was', () => {
    const stateDir = temporaryDirectory();
    openDatabase(stateDir).close();
    const direct = new Libsql(join(stateDir, 'state.db'));
    onTestFinished(() => void direct.close());
    direct.exec('PRAGMA user_version = 99');
    expect(thrownBy(() => openDatabase(stateDir))).toEqual({
      code: 'state-unavailable',
      message:
        `expected a state directory that can be written, got ${stateDir} ` +
        `(it was written by a newer handrail (schema 99, this one knows 6)); use that version, or set "stateDir" to another one`,
    });
    expect(direct.prepare('PRAGMA user_version').all()).toMatchObject([{ user_version: 99 }]);
  });
});
