import { readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { BashResult } from '../../src/index.ts';
import { inputPath } from '../../src/jobs/input.ts';
import { temporaryBash } from '../support/bash.ts';
import { temporaryDirectory } from '../support/temporary.ts';

/** All that stands in the place of a job's input within a moment, in which what is with the job opens and closes files of its own. */
function placesOfInput(pid: number): readonly string[] {
  const places = new Set<string>();
  for (const end = performance.now() + 500; performance.now() < end; )
    places.add(readlinkSync(inputPath({ pid, startTime: null })));
  return [...places];
}

test('where a job has no input there is nothing that could be written to in its stead', async () => {
  const bash = temporaryBash({ contract: 'plain', sandbox: 'off' });
  const context = { workingDirectory: temporaryDirectory() };
  const { outcome } = await bash.run({ command: 'sleep 600 & :' }, context);
  if (outcome.kind !== 'ended') throw new Error('expected a command that ends');
  expect(placesOfInput(outcome.job?.supervisor?.pid ?? -1)).toEqual(['/']);
});

test('nor where it has been ended', async () => {
  const bash = temporaryBash<unknown, BashResult>({ contract: 'default', sandbox: 'off' });
  const context = { conversationId: 'c', workingDirectory: temporaryDirectory() };
  const begin = { command: 'cat; sleep 600', run_in_background: true };
  const { job } = (await bash.run(begin, context)).result;
  const named = join(job?.output_file ?? '', '../supervisor');
  await expect.poll(() => readFileSync(named, 'utf8')).toMatch(/\n/);
  const pid = Number.parseInt(readFileSync(named, 'utf8'), 10);
  expect(placesOfInput(pid)).toEqual([expect.stringMatching(/^pipe:/)]);
  await bash.call('bash_input', { job: job?.id, eof: true }, context);
  expect(placesOfInput(pid)).toEqual(['/']);
});
