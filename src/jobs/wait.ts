import { createConnection } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import type { Job, WaitCondition } from '../model/job.ts';
import { chunksOf, outputBytes } from './output.ts';
import { createMatcher } from './search.ts';

/** Milliseconds between two looks at a job. */
const lookEveryMs = 50;

/** What a wait goes by. */
export interface Wait {
  readonly condition: WaitCondition;
  /** Where the output begins that a pattern is looked for in. */
  readonly from: number;
  readonly maxMs: number;
  readonly signal: AbortSignal;
  /** The job as it is now. */
  readonly look: () => Promise<Job>;
}

/** How a wait ended: what was waited for came about, or the job or the time was over before. */
export interface Waited {
  readonly met: boolean;
  readonly ms: number;
}

/** Waits until the condition is met, the job is over, the time is up, or the signal is aborted. */
export async function waitForJob({ condition, from, maxMs, signal, look }: Wait): Promise<Waited> {
  const begin = performance.now();
  const isMet = createCheck(condition, from);
  for (;;) {
    const job = await look();
    const met = await isMet(job);
    const ms = Math.round(performance.now() - begin);
    if (met || job.state.kind !== 'running' || ms >= maxMs || signal.aborted) return { met, ms };
    // Aborted: the next round ends it.
    await sleep(Math.min(lookEveryMs, maxMs - ms), undefined, { signal }).catch(() => {});
  }
}

type Check = (job: Job) => boolean | Promise<boolean>;

function createCheck(condition: WaitCondition, from: number): Check {
  switch (condition.kind) {
    case 'exit':
      return (job) => job.state.kind !== 'running';
    case 'idle':
      return idleCheck(condition.quietMs);
    case 'pattern':
      return patternCheck(condition.pattern, from);
    case 'port':
      return async () =>
        (await accepts(condition.port, '127.0.0.1')) || (await accepts(condition.port, '::1'));
  }
}

function idleCheck(quietMs: number): Check {
  let bytes = -1;
  let since = performance.now();
  return async (job) => {
    const now = await outputBytes(job);
    if (now !== bytes) since = performance.now();
    bytes = now;
    return performance.now() - since >= quietMs;
  };
}

/** Reads on where it has stopped; a match over more than one line is not looked for. */
function patternCheck(pattern: string, from: number): Check {
  const matcher = createMatcher(pattern);
  const decoder = new TextDecoder();
  let at = from;
  let unfinished = '';
  return async (job) => {
    const to = await outputBytes(job);
    const lines: string[] = [];
    for await (const chunk of chunksOf(job, at, to)) {
      lines.push(...(unfinished + decoder.decode(chunk, { stream: true })).split('\n'));
      unfinished = lines.pop() ?? '';
      if (matcher.matching(lines.splice(0).flatMap(shown)).length > 0) return true;
    }
    at = Math.max(at, to);
    // A prompt has no line end.
    return unfinished !== '' && matcher.matching(shown(unfinished)).length > 0;
  };
}

/** As it reads without escape sequences: each of the texts that were drawn over one another on the line. */
function shown(line: string): readonly string[] {
  const texts = stripVTControlCharacters(line).split('\r');
  return texts.length === 1 ? texts : texts.filter((text) => text !== '');
}

function accepts(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ port, host, timeout: 1_000 });
    const answer = (open: boolean) => (): void => {
      socket.destroy();
      resolve(open);
    };
    socket.on('connect', answer(true));
    socket.on('timeout', answer(false));
    socket.on('error', answer(false));
  });
}
