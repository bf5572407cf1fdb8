import { setTimeout as sleep } from 'node:timers/promises';
import type { Container } from './container.ts';
import type { Answer, Look } from './control.ts';

/** A call in a container. */
export interface ContainerCall {
  readonly container: Container;
  readonly launcherPid: number;
  readonly mark: string;
}

/** Milliseconds between two looks at what is still alive: at first, and at most, doubling in between. */
export const firstLookMs = 3;
export const lookEveryMs = 50;

/** Milliseconds in which the kernel has to end what was sent SIGKILL: 5 s. */
const killWaitMs = 5_000;

/**
 * Ends every process of a call: SIGTERM, `graceMs` for them to end by themselves, SIGKILL for as long as there are any.
 * What is left then, or cannot be asked for, is ended with the whole container.
 */
export async function endCall(call: ContainerCall, graceMs: number): Promise<void> {
  const asked = await look(call, ['SIGTERM', 'SIGCONT']);
  if (asked?.count === 0) return;
  if (asked !== null && (await isGoneWithin(call, graceMs, []))) return;
  if (asked !== null && (await isGoneWithin(call, killWaitMs, ['SIGKILL']))) return;
  await call.container.remove('unruly');
}

async function isGoneWithin(
  call: ContainerCall,
  ms: number,
  signals: readonly NodeJS.Signals[],
): Promise<boolean> {
  const deadline = performance.now() + ms;
  for (let wait = firstLookMs; ; wait = Math.min(2 * wait, lookEveryMs)) {
    const answer = await look(call, signals);
    if (answer === null) return false;
    if (answer.count === 0) return true;
    if (performance.now() >= deadline) return false;
    await sleep(Math.min(wait, Math.max(1, deadline - performance.now())));
  }
}

/** `null` when the keeper does not answer. */
export function look(
  { container, launcherPid, mark }: ContainerCall,
  signals: Look['signals'] = [],
  isListed = false,
): Promise<Answer | null> {
  const isAlone = container.calls.size === 1;
  return container.control.look({ launcherPid, mark, isAlone, signals, isListed });
}
