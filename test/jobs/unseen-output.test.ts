import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { thisProcess } from '../../src/jobs/supervisor-state.ts';
import { findWaitingIn } from '../../src/jobs/waiting.ts';
import type { Job } from '../../src/model/job.ts';
import { temporaryDirectory } from '../support/temporary.ts';

test('a job whose output cannot be looked at, as that of another user, waits for nothing that is known', () => {
  const outputFile = join(temporaryDirectory(), 'output');
  symlinkSync(outputFile, outputFile);
  const state = { kind: 'running', shell: null } as const;
  // Nothing else of a job is looked at before.
  const job = { state, outputFile, supervisor: thisProcess() } as Job;
  expect(findWaitingIn(job)).toBeNull();
});
