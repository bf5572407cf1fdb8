import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { namesFile } from '../../../scripts/program-names.mjs';
import { programNamed, topics } from '../../../src/analysis/programs/registry.ts';
import { unknown, unknownWords } from '../../../src/analysis/words.ts';
import type { Word } from '../../../src/model/word.ts';
import { effectLines } from './effect-lines.ts';

const star: Word = { kind: 'pattern', glob: '*', prefix: '' };

describe('options', () => {
  it.each([
    [['rm', '-rf', 'a'], ['deletes all of /w/a']],
    [['rm', 'a', '-r'], ['deletes all of /w/a']],
    [['rm', '--recurs', '../a/'], ['deletes all of /a']],
    [['rm', '--', '-r'], ['deletes /w/-r']],
    [
      ['rm', '-', 'a'],
      ['deletes /w/-', 'deletes /w/a'],
    ],
    [['rm', '--r', 'a'], ['deletes all of /w/a']],
    [['rm', '--no', 'a'], ['deletes /w/a']],
    [['rm', '--i', 'a'], ['deletes /w/a']],
    [
      ['rm', '-rZ', 'a'],
      ['deletes all of /w/a', 'unknown-option -Z'],
    ],
    [
      ['rm', '--force=1', 'a'],
      ['deletes /w/a', 'unknown-option --force=1'],
    ],
    [
      ['cp', '--re', 'a', 'b'],
      ['reads /w/a', 'replaces /w/b', 'ambiguous-option --re'],
    ],
    [
      ['cp', '-t', 'd', 'a'],
      ['reads /w/a', 'replaces /w/d'],
    ],
    [
      ['cp', '-atd', 'a'],
      ['reads all of /w/a', 'replaces all of /w/d'],
    ],
    [
      ['cp', '-nS', '.o', 'a', 'b'],
      ['reads /w/a', 'creates /w/b'],
    ],
    [['cp', '-S'], ['missing-value -S']],
    [['grep', '-5', 'x', 'f'], ['reads /w/f']],
    [
      ['grep', '-f', 'p', 'f'],
      ['reads /w/p', 'reads /w/f'],
    ],
    [['grep', '-rn', 'x'], ['reads all of /w']],
    [
      ['find', '/', '-name', 'x', '-delete'],
      ['deletes all of /', 'reads all of /'],
    ],
    [
      ['find', '-fprintf', 'o', '%p', '-zap'],
      ['replaces /w/o', 'reads all of /w', 'unknown-option -zap'],
    ],
    [
      ['find', 'a', '-exec', 'rm', '{}', ';', '-print'],
      ['executes rm a…', 'reads all of /w/a'],
    ],
    [['git', '-C', 'd', 'status', '-s'], ['reads all of /w/d']],
    [
      ['git', 'push', '--forc'],
      ['sends', 'changes remote', 'ambiguous-option --forc'],
    ],
    [
      ['git', 'push', '-fu', 'o'],
      ['sends o', 'destroys remote o'],
    ],
    [['env', 'A=1', 'ls', '-l'], ['executes ls -l with A=1']],
    [['env', '-C', 'd', 'ls'], ['executes ls in /w/d']],
  ])('of %j give %j', (argv, expected) => {
    expect(effectLines(...argv)).toEqual(expected);
  });

  it('are not overlooked in words that are not known', () => {
    expect(effectLines('rm', unknown())).toEqual(['deletes …', 'possible-option …']);
    expect(effectLines('rm', '--', unknown())).toEqual(['deletes …']);
    expect(effectLines('rm', unknown('a/'))).toEqual(['deletes /w/a/…']);
    expect(effectLines('rm', unknownWords('a/'))).toEqual(['deletes /w/a/…', 'possible-option a/…']);
    expect(effectLines('rm', star)).toEqual(['deletes /w/*', 'possible-option *']);
    expect(effectLines('rm', unknown('-r'))).toEqual(['possible-option -r…']);
    expect(effectLines('grep', 'x', unknown('--include='))).toEqual([]);
    expect(effectLines('cp', unknown('-t'), 'a')).toEqual(['reads /w/a', 'replaces …']);
    expect(effectLines('git', 'status', unknown())).toEqual(['reads all of /w', 'reads …']);
    expect(effectLines('git', unknown())).toEqual(['unknown-subcommand …', 'possible-option …'].toReversed());
  });
});

describe('the registry', () => {
  it('has every name once', () => {
    const names = Object.values(topics)
      .flatMap((topic) => [...topic()])
      .flatMap((program) => program.names);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    expect(names.filter((name) => programNamed(name)?.names.includes(name) !== true)).toEqual([]);
    expect(programNamed('no-such-program')).toBeNull();
    expect(programNamed('constructor')).toBeNull();
  });

  it('knows the topic of every name; scripts/program-names.mjs writes the list', () => {
    const file = new URL('../../../src/analysis/programs/names.ts', import.meta.url);
    expect(readFileSync(file, 'utf8')).toBe(namesFile());
  });
});
