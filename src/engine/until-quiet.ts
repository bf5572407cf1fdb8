import type { ToolContext } from '../model/context.ts';
import type { Request } from '../model/request.ts';
import type { Stages } from './stages.ts';

/** How a wait for the shell of a session ended. `busy`: the time of the call was up, or its caller's patience, before the shell was free. */
export type Wait =
  /** `waitedMs`: milliseconds, with those of the waits before. */
  | { readonly kind: 'quiet'; readonly waitedMs: number }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'busy' };

/**
 * Waits until the shell of a session has run what it was given before, which it runs before this request in any case: only
 * then is it known what the request means there. The time limit of the request goes on meanwhile.
 */
export async function untilQuiet(
  { histories, clock, progress }: Pick<Stages, 'histories' | 'clock' | 'progress'>,
  request: Request,
  { conversationId, signal, patience = null }: Caller,
  waitedMs = 0,
): Promise<Wait> {
  const isBusy = (): boolean => histories.of(conversationId, request)?.isBusy === true;
  if (!isBusy()) return { kind: 'quiet', waitedMs };
  const begin = clock.elapsedMs();
  const late = new AbortController();
  const stopClock = clock.after(Math.max(0, request.timeoutMs - waitedMs), () => late.abort());
  const enough = AbortSignal.any([signal, late.signal, ...(patience === null ? [] : [patience])]);
  progress?.waits(true);
  try {
    while (isBusy() && !enough.aborted) await histories.nextEnd(enough);
  } finally {
    stopClock();
    progress?.waits(false);
  }
  if (signal.aborted) return { kind: 'cancelled' };
  if (isBusy()) return { kind: 'busy' };
  return { kind: 'quiet', waitedMs: waitedMs + clock.elapsedMs() - begin };
}

type Caller = Pick<ToolContext, 'conversationId' | 'signal'> & Partial<Pick<ToolContext, 'patience'>>;
