import { afterAll, describe, expect, test } from 'vitest';
import { parse } from '../../../src/analysis/parse.ts';
import { found, unread } from './found.ts';
import { judge } from './judge.ts';
import { openLaboratory } from './laboratory.ts';

const laboratory = openLaboratory();
afterAll(() => laboratory.close());

describe.each(found)('%s', (_, ...scripts) => {
  test.each(scripts)('so that nothing is missing of %j', async (script) => {
    expect(['agreed', 'open']).toContain((await judge(laboratory, script)).kind);
  });
});

describe.each(unread)('%s', (_, ...texts) => {
  test.each(texts)('is not analysed: %j', (text) => {
    expect(parse(text).kind).toBe('unparsed');
  });
});
