import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createFakeBackend, exited } from '../../src/testing/index.ts';
import { modesBash } from '../support/modes.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const limit = 128 * 1024;
const snip = 4 * 1024;

/** What the model reads of an output, whatever it is. */
async function textOf(output: Buffer | string, exitCode = 0): Promise<string> {
  const workingDirectory = temporaryDirectory();
  writeFileSync(join(workingDirectory, 'output'), output);
  const command = `cat output; exit ${exitCode}`;
  return (await modesBash().run({ command }, { workingDirectory })).text;
}

const banner = (got: string) => `[output truncated in middle: got ${got}, max is 128 KiB]\n`;

describe('the output of modes', () => {
  test.each([0, 1, snip, 2 * snip, limit - 1, limit])('A-10: %d bytes are given whole', async (size) => {
    expect(await textOf('x'.repeat(size))).toBe('x'.repeat(size));
  });

  test.each([
    [limit + 1, '128 KiB'],
    [limit + 1024, '129 KiB'],
    [200 * 1024, '200 KiB'],
    [3 * 1024 * 1024 + 512 * 1024, '3.5 MiB'],
  ])(
    'A-10: of %d bytes the first and the last 4 KiB are given, and how much there was',
    async (size, got) => {
      const output = `${'a'.repeat(snip)}${'m'.repeat(size - 2 * snip)}${'z'.repeat(snip)}`;
      const expected = `${banner(got)}${'a'.repeat(snip)}\n\n[snip]\n\n${'z'.repeat(snip)}`;
      expect(await textOf(output)).toBe(expected);
    },
  );

  test('A-10: the exit code of a failure stands before the output that was cut', async () => {
    const text = await textOf('x'.repeat(limit + 1), 9);
    expect(text).toBe(
      `[command failed: exit code 9]\n${banner('128 KiB')}${'x'.repeat(snip)}\n\n[snip]\n\n${'x'.repeat(snip)}`,
    );
  });

  test.each([
    ['é', 1],
    ['€', 1],
    ['€', 2],
    ['😀', 1],
    ['😀', 2],
    ['😀', 3],
  ])('A-10: a cut never breaks %s, %d bytes into it', async (character, offset) => {
    const bytes = Buffer.byteLength(character);
    const before = snip - offset;
    const after = snip - (bytes - offset);
    const output = `${'a'.repeat(before)}${character}${'m'.repeat(limit)}${character}${'z'.repeat(after)}`;
    const text = await textOf(output);
    expect(text).toBe(`${banner('136 KiB')}${'a'.repeat(before)}\n\n[snip]\n\n${'z'.repeat(after)}`);
  });

  test('A-10: what is no UTF-8 takes three bytes in a text, and one where it is told how much was written', async () => {
    const text = await textOf(Buffer.alloc(limit, 0xff));
    expect(text).toBe(`${banner('128 KiB')}${'\uFFFD'.repeat(1365)}\n\n[snip]\n\n${'\uFFFD'.repeat(1365)}`);
  });

  test('A-10: the rest is not lost: the outcome names a file with the whole', async () => {
    const { outcome } = await modesBash().run({ command: `head -c ${limit + 1} /dev/zero` });
    expect(outcome).toMatchObject({
      capture: { output: { bytes: limit + 1, text: { spill: { kind: 'file' } } } },
    });
  });

  const unit = fc.constantFrom('x', '\n', 'é', '€', '😀', '\r', '\u0301', '\uFFFD', ' ');
  const piece = fc
    .tuple(fc.array(unit, { minLength: 1, maxLength: 4 }), fc.integer({ min: 1, max: 60_000 }))
    .map(([units, times]) => units.join('').repeat(times).slice(0, 120_000))
    .map((text) => text.replace(/\p{Surrogate}$/u, ''));
  const output = fc.array(piece, { minLength: 1, maxLength: 5 }).map((pieces) => pieces.join(''));
  const exitCode = fc.constantFrom(0, 1, 255);

  test('A-10: a text is never longer than 128 KiB and 200 bytes, and never has a part of a character', async () => {
    let played = { text: '', code: 0 };
    const bash = modesBash(
      {},
      {
        backend: createFakeBackend(() => ({
          writes: [['output', played.text]],
          ends: exited({ kind: 'exited', code: played.code }),
        })),
      },
    );
    const property = fc.asyncProperty(output, exitCode, async (text, code) => {
      played = { text, code };
      const read = (await bash.run({ command: 'x' })).text;
      const plain = code === 0 ? read : read.slice(`[command failed: exit code ${code}]\n`.length);
      expect(Buffer.byteLength(read)).toBeLessThanOrEqual(limit + 200);
      if (Buffer.byteLength(text) <= limit) {
        expect(plain).toBe(text);
        return;
      }
      const [, head = '', tail = ''] = /^\[output.*\]\n([\s\S]*)\n\n\[snip\]\n\n([\s\S]*)$/.exec(plain) ?? [];
      expect(text.startsWith(head) && text.endsWith(tail)).toBe(true);
      expect(read).not.toMatch(/\p{Surrogate}/u);
      for (const part of [head, tail]) expect(Buffer.byteLength(part)).toBeGreaterThan(snip - 4);
      for (const part of [head, tail]) expect(Buffer.byteLength(part)).toBeLessThanOrEqual(snip);
    });
    await fc.assert(property, { seed: 20_260_101, numRuns: 150 });
  });

  test('A-10: the same for bytes that are no text', async () => {
    const bytes = fc.uint8Array({ minLength: 1, maxLength: 40 });
    const property = fc.asyncProperty(bytes, fc.integer({ min: 1, max: 9_000 }), async (some, times) => {
      const read = await textOf(Buffer.concat(Array.from({ length: times }, () => Buffer.from(some))));
      expect(Buffer.byteLength(read)).toBeLessThanOrEqual(limit + 200);
      expect(read).not.toMatch(/\p{Surrogate}/u);
    });
    await fc.assert(property, { seed: 20_260_101, numRuns: 25 });
  });
});
