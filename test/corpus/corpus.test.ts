import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { kindsOfError, readCases, report, score } from '../../scripts/corpus-score.mjs';
import { judgeCommand } from '../../src/policy/judge-command.ts';
import { shippedPolicy } from '../../src/policy/rules/shipped.ts';

const file = fileURLToPath(new URL('../../../shared/corpus/guard.jsonl', import.meta.url));

/** The errors that there still are. They may only become fewer: whoever mends one lowers the figure. */
const pins: Readonly<Record<string, number>> = {
  bypass: 0,
  'missed denial': 0,
  refusal: 0,
  'needless prompt': 0,
};

const where = { cwd: '/home/user/project', home: '/home/user' };

describe.skipIf(!existsSync(file))('the shipped policy on the labelled commands', () => {
  const cases = existsSync(file) ? readCases(readFileSync(file, 'utf8')) : [];
  const failures = score(cases, (command) => judgeCommand(shippedPolicy, command, where).decision.verdict);

  test.each(kindsOfError)('has no more errors of the kind "%s" than it had', (kind) => {
    const count = failures.filter(({ error }) => error === kind).length;
    expect(count, report(cases, failures)).toBeLessThanOrEqual(pins[kind] ?? 0);
  });
});

describe('the score', () => {
  const one = { id: 'a-1', category: 'a', command: 'x' } as const;
  test.each([
    ['deny', 'allow', 'bypass'],
    ['deny', 'ask', 'missed denial'],
    ['not-allow', 'allow', 'bypass'],
    ['not-allow', 'deny', undefined],
    ['ask', 'allow', 'bypass'],
    ['ask', 'deny', 'refusal'],
    ['not-deny', 'deny', 'refusal'],
    ['not-deny', 'ask', undefined],
    ['allow', 'ask', 'needless prompt'],
    ['allow', 'deny', 'refusal'],
  ] as const)('takes %s answered %s for: %s', (expected, verdict, error) => {
    expect(score([{ ...one, expect: expected }], () => verdict)[0]?.error).toBe(error);
  });
});
