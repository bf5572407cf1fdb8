import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { outputFileIn, readEnd } from '../../src/jobs/directory.ts';
import type { Keep } from '../../src/model/ports.ts';
import { localBackend, planIn, runPlan } from '../support/local-backend.ts';
import { temporaryDirectory } from '../support/temporary.ts';

/** Runs a command that nobody stops, with a place to go on in. */
async function run(command: string, ended: Keep['ended']) {
  const cwd = temporaryDirectory();
  const directory = join(cwd, 'job');
  mkdirSync(directory);
  const keep: Keep = {
    survivors: 'keep',
    ...(ended && { ended }),
    place: async () => ({ directory, maxOutputBytes: 1_000_000, maxMs: 600_000 }),
    kept: async () => {},
  };
  const plan = planIn(cwd, command, { streams: 'combined' });
  const { run } = await runPlan(localBackend(), plan, { keep });
  if (run.kind === 'kept') await run.kept.over;
  return { run, directory };
}

test('what is over before it was handed over is handed over all the same, where it is to be', async () => {
  const { run: kept, directory } = await run('exit 3', 'keep');
  expect(kept.kind).toBe('kept');
  expect(readEnd(directory)?.exit).toEqual({ kind: 'exited', code: 3 });
  expect(readFileSync(outputFileIn(directory), 'utf8')).toBe(
    '\n\n[background process failed: exit status: 3]\n',
  );
});

test.each([undefined, 'tell'] as const)('else its end is told: %s', async (ended) => {
  const { run: told } = await run('exit 3', ended);
  expect(told).toMatchObject({ kind: 'ended', exit: { kind: 'exited', code: 3 }, kept: null });
});
