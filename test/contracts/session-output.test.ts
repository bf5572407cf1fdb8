import { readFileSync, statSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ran, sessionBash } from '../support/session-contract.ts';

/** The line in place of what was left out: how much, and the file. */
const mark = /^\.\.\. \[(?<left>.*) left out; the whole output is in (?<file>\/.*)\] \.\.\.$/m;

/** What a command with this output is told by, in parts; `null` where nothing is left out. */
async function cutOf(command: string, options: Readonly<Record<string, unknown>> = {}) {
  const { call } = sessionBash({ options });
  const { text, metadata } = ran(await call({ command }));
  const found = mark.exec(text);
  if (found === null) return { text, metadata, cut: null };
  const { left = '', file = '' } = found.groups ?? {};
  const [head = '', tail = ''] = text.split(`${found[0]}\n`);
  return { text, metadata, cut: { left, file, head, tail } };
}

const bytes = (count: number, character = 'x') => `head -c ${count} /dev/zero | tr '\\0' ${character}`;
const size = (text: string) => Buffer.byteLength(text);

describe('the output of session', () => {
  test('D-5: 51,200 bytes are given whole', async () => {
    const { text, cut } = await cutOf(bytes(51_200));
    expect([cut, text]).toEqual([null, 'x'.repeat(51_200)]);
  });

  test('D-5: of 51,201 bytes the middle is left out, which is 1 byte', async () => {
    const { cut } = await cutOf(bytes(51_201));
    expect(cut).toMatchObject({ left: '1 byte', head: `${'x'.repeat(25_600)}\n`, tail: 'x'.repeat(25_600) });
    expect(readFileSync(cut?.file ?? '', 'utf8')).toBe('x'.repeat(51_201));
  });

  test('D-5: 2,000 lines are given whole', async () => {
    const { text, cut } = await cutOf('seq 2000');
    expect([cut, text.split('\n').length]).toEqual([null, 2_001]);
  });

  test('D-5: 2,000 lines are given whole, the last one without its end', async () => {
    const { cut } = await cutOf('seq 1999; printf 2000');
    expect(cut).toBe(null);
  });

  test('D-5: of 2,001 lines the middle one is left out', async () => {
    const { cut } = await cutOf('seq 2001');
    expect(cut?.left).toBe('1 line (5 bytes)');
    expect(cut?.head.endsWith('\n999\n1000\n')).toBe(true);
    expect(cut?.tail.startsWith('1002\n1003\n')).toBe(true);
    expect(cut?.tail.endsWith('\n2001\n')).toBe(true);
  });

  test('D-5: the lines that are left out are counted, and the file has them', async () => {
    const { cut } = await cutOf('seq 12000');
    expect(cut?.left).toMatch(/^10000 lines \(\d+ bytes\)$/);
    const lines = readFileSync(cut?.file ?? '', 'utf8').split('\n');
    expect([lines.length, lines[0], lines[5_999], lines.at(-2)]).toEqual([12_001, '1', '6000', '12000']);
    expect(statSync(cut?.file ?? '').mode & 0o777).toBe(0o600);
  });

  test('D-5: the bytes come first where the lines are long', async () => {
    const line = 'y'.repeat(99);
    const { cut } = await cutOf(`for i in {1..1000}; do echo ${line}; done`);
    // Whole lines of 100 bytes: 256 in either half.
    expect(cut).toMatchObject({
      left: '488 lines (48800 bytes)',
      head: `${line}\n`.repeat(256),
      tail: `${line}\n`.repeat(256),
    });
  });

  test('D-5: the lines come first where they are short', async () => {
    const { cut } = await cutOf('for i in {1..3000}; do echo; done');
    expect(cut).toMatchObject({
      left: '1000 lines (1000 bytes)',
      head: '\n'.repeat(1_000),
      tail: '\n'.repeat(1_000),
    });
  });

  test('D-5: a cut does not divide a character', async () => {
    const { cut } = await cutOf("printf 'x%.0s' 1; printf '読%.0s' {1..17067}"); // 1 + 51,201 bytes
    expect(cut?.head).toBe(`x${'読'.repeat(8_533)}\n`);
    expect(cut?.tail).toBe('読'.repeat(8_533));
    expect(cut?.left).toBe('3 bytes');
  });

  test('D-5: what is given is never more than the limits, whatever is left out', async () => {
    const { cut } = await cutOf("for i in {1..5000}; do printf '%s é\\n' $((i * i)); done");
    const given = `${cut?.head}${cut?.tail}`;
    expect(size(given)).toBeLessThanOrEqual(51_200);
    expect(given.split('\n').length - 1).toBeLessThanOrEqual(2_000);
  });

  test('D-5: both limits can be set', async () => {
    expect((await cutOf('printf 1234567890a', { maxOutputBytes: 10 })).text).toMatch(
      /^12345\n\.\.\. \[1 byte left out; .*\] \.\.\.\n7890a$/,
    );
    expect((await cutOf('seq 5', { maxOutputLines: 3 })).text).toMatch(
      /^1\n2\n\.\.\. \[2 lines \(4 bytes\) left out; .*\] \.\.\.\n5\n$/,
    );
  });

  test('D-5: both streams are in it, in the order of writing, as they were written', async () => {
    const { text } = await cutOf(String.raw`echo a; echo b >&2; echo c; printf '\e[1mé\r\n' >&2`);
    expect(text).toBe('a\nb\nc\n\u001b[1mé\r\n');
  });

  test('D-5: the metadata have the same output, without what is said of its end', async () => {
    const { text, metadata } = await cutOf('seq 2001; (exit 3)');
    expect(text).toBe(`${metadata.output}Exit code 3`);
    expect(metadata.output).toMatch(mark);
  });

  test('D-5: what is said stands on a line of its own', async () => {
    const { text, metadata } = await cutOf('printf a; (exit 3)');
    expect([text, metadata.output]).toEqual(['a\nExit code 3', 'a']);
  });

  test('D-5: a command without output says so', async () => {
    const { text, metadata } = await cutOf('true');
    expect([text, metadata.output]).toEqual(['(no output)', '']);
  });

  test('D-5: bytes that are no text are replaced', async () => {
    const { text } = await cutOf(String.raw`printf 'a\377b\n'`);
    expect(text).toBe('a\ufffdb\n');
  });
});
