import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findExecutable } from '../../src/backends/local/find-executable.ts';
import { tryProgram } from '../../src/backends/local/probe.ts';
import { isAlive } from '../support/is-alive.ts';
import { path } from '../support/local-backend.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const sh = findExecutable('sh', path) ?? '';

test('a program that is tried has worked where it ends with 0', async () => {
  expect(await tryProgram([sh, '-c', 'echo said'])).toEqual({ kind: 'worked', output: 'said\n' });
});

test('how it fails is what it says, or else what is known of it', async () => {
  expect(await tryProgram([sh, '-c', 'echo why >&2; exit 1'])).toEqual({ kind: 'failed', reason: 'why' });
  expect(await tryProgram(['/nonexistent/program'])).toMatchObject({
    kind: 'failed',
    reason: expect.stringContaining('ENOENT'),
  });
});

test('one that the kernel does not start at all has failed, too', async () => {
  // More than a word may have: 128 KiB, see execve(2). Of this Node tells otherwise than of a program that is not there.
  const trial = await tryProgram([sh, '-c', 'true', 'x'.repeat(256 * 1024)]);
  expect(trial).toMatchObject({ kind: 'failed', reason: expect.stringContaining('E2BIG') });
});

test.each([
  ['is deaf to its end', "trap '' TERM; read -r -t 60 <> <(:)"],
  ['was stopped', 'kill -STOP $$'],
])('one that %s is waited for 5 s, and ended', async (_how, script) => {
  const directory = temporaryDirectory();
  const program = join(directory, 'program');
  const [bash, note] = [findExecutable('bash', path), join(directory, 'note')];
  writeFileSync(program, `#!${bash}\necho $$ > '${note}'\n${script}\n`, { mode: 0o755 });
  const trial = await tryProgram([program], undefined, { PATH: path });
  expect(trial).toEqual({ kind: 'failed', reason: 'it did not end within 5 s' });
  expect(isAlive(Number(readFileSync(note, 'utf8')))).toBe(false);
});
