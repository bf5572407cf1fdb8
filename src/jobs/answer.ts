import { takeLook } from '../backends/local/processes/look.ts';
import { maskSecrets } from '../confine/secrets.ts';
import { describeName } from '../model/describe-value.ts';
import type {
  InputResult,
  Job,
  JobAnswer,
  JobRequest,
  LineRange,
  OutputRequest,
  OutputSelection,
} from '../model/job.ts';
import type { Problem } from '../model/request.ts';
import { writeInput } from './input.ts';
import { createMatcher, describePatternError, SlowPattern } from './matcher.ts';
import { countLines, type OutputRule, readLines, readText, toldBytes } from './output.ts';
import { readSoFar } from './read-so-far.ts';
import type { FoundJob, JobRegistry } from './registry.ts';
import { searchOutput } from './search.ts';
import { stopJob, stopLost } from './stop.ts';
import { waitForJob } from './wait.ts';
import { findWaitingIn } from './waiting.ts';

/** What a request is answered with and for whom. */
export interface AnswerScope extends OutputRule {
  readonly registry: JobRegistry;
  readonly signal: AbortSignal;
}

/** Does what is asked of a job. Resolves to a problem when there is no such job, or the request makes no sense. */
export async function answerJobRequest(
  request: JobRequest,
  scope: AnswerScope,
): Promise<JobAnswer | { readonly kind: 'invalid'; readonly problem: Problem }> {
  const { registry, signal } = scope;
  await registry.restore();
  if (request.kind === 'list') {
    const jobs = await registry.list();
    // One look for all of them: each would go through all processes by itself.
    const look = takeLook();
    const waiting = jobs.filter((job) => findWaitingIn(job, look) !== null).map(({ id }) => id);
    return { kind: 'list', jobs, waiting: new Set(waiting) };
  }
  const found = await registry.find(request.job);
  if (found === null) return { kind: 'invalid', problem: await noSuchJob(registry, request.job) };
  const look = async (): Promise<Job> => (await registry.find(request.job))?.job ?? found.job;
  switch (request.kind) {
    case 'output':
      return await unlessSlow(readOutput(request.read, found, look, scope));
    case 'input':
      return {
        kind: 'input',
        result: await registry.typeInTurn(found.job.id, async () =>
          signal.aborted ? notYet : await writeInput(await look(), request),
        ),
        job: await look(),
      };
    case 'stop': {
      const { job, isOfThisBoot } = found;
      const wasRunning = job.state.kind === 'running';
      if (wasRunning) await stopJob(job, request.signal, look);
      const isLost = job.state.kind === 'lost' && isOfThisBoot;
      const done = isLost ? await stopLost(job, request.signal) : null;
      return { kind: 'stop', wasRunning, done, job: await look() };
    }
  }
}

/** Of input whose caller waits no longer. */
const notYet: InputResult = { kind: 'refused', reason: 'what was written before was not taken yet' };

/** A pattern that takes too long is told as one that makes no sense. */
async function unlessSlow<Answer>(
  answering: Promise<Answer>,
): Promise<Answer | { readonly kind: 'invalid'; readonly problem: Problem }> {
  try {
    return await answering;
  } catch (error) {
    if (!(error instanceof SlowPattern)) throw error;
    const { expected, hint, pattern } = error;
    return {
      kind: 'invalid',
      problem: { path: 'pattern', expected, received: JSON.stringify(pattern), hint },
    };
  }
}

async function noSuchJob(registry: JobRegistry, id: string): Promise<Problem> {
  const ids = (await registry.list()).map((job) => job.id);
  const expected = ids.length === 0 ? 'the id of a job; there are none' : `one of the jobs ${ids.join(', ')}`;
  return { path: 'job', expected, received: describeName(id), hint: null };
}

async function readOutput(
  { waitFor, waitMs, select }: OutputRequest,
  found: FoundJob,
  look: () => Promise<Job>,
  scope: AnswerScope,
): Promise<JobAnswer | { readonly kind: 'invalid'; readonly problem: Problem }> {
  for (const pattern of [waitFor, select].map((part) => (part && 'pattern' in part ? part.pattern : null))) {
    const problem = pattern === null ? null : patternProblem(pattern);
    if (problem !== null) return { kind: 'invalid', problem };
  }
  // Who reads the whole output may not have read what a line matched in, or has read it long ago.
  const from = select.kind === 'new' ? await readSoFar(found, scope.registry) : 0;
  const waited =
    waitFor === null
      ? null
      : await waitForJob({ condition: waitFor, from, maxMs: waitMs, signal: scope.signal, look });
  const readBytes = await readSoFar(found, scope.registry);
  const job = await look();
  const isInVain = waited?.met === false && waitFor?.kind === 'pattern';
  const toldBefore = isInVain ? await firstMatch(waitFor.pattern, job, from, scope) : null;
  const output = await selectOutput(select, job, readBytes, scope);
  const waiting = findWaitingIn(job);
  const waitsForInput = waiting && maskSecrets(waiting, scope.secrets);
  return { kind: 'output', job, output, waited, toldBefore, waitsForInput };
}

const allLines = { first: 1, last: Number.POSITIVE_INFINITY };

/** The number of the first line of the first `to` bytes that matches. */
async function firstMatch(
  pattern: string,
  job: Job,
  to: number,
  { secrets }: Pick<AnswerScope, 'secrets'>,
): Promise<number | null> {
  const found = await searchOutput(job, { matcher: createMatcher(pattern), to, within: allLines, secrets });
  return found.kind === 'matches' ? (found.matches[0]?.line ?? null) : null;
}

function patternProblem(pattern: string): Problem | null {
  try {
    createMatcher(pattern);
    return null;
  } catch (error) {
    const expected = 'a regular expression';
    const received = `${JSON.stringify(pattern)} (${describePatternError(pattern, error)})`;
    return { path: 'pattern', expected, received, hint: null };
  }
}

async function selectOutput(
  select: OutputSelection,
  job: Job,
  readBytes: number,
  scope: AnswerScope,
): Promise<Extract<JobAnswer, { kind: 'output' }>['output']> {
  const to = await toldBytes(job, scope);
  switch (select.kind) {
    case 'new': {
      const captured = await readText(job, { from: Math.min(readBytes, to), to }, scope);
      // Where that cannot be kept, as the disk is full, it is told again the next time.
      await scope.registry.setReadBytes(job.id, Math.max(readBytes, to)).catch(() => {});
      return { kind: 'text', captured, totalBytes: to, linesThere: null };
    }
    case 'lines': {
      const captured = await readLines(job, { ...(await rangeOf(select, job, to)), to }, scope);
      const linesThere = captured.bytes === 0 ? await countLines(job, to) : null;
      return { kind: 'text', captured, totalBytes: to, linesThere };
    }
    case 'search': {
      const within = await rangeOf(select, job, to);
      return await searchOutput(job, {
        ...{ matcher: createMatcher(select.pattern), to, within, secrets: scope.secrets },
      });
    }
  }
}

/** The numbers of the first line and the last. */
async function rangeOf(
  { from, count }: LineRange,
  job: Job,
  to: number,
): Promise<{ readonly first: number; readonly last: number }> {
  const first = from > 0 ? from : Math.max(1, (await countLines(job, to)) + 1 + from);
  return { first, last: count === null ? Number.POSITIVE_INFINITY : first + count - 1 };
}
