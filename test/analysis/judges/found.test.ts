import { afterAll, describe, expect, test } from 'vitest';
import { parse } from '../../../src/analysis/parse.ts';
import { found, unread } from './found.ts';
import { judge } from './judge.ts';
import { openLaboratory } from './laboratory.ts';
import { rareCommands } from './rare-commands.ts';

const laboratory = openLaboratory();
afterAll(() => laboratory.close());

describe.each(found)('%s', (_, ...scripts) => {
  test.each(scripts)('so that nothing is missing of %j', async (script) => {
    expect(['agreed', 'open']).toContain((await judge(laboratory, script)).kind);
  });
});

describe('on a rare way, nothing is missing', () => {
  test.each(rareCommands)('of %j', async (command) => {
    for (const start of ['n=1 x=2 w="a b" names=(ok2 b)\n', 'n=0 x=7 v=d1 w=ok2\n', ''])
      expect((await judge(laboratory, `${start}${command}\nok1 $v $n "$@"`)).kind).toMatch(
        /agreed|open|unparsed/,
      );
  });
});

describe.each(unread)('%s', (_, ...texts) => {
  test.each(texts)('is not analysed: %j', (text) => {
    expect(parse(text).kind).toBe('unparsed');
  });
});
