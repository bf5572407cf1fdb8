import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BackendCase, type BackendHarness, cancelled, endedWith, runPlan } from './backend-case.ts';

/** What keeps a command from starting. */
export const startingCases: readonly BackendCase[] = [
  {
    title: 'says that the directory does not exist, and starts nothing',
    check: (harness) => refuses(harness, join(harness.directory, 'missing'), 'cwd-not-found'),
  },
  {
    title: 'says that the directory is a file, and starts nothing',
    async check(harness) {
      const file = join(harness.directory, 'file');
      writeFileSync(file, '');
      await refuses(harness, file, 'cwd-not-a-directory');
    },
  },
  {
    title: 'starts nothing when it is stopped beforehand',
    async check(harness) {
      const { run, output } = await runPlan(harness, 'touch started', { stop: AbortSignal.abort(cancelled) });
      assert.deepEqual(run, endedWith(cancelled));
      assert.deepEqual(output, {});
      assert.ok(!existsSync(join(harness.directory, 'started')));
    },
  },
];

async function refuses(harness: BackendHarness, cwd: string, code: string): Promise<void> {
  const { run, output } = await runPlan(harness, 'echo started', { cwd });
  assert.equal(run.kind, 'could_not_start');
  assert.equal(run.kind === 'could_not_start' && run.problem.code, code);
  assert.ok(run.kind === 'could_not_start' && run.problem.message.includes(cwd));
  assert.deepEqual(output, {});
}
