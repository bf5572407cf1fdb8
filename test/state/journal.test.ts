import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import Libsql from 'libsql';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createLazyState, type State } from '../../src/state/lazy-state.ts';
import { readState } from '../../src/state/read-state.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { rejectionOf, thrownBy } from '../support/thrown.ts';
import { callOf, exitedWith } from './audit.ts';

/** What a host uses, and what another process that reads the same directory does. */
function twoStates(): { readonly stateDir: string; readonly host: State; readonly reader: State } {
  const stateDir = join(temporaryDirectory(), 'state');
  const states = [createLazyState(stateDir), createLazyState(stateDir)] as const;
  onTestFinished(() => {
    for (const state of states) state.shut();
  });
  return { stateDir, host: states[0], reader: states[1] };
}

async function record({ recorder }: State, command: string): Promise<string> {
  const id = await recorder.open(callOf(command));
  await recorder.close(id, exitedWith(0, command));
  return id;
}

const all = { since: null, status: null, grep: null, limit: 10_000 };

/** The commands in the log, the oldest first, `open` for a call without an end; and whether it is whole. */
function logOf(state: State) {
  const log = state.audit();
  const entries = [...(log?.list(all) ?? [])].toReversed();
  return { commands: entries?.map(({ closed }) => closed?.command ?? 'open'), check: log?.verify() };
}

const intact = (rows: number) => ({ kind: 'intact', rows });

function filesIn(stateDir: string): readonly string[] {
  return readdirSync(join(stateDir, 'journal')).toSorted();
}

function journalIn(stateDir: string): string {
  const [name = 'none', ...others] = filesIn(stateDir);
  expect(others).toEqual([]);
  return join(stateDir, 'journal', name);
}

/** How many rows are in the database itself. */
function rowsInDatabase(stateDir: string): number {
  const direct = new Libsql(join(stateDir, 'state.db'));
  try {
    return Number(Object(direct.prepare('SELECT count(*) AS rows FROM audit').get()).rows);
  } finally {
    direct.close();
  }
}

/** Files of the directory that this process has open. */
function openIn(directory: string): readonly string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${fd}`);
      return path.startsWith(directory) ? [basename(path)] : [];
    } catch {
      return []; // It is closed by now.
    }
  });
}

describe('a call of a host', () => {
  test('is a line in a file for this user alone as soon as it is opened, and for whoever reads', async () => {
    const { stateDir, host, reader } = twoStates();
    const id = await host.recorder.open(callOf('one'));
    const path = journalIn(stateDir);
    expect(statSync(join(stateDir, 'journal')).mode & 0o777).toBe(0o700);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(path, 'utf8')).toMatch(/^\{"call":"[0-9a-f]{16}","kind":"opened",[^\n]*\}\n$/);
    expect(rowsInDatabase(stateDir)).toBe(0);
    expect(reader.audit()?.find(id)[0]).toMatchObject({
      id,
      opened: { ...callOf('one'), hostPid: process.pid },
      closed: null,
    });
    await host.recorder.close(id, exitedWith(0, 'one'));
    expect(reader.audit()?.find(id)[0]?.closed).toMatchObject(exitedWith(0, 'one'));
    expect(logOf(reader).check).toEqual(intact(2));
  });

  test('is in the log a second later by itself, and an empty journal is there for the next one', async () => {
    const { stateDir, host } = twoStates();
    await record(host, 'one');
    const before = journalIn(stateDir);
    await expect.poll(() => rowsInDatabase(stateDir)).toBe(2);
    await expect.poll(() => journalIn(stateDir)).not.toBe(before);
    const path = journalIn(stateDir);
    expect(statSync(path).size).toBe(0);
    await record(host, 'two');
    expect(journalIn(stateDir)).toBe(path);
    expect(openIn(join(stateDir, 'journal'))).toEqual([basename(path)]);
    expect(logOf(host)).toEqual({ commands: ['one', 'two'], check: intact(4) });
  });

  test('stays in a journal that somebody reads, also once it is in the log', async () => {
    const { stateDir, host } = twoStates();
    await record(host, 'one');
    const path = journalIn(stateDir);
    const text = readFileSync(path, 'utf8');
    const reading = openSync(path, 'r');
    onTestFinished(() => closeSync(reading));
    host.audit();
    expect(rowsInDatabase(stateDir)).toBe(2);
    await record(host, 'two');
    // A copy that is under way would wait for what was cut off, or have the end of another row.
    expect(readFileSync(reading, 'utf8')).toBe(text);
  });

  test('is in the log with many others without waiting', async () => {
    const { stateDir, host } = twoStates();
    for (let count = 0; count < 31; count += 1) await record(host, 'one');
    await new Promise(setImmediate);
    expect(rowsInDatabase(stateDir)).toBe(0);
    await record(host, 'one');
    await new Promise(setImmediate);
    expect(rowsInDatabase(stateDir)).toBe(64);
  });

  test('is in the log when its host lets go of the state, which leaves no file', async () => {
    const { stateDir, host, reader } = twoStates();
    await record(host, 'one');
    host.shut();
    expect(filesIn(stateDir)).toEqual([]);
    expect(rowsInDatabase(stateDir)).toBe(2);
    expect(openIn(join(stateDir, 'journal'))).toEqual([]);
    expect(logOf(reader)).toEqual({ commands: ['one'], check: intact(2) });
  });

  test('is in the log when its host was killed', async () => {
    const { stateDir, reader } = twoStates();
    const fixture = fileURLToPath(new URL('fixtures/killed-host.mjs', import.meta.url));
    const child = spawn(process.execPath, [fixture, stateDir], { stdio: ['ignore', 'pipe', 'inherit'] });
    const exited = once(child, 'exit');
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await exited;
    expect(rowsInDatabase(stateDir)).toBe(0);
    expect(logOf(reader)).toEqual({ commands: ['echo one', 'open'], check: intact(3) });
    expect(filesIn(stateDir)).toEqual([]);
  });

  test('is in the log once, and in its order, whoever reads meanwhile', async () => {
    const { stateDir, host, reader } = twoStates();
    const numbers = Array.from({ length: 200 }, (_, number) => `echo ${number}`);
    for (const [at, command] of numbers.entries()) {
      const id = await host.recorder.open(callOf(command));
      if (at % 3 === 0) reader.audit();
      if (at % 7 === 0) await new Promise(setImmediate);
      if (at % 5 === 0) readState(stateDir, () => {});
      await host.recorder.close(id, exitedWith(0, command));
      if (at % 2 === 0) reader.audit();
    }
    expect(logOf(host)).toEqual({ commands: numbers, check: intact(400) });
    reader.audit();
    host.shut();
    expect(filesIn(stateDir)).toEqual([]);
  });

  test('is not lost where its journal was removed', async () => {
    const { stateDir, host, reader } = twoStates();
    const id = await host.recorder.open(callOf('one'));
    rmSync(join(stateDir, 'journal'), { recursive: true });
    await host.recorder.close(id, exitedWith(0, 'one'));
    expect(readFileSync(journalIn(stateDir), 'utf8').split('\n')).toHaveLength(3);
    expect(logOf(reader)).toEqual({ commands: ['one'], check: intact(2) });
    // Removed once more, with nobody to notice it but the host that goes on.
    await record(host, 'two');
    rmSync(join(stateDir, 'journal'), { recursive: true });
    expect(logOf(host)).toEqual({ commands: ['one', 'two'], check: intact(4) });
  });

  test('has a database beside its journal where the one that was opened is away', async () => {
    const { stateDir, host, reader } = twoStates();
    mkdirSync(stateDir, { mode: 0o700 });
    host.audit();
    renameSync(stateDir, `${stateDir}.away`);
    await host.recorder.open(callOf('one'));
    expect(readdirSync(stateDir)).toContain('state.db');
    expect(logOf(reader)).toEqual({ commands: ['open'], check: intact(1) });
    expect(readdirSync(`${stateDir}.away`)).not.toContain('journal');
  });

  test('can be closed once only, and only where it was opened', async () => {
    const { host, reader } = twoStates();
    const id = await record(host, 'one');
    await expect(host.recorder.close(id, exitedWith(1, 'one'))).rejects.toThrow(
      'expected a call that is open',
    );
    await expect(reader.recorder.close(id, exitedWith(1, 'one'))).rejects.toThrow(id);
    expect(logOf(reader)).toEqual({ commands: ['one'], check: intact(2) });
  });

  test('is not recorded where its line cannot be written, and nothing of the line is there', async () => {
    const { stateDir } = twoStates();
    const fixture = fileURLToPath(new URL('fixtures/small-files.mjs', import.meta.url));
    const { stdout } = await promisify(execFile)(process.execPath, [fixture, stateDir]);
    const [told, lines] = JSON.parse(stdout);
    expect(told).toContain(`expected a state directory that can be written, got ${stateDir} (EFBIG`);
    expect(lines.map((line: string) => JSON.parse(line).kind)).toEqual(['opened', 'closed']);
  });
});

describe('rows that cannot be taken into the log', () => {
  /** A host whose database refuses rows, as a full disk does. */
  async function refusing() {
    const { stateDir, host, reader } = twoStates();
    await record(host, 'one');
    host.audit();
    const direct = new Libsql(join(stateDir, 'state.db'));
    onTestFinished(() => void direct.close());
    direct.exec(
      "CREATE TRIGGER full BEFORE INSERT ON audit BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END",
    );
    return { stateDir, host, reader, mend: () => direct.exec('DROP TRIGGER full') };
  }

  test('are kept, and no other call begins until they can be', async () => {
    const { stateDir, host, reader, mend } = await refusing();
    const open = await host.recorder.open(callOf('two'));
    const told = {
      code: 'state-unavailable',
      message: `expected a state directory that can be written, got ${stateDir} (database or disk is full); make it writable or set "stateDir" to another one`,
    };
    await expect.poll(async () => await rejectionOf(host.recorder.open(callOf('three')))).toMatchObject(told);
    expect(await rejectionOf(host.recorder.open(callOf('four')))).toMatchObject(told);
    // What goes on is closed all the same: its line can be written.
    await host.recorder.close(open, exitedWith(0, 'two'));
    mend();
    await record(host, 'five');
    const { commands, check } = logOf(reader);
    expect(commands?.filter((command) => command !== 'open')).toEqual(['one', 'two', 'five']);
    expect(check?.kind).toBe('intact');
  });

  test('are taken in by themselves when nobody else is writing any more', async () => {
    const { stateDir, host } = twoStates();
    await record(host, 'one');
    const other = new Libsql(join(stateDir, 'state.db'));
    onTestFinished(() => void other.close());
    other.exec('BEGIN IMMEDIATE');
    // Longer than they wait for others to come.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(statSync(journalIn(stateDir)).size).toBeGreaterThan(0);
    other.exec('COMMIT');
    await expect.poll(() => rowsInDatabase(stateDir)).toBe(2);
  });

  test('are left to another database where theirs was removed', async () => {
    const { stateDir, host } = twoStates();
    await record(host, 'one');
    for (const name of ['state.db', 'state.db-wal', 'state.db-shm'])
      rmSync(join(stateDir, name), { force: true });
    // By then they would have been taken in.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await record(host, 'two');
    expect(logOf(host)).toEqual({ commands: ['one', 'two'], check: intact(4) });
  });

  test('are left in the journal by a host that ends', async () => {
    const { stateDir, host, reader, mend } = await refusing();
    await record(host, 'two');
    host.shut();
    expect(statSync(journalIn(stateDir)).size).toBeGreaterThan(0);
    mend();
    expect(logOf(reader)).toEqual({ commands: ['one', 'two'], check: intact(4) });
    expect(filesIn(stateDir)).toEqual([]);
  });

  test('are left in another journal by a host that ends where theirs was removed', async () => {
    const { stateDir, host, reader, mend } = await refusing();
    await record(host, 'two');
    rmSync(join(stateDir, 'journal'), { recursive: true });
    host.shut();
    mend();
    expect(logOf(reader)).toEqual({ commands: ['one', 'two'], check: intact(4) });
    expect(filesIn(stateDir)).toEqual([]);
  });

  test('stop the next call once there are too many, and it goes on when they are in the log', async () => {
    const { stateDir, host, reader } = twoStates();
    await record(host, 'one');
    const other = new Libsql(join(stateDir, 'state.db'));
    onTestFinished(() => void other.close());
    other.exec('BEGIN IMMEDIATE');
    for (let count = 0; count < 2_048; count += 1) await record(host, 'many');
    let isOpen = false;
    const opening = host.recorder.open(callOf('last')).then((id) => {
      isOpen = true;
      return id;
    });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(isOpen).toBe(false);
    other.exec('COMMIT');
    await host.recorder.close(await opening, exitedWith(0, 'last'));
    expect(logOf(reader).check).toEqual(intact(2 + 4_096 + 2));
  });

  test('are told where they are others by now than were written', async () => {
    const { stateDir, host, reader } = twoStates();
    await host.recorder.open(callOf('one'));
    const path = journalIn(stateDir);
    writeFileSync(path, readFileSync(path, 'utf8').replace('one', 'six'));
    // They are in the log as they were found.
    expect(logOf(reader).check).toEqual(intact(1));
    const told =
      /\(somebody has changed what waited to be taken into the audit log, of call [0-9a-f]{16}\); keep a copy of the directory/;
    expect(thrownBy(() => host.audit()).message).toMatch(/somebody has changed/);
    await expect
      .poll(async () => (await rejectionOf(host.recorder.open(callOf('two')))).message)
      .toMatch(told);
  });
});

describe('a journal that a host has left', () => {
  /** What was left, with the name of it. */
  async function left(commands: readonly string[] = ['one', 'two']) {
    const { stateDir, host, reader } = twoStates();
    for (const command of commands) await record(host, command);
    const path = journalIn(stateDir);
    const text = readFileSync(path, 'utf8');
    host.shut();
    const again = join(stateDir, 'journal', basename(path));
    return {
      stateDir,
      reader,
      text,
      path: again,
      put: (content: string) => writeFileSync(again, content, { mode: 0o600 }),
    };
  }

  test.each([
    ['half a line', '{"call":"0123456789abcdef","kind":"op'],
    ['zeros', '\0'.repeat(4_096)],
    ['nothing', ''],
  ])('has no row of what was never written whole: %s', async (_name, tail) => {
    const { stateDir, reader, text, put } = await left(['one']);
    put(text + tail);
    expect(logOf(reader)).toEqual({ commands: ['one'], check: intact(2) });
    expect(filesIn(stateDir)).toEqual([]);
  });

  test('that another process had taken when it ended is taken in', async () => {
    const { stateDir, reader, text, path, put } = await left();
    put(text);
    renameSync(path, path.replace('.rows', '.taken'));
    expect(logOf(reader)).toEqual({ commands: ['one', 'two'], check: intact(4) });
    expect(filesIn(stateDir)).toEqual([]);
  });

  test('is removed a day later where it is empty', async () => {
    const { stateDir, reader, path, put } = await left();
    put('');
    logOf(reader);
    expect(filesIn(stateDir)).toEqual([basename(path)]);
    const before = Date.now() / 1_000 - 25 * 60 * 60;
    utimesSync(path, before, before);
    logOf(reader);
    expect(filesIn(stateDir)).toEqual([]);
  });

  test('is removed at once where it is empty and was taken', async () => {
    const { stateDir, reader, path, put } = await left();
    put('');
    renameSync(path, path.replace('.rows', '.taken'));
    logOf(reader);
    expect(filesIn(stateDir)).toEqual([]);
  });

  test('is taken in by time with those of others, each in its own order', async () => {
    const { stateDir, reader } = twoStates();
    const row = (call: string, kind: string, at: number) => {
      const body = kind === 'opened' ? { ...callOf(call), hostPid: 1 } : exitedWith(0, call);
      return `${JSON.stringify({ call: call.padStart(16, '0'), kind, at, body })}\n`;
    };
    mkdirSync(join(stateDir, 'journal'), { recursive: true, mode: 0o700 });
    const put = (name: string, rows: readonly string[]) =>
      writeFileSync(join(stateDir, 'journal', `${name.repeat(16)}.rows`), rows.join(''), { mode: 0o600 });
    put('a', [row('1', 'opened', 1), row('1', 'closed', 6), row('4', 'opened', 7), row('4', 'closed', 2)]);
    put('b', [row('2', 'opened', 2), row('3', 'opened', 4), row('3', 'closed', 5), row('2', 'closed', 8)]);
    expect(logOf(reader)).toEqual({ commands: ['1', '2', '3', '4'], check: intact(8) });
    const direct = new Libsql(join(stateDir, 'state.db'));
    onTestFinished(() => void direct.close());
    const rows = direct.prepare('SELECT call, kind FROM audit ORDER BY seq').all().map(Object);
    expect(rows.map(({ call, kind }) => `${Number(call)} ${kind}`)).toEqual([
      ...['1 opened', '2 opened', '3 opened', '3 closed', '1 closed', '4 opened', '4 closed', '2 closed'],
    ]);
  });

  test.each<readonly [string, (path: string, text: string) => void]>([
    ['text', (path) => appendFileSync(path, 'no JSON\n')],
    ['other JSON', (path) => appendFileSync(path, '{}\n')],
    ['zeros before a row', (path, text) => writeFileSync(path, `\0\0\n${text}`)],
    ['a call that is no id', (path, text) => writeFileSync(path, text.replace(/[0-9a-f]{16}/, 'x'))],
    ['another kind', (path, text) => writeFileSync(path, text.replace('"opened"', '"began"'))],
    ['what others can have written', (path) => chmodSync(path, 0o666)],
    [
      'a link',
      (path) => {
        renameSync(path, `${path}.moved`);
        symlinkSync(`${path}.moved`, path);
      },
    ],
    [
      'a pipe',
      (path) => {
        rmSync(path);
        execFileSync('mkfifo', [path]);
      },
    ],
    [
      'a directory',
      (path) => {
        rmSync(path);
        mkdirSync(path);
      },
    ],
  ])('stops all work and is named where it is none: %s', async (_name, spoil) => {
    const { stateDir, reader, text, path, put } = await left();
    put(text);
    spoil(path, text);
    const { code, message } = thrownBy(() => reader.audit());
    expect(code).toBe('state-unavailable');
    expect(message).toContain(
      `expected ${path.replace('.rows', '.taken')} to be a journal of the audit log (`,
    );
    expect((await rejectionOf(createLazyState(stateDir).recorder.open(callOf('three')))).message).toContain(
      'keep a copy of it, and move it away',
    );
    expect(openIn(stateDir).filter((name) => name.includes(basename(path).slice(0, 16)))).toEqual([]);
  });

  test('is left alone if it has no such name', async () => {
    const { stateDir, reader } = await left();
    writeFileSync(join(stateDir, 'journal', 'note.rows'), 'x');
    expect(logOf(reader).commands).toEqual(['one', 'two']);
    expect(filesIn(stateDir)).toEqual(['note.rows']);
  });

  test.runIf(process.getuid?.() === 0)('by root in the state of somebody else is theirs', async () => {
    const stateDir = join(temporaryDirectory(), 'state');
    mkdirSync(stateDir, { mode: 0o700 });
    chownSync(stateDir, 1_000, 1_000);
    const root = createLazyState(stateDir);
    onTestFinished(root.shut);
    await root.recorder.open(callOf('one'));
    const path = journalIn(stateDir);
    const owners = [path, join(stateDir, 'journal')].map((each) => statSync(each));
    expect(owners.map(({ uid, gid }) => [uid, gid])).toEqual([
      [1_000, 1_000],
      [1_000, 1_000],
    ]);
    const reader = createLazyState(stateDir);
    onTestFinished(reader.shut);
    expect(logOf(reader).check).toEqual(intact(1));
  });

  test.runIf(process.getuid?.() === 0)(
    'by root that may give nothing away is there all the same',
    async () => {
      const stateDir = join(temporaryDirectory(), 'state');
      mkdirSync(stateDir, { mode: 0o700 });
      chownSync(stateDir, 1_000, 1_000);
      const fixture = fileURLToPath(new URL('fixtures/killed-host.mjs', import.meta.url));
      const words = ['--bounding-set=-chown', '--inh-caps=-chown', process.execPath, fixture, stateDir];
      const child = spawn('setpriv', words, { stdio: ['ignore', 'pipe', 'ignore'] });
      const exited = once(child, 'exit');
      await Promise.race([once(child.stdout, 'data'), exited]);
      child.kill('SIGKILL');
      expect(await exited).toEqual([null, 'SIGKILL']);
      expect(statSync(journalIn(stateDir)).uid).toBe(0);
      const reader = createLazyState(stateDir);
      onTestFinished(reader.shut);
      expect(logOf(reader).check).toEqual(intact(3));
    },
  );
});
