import { expect, test } from 'vitest';
import { judgeCommand } from '../../src/policy/judge-command.ts';
import { shippedPolicy } from '../../src/policy/rules/shipped.ts';

const where = { cwd: '/work', home: '/home/user' };

function findingsOf(command: string): readonly string[] {
  return judgeCommand(shippedPolicy, command, where).decision.findings.map(({ id }) => id);
}

test('a glob that is too long to be looked into may name a secret', () => {
  expect(findingsOf(`cat ${'[a]'.repeat(300)}`)).toEqual([]);
  expect(findingsOf(`cat ${'[a]'.repeat(400)}`)).toEqual(['read-secret']);
});

test('of many redirects, each effect is told at the redirect that it is that of', () => {
  const command = `true ${'>a '.repeat(200)}>/etc/b`;
  const { decision } = judgeCommand(shippedPolicy, command, where);
  const found = decision.findings.find(({ id }) => id === 'write-system');
  expect(found?.place?.span).toEqual({ start: command.length - '>/etc/b'.length, end: command.length });
});
