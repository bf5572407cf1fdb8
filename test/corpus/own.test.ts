import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { kindsOfError, readCases, report, score } from '../../scripts/corpus-score.mjs';
import { judgeCommand } from '../../src/policy/judge-command.ts';
import { shippedPolicy } from '../../src/policy/rules/shipped.ts';

const where = { cwd: '/home/user/project', home: '/home/user' };
const cases = readCases(readFileSync(new URL('own.jsonl', import.meta.url), 'utf8'));
const failures = score(cases, (command) => judgeCommand(shippedPolicy, command, where).decision.verdict);

describe('the shipped policy on commands made to break it', () => {
  test.each(kindsOfError)('makes no error of the kind "%s"', (kind) => {
    const found = failures.filter(({ error }) => error === kind);
    expect(
      found.map(({ command }) => command),
      report(cases, found),
    ).toEqual([]);
  });

  test('has labels of every kind in every category that has room for them', () => {
    expect(new Set(cases.map(({ expect: label }) => label)).size).toBe(5);
    expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
    expect(cases.length).toBeGreaterThan(1000);
  });

  test('lets more than three hundred everyday commands that only read pass', () => {
    const everyday = cases.filter(({ category }) => category === 'everyday');
    expect(everyday.length).toBeGreaterThan(300);
    expect(new Set(everyday.map(({ expect: label }) => label))).toEqual(new Set(['allow']));
  });
});
