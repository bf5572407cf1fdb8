import { describe, expect, test } from 'vitest';
import type { OpenApproval } from '../../src/model/approval.ts';
import type { CallOffer } from '../../src/model/grant.ts';
import { answerOf, decide, receiptWords } from '../../src/tui/decide.ts';
import { textField } from '../../src/tui/text-field.ts';

/** An approval, as far as the answers go by it. */
function approval(given: {
  readonly state?: OpenApproval['state'];
  readonly isMasked?: boolean;
  readonly offers?: readonly CallOffer[] | null;
  readonly isConversationNamed?: boolean;
  readonly command?: string;
}): OpenApproval {
  const {
    state = 'waiting',
    isMasked = false,
    offers = [{ kind: 'call', words: ['make'], cwd: '/work' }],
    command = 'make',
  } = given;
  const question = {
    request: { command },
    offers,
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
  ])('%s says yes when the question was read to its end, and not before', (character, answer) => {
    expect(decide(approval({}), key(character), true)).toMatchObject({ kind: 'answer', answer });
    expect(decide(approval({}), key(character), false)).toMatchObject({ kind: 'notice' });
  });

  test('n asks for a reason at any time, e for the other command', () => {
    expect(decide(approval({}), key('n'), false)).toEqual({
      kind: 'entry',
      entry: { kind: 'reason', field: textField('') },
    });
    expect(decide(approval({}), key('e'), true)).toEqual({
      kind: 'entry',
      entry: { kind: 'command', field: textField('make', true) },
    });
  });

  test('e says why a command is not changed here, and what to do', () => {
    for (const command of ['make \u202e', 'make \r\n', 'make \u200b'])
      expect(decide(approval({ command }), key('e'), true)).toEqual({
        kind: 'notice',
        notice:
          'it has characters that are not seen, and is not changed here: another one is given by handrail approve 1 --edit',
      });
    expect(decide(approval({ isMasked: true }), key('e'), true)).toEqual({
      kind: 'notice',
      notice: 'that answer is not open here',
    });
  });

  test('e takes a command of several lines', () => {
    const command = 'make\n\tmake test\n';
    expect(decide(approval({ command }), key('e'), true)).toEqual({
      kind: 'entry',
      entry: { kind: 'command', field: textField(command, true) },
    });
  });

  test('a paste says nothing to it', () => {
    expect(decide(approval({}), { kind: 'paste', text: 'y' }, true)).toMatchObject({ kind: 'notice' });
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
    ['a', 'without a narrow rule', { offers: null }],
    ['a', 'where a secret was left out', { isMasked: true }],
    ['c', 'where a secret was left out', { isMasked: true }],
    ['e', 'where a secret was left out', { isMasked: true }],
    ['e', 'where the command has what is not seen', { command: 'make \u202e' }],
    ['e', 'where the command has a carriage return', { command: 'make \r\n' }],
  ])('%s is no answer %s', (character, _where, given) => {
    expect(decide(approval(given), key(character), true)).toMatchObject({ kind: 'notice' });
  });

  test('any other key says nothing to it', () => {
    expect(decide(approval({}), key('x'), true)).toEqual({ kind: 'other' });
    expect(decide(approval({}), { kind: 'enter' }, true)).toEqual({ kind: 'other' });
  });
});

test('always is yes for what was shown, and one call can be changed before for another as narrow', () => {
  const several = [1, 2].map((n) => ({ kind: 'call', words: ['make', `${n}`], cwd: '/work' }) as const);
  expect(decide(approval({ offers: several }), key('a'), true)).toMatchObject({
    answer: { kind: 'approved', always: {} },
  });
  expect(decide(approval({}), key('a'), false)).toMatchObject({ kind: 'notice' });
  expect(decide(approval({}), key('a'), true)).toEqual({
    kind: 'entry',
    entry: { kind: 'rule', field: textField('make') },
  });
  const always = (text: string) => answerOf({ kind: 'rule', field: textField(text) }, approval({}));
  expect(always('make')).toMatchObject({
    answer: { kind: 'approved', always: { offers: [{ kind: 'call', words: ['make'], cwd: '/work' }] } },
  });
  expect(always('make test')).toMatchObject({
    answer: { always: { offers: [{ kind: 'call', words: ['make', 'test'], cwd: '/work' }] } },
  });
  for (const broad of ['', 'make *', 'bash x.sh', 'make; ls', 'make > log'])
    expect(always(broad)).toMatchObject({ kind: 'notice' });
});

test('a reason that is left out is said in words, an empty command is none', () => {
  const given = (kind: 'reason' | 'command', text: string) =>
    answerOf({ kind, field: textField(text) }, approval({}));
  expect(given('reason', ' ')).toMatchObject({
    answer: { kind: 'refused', reason: 'no reason was given' },
  });
  expect(given('command', ' \n')).toMatchObject({ kind: 'notice' });
  expect(given('command', 'make -n')).toMatchObject({
    answer: { kind: 'edited', command: 'make -n' },
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
