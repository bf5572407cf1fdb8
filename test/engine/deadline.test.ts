import { describe, expect, it } from 'vitest';
import { deadline } from '../../src/engine/deadline.ts';
import type { Clock } from '../../src/model/ports.ts';
import { createFakeClock } from '../../src/testing/index.ts';

/** The limit of a call that ends with it. */
const limit = (timeoutMs: number) => ({ timeoutMs, lifetime: { kind: 'call', survivors: 'end' } as const });

/** A caller who never cancels. */
const nobody = (): AbortSignal => new AbortController().signal;

describe('a deadline', () => {
  it('leaves a run alone until its time is up', () => {
    const clock = createFakeClock();
    const { signal } = deadline(clock, limit(1_000), nobody());
    clock.advance(999);
    expect(signal.aborted).toBe(false);
    clock.advance(1);
    expect([signal.aborted, signal.reason]).toEqual([true, { kind: 'timed_out', timeoutMs: 1_000 }]);
  });

  it('hands a run over whose time is up and that may become a job', () => {
    const clock = createFakeClock();
    const lifetime = { kind: 'call-then-job' } as const;
    const { signal } = deadline(clock, { timeoutMs: 1_000, lifetime }, nobody());
    clock.advance(1_000);
    expect(signal.reason).toEqual({ kind: 'kept', otherwise: { kind: 'timed_out', timeoutMs: 1_000 } });
  });

  it('hands over a job from the start when it has settled, whatever its time limit', () => {
    const clock = createFakeClock();
    const lifetime = { kind: 'job', settleMs: 100, input: 'pipe' } as const;
    const { signal } = deadline(clock, { timeoutMs: 1_000, lifetime }, nobody());
    clock.advance(99);
    expect(signal.aborted).toBe(false);
    clock.advance(1);
    expect(signal.reason).toEqual({ kind: 'kept', otherwise: { kind: 'timed_out', timeoutMs: 100 } });
  });

  it('hands over what may become a job when the patience of the caller is at an end', () => {
    const clock = createFakeClock();
    const patience = new AbortController();
    const request = { timeoutMs: 600_000, lifetime: { kind: 'call-then-job' } as const };
    const { signal } = deadline(clock, request, nobody(), patience.signal);
    clock.advance(45_000);
    expect(signal.aborted).toBe(false);
    patience.abort();
    expect(signal.reason).toEqual({ kind: 'kept', otherwise: { kind: 'timed_out', timeoutMs: 45_000 } });
  });

  it('leaves what ends with its call alone, however impatient the caller is', () => {
    const { signal } = deadline(createFakeClock(), limit(1_000), nobody(), AbortSignal.abort());
    expect(signal.aborted).toBe(false);
  });

  it('ends a run when the caller cancels', () => {
    const caller = new AbortController();
    const { signal } = deadline(createFakeClock(), limit(1_000), caller.signal);
    caller.abort();
    expect([signal.aborted, signal.reason]).toEqual([true, { kind: 'cancelled' }]);
  });

  it('ends a run at once when the caller had cancelled before', () => {
    const { signal } = deadline(createFakeClock(), limit(1_000), AbortSignal.abort());
    expect([signal.aborted, signal.reason]).toEqual([true, { kind: 'cancelled' }]);
  });

  it('ends a run at once when that is said', () => {
    const { signal, cancel } = deadline(createFakeClock(), limit(1_000), nobody());
    cancel();
    expect([signal.aborted, signal.reason]).toEqual([true, { kind: 'cancelled' }]);
  });

  it('puts the caller first when both are due at once', () => {
    const atOnce: Clock = {
      elapsedMs: () => 0,
      nowMs: () => 0,
      after(_, then) {
        then();
        return () => {};
      },
    };
    const { signal } = deadline(atOnce, limit(0), AbortSignal.abort());
    expect(signal.reason).toEqual({ kind: 'cancelled' });
  });

  it('keeps the first of its reasons', () => {
    const clock = createFakeClock();
    const late = new AbortController();
    const timedOut = deadline(clock, limit(1_000), late.signal);
    clock.advance(1_000);
    late.abort();
    expect(timedOut.signal.reason).toEqual({ kind: 'timed_out', timeoutMs: 1_000 });

    const early = new AbortController();
    const cancelled = deadline(clock, limit(1_000), early.signal);
    early.abort();
    clock.advance(1_000);
    expect(cancelled.signal.reason).toEqual({ kind: 'cancelled' });
  });

  it('stops the clock and listens to nobody once the run is over', () => {
    const clock = createFakeClock();
    const caller = new AbortController();
    const over = deadline(clock, limit(1_000), caller.signal);
    expect(clock.pending).toBe(1);
    over.clear();
    expect(clock.pending).toBe(0);
    clock.advance(1_000);
    caller.abort();
    expect(over.signal.aborted).toBe(false);
  });

  it('waits while what the command is to run in is made', () => {
    const clock = createFakeClock();
    const { signal, pause } = deadline(clock, limit(1_000), nobody());
    clock.advance(400);
    const goOn = pause();
    clock.advance(20_000);
    goOn();
    goOn();
    clock.advance(599);
    expect(signal.aborted).toBe(false);
    clock.advance(1);
    expect(signal.reason).toEqual({ kind: 'timed_out', timeoutMs: 1_000 });
  });

  it('waits for the last of those who have it wait', () => {
    const clock = createFakeClock();
    const { signal, pause } = deadline(clock, limit(1_000), nobody());
    const goOns = [pause(), pause()];
    for (const goOn of goOns) {
      clock.advance(5_000);
      goOn();
    }
    clock.advance(999);
    expect(signal.aborted).toBe(false);
    clock.advance(1);
    expect(signal.aborted).toBe(true);
  });

  it('waits for 30 s and no longer, however often it is asked to', () => {
    const clock = createFakeClock();
    const { signal, pause } = deadline(clock, limit(1_000), nobody());
    const goOn = pause();
    clock.advance(20_000);
    goOn();
    pause();
    clock.advance(10_000);
    pause();
    clock.advance(999);
    expect(signal.aborted).toBe(false);
    clock.advance(1);
    expect(signal.aborted).toBe(true);
  });

  it('has the caller cancel while it waits, and leaves no timer then', () => {
    const clock = createFakeClock();
    const caller = new AbortController();
    const { signal, pause, clear } = deadline(clock, limit(1_000), caller.signal);
    const goOn = pause();
    caller.abort();
    expect(signal.reason).toEqual({ kind: 'cancelled' });
    clear();
    goOn();
    pause();
    expect(clock.pending).toBe(0);
  });

  it('counts nothing of the time that it waited as time of what may go on', () => {
    const clock = createFakeClock();
    const patience = new AbortController();
    const request = { timeoutMs: 600_000, lifetime: { kind: 'call-then-job' } as const };
    const { signal, pause } = deadline(clock, request, nobody(), patience.signal);
    const goOn = pause();
    clock.advance(2_000);
    goOn();
    clock.advance(43_000);
    patience.abort();
    expect(signal.reason).toEqual({ kind: 'kept', otherwise: { kind: 'timed_out', timeoutMs: 43_000 } });
  });
});
