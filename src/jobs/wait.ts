import { setTimeout as sleep } from 'node:timers/promises';
import type { Job, WaitCondition } from '../model/job.ts';
import { portCheck } from './open-port.ts';
import { outputBytes } from './output.ts';
import { patternCheck } from './pattern-check.ts';

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
  const isMet = createCheck(condition, from, signal);
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

function createCheck(condition: WaitCondition, from: number, signal: AbortSignal): Check {
  switch (condition.kind) {
    case 'exit':
      return (job) => job.state.kind !== 'running';
    case 'idle':
      return idleCheck(condition.quietMs);
    case 'pattern':
      return patternCheck(condition.pattern, from, signal);
    case 'port':
      return portCheck(condition.port);
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
