import { noteOnExit } from '../analysis/exit-note.ts';
import { failedParts } from '../analysis/failed-parts.ts';
import { type CommandCapture, capture } from '../capture/capture.ts';
import { denialsIn, mayTellOfKept } from '../confine/denials.ts';
import { unreachedSilently } from '../confine/silent-hosts.ts';
import type { Access } from '../model/access.ts';
import type { Analysis } from '../model/analysis.ts';
import { type Capture, capturedStreams } from '../model/capture.ts';
import type { ToolContext } from '../model/context.ts';
import { couldNotStart } from '../model/could-not-start.ts';
import type { KeptRun, Run } from '../model/exit.ts';
import type { CouldNotStart, Ended, MovedToJob } from '../model/outcome.ts';
import type { Plan } from '../model/plan.ts';
import type { Backend, Sink } from '../model/ports.ts';
import type { Request } from '../model/request.ts';
import type { Confinement, Denial } from '../model/sandbox.ts';
import { filesOf } from './confinement.ts';
import { deadline } from './deadline.ts';
import { grantableOf } from './grantable.ts';
import { createKeeping, type Keeping } from './keep.ts';
import type { OtherShell } from './session-history.ts';
import type { Stages } from './stages.ts';

/** A call that was accepted, with the plan it was accepted for. */
export interface Execution {
  readonly stages: Stages;
  readonly callId: string;
  readonly context: ToolContext;
  readonly request: Request;
  /** What is known of the command. */
  readonly analysis: Analysis;
  readonly plan: Plan;
  /** What the plan comes to, for the result. */
  readonly confinement: Confinement;
  /** What it was allowed beyond its sandbox for this once. */
  readonly allowedOnce: readonly Access[];
  /** Milliseconds of its time limit that it has waited for its session. */
  readonly waitedMs: number;
}

/** What came of a plan. */
export type Executed = Ended | CouldNotStart | MovedToJob | OtherShell;

/** Runs a plan under its deadline and captures what it writes. */
export async function execute(
  execution: Execution,
  backend: Pick<Backend, 'run'> = execution.stages.backend,
): Promise<Executed> {
  if (execution.request.lifetime.kind !== 'job') return await start(execution, backend);
  return refuseJobs(execution) ?? (await startAsJob(execution, backend));
}

/** What is to be a job from the start is not started where too many run: it would only be ended. */
async function startAsJob(execution: Execution, backend: Pick<Backend, 'run'>): Promise<Executed> {
  const { jobs } = execution.stages;
  // Where that cannot be told now, it is told when the job is opened.
  const claim = await jobs.claim(execution.callId).catch(() => null);
  if (claim !== null && 'refusal' in claim)
    return couldNotStart('job-refused', `nothing was started: ${claim.refusal}`);
  try {
    return await start(execution, backend);
  } finally {
    claim?.release();
  }
}

async function start(execution: Execution, backend: Pick<Backend, 'run'>): Promise<Executed> {
  const { stages, callId, context, request, plan, confinement, waitedMs } = execution;
  const { clock } = stages;
  context.onEvent?.({ kind: 'started', callId, request });

  const isKeepable = mayGoOn(execution);
  let failure: { readonly error: unknown } | null = null;
  const { captured, sink } = createSink(execution, isKeepable, (error) => {
    failure ??= { error };
    limit.cancel();
  });
  const startedAt = clock.nowMs();
  const { conversationId } = context;
  const { command, cwd, description, terminal } = request;
  const { watched: output } = captured;
  stages.progress?.runs({ command, cwd, description, startedAt, confinement, terminal, output });
  const over = stages.tasks.begin({ callId, conversationId, command, cwd, description, startedAt });
  const keeping = isKeepable ? keepingOf(execution, captured, startedAt) : null;
  // Where nothing may go on as a job, the caller's patience would only be an end before its time.
  const patience = isKeepable ? context.patience : null;
  const limit = deadline(clock, { ...request, waitedMs }, context.signal, patience);
  const begin = clock.elapsedMs();
  const [ran] = await Promise.allSettled([
    backend.run(plan, sink, limit.signal, keeping?.keep ?? null, limit),
  ]);
  const durationMs = clock.elapsedMs() - begin;
  limit.clear();
  over();
  const written = await captured.finish(); // Also when the backend failed: it lets go of the files.
  if (ran.status === 'rejected') throw ran.reason;
  throwFailure(failure);
  if (!hasStarted(ran.value)) return ran.value;

  const job = await jobOf(ran.value, keeping, stages);
  if (ran.value.kind === 'kept') {
    if (job === null) throw new Error('a run was kept that no job was made of');
    const because = whyKept(request, limit.signal);
    const waitsForInput = ran.value.waitsForInput && stages.mask(ran.value.waitsForInput);
    const moved = { kind: 'moved_to_job', because, waitsForInput } as const;
    const denials = [...deniedHosts(ran.value), ...denialsOf(execution, null, written)];
    const grantable = grantableIn(execution, denials);
    const told = { denials, ...moreDenied(ran.value), grantable };
    return { ...moved, startedAt, durationMs, job, confinement, ...told, capture: written };
  }
  const { exit, parts, survivors, session, outOfMemory } = ran.value;
  const said = [...deniedHosts(ran.value), ...denialsOf(execution, { exit, parts }, written)];
  const denials = [...silentDenials(execution, { exit, parts }, said), ...said];
  return {
    kind: 'ended',
    ...{ exit, survivors, job, startedAt, durationMs, confinement },
    ...{ denials, ...moreDenied(ran.value), grantable: grantableIn(execution, denials) },
    ...(outOfMemory && { outOfMemory }),
    note: noteOnExit({ command: request.command, exit, parts, cdHasFailed: hasComplaint(written) }),
    capture: written,
    refusal: keeping?.refusal() ?? null,
    session: session && request.session && { name: request.session.name, ...session },
  };
}

/** Why a run goes on as a job: one that nobody has stopped waits for input. */
function whyKept({ lifetime }: Request, stop: AbortSignal): MovedToJob['because'] {
  if (lifetime.kind === 'job') return 'background';
  return stop.aborted ? 'timeout' : 'input';
}

function throwFailure(failure: { readonly error: unknown } | null): void {
  if (failure !== null) throw failure.error;
}

/** Whether anything of it may outlive the call. */
function mayGoOn({ stages, context, request: { lifetime } }: Execution): boolean {
  if (stages.backend.keepsRuns === false || context.keepsRuns === false) return false;
  return lifetime.kind !== 'call' || lifetime.survivors === 'keep';
}

/** What is only worth starting as a job is not started where there are none. */
function refuseJobs({ stages, context }: Execution): CouldNotStart | null {
  const { keepsRuns, name } = stages.backend;
  if (keepsRuns !== false && context.keepsRuns !== false) return null;
  const why = keepsRuns === false ? `the backend ${name} has no jobs` : 'nothing goes on as a job here';
  return couldNotStart(
    'job-refused',
    `nothing was started: ${why}; run the command as a call, with a time limit that is long enough`,
  );
}

/** A run of which something ran. */
type Started = Exclude<Run, Unstarted>;

type Unstarted = Extract<Run, { kind: 'could_not_start' }> | OtherShell;

function hasStarted(run: Run): run is Started {
  return run.kind !== 'could_not_start' && run.kind !== 'other_shell';
}

/** The hosts that a run was denied, as denials. */
function deniedHosts(run: Started): readonly Denial[] {
  return (run.deniedHosts?.hosts ?? []).map((host) => ({ kind: 'network', ...host }));
}

function moreDenied({ deniedHosts: hosts }: Started): { readonly moreDeniedHosts?: number } {
  return hosts === undefined || hosts.more === 0 ? {} : { moreDeniedHosts: hosts.more };
}

function grantableIn(
  { stages, plan, allowedOnce }: Execution,
  denials: readonly Denial[],
): readonly Access[] {
  return plan.sandbox === null ? [] : grantableOf(stages, plan.sandbox, denials, allowedOnce);
}

/** The end of an output that is looked through for what went wrong, in characters: 4 Ki. */
const lookedThrough = 4 * 1024;

/**
 * What it says that it was denied; `ended` is how it ended, `null`: it goes on. Where a session has gone is not known here.
 */
function denialsOf(
  { plan, stages: { backend, host, realPath, listens, look } }: Execution,
  ended: Pick<Extract<Run, { kind: 'ended' }>, 'exit' | 'parts'> | null,
  written: Capture,
): readonly Denial[] {
  if (plan.sandbox === null) return [];
  const ends = capturedStreams(written).map(([, { text }]) =>
    (text.kind === 'whole' ? text.text : text.tail).slice(-lookedThrough),
  );
  const output = ends.join('\n');
  const isWell = ended !== null && !hasFailed(ended);
  if (isWell && !mayTellOfKept(output)) return [];
  const cwd = plan.session === null ? plan.cwd : null;
  const { sandbox } = plan;
  const held = { network: sandbox.network, ...filesOf(backend, sandbox) };
  const isOwn = ended?.exit.kind === 'exited' && ended.exit.code !== 0;
  const how = isWell ? 'well' : isOwn ? 'failed' : 'partly';
  const isThere = (path: string): boolean => look(path) !== 'missing';
  return denialsIn({ output, cwd, realPath, how, listens, isThere, isRoot: host.isRoot }, held);
}

/** The hosts that it did not reach where there is no network, or the servers of this machine, and neither it nor the sandbox has said anything of one. */
function silentDenials(
  { plan: { sandbox }, request: { command }, analysis, stages: { listens } }: Execution,
  ended: Pick<Extract<Run, { kind: 'ended' }>, 'exit' | 'parts'>,
  said: readonly Denial[],
): readonly Denial[] {
  if (sandbox === null || analysis.kind !== 'parsed' || !hasFailed(ended)) return [];
  if (said.some(({ kind }) => kind === 'network')) return [];
  const { network } = sandbox;
  const failed = failedParts({ command, ...ended });
  return unreachedSilently(failed, analysis.invocations, { network, listens });
}

/** Whether a part of the last pipeline has failed, too: `pip install … | tail` ends with 0. */
function hasFailed({ exit, parts }: Pick<Extract<Run, { kind: 'ended' }>, 'exit' | 'parts'>): boolean {
  return exit.kind !== 'exited' || exit.code !== 0 || parts?.some((status) => status !== 0) === true;
}

/** Whether bash has said that a `cd` did not work. */
function hasComplaint(written: Capture): boolean {
  return capturedStreams(written).some(([, { text }]) =>
    (text.kind === 'whole' ? text.text : text.head + text.tail).includes(': cd: '),
  );
}

/** Where a command writes to. `onFailure` is told what a listener throws, or a bug here: the command is of no use then. */
function createSink(
  execution: Execution,
  isKeepable: boolean,
  onFailure: (error: unknown) => void,
): { readonly captured: CommandCapture; readonly sink: Sink } {
  const { stages, callId, context, plan } = execution;
  const { tool, options, secrets, spills } = stages;
  const { onEvent } = context;
  const rooms: Promise<unknown>[] = [];
  const captured = capture({
    streams: plan.streams,
    rule: tool.capture(options),
    screen: plan.terminal,
    mayGoOn: isKeepable,
    secrets,
    openSpill: (stream) => spills.open(`${callId}.${stream}`),
    onText:
      onEvent &&
      ((stream, text) => {
        const answer = onEvent({ kind: 'output', callId, stream, text });
        if (answer instanceof Promise) rooms.push(answer);
      }),
  });
  const sink: Sink = (stream, bytes) => {
    try {
      const stored = captured.sink(stream, bytes);
      // There is room for more when both the file and the listener have taken what there was.
      return rooms.length === 0 ? stored : Promise.all([stored, ...rooms.splice(0)]).then(() => {});
    } catch (error) {
      return onFailure(error);
    }
  };
  return { captured, sink };
}

function keepingOf(
  { stages, callId, context, request }: Execution,
  captured: CommandCapture,
  startedAt: number,
): Keeping {
  const { command, cwd, description, lifetime, timeoutMs } = request;
  const origin = {
    callId,
    contract: stages.contract,
    conversationId: context.conversationId,
    command: stages.mask(command),
    cwd,
    description: description && stages.mask(description),
    terminal: request.terminal,
    startedAt,
    maxMs: lifetime.kind === 'job' ? timeoutMs : null,
  };
  const isJobAnyway = lifetime.kind === 'job' && lifetime.settleMs === 0;
  return createKeeping(stages.jobs, origin, captured, isJobAnyway ? 'keep' : 'tell');
}

/** The job that has the run, or what is left of it; whoever listens for the ends of jobs is told of its end. */
async function jobOf(run: Started, keeping: Keeping | null, stages: Stages) {
  const kept: KeptRun | null = run.kept;
  const job = kept && keeping ? await keeping.job() : null;
  if (kept !== null && job !== null) {
    void kept.over.then(async () => await stages.jobEnded(job.id));
  }
  return job;
}
