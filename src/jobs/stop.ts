import { setTimeout as sleep } from 'node:timers/promises';
import { endCall, isGoneWithin, signalCall, signalEach } from '../backends/local/processes/end-call.ts';
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
  // A supervisor that somebody has stopped could not say how the job ends.
  if (job.supervisor !== null) signalEach([job.supervisor], ['SIGCONT']);
  if (signal !== null) {
    signalCall(call, [signal]);
    return;
  }
  await endCall(call, graceMs);
  const deadline = performance.now() + recordMs;
  while ((await look()).state.kind === 'running' && performance.now() < deadline) await sleep(20);
}

/**
 * Milliseconds in which what only may be of a job is looked at again: 300. While a program takes the place of another one, which is over
 * in one or two, its process is told by nothing, and whoever starts many always has one.
 */
const unsureMs = 300;

/**
 * The same for a job without a supervisor, of which somebody may still be there; nobody learns how that ends. Resolves to what was done;
 * to `null` when nobody was there.
 */
export async function stopLost(job: Job, signal: StopSignal | null): Promise<'ended' | StopSignal | null> {
  const call = processesOf(job);
  if (await isGoneWithin(call, unsureMs)) return null;
  if (signal === null) await endCall(call, graceMs);
  else signalCall(call, [signal]);
  return signal ?? 'ended';
}
