import { capture } from '../capture/capture.ts';
import type { ToolContext } from '../model/context.ts';
import type { CouldNotStart, Ended } from '../model/outcome.ts';
import type { Plan } from '../model/plan.ts';
import type { Sink } from '../model/ports.ts';
import type { Request } from '../model/request.ts';
import { deadline } from './deadline.ts';
import type { Stages } from './stages.ts';

/** A call that was accepted, with the plan it was accepted for. */
export interface Execution {
  readonly stages: Stages;
  readonly callId: string;
  readonly context: ToolContext;
  readonly request: Request;
  readonly plan: Plan;
}

/** Runs a plan under its deadline and captures what it writes. */
export async function execute({
  stages,
  callId,
  context,
  request,
  plan,
}: Execution): Promise<Ended | CouldNotStart> {
  const { tool, options, backend, clock, secrets, spills } = stages;
  const { onEvent, signal } = context;
  onEvent?.({ kind: 'started', callId, request });

  const rooms: Promise<unknown>[] = [];
  const captured = capture({
    streams: plan.streams,
    rule: tool.capture(options),
    secrets,
    openSpill: (stream) => spills.open(`${callId}.${stream}`),
    onText:
      onEvent &&
      ((stream, text) => {
        const answer = onEvent({ kind: 'output', callId, stream, text });
        if (answer instanceof Promise) rooms.push(answer);
      }),
  });
  const broken = new AbortController();
  const sink: Sink = (stream, bytes) => {
    try {
      const stored = captured.sink(stream, bytes);
      // There is room for more when both the file and the listener have taken what there was.
      return rooms.length === 0 ? stored : Promise.all([stored, ...rooms.splice(0)]).then(() => {});
    } catch (error) {
      return broken.abort(error);
    }
  };
  const limit = deadline(clock, request.timeoutMs, AbortSignal.any([signal, broken.signal]));
  const begin = clock.elapsedMs();
  const [ran] = await Promise.allSettled([backend.run(plan, sink, limit.signal)]);
  const durationMs = clock.elapsedMs() - begin;
  limit.clear();
  const written = await captured.finish(); // Also when the backend failed: it lets go of the files.
  if (ran.status === 'rejected') throw ran.reason;
  broken.signal.throwIfAborted();
  if (ran.value.kind === 'could_not_start') return ran.value;
  const { exit, survivors } = ran.value;
  return { kind: 'ended', exit, capture: written, durationMs, survivors };
}
