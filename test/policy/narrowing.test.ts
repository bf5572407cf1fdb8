import { describe, expect, test } from 'vitest';
import type { Rule } from '../../src/model/decision.ts';
import { verdictOf } from './shipped.ts';

const rule: Rule = {
  kind: 'invocation',
  finding: { id: 'all', verdict: 'ask', reason: 'it is done for all files', instead: null },
  does: [{ kind: 'deletes' }],
  unless: [{ kind: 'fact', fact: 'narrows-search' }],
};

describe('the fact narrows-search', () => {
  test.each([
    "find . -name '*.o' -delete",
    "find . -type f -iname '*.o' -delete",
    'find . -empty -delete',
    "find . \\( -name '*.o' -o -name '*.a' \\) -delete",
    "find . -name '*.o' -type f -exec rm {} +",
    "find . -name x -prune -o -name '*.log' -delete",
    "find . -name '*.o' \\( -size +5k -delete -o -print \\)",
    "find . ! -name a -name 'b*' -delete",
    'find . -exec echo {} \\; -name x -delete',
    'find . -name x -delete , -name y -delete',
    'find . -newermt 2020-01-01 -delete',
    'find . -name -delete -delete',
  ])('is true of %s', (command) => {
    expect(verdictOf(command, { rules: [rule] })).toBe('allow');
  });

  test.each([
    'find . -delete',
    'find . -type f -delete',
    "find . -delete -name '*.o'",
    "find . -name '*' -delete",
    "find . -path '*/*' -delete",
    'find . -size +0 -delete',
    "find . ! -name '*.o' -delete",
    "find . -not -name '*.o' -delete",
    "find . ! \\( -name '*.o' \\) -delete",
    "find . -name '*.o' -o -delete",
    "find . -name '*.o' , -delete",
    "find . \\( -name '*.o' -o -type f \\) -delete",
    "find . \\( -type f -o -name '*.o' \\) -delete",
    "find . -name '*.o' -delete -o -delete",
    'find . -exec rm -rf {} + -name x',
    "find . ! -name '*.o' -exec rm {} \\;",
    'find . -name x -exec rm -rf / \\;',
    'rm -rf -name x',
  ])('is not true of %s', (command) => {
    expect(verdictOf(command, { rules: [rule] })).toBe('ask');
  });
});
