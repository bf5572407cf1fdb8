import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type WorkspaceResult, workspace } from '../../src/index.ts';
import { createFakeBackend, exited } from '../../src/testing/index.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { ran, resultOf, workspaceBash } from '../support/workspace.ts';

function header(kept: number, total: number): string {
  return `[Output truncated: showing last ${kept} chars of ${total} chars]\n`;
}

/** What is told of a standard output of these bytes, however they come. */
async function toldOf(
  bytes: Uint8Array,
  maxOutputLength: number,
  chunk = bytes.length,
): Promise<WorkspaceResult> {
  const fake = createFakeBackend(() => ({ ends: exited({ kind: 'exited', code: 0 }) }));
  const { bash } = workspaceBash(
    { maxOutputLength },
    {
      backend: {
        ...fake,
        async run(plan, sink, stop, keep) {
          for (let at = 0; at < bytes.length; at += chunk)
            await sink('stdout', bytes.subarray(at, at + chunk));
          return await fake.run(plan, sink, stop, keep);
        },
      },
    },
  );
  return (await bash.run({ command: 'true' })).result;
}

describe('the output of workspace', () => {
  test('C-6: the streams are apart', async () => {
    const command = 'echo a; echo b >&2; echo c';
    expect(await resultOf(command)).toEqual(ran(command, { stdout: 'a\nc\n', stderr: 'b\n' }));
  });

  test.each([
    ['one less', 'abcdefghi', 'abcdefghi', false],
    ['just as much', 'abcdefghij', 'abcdefghij', false],
    ['one more', 'abcdefghijk', `${header(10, 11)}bcdefghijk`, true],
    ['much more', 'x'.repeat(1_000), `${header(10, 1_000)}${'x'.repeat(10)}`, true],
    ['two bytes each, just as much', 'é'.repeat(10), 'é'.repeat(10), false],
    ['two bytes each, one more', `a${'é'.repeat(10)}`, `${header(10, 11)}${'é'.repeat(10)}`, true],
    ['four bytes each, just as much', '😀'.repeat(10), '😀'.repeat(10), false],
    ['four bytes each, one more', `a${'😀'.repeat(10)}`, `${header(10, 11)}${'😀'.repeat(10)}`, true],
    ['four bytes each, much more', '😀'.repeat(100), `${header(10, 100)}${'😀'.repeat(10)}`, true],
    ['wide and narrow', `${'x'.repeat(50)}a😀é☃`, `${header(10, 54)}xxxxxxa😀é☃`, true],
    ['an accent of its own', `${'x'.repeat(9)}e\u0301`, `${header(10, 11)}${'x'.repeat(8)}e\u0301`, true],
  ])('C-6: of a stream of 10 characters and %s the end is kept', async (_name, text, told, truncated) => {
    for (const chunk of [1, 3, 1_000]) {
      expect(await toldOf(Buffer.from(text), 10, chunk)).toEqual(ran('true', { stdout: told, truncated }));
    }
  });

  test('C-6: a byte that is no UTF-8 counts as the one character that stands for it', async () => {
    const bytes = Buffer.concat([Buffer.from('ab'), Buffer.alloc(9, 0xff), Buffer.from('é')]);
    expect(await toldOf(bytes, 10)).toEqual(
      ran('true', { stdout: `${header(10, 12)}${'\uFFFD'.repeat(9)}é`, truncated: true }),
    );
    expect(await toldOf(Buffer.alloc(10, 0xff), 10)).toEqual(ran('true', { stdout: '\uFFFD'.repeat(10) }));
  });

  test('C-6: each stream has a limit and a header of its own', async () => {
    const command = 'printf 1234567; printf abcdef >&2';
    expect(await resultOf(command, { maxOutputLength: 6 })).toEqual(
      ran(command, { stdout: `${header(6, 7)}234567`, stderr: 'abcdef', truncated: true }),
    );
    const other = 'printf 123456; printf abcdefg >&2';
    expect(await resultOf(other, { maxOutputLength: 6 })).toEqual(
      ran(other, { stdout: '123456', stderr: `${header(6, 7)}bcdefg`, truncated: true }),
    );
  });

  test('C-6: nothing may be kept', async () => {
    expect(await resultOf('printf abc; true', { maxOutputLength: 0 })).toEqual(
      ran('printf abc; true', { stdout: header(0, 3), truncated: true }),
    );
    expect(await resultOf('true', { maxOutputLength: 0 })).toEqual(ran('true'));
  });

  test('C-6: the limit is 50,000 characters unless configured', async () => {
    const fits = 'head -c 50000 /dev/zero | tr "\\0" x';
    expect(await resultOf(fits)).toEqual(ran(fits, { stdout: 'x'.repeat(50_000) }));
    const tooLong = 'head -c 50001 /dev/zero | tr "\\0" x';
    expect(await resultOf(tooLong)).toEqual(
      ran(tooLong, { stdout: header(50_000, 50_001) + 'x'.repeat(50_000), truncated: true }),
    );
  });

  test('C-6: 100 MB are counted, and take no memory', async () => {
    const command = 'head -c 100000000 /dev/zero | tr "\\0" x; echo end; head -c 1000000 /dev/zero >&2';
    const { bash } = workspaceBash({ maxOutputLength: 10 });
    const before = process.memoryUsage().arrayBuffers;
    const { result } = await bash.run({ command });
    expect(result).toEqual(
      ran(command, {
        stdout: `${header(10, 100_000_004)}xxxxxxend\n`,
        stderr: header(10, 1_000_000) + '\0'.repeat(10),
        truncated: true,
      }),
    );
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * 1024 * 1024);
  });

  test('C-6: the whole of what was cut is in a file, also where it is cut by little', async () => {
    const stateDir = temporaryDirectory();
    const { bash } = workspaceBash({ maxOutputLength: 10 }, { stateDir });
    await bash.run({ command: 'printf 1234567890' });
    expect(readdirSync(stateDir)).not.toContain('output');
    await bash.run({ command: 'printf 12345678901' });
    const files = readdirSync(join(stateDir, 'output'));
    expect(files.map((file) => statSync(join(stateDir, 'output', file)).size)).toEqual([11]);
  });

  test('C-6: what was printed before a timeout is cut in the same way', async () => {
    const command = 'printf 12345678901; sleep 600';
    expect(await resultOf(command, { maxOutputLength: 10, timeoutMs: 1_000 })).toEqual(
      ran(command, {
        exit_code: null,
        stdout: `${header(10, 11)}2345678901`,
        truncated: true,
        timed_out: true,
      }),
    );
  });

  test.each([-1, 1.5, '10', 4 * 1024 * 1024 + 1])('C-6: the limit %j is refused', (maxOutputLength) => {
    expect(workspace.readOptions({ maxOutputLength })).toMatchObject({
      kind: 'invalid',
      problems: [{ path: 'maxOutputLength', expected: 'an integer from 0 to 4194304' }],
    });
  });

  test.each([
    ['every byte', Buffer.from(Array.from({ length: 256 }, (_, index) => index))],
    ['zeros', Buffer.alloc(1_000)],
    ['half characters', Buffer.from('f09f98f09fe29882c3', 'hex')],
    ['surrogates', Buffer.from('eda080edb080', 'hex')],
    ['a byte order mark', Buffer.from('efbbbf61', 'hex')],
  ])('C-10: %s never break the result', async (_name, bytes) => {
    for (const maxOutputLength of [1, 2, 3, 5, 100, 50_000]) {
      const result = await toldOf(bytes, maxOutputLength, 7);
      const stdout = 'stdout' in result ? result.stdout : '';
      const decoded = [...new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)];
      const isCut = decoded.length > maxOutputLength;
      expect(stdout).toBe(
        isCut
          ? header(maxOutputLength, decoded.length) + decoded.slice(-maxOutputLength).join('')
          : decoded.join(''),
      );
      expect(JSON.parse(JSON.stringify(result))).toEqual(result);
      expect(stdout).not.toMatch(/\p{Surrogate}/u);
    }
  });

  test('C-10: a real program that prints binary is a result', async () => {
    const command = "printf 'a\\377\\000b\\n'; printf '\\303' >&2";
    expect(await resultOf(command)).toEqual(ran(command, { stdout: 'a\uFFFD\0b\n', stderr: '\uFFFD' }));
  });
});
