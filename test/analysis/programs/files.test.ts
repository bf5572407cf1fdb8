import { describe, expect, it } from 'vitest';
import { effectLines } from './effect-lines.ts';
import { wordsOf } from './words-of.ts';

const effectsOf = (text: string) => effectLines(...wordsOf(text));

describe('of what a program that compresses is to do', () => {
  it.each([
    'bzip2 -t -d f',
    'bzip2 --compress -t f',
    'pbzip2 --stdou f',
    'pbzip2 -l f',
    'pbzip2 -kl f',
    'xz -td f',
    'xz -l -d f',
    'lzip -t -d f',
    'pigz -td f',
    'zstd -t -d f',
    'xz -tz f',
  ])('the last holds: %s', (text) => {
    expect(effectsOf(text).length).toBeGreaterThan(1);
  });

  it.each(['bzip2 -tv f', 'xz -dt f', 'gzip -td f', 'gunzip -t f', 'xz -dc f', 'zstd -d -l f', 'xz -tdc f'])(
    'nothing is written: %s',
    (text) => {
      expect(effectsOf(text)).toEqual(['reads /w/f']);
    },
  );
});

it.each([
  ['lzip -F f', ['reads /w/f', 'deletes /w/f', 'creates /w/f.lz']],
  [
    'lzip -qF -o out f',
    ['replaces /w/out', 'replaces /w/out….lz', 'reads /w/f', 'deletes /w/f', 'creates /w/f.lz'],
  ],
  ['plzip -tv f.lz', ['reads /w/f.lz']],
  ['file -b f', ['reads /w/f']],
  ['file -bp f', ['reads /w/f', 'alters /w/f']],
  ['git add -n f', ['reads all of /w']],
  ['git add -nN f', ['reads all of /w/f', 'changes repository']],
  ['zip -x a f.zip b', []],
  ['zip -xa f.zip b', ['alters /w/f.zip', 'reads /w/b']],
  ['zip --exclude=a f.zip b', ['alters /w/f.zip', 'reads /w/b']],
  ['zip -x a @ f.zip b', ['alters /w/f.zip', 'reads /w/b']],
  ['zip -x -q f.zip b', []],
  ['zip -x a -q f.zip b', ['alters /w/f.zip', 'reads /w/b']],
  ['tee -', ['replaces /w/-']],
  ['who', []],
  ['who am i', []],
  ['who f', ['reads /w/f']],
  ['users f', ['reads /w/f']],
])('%s', (text, expected) => {
  expect(effectsOf(text)).toEqual(expected);
});
