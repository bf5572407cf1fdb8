import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RawOutput } from '../../src/capture/collector.ts';
import { createEngine } from '../../src/engine/engine.ts';
import { createKeeping } from '../../src/engine/keep.ts';
import { outputFileIn, readOutputProblem } from '../../src/jobs/directory.ts';
import type { JobOrigin, JobRegistry } from '../../src/jobs/registry.ts';
import type { Backend } from '../../src/model/ports.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { contextOf, engineParts, tool } from './parts.ts';

const origin: JobOrigin = {
  ...{ callId: 'call', contract: 'default', conversationId: 'c', command: 'yes', cwd: '/' },
  ...{ description: null, terminal: null, startedAt: 0, maxMs: null },
};

/** Hands over what came so far, as far as it is somewhere; how many bytes of it the job begins with. */
async function handOver(directory: string, raw: RawOutput): Promise<number | null> {
  let bytes: number | null = null;
  const registry: Pick<JobRegistry, 'open' | 'find'> = {
    async open(_origin, _run, writeOutput) {
      bytes = await writeOutput(outputFileIn(directory));
      return { refusal: 'enough is known' };
    },
    find: async () => null,
  };
  const captured = { stop: async () => Buffer.alloc(0), raw: () => [raw] };
  const { keep } = createKeeping(registry as JobRegistry, origin, captured);
  await keep.place({ shell: { pid: 2, startTime: null }, mark: 'mark' });
  return bytes;
}

test('a job begins with what could be kept of its output, and says why the rest could not', async () => {
  const directory = temporaryDirectory();
  const path = join(directory, 'spill');
  writeFileSync(path, 'abc');
  const raw = { kind: 'incomplete', path, bytes: 3, reason: 'the disk is full' } as const;
  expect(await handOver(directory, raw)).toBe(3);
  expect(readFileSync(outputFileIn(directory), 'utf8')).toBe('abc');
  expect(readOutputProblem(directory)).toBe('the disk is full');
});

test('a job is one also when nothing of its output could be kept', async () => {
  const directory = temporaryDirectory();
  const path = join(directory, 'missing');
  const raw = { kind: 'incomplete', path, bytes: 0, reason: 'the disk is full' } as const;
  expect(await handOver(directory, raw)).toBe(0);
  expect(readOutputProblem(directory)).toBe('the disk is full');
});

test.each([
  ['where too many run', async () => ({ refusal: '2 jobs are running' }), []],
  ['where there is a place', async () => ({ release: () => {} }), ['make']],
  ['where that cannot be told', async () => await Promise.reject(new Error('disk full')), ['make']],
])('what is to be a job %s', async (_where, claim, ran) => {
  const parts = engineParts();
  const lifetime = { kind: 'job', settleMs: 10, input: 'nothing' } as const;
  const jobTool: typeof tool = {
    ...tool,
    decode(input, scope) {
      const decoded = tool.decode(input, scope);
      return decoded.kind === 'run' ? { ...decoded, request: { ...decoded.request, lifetime } } : decoded;
    },
  };
  const commands: string[] = [];
  const backend: Backend = {
    ...parts.backend,
    run: async (plan, ...rest) => {
      commands.push(plan.command);
      return await parts.backend.run(plan, ...rest);
    },
  };
  const engine = createEngine({ ...parts, backend, jobs: { ...parts.jobs, claim } });
  const { outcome } = await engine(jobTool, { command: 'make' }, contextOf());
  expect(commands).toEqual(ran);
  if (ran.length === 0)
    expect(outcome).toEqual({
      kind: 'could_not_start',
      problem: { code: 'job-refused', message: 'nothing was started: 2 jobs are running' },
    });
});
