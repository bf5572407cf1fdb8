import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { boundLines } from '../../src/adapters/mcp/bound-lines.ts';

/** The lines that come through, and the ids of those that do not. */
async function pass(given: string, { max = 100, chunk = 7 } = {}) {
  const bytes = Buffer.from(given);
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunk) }, (_, n) =>
    bytes.subarray(n * chunk, (n + 1) * chunk),
  );
  const ids: unknown[] = [];
  const bounded = Readable.from(chunks).pipe(boundLines(max, (id) => ids.push(id)));
  return { lines: await text(bounded), ids };
}

const long = 'x'.repeat(400);

describe('lines with a bound', () => {
  test.each([1, 2, 7, 1_000])('are passed on whole, in chunks of %d', async (chunk) => {
    expect(await pass('one\ntwö\n\nthree\n', { chunk })).toEqual({
      lines: 'one\ntwö\n\nthree\n',
      ids: [],
    });
  });

  test.each([1, 7, 64, 10_000])('are left out where they are longer, in chunks of %d', async (chunk) => {
    const given = `{"id":1}\n{"method":"x","params":{"id":9,"x":"${long}"},"jsonrpc":"2.0","id":2}\n{"id":3}\n`;
    expect(await pass(given, { chunk })).toEqual({ lines: '{"id":1}\n{"id":3}\n', ids: [2] });
  });

  test('are as long as the bound and no longer', async () => {
    expect(await pass(`${'x'.repeat(99)}\n${'y'.repeat(100)}\n`)).toEqual({
      lines: `${'x'.repeat(99)}\n`,
      ids: [null],
    });
  });

  test.each([
    ['a text at the end', `{"params":"${long}","jsonrpc":"2.0","id":"a-1"}`, 'a-1'],
    ['a number at the start', `{"jsonrpc":"2.0","id":7,"params":"${long}"}`, 7],
    ['what is not the message’s own, at the end', `{"params":{"x":"${long}","id":5}}`, null],
    ['what is within a text, at the end', `{"params":"${long},\\"id\\":5}"}`, null],
    ['what is within a text, at the start', `{"x":"{\\"id\\":5,","params":"${long}"}`, null],
    ['nothing', `{"params":"${long}"}`, null],
  ])('are told by their id, if that is %s', async (_what, line, id) => {
    expect((await pass(`${line}\n`)).ids).toEqual([id]);
  });
});
