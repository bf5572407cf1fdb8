import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Libsql from 'libsql';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createLazyState, type State } from '../../src/state/lazy-state.ts';
import { createQueuedRecorder, readQueued } from '../../src/state/record-queue.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { rejectionOf, thrownBy } from '../support/thrown.ts';
import { callOf, exitedWith } from './audit.ts';

function temporaryState(): { readonly stateDir: string; readonly state: State } {
  const stateDir = join(temporaryDirectory(), 'state');
  const state = createLazyState(stateDir);
  onTestFinished(() => state.shut());
  return { stateDir, state };
}

/** Records a call without the database. */
async function queue(stateDir: string, command: string): Promise<string> {
  const recorder = createQueuedRecorder(stateDir);
  const id = await recorder.open(callOf(command));
  await recorder.close(id, exitedWith(0, command));
  return id;
}

const all = { since: null, status: null, grep: null, limit: 1_000 };

/** The commands in the log, the oldest first, and whether it is whole. */
function logOf(state: State) {
  const log = state.audit();
  return {
    commands: [...(log?.list(all) ?? [])].map(({ closed }) => closed?.command).toReversed(),
    check: log?.verify(),
  };
}

/** Changes what waits in a file. */
function rewrite(path: string, change: (rows: readonly object[]) => unknown): void {
  writeFileSync(path, JSON.stringify(change(JSON.parse(readFileSync(path, 'utf8')))));
}

/** What waits is taken in by time, which is told in milliseconds. */
async function nextMillisecond(): Promise<void> {
  const now = Date.now();
  while (Date.now() === now) await new Promise(setImmediate);
}

const filesIn = (stateDir: string) => readdirSync(join(stateDir, 'queue'));

describe('a call that is recorded without the database', () => {
  test('stays where it is while nobody reads the log or records', async () => {
    const { stateDir, state } = temporaryState();
    await queue(stateDir, 'one');
    expect(await state.grants.of('hook')).toEqual([]);
    expect(await state.approvals.open()).toEqual([]);
    expect(readQueued(stateDir)).toHaveLength(1);
    expect(logOf(state)).toEqual({ commands: ['one'], check: { kind: 'intact', rows: 2 } });
  });

  test('is a file for this user alone, until somebody looks into the log: then it is there as any other', async () => {
    const { stateDir, state } = temporaryState();
    const id = await queue(stateDir, 'one');
    const [file = ''] = filesIn(stateDir);
    expect(file).toMatch(new RegExp(`^\\d{15}-${id}\\.json$`));
    expect(statSync(join(stateDir, 'queue')).mode & 0o777).toBe(0o700);
    expect(statSync(join(stateDir, 'queue', file)).mode & 0o777).toBe(0o600);
    expect(existsSync(join(stateDir, 'state.db'))).toBe(false);

    const [entry] = [...(state.audit()?.list(all) ?? [])];
    expect(entry).toMatchObject({ id, opened: { ...callOf('one'), hostPid: process.pid } });
    expect(entry?.closed).toMatchObject(exitedWith(0, 'one'));
    expect(filesIn(stateDir)).toEqual([]);
    expect(state.audit()?.verify()).toEqual({ kind: 'intact', rows: 2 });
  });

  test('is in the log before the calls that came after it, of a host that has the database open', async () => {
    const { stateDir, state } = temporaryState();
    const first = await state.recorder.open(callOf('one'));
    await state.recorder.close(first, exitedWith(0, 'one'));
    await nextMillisecond();
    await queue(stateDir, 'two');
    await nextMillisecond();
    const third = await state.recorder.open(callOf('three'));
    await expect.poll(() => filesIn(stateDir)).toEqual([]);
    await state.recorder.close(third, exitedWith(0, 'three'));
    await nextMillisecond();
    await queue(stateDir, 'four');
    expect(logOf(state)).toEqual({
      commands: ['one', 'two', 'three', 'four'],
      check: { kind: 'intact', rows: 8 },
    });
  });

  test('is closed once', async () => {
    const { stateDir } = temporaryState();
    const recorder = createQueuedRecorder(stateDir);
    const id = await recorder.open(callOf('one'));
    await recorder.close(id, exitedWith(0, 'one'));
    await expect(recorder.close(id, exitedWith(0, 'one'))).rejects.toThrow('that was opened here');
    expect(filesIn(stateDir)).toHaveLength(1);
  });

  test('is read in the order of opening, whatever order the files are listed in', async () => {
    const { stateDir } = temporaryState();
    const numbers = Array.from({ length: 20 }, (_, at) => String(at).padStart(15, '0'));
    for (const _number of numbers) await queue(stateDir, 'one');
    // Names of other times, given to them from the last to the first.
    for (const [at, name] of filesIn(stateDir).toReversed().entries())
      renameSync(join(stateDir, 'queue', name), join(stateDir, 'queue', `${numbers[at]}${name.slice(15)}`));
    const files = readQueued(stateDir).map(({ path }) => basename(path).slice(0, 15));
    expect(files).toEqual(numbers);
  });

  test('leaves nothing when it is not closed', async () => {
    const { stateDir } = temporaryState();
    await createQueuedRecorder(stateDir).open(callOf('one'));
    expect(existsSync(stateDir)).toBe(false);
  });

  test('is not in the log twice where a process ended before it had removed the file', async () => {
    const { stateDir, state } = temporaryState();
    await queue(stateDir, 'one');
    const path = join(stateDir, 'queue', filesIn(stateDir)[0] ?? '');
    const text = readFileSync(path);
    expect(logOf(state).commands).toEqual(['one']);
    writeFileSync(path, text, { mode: 0o600 });
    expect(logOf(state)).toEqual({ commands: ['one'], check: { kind: 'intact', rows: 2 } });
    expect(filesIn(stateDir)).toEqual([]);
  });

  test('waits for its turn where another process is writing, and holds nobody up', async () => {
    const { stateDir, state } = temporaryState();
    expect(state.audit()).toBeNull();
    await state.recorder.open(callOf('one'));
    await queue(stateDir, 'two');
    const other = new Libsql(join(stateDir, 'state.db'));
    onTestFinished(() => void other.close());
    other.exec('BEGIN IMMEDIATE');
    expect([...(state.audit()?.list({ ...all, status: 'ok' }) ?? [])]).toEqual([]);
    expect(filesIn(stateDir)).toHaveLength(1);
    other.exec('COMMIT');
    expect([...(state.audit()?.list({ ...all, status: 'ok' }) ?? [])]).toHaveLength(1);
  });

  test('is in the log once, however many processes record and take in at the same time', async () => {
    const { stateDir, state } = temporaryState();
    const fixture = fileURLToPath(new URL('fixtures/queue-calls.mjs', import.meta.url));
    const children = ['a', 'b', 'c'].map((name) =>
      spawn(process.execPath, [fixture, stateDir, name, '25'], { stdio: ['pipe', 'pipe', 'inherit'] }),
    );
    await Promise.all(children.map((child) => once(child.stdout, 'data')));
    const ends = children.map((child) => once(child, 'close'));
    for (const child of children) child.stdin.end('go\n');
    expect(await Promise.all(ends)).toEqual([
      [0, null],
      [0, null],
      [0, null],
    ]);
    const { commands = [], check } = logOf(state);
    const expected = ['a', 'b', 'c'].flatMap((name) =>
      Array.from({ length: 25 }, (_, call) => `${name} ${call}`),
    );
    expect([...commands].toSorted()).toEqual(expected.toSorted());
    expect(check).toEqual({ kind: 'intact', rows: 150 });
    for (const name of ['a', 'b', 'c'])
      expect(commands.filter((command) => command?.startsWith(name))).toEqual(
        Array.from({ length: 25 }, (_, call) => `${name} ${call}`),
      );
  });
});

describe('what is no call', () => {
  test.each<readonly [string, (path: string) => void]>([
    ['text', (path: string) => writeFileSync(path, 'no JSON')],
    ['other JSON', (path: string) => writeFileSync(path, '[{}, {}]')],
    ['one row', (path: string) => rewrite(path, ([opened]) => [opened])],
    ['three rows', (path: string) => rewrite(path, ([opened, closed]) => [opened, closed, closed])],
    [
      'no list of rows',
      (path: string) => rewrite(path, ([opened, closed]) => ({ opened, closed, length: 2 })),
    ],
    ['rows in another order', (path: string) => rewrite(path, ([opened, closed]) => [closed, opened])],
    ...Object.entries({
      'no time': { at: undefined },
      'a time that is a text': { at: '1' },
      'a part of a millisecond': { at: 1.5 },
      'no call': { call: undefined },
      'a call that is a number': { call: 1 },
      'no kind': { kind: undefined },
      'no body': { body: undefined },
      'a body that is a text': { body: 'ls' },
      'a body that is nothing': { body: null },
    }).flatMap(([name, given]) => [
      [
        `a first row with ${name}`,
        (path: string) => rewrite(path, ([opened, closed]) => [{ ...opened, ...given }, closed]),
      ] as const,
      [
        `a last row with ${name}`,
        (path: string) => rewrite(path, ([opened, closed]) => [opened, { ...closed, ...given }]),
      ] as const,
    ]),
    [
      'a call of another name',
      (path: string) => renameSync(path, path.replace(/-\w{16}/, '-0123456789abcdef')),
    ],
    ['what others can have written', (path: string) => chmodSync(path, 0o666)],
    [
      'a link',
      (path: string) => {
        renameSync(path, `${path}.moved`);
        symlinkSync(`${path}.moved`, path);
      },
    ],
  ])('stops all work and names the file: %s', async (_name, spoil) => {
    const { stateDir, state } = temporaryState();
    await queue(stateDir, 'one');
    spoil(join(stateDir, 'queue', filesIn(stateDir)[0] ?? ''));
    const { code, message } = await rejectionOf(state.recorder.open(callOf('two')));
    expect(code).toBe('state-unavailable');
    const named = filesIn(stateDir).find((name) => name.endsWith('.json')) ?? '';
    expect(message).toContain(`expected ${join(stateDir, 'queue', named)} to be a record`);
    expect(thrownBy(() => state.audit()).code).toBe('state-unavailable');
  });

  test('leaves nothing open, whether it is read or not', async () => {
    const { stateDir } = temporaryState();
    await queue(stateDir, 'one');
    const path = join(stateDir, 'queue', filesIn(stateDir)[0] ?? '');
    const isOpen = () =>
      readdirSync('/proc/self/fd').some((fd) => {
        try {
          return readlinkSync(`/proc/self/fd/${fd}`) === path;
        } catch {
          return false; // It is closed by now.
        }
      });
    expect(readQueued(stateDir)).toHaveLength(1);
    chmodSync(path, 0o666);
    expect(() => readQueued(stateDir)).toThrow('others can have written it');
    expect(isOpen()).toBe(false);
  });

  test('is left where it is if it has no such name: a draft, a note', async () => {
    const { stateDir, state } = temporaryState();
    await queue(stateDir, 'one');
    const [file = ''] = filesIn(stateDir);
    writeFileSync(join(stateDir, 'queue', `${file}.draft`), '[');
    writeFileSync(join(stateDir, 'queue', 'note.txt'), 'x');
    expect(logOf(state).commands).toEqual(['one']);
    expect(filesIn(stateDir).toSorted()).toEqual([`${file}.draft`, 'note.txt']);
  });
});

test('a call that cannot be recorded says so', async () => {
  const { stateDir } = temporaryState();
  writeFileSync(stateDir, 'in the way');
  const { code, message } = await rejectionOf(queue(stateDir, 'one'));
  expect(code).toBe('state-unavailable');
  expect(message).toContain(`expected a state directory that can be written, got ${stateDir}`);
});
