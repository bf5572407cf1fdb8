import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Decisive } from '../../src/model/approval.ts';
import type { ApprovalQuestion } from '../../src/model/ports.ts';
import { createLazyState } from '../../src/state/lazy-state.ts';
import { approvedLeft, claimLeft, leaveQuestion } from '../../src/state/left-questions.ts';
import { questionOf } from '../approvals/support.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { thrownBy } from '../support/thrown.ts';

const hour = 3_600_000;

const question = questionOf('git push');
const yes = { kind: 'approved' } as const;
const no = { kind: 'refused', reason: 'not now' } as const;
const other = { kind: 'edited', command: 'git push origin main' } as const;

/** A state directory as guards use it, and as people who answer do. */
function temporaryState() {
  const stateDir = join(temporaryDirectory(), 'state');
  const state = createLazyState(stateDir);
  onTestFinished(() => state.shut());
  const { approvals: store, grants } = state;
  const leave = (one: ApprovalQuestion = question, now = Date.now()) =>
    leaveQuestion(stateDir, one, false, now);
  const claim = (one: ApprovalQuestion = question, now = Date.now()) => claimLeft(stateDir, one.key, now);
  const fileOf = (one: ApprovalQuestion = question) => join(stateDir, 'left', `${one.key}.json`);
  /** As if the file had been written so many milliseconds ago. */
  const age = (path: string, ms: number) =>
    utimesSync(path, (Date.now() - ms) / 1_000, (Date.now() - ms) / 1_000);
  return { stateDir, store, grants, leave, claim, fileOf, age };
}

describe('a question that a guard has left', () => {
  test('is listed with all that there is to know, for this user alone, and no more once it is answered', async () => {
    const { store, leave, fileOf } = temporaryState();
    const before = Date.now() - 10; // The clock of files is some milliseconds behind.
    const id = leave();
    expect(id).toMatch(/^[a-z]{6}$/);
    const [open, ...others] = await store.open();
    expect(others).toEqual([]);
    expect(open).toMatchObject({ id, question, isMasked: false, state: 'left' });
    expect(open?.askedAtMs).toBeGreaterThanOrEqual(before);
    expect(open?.askedAtMs).toBeLessThanOrEqual(Date.now());
    expect(open?.expiresAtMs).toBe((open?.askedAtMs ?? 0) + 24 * hour);
    expect(await store.find(id)).toEqual(open);
    expect(statSync(fileOf()).mode & 0o777).toBe(0o600);
    expect(await store.answer(id, no, [])).toEqual({ kind: 'taken', state: 'left' });
    expect(await store.open()).toEqual([]);
    expect(await store.find(id)).toBeNull();
  });

  test('is listed with those of the database, the oldest first', async () => {
    const { store, leave, fileOf, age } = temporaryState();
    const posted = await store.post(questionOf('one'), false);
    const [two, three] = [questionOf('two'), questionOf('three')];
    const [later, earlier] = [leave(two), leave(three)];
    age(fileOf(two), -1_000);
    age(fileOf(three), 1_000);
    expect((await store.open()).map(({ id }) => id)).toEqual([earlier, posted, later]);
    expect((await store.find(posted))?.question.request.command).toBe('one');
    expect(await store.answer(posted, yes, [])).toMatchObject({ kind: 'taken' });
  });

  test('is the same one when it is asked again, and has as long as a new one from then on', async () => {
    const { store, leave, fileOf, age } = temporaryState();
    const id = leave();
    age(fileOf(), 23 * hour);
    const [first] = await store.open();
    expect(leave()).toBe(id);
    const [again, ...others] = await store.open();
    expect(others).toEqual([]);
    expect((again?.askedAtMs ?? 0) - (first?.askedAtMs ?? 0)).toBeGreaterThanOrEqual(23 * hour - 1_000);
    expect(leave(questionOf('git pull'))).not.toBe(id);
  });

  test.each([yes, no, other])('has its answer handed out once: %j', async (answer) => {
    const { stateDir, store, leave, claim } = temporaryState();
    const id = leave();
    expect(claim()).toBeNull();
    await store.answer(id, answer, []);
    expect(claim(questionOf('git pull'))).toBeNull();
    expect(claim()).toEqual(answer);
    expect(claim()).toBeNull();
    expect(readdirSync(join(stateDir, 'left'))).toEqual([]);
    expect(await store.answer(id, yes, [])).toEqual({ kind: 'unknown' });
  });

  test('has the first answer, whoever gives it', async () => {
    const { store, leave, claim } = temporaryState();
    const id = leave();
    const receipts = await Promise.all([store.answer(id, no, []), store.answer(id, yes, [])]);
    expect(receipts).toEqual([
      { kind: 'taken', state: 'left' },
      { kind: 'too-late', because: 'answered' },
    ]);
    expect(leave()).toBe(id);
    expect(claim()).toEqual(no);
  });

  test('hands nothing out where it was granted, which is kept with the answer', async () => {
    const { store, grants, leave, claim } = temporaryState();
    const id = leave();
    const { key, contract } = question;
    const grant = { kind: 'command', command: 'git push', cwd: '/', key, contract } as const;
    const terms = { conversationId: 'a conversation', grantedAtMs: Date.now(), expiresAtMs: null };
    await store.answer(id, { ...yes, conversation: true }, [{ ...grant, ...terms }]);
    expect(await grants.of(contract)).toEqual([{ ...grant, ...terms }]);
    expect(claim()).toBeNull();
    expect(await store.answer(id, no, [])).toEqual({ kind: 'too-late', because: 'answered' });
    // Once that is taken back, it is asked about anew, as another question.
    expect(leave()).not.toBe(id);
    expect(await store.open()).toHaveLength(1);
  });

  test('cannot be answered after 24 hours, and what was answered is for an hour', async () => {
    const { store, leave, claim, fileOf, age } = temporaryState();
    const first = leave();
    age(fileOf(), 24 * hour);
    expect(await store.open()).toEqual([]);
    expect(await store.answer(first, yes, [])).toEqual({ kind: 'too-late', because: 'expired' });
    const second = leave();
    expect(second).not.toBe(first);
    const [before, answered] = [Date.now(), await store.answer(second, yes, [])];
    expect(answered).toMatchObject({ kind: 'taken' });
    expect(claim(question, Date.now() + hour)).toBeNull();
    expect(claim(question, before - 61_000)).toBeNull(); // The clock was set back since.
    const third = leave(question, Date.now() + hour);
    expect([first, second]).not.toContain(third);
    expect(await store.answer(second, no, [])).toEqual({ kind: 'unknown' });
    await store.answer(third, no, []);
    age(fileOf(), -60_000); // What keeps the files is ahead.
    expect(claim(question, before + hour - 1)).toEqual(no);
  });

  test('is not asked anew where it is answered while the guard is at work', async () => {
    const { store, leave, claim } = temporaryState();
    const id = leave();
    const begun = Date.now();
    expect(claim(question, begun)).toBeNull();
    await new Promise((resolve) => setTimeout(resolve, 20));
    await store.answer(id, yes, []);
    expect(leave(question, begun)).toBe(id);
    expect(claim()).toEqual(yes);
  });

  test('is removed when nobody can be told of it any more, with one that is left an hour or more after it was looked for', () => {
    const { stateDir, leave, fileOf, age } = temporaryState();
    const [old, young] = [questionOf('one'), questionOf('two')];
    for (const one of [old, young]) leave(one);
    const draft = `${fileOf(old)}.1.draft`;
    writeFileSync(draft, '{');
    for (const path of [fileOf(old), draft]) age(path, 49 * hour);
    age(fileOf(young), 47 * hour);
    const before = readdirSync(join(stateDir, 'left'));
    leave();
    expect(readdirSync(join(stateDir, 'left'))).toHaveLength(before.length + 1);
    age(join(stateDir, 'left-swept'), hour);
    leave(questionOf('three'));
    const names = [question, young, questionOf('three')].map(({ key }) => `${key}.json`);
    expect(readdirSync(join(stateDir, 'left')).toSorted()).toEqual(names.toSorted());
  });

  test('is left anew where another process has taken its answer', async () => {
    const { store, leave, claim } = temporaryState();
    const ids = new Set<string>();
    for (let turn = 0; turn < 20; turn += 1) {
      const id = leave();
      ids.add(id);
      await store.answer(id, yes, []);
      expect(claim()).toEqual(yes);
    }
    expect(ids.size).toBe(20);
  });
});

describe('a file that is no question of this user', () => {
  const whole = { id: 'bcdfgh', question, isMasked: false, given: null };

  const texts: readonly (readonly [string, unknown])[] = [
    ['nothing', ''],
    ['null', 'null'],
    ['no id', { ...whole, id: undefined }],
    ['an id that is none', { ...whole, id: '1' }],
    ['no question', { ...whole, question: undefined }],
    ['another question', { ...whole, question: questionOf('git pull') }],
    ['a question of no command', { ...whole, question: { ...question, request: {} } }],
    ['a question without findings', { ...whole, question: { ...question, findings: null } }],
    ['a question without an explanation', { ...whole, question: { ...question, explanation: {} } }],
    ['no word of secrets', { ...whole, isMasked: undefined }],
    ['no word of an answer', { ...whole, given: undefined }],
    ['another answer', { ...whole, given: { answer: { kind: 'maybe' }, isTaken: false, atMs: Date.now() } }],
    ['half an answer', { ...whole, given: { answer: yes, isTaken: false } }],
  ];

  test.each(texts)('answers nothing, holds nobody up, and is left anew: %s', async (_name, text) => {
    const { store, leave, claim, fileOf } = temporaryState();
    const [other, first] = [leave(questionOf('ls')), leave()];
    writeFileSync(fileOf(), typeof text === 'string' ? text : JSON.stringify(text));
    expect(claim()).toBeNull();
    expect((await store.open()).map(({ id }) => id)).toEqual([other]);
    expect(await store.answer(other, yes, [])).toMatchObject({ kind: 'taken' });
    const second = leave();
    expect(second).not.toBe(first);
    expect((await store.open()).map(({ id }) => id)).toEqual([second]);
  });

  type Change = (path: string) => void;

  const changes: readonly (readonly [string, Change])[] = [
    ['others can have written it', (path) => chmodSync(path, 0o666)],
    [
      'it is a link',
      (path) => {
        renameSync(path, `${path}.other`);
        symlinkSync(`${path}.other`, path);
      },
    ],
    [
      'it is a directory',
      (path) => {
        rmSync(path);
        mkdirSync(path);
      },
    ],
  ];

  test.each(changes)('is not believed, and is left anew, where %s', async (_name, change) => {
    const { store, leave, claim, fileOf } = temporaryState();
    const first = leave();
    await store.answer(first, yes, []);
    change(fileOf());
    expect(claim()).toBeNull();
    const second = leave();
    expect((await store.open()).map(({ id }) => id)).toEqual([second]);
    await store.answer(second, no, []);
    expect(claim()).toEqual(no);
  });

  test('is passed over where it has no such name', async () => {
    const { stateDir, store, leave } = temporaryState();
    leave();
    for (const name of ['note.txt', 'a.json', `${question.key}.json.1.draft`])
      writeFileSync(join(stateDir, 'left', name), 'no question');
    expect(await store.open()).toHaveLength(1);
    for (const id of ['note', '../left', 'BCDFGH', 'aeiouy']) expect(await store.find(id)).toBeNull();
  });
});

test('where nothing was ever left, nothing is made to look for it', async () => {
  const { stateDir, store, claim } = temporaryState();
  expect(claim()).toBeNull();
  expect(await store.open()).toEqual([]);
  expect(await store.find('bcdfgh')).toBeNull();
  expect(() => statSync(stateDir)).toThrow('ENOENT');
});

test('where nothing can be kept, that is told', () => {
  const { stateDir, leave, claim } = temporaryState();
  writeFileSync(stateDir, 'a file');
  for (const use of [leave, claim]) {
    const error = thrownBy(() => use());
    expect(error).toMatchObject({ code: 'state-unavailable' });
    expect(error.message).toContain(`expected a state directory that can be written, got ${stateDir} (`);
  }
  expect(readFileSync(stateDir, 'utf8')).toBe('a file');
});

test('the questions that guards have left with a yes to be claimed are told as long as it can be', async () => {
  const { stateDir, store, leave, claim } = temporaryState();
  const left = async (command: string, answer: Decisive) => {
    const offers = [{ kind: 'call', words: command.split(' '), cwd: '/work' }] as const;
    const one = questionOf(command, { offers });
    await store.answer(leave(one), answer, []);
    return one;
  };
  const told = (now = Date.now()) => approvedLeft(stateDir, now).map(({ key }) => key);
  const first = await left('touch a', { kind: 'approved', always: { offers: [] } });
  const second = await left('touch b', yes);
  await left('touch c', no);
  await left('touch d', { kind: 'approved', always: {} });
  leave(questionOf('touch e'));
  expect(told().toSorted()).toEqual([first.key, second.key].toSorted());
  expect(told(Date.now() + hour)).toEqual([]);
  claim(second);
  expect(told()).toEqual([first.key]);
});
