import type { Enclosure } from './enclosure.ts';

/** Milliseconds that a sandbox waits for its command, and what it is in for the next sandbox: a minute, in which an agent that is at work has its next command. */
const idleMs = 60_000;

/**
 * The same where something stands in for files that must not be made: 10 s. That is seen in the workspace all the while, and agents mostly
 * have their next command sooner.
 */
const standingInIdleMs = 10_000;

export function sandboxIdleMs({ stubs }: Pick<Enclosure, 'stubs'>): number {
  return stubs.length === 0 ? idleMs : standingInIdleMs;
}
