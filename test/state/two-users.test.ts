import {
  chownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createLazyState } from '../../src/state/lazy-state.ts';
import { claimLeft, leaveQuestion } from '../../src/state/left-questions.ts';
import { createQueuedRecorder } from '../../src/state/record-queue.ts';
import { questionOf } from '../approvals/support.ts';
import { temporaryBash } from '../support/bash.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { callOf, exitedWith } from './audit.ts';

const isRoot = process.getuid?.() === 0;
const user = 1_000;

/** What the state of somebody else is to root, who has their `HOME`, as by `sudo -E`. */
function stateOfUser(): string {
  const stateDir = join(temporaryDirectory(), 'state');
  mkdirSync(stateDir, { mode: 0o700 });
  chownSync(stateDir, user, user);
  return stateDir;
}

async function queue(stateDir: string, command: string): Promise<void> {
  const recorder = createQueuedRecorder(stateDir);
  await recorder.close(await recorder.open(callOf(command)), exitedWith(0, command));
}

/** By their paths in it; what is in `output`, of a job, and a socket is of who ran the command. */
function strangersIn(stateDir: string): readonly string[] {
  const paths = readdirSync(stateDir, { recursive: true, encoding: 'utf8' });
  return paths.filter((path) => {
    const isOfCall = /^(?:output|jobs|live)\//.test(path);
    return !isOfCall && lstatSync(join(stateDir, path)).uid !== user;
  });
}

test.runIf(isRoot)('what root makes in the state of somebody else they can use', async () => {
  const stateDir = stateOfUser();
  await queue(stateDir, 'echo one');
  const question = questionOf('git push');
  leaveQuestion(stateDir, question, false, Date.now());
  expect(strangersIn(stateDir)).toEqual([]);
  const bash = temporaryBash({ stateDir, sandbox: 'off' });
  const context = { conversationId: 'a', workingDirectory: temporaryDirectory() };
  expect((await bash.run({ command: 'seq 1 20000' }, context)).outcome).toMatchObject({ kind: 'ended' });
  const { approvals } = createLazyState(stateDir);
  const [left] = await approvals.open();
  await approvals.answer(left?.id ?? '', { kind: 'approved' }, []);
  expect(strangersIn(stateDir)).toEqual([]);
  expect(readdirSync(join(stateDir, 'output'))).toHaveLength(1);
});

test.runIf(isRoot)('what they have written there root takes for that', async () => {
  const stateDir = stateOfUser();
  await queue(stateDir, 'echo one');
  const question = questionOf('git push');
  leaveQuestion(stateDir, question, false, Date.now());
  const give = (directory: string): void => {
    for (const name of readdirSync(join(stateDir, directory)))
      chownSync(join(stateDir, directory, name), user, user);
  };
  for (const directory of ['queue', 'left']) give(directory);
  const state = createLazyState(stateDir);
  onTestFinished(() => state.shut());
  expect(state.audit()?.verify()).toMatchObject({ kind: 'intact', rows: 2 });
  const [left] = await state.approvals.open();
  expect(left).toMatchObject({ question, state: 'left' });
  await state.approvals.answer(left?.id ?? '', { kind: 'approved' }, []);
  expect(claimLeft(stateDir, question.key, Date.now())).toEqual({ kind: 'approved' });
});

test.runIf(isRoot)('root follows no link that lies in the state of somebody else', async () => {
  const elsewhere = temporaryDirectory();
  const kept = join(elsewhere, 'kept');
  writeFileSync(kept, 'kept', { mode: 0o644 });
  utimesSync(kept, 1, 1);
  const swept = stateOfUser();
  symlinkSync(kept, join(swept, 'left-swept'));
  leaveQuestion(swept, questionOf('git push'), false, Date.now());
  const linked = stateOfUser();
  for (const name of ['left', 'queue', 'output']) symlinkSync(elsewhere, join(linked, name));
  expect(() => leaveQuestion(linked, questionOf('git push'), false, Date.now())).toThrow('left is a link');
  const state = createLazyState(linked, { shown: [], ofCalls: [join(linked, 'output')] });
  await expect(state.recorder.open(callOf('echo one'))).rejects.toThrow('output is a link');
  const database = stateOfUser();
  symlinkSync(kept, join(database, 'state.db'));
  await expect(createLazyState(database).recorder.open(callOf('echo one'))).rejects.toThrow('is a link');
  expect(readdirSync(elsewhere)).toEqual(['kept']);
  expect([readFileSync(kept, 'utf8'), statSync(kept).mode & 0o777, statSync(kept).uid]).toEqual([
    'kept',
    0o644,
    0,
  ]);
});

test('a link that lies where a file is drafted is not followed', async () => {
  const directory = temporaryDirectory();
  const stateDir = join(directory, 'state');
  const question = questionOf('git push');
  mkdirSync(join(stateDir, 'left'), { recursive: true });
  const other = join(directory, 'other');
  writeFileSync(other, 'kept');
  symlinkSync(other, join(stateDir, 'left', `${question.key}.json.${process.pid}.draft`));
  leaveQuestion(stateDir, question, false, Date.now());
  expect(readFileSync(other, 'utf8')).toBe('kept');
});
