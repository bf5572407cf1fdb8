import { expect, test } from 'vitest';
import { findExecutable } from '../../src/backends/local/find-executable.ts';
import { tryProgram } from '../../src/backends/local/probe.ts';
import { path } from '../support/local-backend.ts';

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
