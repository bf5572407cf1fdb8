import { afterAll, describe, expect, it } from 'vitest';
import { parse } from '../../../src/analysis/parse.ts';
import { constructs } from './constructs.ts';
import { mutant } from './mutations.ts';
import { script } from './scripts.ts';
import { openReader, type Reader } from './syntax-check.ts';
import { conduct, Mistake } from './trial.ts';

const readers = [openReader(), openReader()] as const;
afterAll(() => {
  for (const reader of readers) reader.close();
});
const [{ read }] = readers;

async function agrees(reader: Reader, text: string): Promise<string> {
  if (parse(text).kind === 'unparsed') return 'unparsed';
  const reading = await reader.read(text);
  if (reading.isRefused) throw new Mistake(text, reading);
  return 'parsed';
}

describe('what bash refuses to read is unparsed', () => {
  it.each([
    ['scripts of a grammar', script, 1500],
    ['mutations of every construct', mutant, 6000],
  ])(
    'among %s',
    async (title, scripts, count) => {
      const counts = await conduct({ title, scripts, count, judges: readers, judge: agrees });
      expect(counts.parsed).toBeGreaterThan(count / 5);
    },
    450_000,
  );

  it.each(constructs)('and what it reads is parsed: %j', async (text) => {
    expect({ ...(await read(text)), kind: parse(text).kind }).toEqual({
      isRefused: false,
      stderr: '',
      kind: 'parsed',
    });
  });

  // Found by scripts that were made at random.
  it.each([
    'ok1 {a,$[1}; ok2',
    'ok1 {a,w}v {$[1,2}',
    'for ((ok1 $(case a in a) ok2;; esac)v=1; v<$(ok1); v++)); do ok2; done',
    'for ((v=$(case a in (a) ok2 ;; esac); v<1; v++)); do ok2; done',
  ])('also where that is seldom written: %j', async (text) => {
    expect({ ...(await read(text)), kind: parse(text).kind }).toMatchObject({
      isRefused: true,
      kind: 'unparsed',
    });
  });

  it.each([
    ['[[ a b ]]', 'conditional binary operator expected'],
    ['if ok1', 'unexpected end of file'],
    ['if ok1 <<E\na', 'delimited by end-of-file'],
  ])('where bash may end well though it complains: %j', async (text, complaint) => {
    expect(await read(text)).toEqual({ isRefused: true, stderr: expect.stringContaining(complaint) });
  });

  it.each(['ok1 <<E\na', "ok1 <<'E' && ok2\na $(ok2)\nE ok1", 'ok1 <<-E\n\ta `ok2`\n\tE '])(
    'and what it only warns of is parsed: %j',
    async (text) => {
      const stderr = expect.stringContaining('delimited by end-of-file');
      expect({ ...(await read(text)), kind: parse(text).kind }).toEqual({
        ...{ isRefused: false, stderr, kind: 'parsed' },
      });
    },
  );
});
