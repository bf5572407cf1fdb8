import { systemClock } from '../../engine/clock.ts';
import { type KnownClient, knownClients } from './known-clients.ts';

/** What is known of how long clients wait. */
export interface KnownWaits {
  /** Milliseconds that a client waits of which nothing is known. */
  readonly usualMs: number;
  readonly clients: readonly KnownClient[];
}

/** Many give up after 60 s, as those do that are made with an official SDK and set nothing else. */
export const knownWaits: KnownWaits = { usualMs: 60_000, clients: knownClients };

/** Who waits for an answer. */
export interface WaitingClient {
  /** What it says that it is; `null`: nothing. */
  readonly name: string | null;
  readonly asksForProgress: boolean;
}

/**
 * Milliseconds within which a client is answered; `null`: it waits as long as it takes. To ask for progress is no sign of that: the
 * official SDK does so for everybody who listens, and sets its limit back only for those who say so.
 */
export function patienceFor(
  { usualMs, clients }: KnownWaits,
  { name, asksForProgress }: WaitingClient,
): number | null {
  const wait = clients.find((client) => client.name === name)?.wait ?? { kind: 'in_all', ms: usualMs };
  switch (wait.kind) {
    case 'in_all':
      return beforeEndOf(wait.ms);
    case 'while_told':
      return asksForProgress ? null : beforeEndOf(usualMs);
  }
}

/** The last quarter is left for the answer to be made and to arrive: 15 s of 60. */
function beforeEndOf(ms: number): number {
  return Math.ceil(ms * 0.75);
}

/**
 * A signal that is aborted when the client is to be answered. What has come by then goes before, as the end of the command, where this
 * process stood still: a signal of `AbortSignal.timeout` would be first.
 */
export function startWaiting(ms: number): { readonly signal: AbortSignal; stop(): void } {
  const controller = new AbortController();
  return { signal: controller.signal, stop: systemClock.after(ms, () => controller.abort()) };
}
