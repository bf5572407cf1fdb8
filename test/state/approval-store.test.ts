import { join } from 'node:path';
import Libsql from 'libsql';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Decisive } from '../../src/model/approval.ts';
import { createApprovalStore } from '../../src/state/approval-store.ts';
import { openDatabase } from '../../src/state/database.ts';
import { createGrantStore } from '../../src/state/grant-store.ts';
import { questionOf } from '../approvals/support.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const hour = 3_600_000;

/** A store at a time that a test can move, and the database behind it, to be changed by hand. */
function storeAt(stateDir = temporaryDirectory()) {
  const database = openDatabase(stateDir);
  const direct = new Libsql(join(stateDir, 'state.db'));
  onTestFinished(() => {
    direct.close();
    database.close();
  });
  const time = { now: 1_000 };
  const use = () => database;
  return {
    time,
    direct,
    store: createApprovalStore(use, use, () => time.now),
    grants: createGrantStore(use, use),
  };
}

const question = questionOf('git push');
const yes = { kind: 'approved' } as const;
const no = { kind: 'refused', reason: 'not now' } as const;

describe('a question that waits', () => {
  test('is listed with all that there is to know, and no more once it is answered', async () => {
    const { store } = storeAt();
    const id = await store.post(question, false);
    const open = {
      id,
      question,
      isMasked: false,
      state: 'waiting',
      askedAtMs: 1_000,
      expiresAtMs: 1_000 + 24 * hour,
    };
    expect(await store.open()).toEqual([open]);
    expect(await store.find(id)).toEqual(open);
    expect(await store.answer(id, no, [])).toEqual({ kind: 'taken', state: 'waiting' });
    expect(await store.answersTo(['99', id])).toEqual([{ id, answer: no }]);
    expect(await store.open()).toEqual([]);
    expect(await store.find(id)).toBeNull();
  });

  test('has the first answer, whoever gives it', async () => {
    const { store } = storeAt();
    const [here, there] = [await store.post(question, false), await store.post(question, false)];
    expect(await store.answer(here, yes, [])).toEqual({ kind: 'taken', state: 'waiting' });
    expect(await store.answer(here, no, [])).toEqual({ kind: 'too-late', because: 'answered' });
    expect(await store.end(here, { kind: 'answered', answer: no })).toEqual(yes);
    expect(await store.end(there, { kind: 'answered', answer: no })).toEqual(no);
    expect(await store.answer(there, yes, [])).toEqual({ kind: 'too-late', because: 'answered' });
  });

  test('cannot be answered when its call was cancelled', async () => {
    const { store } = storeAt();
    const id = await store.post(question, false);
    expect(await store.end(id, { kind: 'cancelled' })).toBeNull();
    expect(await store.answer(id, yes, [])).toEqual({ kind: 'too-late', because: 'cancelled' });
    expect(await store.claim(question.key)).toBeNull();
  });

  test('is gone with its host, and then cannot be answered', async () => {
    const { store, direct } = storeAt();
    const id = await store.post(question, false);
    direct.exec('UPDATE approvals SET host_start = host_start - 1');
    expect(await store.open()).toMatchObject([{ id, state: 'gone' }]);
    expect(await store.answer(id, yes, [])).toEqual({ kind: 'too-late', because: 'gone' });
    expect(await store.claim(question.key)).toBeNull();
  });

  test('is gone with the machine that it was asked on, whoever has the id of its host now', async () => {
    const { store, direct } = storeAt();
    const id = await store.post(question, false);
    direct.exec("UPDATE approvals SET boot = 'another'");
    expect(await store.open()).toMatchObject([{ id, state: 'gone' }]);
  });

  test('has an answer for the call that waited, and not for the next one', async () => {
    const { store } = storeAt();
    const id = await store.post(question, false);
    expect(await store.answer(id, yes, [])).toEqual({ kind: 'taken', state: 'waiting' });
    expect(await store.claim(question.key)).toBeNull();
  });

  test('has its answer told to those who wait for it alone, until that has been taken', async () => {
    const { store } = storeAt();
    const [id, other] = [await store.post(question, false), await store.post(question, false)];
    for (const one of [id, other]) await store.answer(one, yes, []);
    expect(await store.answersTo([id])).toEqual([{ id, answer: yes }]);
    expect(await store.end(id, { kind: 'left' })).toEqual(yes);
    expect(await store.answersTo([id, other])).toEqual([{ id: other, answer: yes }]);
  });

  test('is forgotten a day after its time', async () => {
    const { store, time, direct } = storeAt();
    await store.post(question, false);
    time.now += 48 * hour;
    await store.post(questionOf('git fetch'), false);
    expect(direct.prepare('SELECT count(*) AS rows FROM approvals').get()).toMatchObject({ rows: 2 });
    time.now += 1;
    await store.post(questionOf('git pull'), false);
    expect(direct.prepare('SELECT count(*) AS rows FROM approvals').get()).toMatchObject({ rows: 2 });
  });

  test.each(['0', '2', '1 OR 1', '-1', '1e0', ''])('is not found by %j', async (id) => {
    const { store } = storeAt();
    await store.post(question, false);
    expect(await store.answer(id, yes, [])).toEqual({ kind: 'unknown' });
  });
});

describe('a question that was left', () => {
  test('is answered for the same call, once', async () => {
    const { store } = storeAt();
    const id = await store.post(question, false);
    expect(await store.end(id, { kind: 'left' })).toBeNull();
    expect(await store.answer(id, yes, [])).toEqual({ kind: 'taken', state: 'left' });
    expect(await store.claim(questionOf('git push --force').key)).toBeNull();
    expect(await store.claim(question.key)).toEqual(yes);
    expect(await store.claim(question.key)).toBeNull();
  });

  test('has no answer before the time that it was given, as when the clock was set back', async () => {
    const { store, time } = storeAt();
    const id = await store.post(question, false);
    await store.end(id, { kind: 'left' });
    await store.answer(id, yes, []);
    time.now -= 1;
    expect(await store.claim(question.key)).toBeNull();
    time.now += 1;
    expect(await store.claim(question.key)).toEqual(yes);
  });

  test.each([no, { kind: 'edited', command: 'git fetch' }] as const)(
    'can be answered with %j, which the same call gets',
    async (answer) => {
      const { store } = storeAt();
      const id = await store.post(question, false);
      await store.end(id, { kind: 'left' });
      expect(await store.answer(id, answer, [])).toEqual({ kind: 'taken', state: 'left' });
      expect(await store.claim(question.key)).toEqual(answer);
    },
  );

  test('keeps its id when it is asked again', async () => {
    const { store, time } = storeAt();
    const id = await store.post(question, false);
    await store.end(id, { kind: 'left' });
    time.now += hour;
    expect(await store.post(question, false)).toBe(id);
    expect(await store.open()).toMatchObject([{ id, state: 'waiting', expiresAtMs: 1_000 + 25 * hour }]);
  });

  test('can be answered for 24 hours, and the answer be had for one', async () => {
    const { store, time } = storeAt();
    const [late, soon] = [questionOf('git fetch'), question];
    const ids = [await store.post(late, false), await store.post(soon, false)];
    for (const id of ids) await store.end(id, { kind: 'left' });
    time.now += 24 * hour - 1;
    expect(await store.answer(ids[1] ?? '', yes, [])).toMatchObject({ kind: 'taken' });
    time.now += 1;
    expect(await store.answer(ids[0] ?? '', yes, [])).toEqual({ kind: 'too-late', because: 'expired' });
    expect(await store.open()).toEqual([]);
    time.now += hour - 1;
    expect(await store.claim(soon.key)).toBeNull();
  });

  test('has no answer left over where one for longer was kept with it', async () => {
    const { store, grants } = storeAt();
    const id = await store.post(question, false);
    await store.end(id, { kind: 'left' });
    const grant = {
      ...({ kind: 'command', command: 'git push', cwd: '/work', key: question.key } as const),
      ...{ contract: 'probe', conversationId: 'c', grantedAtMs: 1_000, expiresAtMs: null },
    };
    expect(await store.answer(id, { kind: 'approved', conversation: true }, [grant])).toMatchObject({
      kind: 'taken',
    });
    expect(await grants.of('probe')).toEqual([grant]);
    expect(await store.claim(question.key)).toBeNull();
  });
});

describe('a row that somebody has written', () => {
  test.each([
    [
      'a question that is none',
      "UPDATE approvals SET question = '[]'",
      'expected the question of approval 1',
    ],
    [
      'a question of another call',
      "UPDATE approvals SET key = 'another'",
      'expected the question of approval 1',
    ],
    ['a question that is no JSON', "UPDATE approvals SET question = '{'", 'JSON'],
  ])('with %s is an error', async (_, sql, message) => {
    const { store, direct } = storeAt();
    await store.post(question, false);
    direct.exec(sql);
    await expect(store.open()).rejects.toThrow(message);
  });

  test.each([
    '{"kind":"perhaps"}',
    '{"kind":"refused"}',
    '{"kind":"refused","reason":1}',
    '{"kind":"edited"}',
    '{"kind":"edited","command":["git"]}',
    '{}',
    'null',
    '"approved"',
  ])('with the answer %s is an error, and no yes', async (answer) => {
    const { store, direct } = storeAt();
    const id = await store.post(question, false);
    await store.end(id, { kind: 'left' });
    await store.answer(id, yes, []);
    direct.prepare('UPDATE approvals SET answer = ?').run(answer);
    await expect(store.claim(question.key)).rejects.toThrow(
      `expected an answer to approval 1, got ${answer}`,
    );
  });
});

test('where there is no state nothing was asked, and none is made to find that out', async () => {
  const none = () => {
    throw new Error('expected none to be made');
  };
  const store = createApprovalStore(none, () => null);
  expect([await store.claim(question.key), await store.find('1')]).toEqual([null, null]);
  expect([await store.open(), await store.answersTo(['1'])]).toEqual([[], []]);
  expect(await store.answer('1', yes, [])).toEqual({ kind: 'unknown' });
});

test('a yes for good to what is beyond the sandbox alone is handed out to the call, which it does not let through', async () => {
  const { store } = storeAt();
  const access = { kind: 'host', host: 'example.com' } as const;
  const offers = [{ kind: 'access', access, workspace: '/work' }] as const;
  const one = questionOf('make', { access: [access], offers });
  const id = await store.post(one, false);
  await store.end(id, { kind: 'left' });
  await store.answer(id, { kind: 'approved', always: {} }, []);
  expect(await store.claim(one.key)).toEqual(yes);
});

test('the questions with a yes to be claimed are told as long as it can be', async () => {
  const { store, time } = storeAt();
  const left = async (command: string, answer: Decisive) => {
    const offers = [{ kind: 'call', words: command.split(' '), cwd: '/work' }] as const;
    const one = questionOf(command, { offers });
    const id = await store.post(one, false);
    await store.end(id, { kind: 'left' });
    await store.answer(id, answer, []);
    return one;
  };
  const first = await left('touch a', { kind: 'approved', always: { offers: [] } });
  const second = await left('touch b', yes);
  await left('touch c', no);
  await left('touch d', { kind: 'approved', always: {} });
  await store.answer(await store.post(questionOf('touch e'), false), yes, []);
  expect(await store.approved()).toEqual([second, first]);
  await store.claim(second.key);
  expect(await store.approved()).toEqual([first]);
  time.now += hour;
  expect(await store.approved()).toEqual([]);
});
