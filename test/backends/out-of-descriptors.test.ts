import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { lacksBubblewrap } from '../support/bubblewrap.ts';
import { heldProcess } from '../support/held-process.ts';
import { temporaryDirectory } from '../support/temporary.ts';

/** Runs a host that may have so many descriptors open; what it has printed. */
async function runHost(name: string, most: number, words: readonly string[]) {
  const host = fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));
  const script = `ulimit -n ${most}; exec "$@"`;
  const all = ['-c', script, 'bash', process.execPath, host, ...words];
  return await new Promise<{ readonly error: Error | null; readonly stdout: string }>((resolve) => {
    execFile('bash', all, (error, stdout) => resolve({ error, stdout }));
  });
}

test('a host that has no descriptor left ends its commands all the same', async () => {
  const held = heldProcess();
  const words = [join(held.directory, 'state'), held.directory, held.command];
  const printed = await runHost('out-of-descriptors.mjs', 200, words);
  expect(printed).toEqual({ error: null, stdout: 'cancelled\n' });
  held.expectGone();
});

test.each(lacksBubblewrap ? ['off'] : ['off', 'workspace'])(
  'a host that has no descriptor left says that it can run nothing in a session, which goes on after that: %s',
  async (level) => {
    const directory = temporaryDirectory();
    const words = [join(directory, 'state'), directory, level];
    const { error, stdout } = await runHost('session-out-of-descriptors.mjs', 200, words);
    expect({ error, stdout }).toEqual({ error: null, stdout: expect.stringMatching(/^\{/) });
    const { told, more } = JSON.parse(stdout);
    expect({ all: [...new Set(told)].sort(), last: told.at(-1), more }).toEqual({
      all: ['a\nb', 'could_not_start'],
      last: 'a\nb',
      more: 0,
    });
  },
);

test('a host that has too few descriptors to start anything says so, and speaks of no other limit', async () => {
  const printed = await runHost('start-out-of-descriptors.mjs', 300, [temporaryDirectory()]);
  expect(printed).toEqual({ error: null, stdout: 'ulimit -n' });
});
