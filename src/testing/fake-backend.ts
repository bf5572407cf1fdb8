import type { StreamName } from '../model/capture.ts';
import type { Exit, Run, StopReason } from '../model/exit.ts';
import type { Plan } from '../model/plan.ts';
import type { Backend } from '../model/ports.ts';

/** What a fake command does: write some text, then end, fail to start, or run until it is stopped. */
export interface FakeCommand {
  readonly writes?: readonly (readonly [StreamName, string])[];
  readonly ends: Run | 'when-stopped';
}

/** A backend that starts no process. */
export interface FakeBackend extends Backend {
  /** Every plan that was run, in order. */
  readonly plans: readonly Plan[];
}

/** `play` says what the command of a plan does. */
export function createFakeBackend(play: (plan: Plan) => FakeCommand): FakeBackend {
  const plans: Plan[] = [];
  return {
    name: 'fake',
    plans,
    async run(plan, sink, stop) {
      plans.push(plan);
      const { writes = [], ends } = play(plan);
      for (const [stream, text] of writes) await sink(stream, Buffer.from(text));
      if (ends !== 'when-stopped') return ends;
      await aborted(stop);
      // The port promises a `StopReason`; what keeps nothing ends the command all the same.
      const reason = stop.reason as StopReason;
      return exited(reason.kind === 'kept' ? reason.otherwise : reason);
    },
    async endConversation() {},
    async close() {},
  };
}

/** A run that ended so and left nothing behind. */
export function exited(exit: Exit): Run {
  return { kind: 'ended', exit, parts: null, survivors: [], kept: null, session: null };
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
}
