import { capture } from '../capture/capture.ts';
import type { ToolContext } from '../model/context.ts';
import type { CouldNotStart, Ended } from '../model/outcome.ts';
import type { Plan } from '../model/plan.ts';
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

  const captured = capture({
    streams: plan.streams,
    rule: tool.capture(options),
    secrets,
    openSpill: (stream) => spills.open(`${callId}.${stream}`),
    onText: onEvent && ((stream, text) => onEvent({ kind: 'output', callId, stream, text })),
  });
  const limit = deadline(clock, request.timeoutMs, signal);
  const begin = clock.elapsedMs();
  const [ran] = await Promise.allSettled([backend.run(plan, captured.sink, limit.signal)]);
  const durationMs = clock.elapsedMs() - begin;
  limit.clear();
  const written = await captured.finish(); // Also when the backend failed: it lets go of the files.
  if (ran.status === 'rejected') throw ran.reason;
  if (ran.value.kind === 'could_not_start') return ran.value;
  const { exit, survivors } = ran.value;
  return { kind: 'ended', exit, capture: written, durationMs, survivors };
}
