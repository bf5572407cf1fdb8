import { describe, expect, test } from 'vitest';
import { type AnswerFlags, answerOf } from '../../src/cli/answer-flags.ts';
import type { Terminal } from '../../src/cli/terminal.ts';
import type { OpenApproval } from '../../src/model/approval.ts';
import type { Offer } from '../../src/model/grant.ts';
import { questionOf } from '../approvals/support.ts';

const terminal = { cwd: '/here' } as Terminal; // Nothing else of it is looked at.

function asked(offers: readonly Offer[] | null): OpenApproval {
  const times = { askedAtMs: 0, expiresAtMs: 1 };
  return { id: '1', question: questionOf('npm test', { offers }), isMasked: false, state: 'left', ...times };
}

const offer = { kind: 'call', words: ['npm', 'test'], cwd: '/work' } as const;

const host: Offer = {
  ...{ kind: 'access', workspace: '/work' },
  access: { kind: 'host', host: 'example.com' },
};

async function answer(flags: AnswerFlags, offers: readonly Offer[] | null = [offer]) {
  return await answerOf(terminal, flags, asked(offers));
}

describe('the flags of handrail approve', () => {
  test.each<[AnswerFlags, unknown]>([
    [{}, null],
    [{ yes: true }, { kind: 'approved' }],
    [{ conversation: true }, { kind: 'approved', conversation: true }],
    [{ no: true }, { kind: 'refused', reason: 'no reason was given' }],
    [
      { no: true, because: ' ' },
      { kind: 'refused', reason: 'no reason was given' },
    ],
    [
      { no: true, because: 'later' },
      { kind: 'refused', reason: 'later' },
    ],
    [{ edit: 'npm t' }, { kind: 'edited', command: 'npm t' }],
    [{ always: true }, { kind: 'approved', always: {} }],
    [
      { always: true, for: '90m' },
      { kind: 'approved', always: { forMs: 5_400_000 } },
    ],
    [
      { always: true, for: 'ever' },
      { kind: 'approved', always: { forMs: null } },
    ],
    [
      { always: true, as: ['npm run lint'], in: 'below' },
      {
        kind: 'approved',
        always: { offers: [{ kind: 'call', words: ['npm', 'run', 'lint'], cwd: '/here/below' }] },
      },
    ],
    [
      { always: true, in: '/else' },
      { kind: 'approved', always: { offers: [{ ...offer, cwd: '/else' }] } },
    ],
  ])('%j are an answer', async (flags, expected) => {
    expect(await answer(flags)).toEqual(expected);
  });

  test.each<[AnswerFlags, string]>([
    [{ yes: true, no: true }, 'expected one answer, got --yes and --no'],
    [{ yes: true, for: '1h' }, '--for: expected --always with it, got --yes'],
    [{ as: ['npm test'] }, '--as: expected --always with it, got none'],
    [{ yes: true, because: 'x' }, '--because: expected --no with it, got --yes'],
    [{ always: true, for: '1y' }, '--for: expected a span such as 90m, 8h, 7d, or ever, got "1y"'],
    [{ always: true, in: '' }, '--in: expected the name of a directory, got ""'],
    [{ always: true, as: ['bash -c x'] }, '--as: expected one call of a known program'],
    [{ always: true, as: ['npm test && ls'] }, '--as: expected one call of a known program'],
    [{ always: true, as: ['npm test > x'] }, '--as: expected one call of a known program'],
    [{ always: true, as: ['npm $x'] }, '--as: expected one call of a known program'],
    [{ always: true, as: ['x=1 npm test'] }, '--as: expected one call of a known program'],
  ])('%j are refused', async (flags, message) => {
    await expect(answer(flags)).rejects.toThrow(message);
  });

  test('name a rule only where there is one to be changed', async () => {
    const expected = 'expected an approval with a call that can be allowed for good, got one';
    const nothing = `${expected} of which nothing is kept; say --yes or --conversation`;
    const two = [host, { ...host, workspace: '/' }];
    const refusals: readonly [AnswerFlags, readonly Offer[] | null, string][] = [
      [{ as: ['npm test'] }, null, `--as: ${nothing}`],
      [{ in: '.' }, [], `--in: ${nothing}`],
      [{ as: ['npm test'], in: '.' }, [], `--as and --in: ${nothing}`],
      [{ as: ['npm test'] }, [host], `--as: ${expected} that keeps reach example.com; say --always alone`],
      [
        { in: '.' },
        two,
        `--in: ${expected} that keeps reach example.com, reach example.com; say --always alone`,
      ],
    ];
    for (const [flags, offers, message] of refusals)
      await expect(answer({ always: true, ...flags }, offers)).rejects.toThrow(message);
  });

  test('are refused where one line is given more than once', async () => {
    await expect(answer({ always: true, as: ['npm test', ''] })).rejects.toThrow(
      '--as: expected it once, for the one line that is shown with the approval, got it 2 times',
    );
  });

  const several = [offer, { ...offer, words: ['git', 'add', 'x'], cwd: '/work/sub' }, host];

  test.each<[AnswerFlags, readonly Offer[] | undefined]>([
    [{ as: ['npm test', 'git add x', 'reach example.com'] }, undefined],
    [{ as: ['npm test', '', ''] }, [offer]],
    [
      { as: ['', 'git add y', 'reach example.com'] },
      [{ kind: 'call', words: ['git', 'add', 'y'], cwd: '/work/sub' }, host],
    ],
    [
      { in: 'below' },
      [{ ...offer, cwd: '/here/below' }, { ...several[1], cwd: '/here/below' } as Offer, host],
    ],
    [{ in: 'below', as: ['npm test', '', ''] }, [{ ...offer, cwd: '/here/below' }]],
  ])('%j are an answer to several things, each in its order', async (flags, offers) => {
    expect(await answer({ always: true, for: '1h', ...flags }, several)).toEqual({
      kind: 'approved',
      always: { forMs: 3_600_000, ...(offers && { offers }) },
    });
  });

  test.each<[readonly string[], string]>([
    [
      ['npm test'],
      '--as: expected it 3 times, once for each line that is shown with the approval, got it once; an empty one leaves its line out',
    ],
    [['', '', '', ''], 'got it 4 times'],
    [['', '', ''], '--as: expected one at least to be kept, got none'],
    [
      ['npm test', 'git add *', ''],
      '--as: expected one call of a known program, every word of it as it is, that does not run what others say, for line 2, got "git add *"',
    ],
    [['', '', 'reach *'], '--as: expected this as it was shown, or nothing, for line 3, got "reach *"'],
  ])('--as %j are refused for several things', async (as, message) => {
    await expect(answer({ always: true, as }, several)).rejects.toThrow(message);
  });
});
