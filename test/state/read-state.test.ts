import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import Libsql from 'libsql';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createLazyState, type State } from '../../src/state/lazy-state.ts';
import { readState } from '../../src/state/read-state.ts';
import { createQueuedRecorder } from '../../src/state/record-queue.ts';
import { lacksBubblewrap } from '../support/bubblewrap.ts';
import { programFile } from '../support/handrail.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { thrownBy } from '../support/thrown.ts';
import { callOf, exitedWith } from './audit.ts';

/** A state that is written to here, and what `handrail audit` prints where its directory is mounted read-only. */
function mountedState() {
  const directory = temporaryDirectory();
  const stateDir = join(directory, 'state');
  const temporary = join(directory, 'temporary');
  mkdirSync(temporary);
  const state = createLazyState(stateDir);
  onTestFinished(() => state.shut());
  const auditWith = async (
    readOnly: string,
    words: readonly string[],
    given: { readonly mounts: readonly string[]; readonly env: NodeJS.ProcessEnv } = { mounts: [], env: {} },
  ): Promise<string> => {
    const mounts = ['--dev-bind', '/', '/', ...given.mounts, '--ro-bind', readOnly, readOnly];
    const places = { HOME: directory, TMPDIR: temporary, HANDRAIL_STATE_DIR: stateDir };
    const env = { PATH: process.env.PATH, ...places, ...given.env };
    const program = [process.execPath, programFile, 'audit', ...words];
    const { stdout } = await promisify(execFile)('bwrap', [...mounts, ...program], { env, cwd: directory });
    return stdout;
  };
  const audit = async (...words: readonly string[]) => await auditWith(stateDir, words);
  return { stateDir, state, audit, auditWith, temporary };
}

async function record({ recorder }: Pick<State, 'recorder'>, command: string): Promise<void> {
  await recorder.close(await recorder.open(callOf(command)), exitedWith(0, command));
}

/** Lets go of a state that leaves what waits: it cannot take that in where the directory is away. */
function leaveWaiting(stateDir: string, state: State): void {
  renameSync(stateDir, `${stateDir}.away`);
  state.shut();
  renameSync(`${stateDir}.away`, stateDir);
}

function commandsOf(stdout: string): readonly string[] {
  const lines = stdout.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line).closed.command);
}

test('a log that cannot take in what waits is told with what to do about it', async () => {
  const stateDir = join(temporaryDirectory(), 'state');
  const state = createLazyState(stateDir);
  await record(state, 'one');
  const direct = new Libsql(join(stateDir, 'state.db'));
  onTestFinished(() => void direct.close());
  direct.exec("CREATE TRIGGER full BEFORE INSERT ON audit BEGIN SELECT RAISE(ABORT, 'no room'); END");
  state.shut();
  expect(thrownBy(() => readState(stateDir, () => {}))).toMatchObject({
    code: 'state-unavailable',
    message: `expected a state directory that can be written, got ${stateDir} (no room); make it writable or set "stateDir" to another one`,
  });
});

describe.skipIf(lacksBubblewrap)('a log that is mounted read-only', () => {
  test('is read with what waits to be taken into it, and stays as it is', async () => {
    const { stateDir, state, audit, temporary } = mountedState();
    await record(state, 'one');
    await record({ recorder: createQueuedRecorder(stateDir) }, 'two');
    leaveWaiting(stateDir, state);
    expect(readdirSync(join(stateDir, 'journal'))).toHaveLength(1);
    const listed = () => readdirSync(stateDir, { recursive: true }).toSorted();
    const before = listed();
    expect(commandsOf(await audit('--json'))).toEqual(['two', 'one']);
    expect([listed(), readdirSync(temporary)]).toEqual([before, []]);
  });

  test('has the rows of a journal that another process takes before it is copied', async () => {
    const { stateDir, state, auditWith } = mountedState();
    await record(state, 'one');
    const [journal = 'none'] = readdirSync(join(stateDir, 'journal'));
    const taking = fileURLToPath(new URL('fixtures/take-before-copy.cjs', import.meta.url));
    const writable = temporaryDirectory();
    const env = { NODE_OPTIONS: `--require ${JSON.stringify(taking)}`, TAKE_IN: join(writable, 'journal') };
    const printed = await auditWith(stateDir, ['--json'], { mounts: ['--bind', stateDir, writable], env });
    expect(commandsOf(printed)).toEqual(['one']);
    // After a second whoever has recorded it begins another one.
    expect(readdirSync(join(stateDir, 'journal'))).toContain(journal.replace('.rows', '.taken'));
  });

  test('is read where nobody else has it open', async () => {
    const { stateDir, state, audit } = mountedState();
    await record(state, 'one');
    state.shut();
    rmSync(join(stateDir, 'state.db-shm'));
    expect(commandsOf(await audit('--json'))).toEqual(['one']);
    expect(await audit('verify')).toBe('intact: 2 rows\n');
  });

  test('is whole while somebody writes to it, and somebody else reads', async () => {
    const { stateDir, state, audit } = mountedState();
    const reader = createLazyState(stateDir);
    onTestFinished(() => reader.shut());
    let recorded = 0;
    let isOver = false;
    onTestFinished(() => {
      isOver = true;
    });
    const writing = (async () => {
      while (!isOver) {
        await record(state, 'one');
        recorded += 1;
        if (recorded % 3 === 0) reader.audit();
        // The audits are other processes, whose ends are told by the event loop.
        await new Promise(setImmediate);
      }
    })();
    const missed: string[] = [];
    for (let count = 0; count < 10; count += 1) {
      const before = recorded;
      const printed = await audit('verify');
      const rows = Number(/^intact: (\d+) rows\n$/.exec(printed)?.[1] ?? -1);
      if (rows < 2 * before) missed.push(printed);
    }
    isOver = true;
    await writing;
    expect(missed).toEqual([]);
  });

  test.each(['journal/0123456789abcdef.rows', 'queue/000000000000001-0123456789abcdef.json'])(
    'is not read past a pipe, and does not wait for one: %s',
    async (name) => {
      const { stateDir, state, audit } = mountedState();
      await record(state, 'one');
      mkdirSync(dirname(join(stateDir, name)), { recursive: true });
      execFileSync('mkfifo', [join(stateDir, name)]);
      await expect(audit()).rejects.toThrow(`(${join(stateDir, name)} is no file)`);
    },
  );

  test('is named, and not its copy, where what waits cannot be taken in', async () => {
    const { stateDir, state, audit } = mountedState();
    await record(state, 'one');
    const journal = join(stateDir, 'journal', readdirSync(join(stateDir, 'journal')).join());
    const text = readFileSync(journal, 'utf8');
    state.shut();
    writeFileSync(journal, text.replaceAll('one', 'two'), { mode: 0o600 });
    await expect(audit()).rejects.toThrow(`got ${stateDir} (somebody has changed what waited`);
  });

  test('is told to be made writable where that is the journals alone', async () => {
    const { stateDir, state, auditWith } = mountedState();
    await record(state, 'one');
    leaveWaiting(stateDir, state);
    await expect(auditWith(join(stateDir, 'journal'), [])).rejects.toThrow(
      `expected a state directory that can be written, got ${stateDir} (EROFS: `,
    );
  });

  test('is no log where there is none', async () => {
    const { stateDir, state, audit } = mountedState();
    await record(state, 'one');
    state.shut();
    renameSync(join(stateDir, 'state.db'), join(stateDir, 'other.db'));
    await expect(audit()).rejects.toThrow(/expected a state directory that can be written, got .*state \(/);
  });
});
