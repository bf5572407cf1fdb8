import { describe, expect, test } from 'vitest';
import { partsOfPaths, pathPattern } from '../../src/policy/glob.ts';
import { protectedPaths, protectedTable } from '../../src/policy/paths/protected.ts';

/** Paths that fit a pattern: every choice of each `{a,b}`, with some texts for what may be anything. */
function examplesOf(pattern: string): readonly string[] {
  const choice = /\{([^{}]*)\}/.exec(pattern);
  if (choice !== null) {
    const [whole, inner = ''] = choice;
    return inner.split(',').flatMap((one) => examplesOf(pattern.replace(whole, () => one)));
  }
  return [
    ['', '', ''],
    ['d/', '/e', 'f'],
    ['d/.e/', '/f/g.h', '.i-j'],
  ].map((texts) =>
    pattern.replace(/\*\*\/|\/\*\*|\*/g, (token) => texts[['**/', '/**', '*'].indexOf(token)] ?? ''),
  );
}

describe('the parts that a path is looked for by, before its expression is', () => {
  const patterns = protectedPaths.flatMap(({ paths, except = [] }) => [...paths, ...except]);

  test.each(patterns)('are in each path that fits %s', (pattern) => {
    const parts = partsOfPaths([pattern]);
    const expression = pathPattern([pattern]);
    for (const path of examplesOf(pattern)) {
      expect(expression.test(path), path).toBe(true);
      expect(
        parts.filter((part) => path.includes(part)),
        path,
      ).not.toEqual([]);
    }
  });

  test('leave most paths to none of the long expressions', () => {
    const ordinary = ['/home/ann/project', '/home/ann/project/src/index.ts', '/work/a b/notes.txt', '/tmp/x'];
    const long = protectedTable.filter(({ is }) => is.source.length > 300);
    expect(long.map((row) => row.class)).toEqual(['secret', 'startup-file', 'agent-settings', 'public']);
    for (const path of ordinary)
      expect(long.filter(({ parts }) => parts.some((part) => path.includes(part)))).toEqual([]);
  });

  test.each([
    ['a', ['a']],
    ['**/*', ['']],
    ['**/x{a,b}y', ['xay', 'xby']],
    ['{,usr/}{a,b}/lib{,64}', ['/lib']],
    ['/d/**/e*', ['/d']],
    ['**/{a{b,c}d,*}', ['abd', 'acd', '']],
  ])('are, of %s: %j', (pattern, parts) => {
    expect(partsOfPaths([pattern])).toEqual(parts);
  });
});
