import { expect, it } from 'vitest';
import { unknown } from '../../../src/analysis/words.ts';
import type { Word } from '../../../src/model/word.ts';
import { effectLines } from './effect-lines.ts';

/** The files that links would lead to. */
function targetsOf(...argv: readonly (string | Word)[]): readonly string[] {
  return effectLines(...argv).filter((line) => line.startsWith('reads'));
}

it.each([
  ['ln -s ../shared/c.ts src/c.ts', ['reads all of /w/shared/c.ts', 'reads all of /w/src/shared/c.ts']],
  ['ln -sT ../shared/c.ts src/c.ts', ['reads all of /w/shared/c.ts']],
  ['ln -s ../lib src/', ['reads all of /w/lib']],
  ['ln -s -t src ../lib ../x', ['reads all of /w/lib', 'reads all of /w/x']],
  ['ln -s ../lib ../x src', ['reads all of /w/lib', 'reads all of /w/x']],
  ['ln -sT ../../x sub/link', ['reads all of /x']],
  ['ln -sT ../x y', ['reads all of /x']],
  ['ln -s ../x .', ['reads all of /x']],
  ['ln -s ../x ..', ['reads all of /x']],
  ['ln -s ../x', ['reads all of /x']],
  ['ln -sT /etc/x src/x', ['reads all of /etc/x']],
  ['ln -sr lib/a.ts src/a.ts', ['reads all of /w/lib/a.ts']],
  ['ln a.ts src/a.ts', ['reads all of /w/a.ts']],
  ['ln ../a.ts src/a.ts', ['reads all of /a.ts']],
])('what a link leads to counts from the directory that it is in: %s', (command, targets) => {
  expect(targetsOf(...command.split(' '))).toEqual(targets);
});

it('leads nowhere that is known where the directory of the link is not known', () => {
  expect(targetsOf('ln', '-s', '../lib', unknown('src/'))).toEqual(['reads all of …']);
  expect(targetsOf('ln', '-s', '../lib', unknown())).toEqual(['reads all of …']);
});

it('leads out of a directory whose files match a pattern', () => {
  const matched = unknown('out/', '.ts', [
    { kind: 'matched', pattern: { kind: 'pattern', glob: '*.ts', prefix: '' } },
  ]);
  expect(targetsOf('ln', '-s', '../lib/x', matched)).toEqual(['reads all of /w/lib/x']);
});
