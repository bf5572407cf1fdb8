import { describe, expect, test } from 'vitest';
import { unfit } from '../../src/approvals/unfit.ts';
import type { Decisive } from '../../src/model/approval.ts';
import type { AccessOffer, CallOffer, Offer } from '../../src/model/grant.ts';
import { questionOf } from './support.ts';

const call = (words: readonly string[], cwd = '/project'): CallOffer => ({ kind: 'call', words, cwd });
const path = (access: 'read-only' | 'writable', of = '/srv/data', workspace = '/project'): AccessOffer => ({
  ...{ kind: 'access', workspace },
  access: { kind: 'path', path: of, access },
});
const host = (name: string, workspace = '/project'): AccessOffer => ({
  ...{ kind: 'access', workspace },
  access: { kind: 'host', host: name },
});
const offered: readonly Offer[] = [
  ...[call(['npm', 'test']), call(['no-such-program', 'x'])],
  ...[path('read-only'), host('example.com')],
];

const edited = (command: string): Decisive => ({ kind: 'edited', command });
const always = (...offers: readonly Offer[]): Decisive => ({ kind: 'approved', always: { offers } });
const forMs = (ms: number | null): Decisive => ({ kind: 'approved', always: { forMs: ms } });
const conversation: Decisive = { kind: 'approved', conversation: true };

function judged(
  answer: Decisive,
  { offers = offered, isConversationNamed = true, isMasked = false } = {} as {
    readonly offers?: readonly Offer[] | null;
    readonly isConversationNamed?: boolean;
    readonly isMasked?: boolean;
  },
): string | null {
  return unfit(answer, { question: questionOf('npm test', { offers, isConversationNamed }), isMasked });
}

describe('a question can be answered', () => {
  test.each<readonly [string, Decisive]>([
    ['with a no', { kind: 'refused', reason: '' }],
    ['with a yes', { kind: 'approved' }],
    ['for the conversation', conversation],
    ['with another command, of several lines too', edited('cd sub\nnpm test')],
    ['for good, as it was offered', { kind: 'approved', always: {} }],
    ['for good, as long as is said', forMs(1)],
    ['for good, without an end', forMs(null)],
    ['for good, with a part of what was offered', always(host('example.com'))],
    ['for good, with another call that is as narrow, elsewhere too', always(call(['npm', 'ci'], '/other'))],
    ['for good, with nothing of it, which is for once', always()],
    ['for good, with a call that was offered, of whatever kind', always(call(['no-such-program', 'x']))],
    ['for good, with what is beyond the sandbox as it was offered', always(path('read-only'))],
  ])('%s', (_, answer) => {
    expect(judged(answer)).toBeNull();
  });
});

describe('a question cannot be answered', () => {
  const notSeen = 'expected a command that can be seen, got one with characters that are not';
  const notGiven = 'expected a command that bash can be given, got one with a NUL or half a character';
  const notNarrow = /^.+ is not narrow enough to hold for good: /;

  test.each<readonly [string, Decisive, string | RegExp]>([
    ['with no command', edited(' \n'), 'expected a command, got none'],
    ['with a NUL', edited('npm\0test'), notGiven],
    ['with half a character', edited('npm \ud800'), notGiven],
    ['with what is not seen', edited('npm \u202etest'), notSeen],
    ['for less than a millisecond', forMs(0), /^expected a whole number of milliseconds above 0 .* got 0$/],
    ['for a part of one', forMs(1.5), /got 1\.5$/],
    ['with what runs what others say', always(call(['bash', '-c', 'x'])), notNarrow],
    ['with a program that nobody knows', always(call(['no-such-program'])), notNarrow],
    ['with a call that stands behind another one', always(call(['timeout', '5', 'npm', 'ci'])), notNarrow],
    ['with a word that a shell reads as its own', always(call(['time', 'npm', 'ci'])), notNarrow],
    ['in a directory that depends on who asks', always(call(['npm', 'test'], '.')), notNarrow],
    ['with a host that was not offered', always(host('*.example.com')), notNarrow],
    ['with a path that was not offered', always(path('read-only', '/srv')), notNarrow],
    ['with more than was offered of a path', always(path('writable')), notNarrow],
    ['for another workspace', always(host('example.com', '/')), notNarrow],
    ['where one of several is too broad', always(call(['npm', 'test']), host('*')), notNarrow],
  ])('%s', (_, answer, reason) => {
    expect(judged(answer)).toMatch(reason);
  });

  test('for a conversation that ends with the call', () => {
    expect(judged({ kind: 'approved' }, { isConversationNamed: false })).toBeNull();
    expect(judged(conversation, { isConversationNamed: false })).toMatch(
      /^the call belongs to no conversation /,
    );
  });

  test('with more of it than there is, in words for each kind', () => {
    expect(judged(always(call(['npm', '*'], '/project'), host('*')))).toBe(
      'reach *, for all commands in /project is not narrow enough to hold for good: it has to be what was offered, and nothing else',
    );
    expect(judged(always(call(['bash', 'x'])))).toMatch(/: it has to be one call of a known program, /);
  });

  test('for good where nothing was offered, or no call was', () => {
    expect(judged(forMs(null), { offers: null })).toMatch(/^there is no rule for it that is narrow enough /);
    expect(judged(always(call(['npm', 'test'])), { offers: [host('example.com')] })).toMatch(notNarrow);
  });

  test('with more than a yes for once, where a secret was left out of it', () => {
    const isMasked = true;
    const once = /can be approved for once alone$/;
    expect(judged({ kind: 'approved' }, { isMasked })).toBeNull();
    expect(judged({ kind: 'approved', always: {} }, { isMasked })).toMatch(once);
    expect(judged(conversation, { isMasked })).toMatch(once);
    expect(judged(edited('npm test'), { isMasked })).toMatch(/so it cannot be edited$/);
  });
});
