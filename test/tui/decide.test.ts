import { describe, expect, test } from 'vitest';
import type { OpenApproval } from '../../src/model/approval.ts';
import { answerOf, decide, receiptWords } from '../../src/tui/decide.ts';

/** An approval, as far as the answers go by it. */
function approval(given: {
  readonly state?: OpenApproval['state'];
  readonly isMasked?: boolean;
  readonly offers?: boolean;
  readonly isConversationNamed?: boolean;
  readonly command?: string;
}): OpenApproval {
  const { state = 'waiting', isMasked = false, offers = true, command = 'make' } = given;
  const offer = { kind: 'call', words: ['make'], cwd: '/work' };
  const question = {
    request: { command },
    offers: offers ? [offer] : null,
    isConversationNamed: given.isConversationNamed ?? true,
  };
  // What the answers do not look at is left out.
  return { id: '1', question, isMasked, state, askedAtMs: 0, expiresAtMs: 1 } as unknown as OpenApproval;
}

const key = (character: string, isAlone = true) => ({ kind: 'character', character, isAlone }) as const;

describe('a key on an opened approval', () => {
  test.each([
    ['y', { kind: 'approved' }],
    ['c', { kind: 'approved', conversation: true }],
    ['a', { kind: 'approved', always: {} }],
  ])('%s says yes when the question was read to its end, and not before', (character, answer) => {
    expect(decide(approval({}), key(character), true)).toMatchObject({ kind: 'answer', answer });
    expect(decide(approval({}), key(character), false)).toMatchObject({ kind: 'notice' });
  });

  test('n asks for a reason at any time, e for the other command', () => {
    expect(decide(approval({}), key('n'), false)).toEqual({
      kind: 'entry',
      entry: { kind: 'reason', text: '' },
    });
    expect(decide(approval({}), key('e'), true)).toEqual({
      kind: 'entry',
      entry: { kind: 'command', text: 'make' },
    });
  });

  test.each(['y', 'c', 'a', 'e', 'n'])(
    '%s says nothing when it came with others, or nobody waits',
    (character) => {
      expect(decide(approval({}), key(character, false), true)).toMatchObject({ kind: 'notice' });
      expect(decide(approval({ state: 'gone' }), key(character), true)).toMatchObject({ kind: 'notice' });
    },
  );

  test.each([
    ['c', 'without a conversation', { isConversationNamed: false }],
    ['a', 'without a narrow rule', { offers: false }],
    ['a', 'where a secret was left out', { isMasked: true }],
    ['c', 'where a secret was left out', { isMasked: true }],
    ['e', 'where a secret was left out', { isMasked: true }],
    ['e', 'where the command has what is not seen', { command: 'make \u202e' }],
  ])('%s is no answer %s', (character, _where, given) => {
    expect(decide(approval(given), key(character), true)).toMatchObject({ kind: 'notice' });
  });

  test('any other key says nothing to it', () => {
    expect(decide(approval({}), key('x'), true)).toEqual({ kind: 'other' });
    expect(decide(approval({}), { kind: 'enter' }, true)).toEqual({ kind: 'other' });
  });
});

test('a reason that is left out is said in words, an empty command is none', () => {
  expect(answerOf({ kind: 'reason', text: ' ' })?.answer).toEqual({
    kind: 'refused',
    reason: 'the user said no',
  });
  expect(answerOf({ kind: 'command', text: ' ' })).toBe(null);
  expect(answerOf({ kind: 'command', text: 'make -n' })?.answer).toEqual({
    kind: 'edited',
    command: 'make -n',
  });
});

test.each([
  [{ kind: 'taken', state: 'waiting' }, 'approved'],
  [{ kind: 'taken', state: 'left' }, 'approved; it holds when the call is made again'],
  [{ kind: 'too-late', because: 'answered' }, 'too late, it was answered before'],
  [{ kind: 'too-late', because: 'gone' }, 'too late, who asked has ended'],
  [{ kind: 'unknown' }, 'too late, it is not there any more'],
  [{ kind: 'unfit', reason: 'too broad' }, 'not taken: too broad'],
] as const)('what became of an answer is told: %o', (receipt, words) => {
  expect(receiptWords(receipt, 'approved')).toBe(words);
});
