import { describe, expect, test } from 'vitest';
import type { Rule } from '../../src/model/decision.ts';
import { verdictOf } from './shipped.ts';

const rule: Rule = {
  kind: 'invocation',
  finding: { id: 'perhaps', verdict: 'ask', reason: 'it could be the root', instead: null },
  when: [{ kind: 'fact', fact: 'may-delete-root' }],
};

describe('the fact may-delete-root', () => {
  test.each([
    'rm -rf "$d"',
    'rm -rf "$d/"',
    'rm -rf "$d"/*',
    'rm -rf /$d',
    'rm -rf $(cat list)',
    'read d; rm -rf "$d"',
    'xargs rm -rf < list',
    'd=$(mktemp -d; cat list); rm -rf "$d"',
    'd=$(mktemp -d); rm -rf "${d%%/*}/"',
    'd=$(mktemp -d); rm -rf "${d:0:1}"',
  ])('is true of %s', (command) => {
    expect(verdictOf(command, { rules: [rule] })).toBe('ask');
  });

  test.each([
    'rm "$d"',
    'rm -rf "$d/build"',
    'rm -rf "build-$d"',
    'rm -rf "build/$d"',
    'rm -rf /',
    'd=$(mktemp -d); rm -rf "$d"',
    'rm -rf "$(mktemp -d)"/*',
    'find . -exec rm -rf {} +',
    'for d in */; do rm -rf "$d"; done',
    'rm -rf $((1 + 1))',
  ])('is not true of %s', (command) => {
    expect(verdictOf(command, { rules: [rule] })).toBe('allow');
  });
});
