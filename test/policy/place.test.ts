import { describe, expect, test } from 'vitest';
import type { Policy } from '../../src/model/decision.ts';
import { judgeCommand } from '../../src/policy/judge-command.ts';
import { describePlace } from '../../src/policy/place.ts';
import { deny, program } from '../../src/policy/rules/make.ts';

const policy: Policy = {
  rules: [
    {
      kind: 'unparsed',
      finding: { id: 'unparsed', verdict: 'deny', reason: 'not read: {subject} ({place})', instead: null },
    },
    deny('no-ls', { when: [program('ls')], because: '{program} at {place}' }),
  ],
};

function reasonsOf(command: string): readonly string[] {
  const { decision } = judgeCommand(policy, command, { cwd: '/w', home: '/home/user' });
  return decision.findings.map(({ reason }) => reason);
}

describe('a place in a command', () => {
  test.each([
    ['', 0, 'line 1, column 1'],
    ['abc', 2, 'line 1, column 3'],
    ['a\nb\nc', 4, 'line 3, column 1'],
    ['a\nb', 1, 'line 1, column 2'],
    ['😀é|', 3, 'line 1, column 3'],
  ])('in %j, %d units on, is %s', (text, at, place) => {
    expect(describePlace(text, at)).toBe(place);
  });

  test('is told in the reason of a rule that asks for it', () => {
    expect(reasonsOf('pwd\n  ls')).toEqual(['ls at line 2, column 3']);
  });

  test('is told of a text that cannot be read, in place of the offset', () => {
    expect(reasonsOf('pwd\necho "')).toEqual(['not read: unterminated double quote (line 2, column 6)']);
  });
});
