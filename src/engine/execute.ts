import { join } from 'node:path';
import { capture } from '../capture/capture.ts';
import type { ToolContext } from '../model/context.ts';
import type { CouldNotStart, Ended } from '../model/outcome.ts';
import type { Plan } from '../model/plan.ts';
import type { Request } from '../model/request.ts';
import { deadline } from './deadline.ts';
import { liveOutput } from './live-output.ts';
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
  const { tool, options, backend, clock, outputDir } = stages;
  const live = liveOutput(callId, context.onEvent);
  const captured = capture({
    streams: plan.streams,
    rule: tool.capture(options),
    spillPath: (stream) => join(outputDir, `${callId}.${stream}`),
    onText: live.onText,
  });
  context.onEvent?.({ kind: 'started', callId, request });

  const limit = deadline(clock, request.timeoutMs, AbortSignal.any([context.signal, live.failed]));
  const begin = clock.elapsedMs();
  try {
    const run = await backend.run(plan, captured.sink, limit.signal);
    const durationMs = clock.elapsedMs() - begin;
    live.rethrow();
    if (run.kind === 'could_not_start') return run;
    return {
      kind: 'ended',
      exit: run.exit,
      capture: await captured.finish(),
      durationMs,
      leftovers: run.leftovers,
    };
  } finally {
    limit.clear();
  }
}
