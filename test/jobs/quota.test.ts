import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { outputFileIn, readEnd, readOutputProblem } from '../../src/jobs/directory.ts';
import { readText } from '../../src/jobs/output.ts';
import type { KeptRun } from '../../src/model/exit.ts';
import type { Job } from '../../src/model/job.ts';
import type { Keep } from '../../src/model/ports.ts';
import { localBackend, planIn, runPlan } from '../support/local-backend.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const kibibyte = 1_024;

/** Has a command go on as a job at once, of which so much is kept; resolves when the job is over. */
async function job(command: string, maxOutputBytes: number) {
  const cwd = temporaryDirectory();
  const directory = join(cwd, 'job');
  mkdirSync(directory);
  const runs: KeptRun[] = [];
  const keep: Keep = {
    survivors: 'keep',
    place: async () => ({ directory, maxOutputBytes, maxMs: 600_000 }),
    async kept(run) {
      if (run !== null) runs.push(run);
      writeFileSync(join(cwd, 'go'), '');
    },
  };
  const controller = new AbortController();
  await runPlan(
    localBackend(),
    planIn(cwd, `echo ready; until [ -e go ]; do sleep 0.01; done; ${command}`, { streams: 'combined' }),
    {
      stop: controller.signal,
      keep,
      onOutput: () => controller.abort({ kind: 'kept', otherwise: { kind: 'cancelled' } }),
    },
  );
  await Promise.all(runs.map(({ over }) => over));
  return { cwd, directory };
}

test('a job whose output reaches its quota says so, and its command is not held up', async () => {
  const { cwd, directory } = await job(
    'head -c 1000000 /dev/zero; echo over; touch done; exit 3',
    8 * kibibyte,
  );
  expect(existsSync(join(cwd, 'done'))).toBe(true);
  expect(readEnd(directory)?.exit).toEqual({ kind: 'exited', code: 3 });
  expect(readOutputProblem(directory)).toBe('the output reached the most that is kept of a job');
  const closing = '\n\n[background process failed: exit status: 3]\n';
  expect(statSync(outputFileIn(directory)).size).toBe(8 * kibibyte + closing.length);
  expect(readFileSync(outputFileIn(directory), 'utf8').endsWith(`\0${closing}`)).toBe(true);
});

test('a job that stays within its quota has all of its output', async () => {
  const { directory } = await job('seq 1 1000', 8 * kibibyte);
  expect(readOutputProblem(directory)).toBe(null);
  const lines = Array.from({ length: 1_000 }, (_, index) => `${index + 1}\n`).join('');
  // What came before the job was one is its host's to write.
  expect(
    readFileSync(outputFileIn(directory), 'utf8').replace('\n\n[background process completed]\n', ''),
  ).toBe(lines);
});

test('what is cut of an output that is not whole says how much of it there is', async () => {
  const { directory } = await job('head -c 1000000 /dev/zero', 8 * kibibyte);
  const outputFile = outputFileIn(directory);
  const outputProblem = readOutputProblem(directory);
  const clean = { escapes: false, redraws: false, repeats: false, secrets: false };
  const rule = { wholeBytes: 100, headBytes: 50, tailBytes: 50, cutAt: 'line', clean } as const;
  // Only where the output is and what it lacks is looked at.
  const kept = { outputFile, outputProblem, terminal: null } as Job;
  const { text } = await readText(kept, { from: 0, to: 8 * kibibyte }, { rule, secrets: [] });
  expect(text.spill).toEqual({
    kind: 'incomplete',
    path: outputFile,
    bytes: 8 * kibibyte,
    reason: outputProblem,
  });
});
