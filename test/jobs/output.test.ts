import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { answerJobRequest } from '../../src/jobs/answer.ts';
import { outputBytes } from '../../src/jobs/output.ts';
import type { JobRegistry } from '../../src/jobs/registry.ts';
import type { CaptureRule } from '../../src/model/capture.ts';
import type { Job } from '../../src/model/job.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const rule: CaptureRule = {
  ...{ wholeBytes: 100, headBytes: 10, tailBytes: 10, cutAt: 'line' },
  clean: { escapes: true, redraws: true, repeats: false, secrets: true },
};

const unused = (): never => {
  throw new Error('nobody asks for that');
};

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

test('what was read is told again where it cannot be stored that it was, as the disk is full', async () => {
  const outputFile = join(temporaryDirectory(), 'output');
  writeFileSync(outputFile, 'words\n');
  const found = { job: jobWith(outputFile), directory: '/nowhere', readBytes: 0, isOfThisBoot: true };
  const registry: JobRegistry = {
    ...{
      claim: unused,
      restore: async () => {},
      open: unused,
      list: unused,
      hasUntold: unused,
      claimEnds: unused,
    },
    typeInTurn: (_id, type) => type(),
    find: async () => found,
    setReadBytes: () => Promise.reject(new Error('database or disk is full')),
  };
  const read = { waitFor: null, waitMs: 0, select: { kind: 'new' } } as const;
  const answer = await answerJobRequest(
    { kind: 'output', job: '1', read },
    { registry, signal: new AbortController().signal, rule, secrets: [] },
  );
  expect(answer).toMatchObject({ output: { captured: { text: { text: 'words\n' } } } });
});
