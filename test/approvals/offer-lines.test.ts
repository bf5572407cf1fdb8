import { describe, expect, test } from 'vitest';
import {
  canBeChanged,
  isAskedAgain,
  narrowRule,
  offerLines,
  readLine,
  readLines,
} from '../../src/approvals/offer-lines.ts';
import type { CallOffer, Offer } from '../../src/model/grant.ts';
import { questionOf } from './support.ts';

const call = (words: readonly string[], cwd = '/project'): CallOffer => ({ kind: 'call', words, cwd });
const host: Offer = {
  ...{ kind: 'access', workspace: '/project' },
  access: { kind: 'host', host: 'example.com' },
};
const make = call(['mkdir', 'build']);
const add = call(['git', 'add', 'x'], '/project/sub');
const several = [make, add, host];

describe('what an answer would keep', () => {
  test.each<readonly [Offer, string]>([
    [make, 'mkdir build'],
    [call(['git', 'commit', '-m', 'a b']), "git commit -m 'a b'"],
    [call(['git', 'commit', '-m', 'a\nb']), "git commit -m 'a⏎b'"],
    [call(['touch', 'a\u202eb\x1b']), "touch 'a<U+202E>b␛'"],
    [call(['touch', `a${' '.repeat(40)}b`]), "touch 'a⟨40 blanks⟩b'"],
    [host, 'reach example.com'],
  ])('%j is the line %j, which stands for it as long as it is left as it is', (offer, line) => {
    expect(offerLines({ offers: [offer] })).toEqual([line]);
    expect(readLine(line, offer)).toEqual({ kind: 'kept', offer });
  });

  test.each<readonly [readonly Offer[] | null, boolean]>([
    [null, false],
    [[host], false],
    [[make], true],
    [[make, host], true],
    [[host, { ...host, workspace: '/other' }], true],
  ])('of %j can be changed: %j', (offers, expected) => {
    expect(canBeChanged({ offers })).toBe(expected);
  });
});

describe('a line that comes back', () => {
  test.each<readonly [Offer, string, Offer | null]>([
    [make, 'mkdir -p build', call(['mkdir', '-p', 'build'])],
    [make, ' mkdir  build ', make],
    [make, "mkdir '⏎'", call(['mkdir', '⏎'])],
    [add, 'git add y', call(['git', 'add', 'y'], '/project/sub')],
    [call(['git', 'commit', '-m', 'a\nb']), 'git commit -m a', call(['git', 'commit', '-m', 'a'])],
    [make, '', null],
    [host, ' ', null],
  ])('for %j as %j keeps %j', (offered, line, offer) => {
    expect(readLine(line, offered)).toEqual(offer === null ? { kind: 'left-out' } : { kind: 'kept', offer });
  });

  test.each<readonly [Offer, string, string]>([
    ...[
      'mkdir *',
      'mkdir $x',
      'mkdir build && ls',
      'mkdir build; ls',
      'mkdir build\nls',
      'mkdir build > log',
      'x=1 mkdir build',
      'sudo mkdir build',
      'bash -c mkdir',
      'no-such-program',
      'xargs mkdir',
      'mkdir "$(ls)"',
      '(mkdir build',
    ].map((line) => [make, line, narrowRule] as const),
    [make, 'mkdir b\u202euild', 'a call that can be seen'],
    [make, 'mkdir b\u200build', 'a call that can be seen'],
    [host, 'reach example.org', 'this as it was shown, or nothing'],
    [host, 'reach *', 'this as it was shown, or nothing'],
    [host, 'mkdir build', 'this as it was shown, or nothing'],
    ...["git commit -m 'a⏎c'", "git commit -m 'a<U+202E>b'", "git commit -m '⟨40 blanks⟩'"].map(
      (line) =>
        [
          call(['git', 'commit', '-m', 'a\nb']),
          line,
          'the line as it was shown, or one without signs for what is not seen',
        ] as const,
    ),
  ])('for %j as %j is none, as it has to be %s', (offered, line, expected) => {
    expect(readLine(line, offered)).toEqual({ kind: 'unfit', expected });
  });
});

describe('the lines of several things', () => {
  const shown = offerLines({ offers: several });
  const read = (given: readonly string[], offers: readonly Offer[] = several) => readLines(given, { offers });
  const keeps = (...offers: readonly Offer[]) => ({ kind: 'always', always: { offers } });

  test('left as they are keep what was offered, which is then not named', () => {
    expect(read(shown)).toEqual({ kind: 'always', always: {} });
    expect(read(['mkdir  build'], [make])).toEqual({ kind: 'always', always: {} });
  });

  test.each<readonly [string, readonly string[], readonly Offer[]]>([
    ['one left out', ['', 'git add x', 'reach example.com'], [add, host]],
    ['one changed', ['mkdir out', 'git add x', 'reach example.com'], [call(['mkdir', 'out']), add, host]],
    ['one changed and others left out', ['', 'git add y', ''], [call(['git', 'add', 'y'], '/project/sub')]],
    ['those that do not come back', ['mkdir build'], [make]],
  ])('keep the rest and their directories: %s', (_, given, offers) => {
    expect(read(given)).toEqual(keeps(...offers));
  });

  test('keep once what was made the same, and no line is taken for another', () => {
    const same = [make, call(['mkdir', 'out'])];
    expect(read(['mkdir build', 'mkdir build'], same)).toEqual(keeps(make));
    expect(read(['mkdir out', 'mkdir build'], [make, call(['mkdir', 'out'], '/else')])).toEqual(
      keeps(call(['mkdir', 'out']), call(['mkdir', 'build'], '/else')),
    );
  });

  test('name the one that cannot be taken', () => {
    expect(read(['mkdir build', 'git add *', ''])).toEqual({ kind: 'unfit', at: 1, expected: narrowRule });
  });

  test('have to keep something', () => {
    expect(read(['', ' ', ''])).toEqual({ kind: 'unfit', at: null, expected: 'one at least to be kept' });
    expect(read([''], [make])).toEqual({ kind: 'unfit', at: null, expected: narrowRule });
  });

  test('can be about other directories than were offered', () => {
    const moved = several.map((offer) => (offer.kind === 'call' ? { ...offer, cwd: '/else' } : offer));
    expect(readLines(shown, { offers: several }, moved)).toEqual(keeps(...moved));
  });
});

test.each<readonly [readonly Offer[] | undefined, boolean]>([
  [undefined, false],
  [[host, add, make], false],
  [[make, add], true],
  [[call(['mkdir', 'out']), add, host], true],
  [[], true],
])('a command of which %j is kept is asked about again: %j', (offers, expected) => {
  expect(isAskedAgain(offers === undefined ? {} : { offers }, { offers: several, findings: [] })).toBe(
    expected,
  );
});

test('a command of which no call was offered is asked about again, whatever is kept', () => {
  const { findings } = questionOf('make');
  expect(isAskedAgain({}, { offers: [host], findings })).toBe(true);
  expect(isAskedAgain({}, { offers: [host, make], findings })).toBe(false);
  const access = { id: 'sandbox-access', verdict: 'ask', reason: 'it asks for more', instead: null } as const;
  expect(isAskedAgain({}, { offers: [host], findings: [access] })).toBe(false);
});
