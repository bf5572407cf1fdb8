import { setTimeout as sleep } from 'node:timers/promises';
import { endCall, signalCall } from '../backends/local/processes/end-call.ts';
import type { Job, StopSignal } from '../model/job.ts';
import { processesOf } from './processes.ts';

/** Milliseconds between SIGTERM and SIGKILL: 2 s, as for a call. */
const graceMs = 2_000;

/** Milliseconds in which the supervisor has to have written what it saw: 5 s, more than twice what it waits itself. */
const recordMs = 5_000;

/**
 * Ends a running job, every process of it, and waits for its supervisor to say so; or only sends it a signal, when one is
 * named. `look`: the job as it is now.
 */
export async function stopJob(job: Job, signal: StopSignal | null, look: () => Promise<Job>): Promise<void> {
  const call = processesOf(job);
  if (signal !== null) {
    signalCall(call, [signal]);
    return;
  }
  await endCall(call, graceMs);
  const deadline = performance.now() + recordMs;
  while ((await look()).state.kind === 'running' && performance.now() < deadline) await sleep(20);
}
