import { describe, expect, test } from 'vitest';
import type { OpenApproval } from '../../src/model/approval.ts';
import type { Offer } from '../../src/model/grant.ts';
import { answerOf, decide, receiptWords } from '../../src/tui/decide.ts';
import { textField } from '../../src/tui/text-field.ts';

/** An approval, as far as the answers go by it. */
function approval(given: {
  readonly state?: OpenApproval['state'];
  readonly isMasked?: boolean;
  readonly offers?: readonly Offer[] | null;
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
    findings: [],
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
      entry: { kind: 'command', field: textField('make', 'free') },
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
      entry: { kind: 'command', field: textField(command, 'free') },
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

describe('always', () => {
  const several = [1, 2].map((n) => ({ kind: 'call', words: ['make', `${n}`], cwd: `/work/${n}` }) as const);
  const host: Offer = {
    ...{ kind: 'access', workspace: '/work' },
    access: { kind: 'host', host: 'example.com' },
  };

  test('shows what would be kept, a line for each of it, once the question was read', () => {
    expect(decide(approval({}), key('a'), false)).toMatchObject({ kind: 'notice' });
    expect(decide(approval({}), key('a'), true)).toEqual({
      kind: 'entry',
      entry: { kind: 'rule', field: textField('make', 'fixed') },
    });
    expect(decide(approval({ offers: [...several, host] }), key('a'), true)).toEqual({
      kind: 'entry',
      entry: { kind: 'rule', field: textField('make 1\nmake 2\nreach example.com', 'fixed') },
    });
  });

  test('is answered at once where there is nothing to change', () => {
    expect(decide(approval({ offers: [host] }), key('a'), true)).toEqual({
      ...{ kind: 'answer', answer: { kind: 'approved', always: {} } },
      words: 'approved for good',
    });
  });

  const always = (text: string, offers?: readonly Offer[]) =>
    answerOf(
      { kind: 'rule', field: textField(text, 'fixed') },
      approval(offers === undefined ? {} : { offers }),
    );
  const again = 'approved once, and what you kept for good; it is asked about again';

  test('keeps what was shown, or another call that is as narrow', () => {
    expect(always('make')).toMatchObject({ answer: { always: {} }, words: 'approved for good' });
    expect(always('make test')).toMatchObject({
      answer: { always: { offers: [{ kind: 'call', words: ['make', 'test'], cwd: '/work' }] } },
      words: again,
    });
    for (const broad of ['', 'make *', 'bash x.sh', 'make; ls', 'make > log'])
      expect(always(broad)).toEqual({
        kind: 'notice',
        notice:
          'not answered: expected one call of a known program, every word of it as it is, that does not run what others say',
      });
  });

  test('of several things leaves out whose line is empty, and says which line cannot be taken', () => {
    expect(always('make 1\nmake 2', several)).toMatchObject({ answer: { always: {} } });
    expect(always('\nmake 3', several)).toMatchObject({
      answer: { always: { offers: [{ kind: 'call', words: ['make', '3'], cwd: '/work/2' }] } },
      words: again,
    });
    expect(always('make 1\nmake *', several)).toMatchObject({
      notice: expect.stringMatching(/^not answered: line 2: expected one call of /),
    });
    expect(always('\n', several)).toEqual({
      kind: 'notice',
      notice: 'not answered: expected one at least to be kept',
    });
  });
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
