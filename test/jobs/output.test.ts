import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { outputBytes } from '../../src/jobs/output.ts';
import type { Job } from '../../src/model/job.ts';
import { temporaryDirectory } from '../support/temporary.ts';

function jobWith(outputFile: string): Job {
  return {
    ...{ id: '1', callId: 'call', contract: 'default', conversationId: 'c', command: 'true', cwd: '/' },
    ...{ description: null, startedAt: 1, supervisor: null, shell: { pid: 2 ** 22 + 1, startTime: 1 } },
    ...{ mark: 'm', outputFile, outputProblem: null, terminal: null },
    state: { kind: 'ended', exit: { kind: 'exited', code: 0 }, at: 1 },
  };
}

test.each([
  ['a directory', (path: string) => mkdirSync(path)],
  ['a pipe that nobody writes to', (path: string) => execFileSync('mkfifo', [path])],
])('%s in the place of the output of a job is none, and nobody waits for it', async (_, make) => {
  const path = join(temporaryDirectory(), 'output');
  make(path);
  expect(await outputBytes(jobWith(path))).toBe(0);
});
