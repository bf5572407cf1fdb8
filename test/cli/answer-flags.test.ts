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
      { always: true, as: 'npm run lint', in: 'below' },
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
    [{ yes: true, for: '1h' }, '--for: expected --always with it'],
    [{ as: 'npm test' }, '--as: expected --always with it'],
    [{ yes: true, because: 'x' }, '--because: expected --no with it'],
    [{ always: true, for: '1y' }, '--for: expected a span such as 90m, 8h, 7d, or ever, got "1y"'],
    [{ always: true, as: 'bash -c x' }, '--as: expected one call of a known program'],
    [{ always: true, as: 'npm test && ls' }, '--as: expected one call of a known program'],
    [{ always: true, as: 'npm test > x' }, '--as: expected one call of a known program'],
    [{ always: true, as: 'npm $x' }, '--as: expected one call of a known program'],
    [{ always: true, as: 'x=1 npm test' }, '--as: expected one call of a known program'],
  ])('%j are refused', async (flags, message) => {
    await expect(answer(flags)).rejects.toThrow(message);
  });

  test('name a rule only where there is one to be changed', async () => {
    await expect(answer({ always: true, as: 'npm test' }, null)).rejects.toThrow(
      'expected an approval with one call',
    );
    await expect(answer({ always: true, in: '.' }, [offer, offer])).rejects.toThrow(
      'expected an approval with one call',
    );
  });
});
