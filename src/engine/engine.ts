import { createSpillDirectory } from '../capture/spill-directory.ts';
import type { AccessFiles } from '../confine/judge-access.ts';
import { maskSecrets, secretsIn } from '../confine/secrets.ts';
import type { JobRegistry } from '../jobs/registry.ts';
import type { ApprovalQueue } from '../model/approval.ts';
import type { ToolContext } from '../model/context.ts';
import type { Contract, ContractTool, ToolText } from '../model/contract.ts';
import { couldNotStart } from '../model/could-not-start.ts';
import { messageOf } from '../model/errors.ts';
import type { GrantStore } from '../model/grant.ts';
import type { Job } from '../model/job.ts';
import { type Outcome, type Recorded, type Report, statusOf } from '../model/outcome.ts';
import type { Host } from '../model/plan.ts';
import type { Approver, Backend, CallOpened, Clock, Onlookers, Recorder } from '../model/ports.ts';
import { describeReplacement } from '../model/request.ts';
import { deciding } from '../policy/decide.ts';
import type { Layer } from '../policy/layers.ts';
import type { EntriesOf } from '../policy/paths/matched-links.ts';
import type { RealPath } from '../policy/paths/places.ts';
import type { SandboxWish } from './confinement.ts';
import { createEndedJobs } from './ended-jobs.ts';
import { type CallJudgement, judgeInput, judgeInTurn } from './judge-call.ts';
import { guardListener } from './listener.ts';
import { type Passage, pipeline } from './pipeline.ts';
import { type CallRecord, openRecord } from './record.ts';
import type { SessionHistories } from './session-history.ts';
import type { Stages } from './stages.ts';
import type { Tasks } from './tasks.ts';

/** What an engine is put together from. */
export interface EngineParts<Options, Result> {
  readonly contract: Contract<Options, Result>;
  readonly options: Options;
  readonly host: Host;
  readonly backend: Backend;
  readonly recorder: Recorder;
  readonly clock: Clock;
  /** Follows symbolic links, for the rules about paths. */
  readonly realPath: RealPath;
  /** What is in a directory, for the links among what a pattern matches. */
  readonly entriesOf: EntriesOf;
  /** Whether git is to ignore a directory, for what may be deleted in a sandbox. */
  readonly isIgnored: (directory: string) => boolean;
  /** What is at a path, for what may be had beyond a sandbox. */
  readonly look: AccessFiles['look'];
  /** By which other paths that is shown. */
  readonly otherNames: AccessFiles['otherNames'];
  /** Whether this user may write to what is at a path. */
  readonly mayWrite: (path: string) => boolean;
  /** Whether somebody listens at a port of this machine, outside of any sandbox, who is reached at this host. */
  readonly listens: (host: string, port: number) => boolean;
  /** `null`: nobody is there to ask. An approver that the contract's options bring along goes first. */
  readonly approver: Approver | null;
  /** Asks that approver, and whoever has joined. */
  readonly approvals: ApprovalQueue;
  /** Rules of the host and its user, the widest scope first; they hold beside the contract's. */
  readonly rules: readonly Layer[];
  readonly grants: GrantStore;
  /** What the sessions have been given to run. */
  readonly histories: SessionHistories;
  readonly tasks: Tasks;
  readonly sandbox: SandboxWish;
  /** What must not be shown or stored, beside the secrets in the host's environment. */
  readonly secrets: readonly string[];
  /** Where the state is, which no command may touch. */
  readonly stateDir: string;
  /** Directory for the files that take what was cut. */
  readonly outputDir: string;
  readonly jobs: JobRegistry;
  /** Told of the end of a job that a call here has left behind; `null` when nobody listens. What it throws is a bug. */
  readonly onJobEnd: ((job: Job) => void) | null;
  /** `null`: nobody can look on. */
  readonly onlookers: Onlookers | null;
}

/** What a call answers with: for the model, for the contract's own callers, and for the host. */
export interface CallResult<Result> extends ToolText {
  /** The contract's own result, one JSON value. */
  readonly result: Result;
  readonly outcome: Outcome;
  readonly recorded: Recorded;
  /** Jobs of the conversation that ended since its last call; each is told once. */
  readonly endedJobs: readonly Job[];
}

/** What a call comes to by itself. */
type CallReport = Omit<Report, 'input' | 'workingDirectory' | 'endedJobs'>;

/** Runs one tool of the contract once. Rejects for bugs and for a listener that throws; all else is in the result. */
export type Engine<Options, Result> = (
  tool: ContractTool<Options, Result>,
  input: unknown,
  context: ToolContext,
) => Promise<CallResult<Result>>;

/** Says of a call what would become of it, as far as rules can say. */
export type CallJudge<Options, Result> = (
  tool: ContractTool<Options, Result>,
  input: unknown,
  context: ToolContext,
) => Promise<CallJudgement>;

/** The same judgement as that of an engine of these parts. Nothing is started, nobody is asked, nothing is recorded. */
export function createJudge<Options, Result>(
  parts: EngineParts<Options, Result>,
): CallJudge<Options, Result> {
  const stagesOf = sharedStages(parts);
  return async (tool, input, context) => await judgeInTurn(stagesOf(tool), input, context);
}

/** Records a call that a person has refused before it was made, and says so to the model. Nothing is started. */
export type CallRefusal<Options, Result> = (
  tool: ContractTool<Options, Result>,
  input: unknown,
  context: ToolContext,
  reason: string,
) => Promise<CallResult<Result>>;

export function createRefusal<Options, Result>(
  parts: EngineParts<Options, Result>,
): CallRefusal<Options, Result> {
  const stagesOf = sharedStages(parts);
  return async (tool, input, context, reason) => {
    const stages = stagesOf(tool);
    const present = presenter(parts, tool, { input, workingDirectory: context.workingDirectory });
    const call = openedCall(parts, tool, { input, ...context });
    let record: CallRecord;
    try {
      record = await openRecord(parts.recorder, call, stages.secrets);
    } catch (error) {
      return present(unrecorded(error), []);
    }
    return present(await refusedCall(stages, record, { input, context, reason }), []);
  };
}

/** A call that a person has refused, with its record closed whatever happens. */
async function refusedCall(
  stages: Stages,
  record: CallRecord,
  {
    input,
    context,
    reason,
  }: { readonly input: unknown; readonly context: ToolContext; readonly reason: string },
): Promise<CallReport> {
  let passage: Passage;
  try {
    const judged = await judgeInput(stages, input, context);
    const isJudged = judged.kind === 'judged';
    const findings = isJudged ? deciding(judged.decision) : [];
    passage = {
      request: isJudged ? judged.request : null,
      outcome: { kind: 'denied', by: 'person', reason, findings },
    };
  } catch (error) {
    await record.close(broken(error));
    throw error;
  }
  return { ...passage, recorded: await record.close(passage) };
}

/** Puts an engine together. It holds nothing of any call or conversation. */
export function createEngine<Options, Result>(parts: EngineParts<Options, Result>): Engine<Options, Result> {
  const { recorder } = parts;
  const stagesOf = sharedStages(parts);
  const endedJobsOf = createEndedJobs(parts.jobs, parts.clock);

  return async (tool, input, context) => {
    const { conversationId, workingDirectory } = context;
    const present = presenter(parts, tool, { input, workingDirectory });
    const call = openedCall(parts, tool, { input, conversationId, workingDirectory });
    const stages = stagesOf(tool);
    let record: CallRecord;
    try {
      record = await openRecord(recorder, call, stages.secrets);
    } catch (error) {
      return present(unrecorded(error), []);
    }
    const progress =
      parts.onlookers?.enter({ ...call, id: record.id, openedAt: parts.clock.nowMs() }) ?? null;
    const endedJobs = endedJobsOf(conversationId);
    const report = await recordedCall({ ...stages, progress }, record, input, context);
    return present(report, await endedJobs());
  };
}

/** Has the contract put into words what came of a call. */
function presenter<Options, Result>(
  { options }: Pick<EngineParts<Options, Result>, 'options'>,
  tool: ContractTool<Options, Result>,
  call: { readonly input: unknown; readonly workingDirectory: string },
): (report: CallReport, endedJobs: readonly Job[]) => CallResult<Result> {
  return (report, endedJobs) => {
    const result = tool.present({ ...call, endedJobs, ...report }, options);
    const { outcome, recorded } = report;
    return { ...told(tool.read(result), report), result, outcome, recorded, endedJobs };
  };
}

/** What is recorded of a call before anything is known of it. */
function openedCall<Options, Result>(
  { contract, backend }: Pick<EngineParts<Options, Result>, 'contract' | 'backend'>,
  tool: ContractTool<Options, Result>,
  {
    input,
    conversationId,
    workingDirectory,
  }: Pick<CallOpened, 'input' | 'conversationId' | 'workingDirectory'>,
): CallOpened {
  return {
    ...{ contract: contract.name, tool: tool.name, backend: backend.name },
    ...{ conversationId, workingDirectory, input },
  };
}

/** What the stages of all calls work with, for a tool. */
function sharedStages<Options, Result>(
  parts: EngineParts<Options, Result>,
): (tool: ContractTool<Options, Result>) => Stages {
  const { contract, options } = parts;
  const secrets = secretsIn(parts.host.env, parts.secrets);
  const shared = {
    ...parts,
    contract: contract.name,
    approver: contract.approver(options) ?? parts.approver,
    secrets,
    spills: createSpillDirectory(parts.outputDir),
    progress: null,
    mask: (text: string): string => maskSecrets(text, secrets),
    /** Of a job whose state cannot be used any more nothing is known that could be told. */
    jobEnded: async (id: string): Promise<void> => {
      if (parts.onJobEnd === null) return;
      const found = await parts.jobs.find(id).catch(() => null);
      if (found !== null) parts.onJobEnd(found.job);
    },
  };
  return (tool) => ({ ...shared, tool });
}

/** One call through the pipeline, with its record closed whatever happens. */
async function recordedCall(
  stages: Stages,
  record: CallRecord,
  input: unknown,
  context: ToolContext,
): Promise<CallReport> {
  const listener = guardListener(context.onEvent);
  const { failed } = listener;
  const signal = failed === null ? context.signal : AbortSignal.any([context.signal, failed]);
  const guarded = { ...context, onEvent: listener.tell, signal };
  let passage: Passage;
  try {
    passage = await pipeline(stages, record.id, input, guarded);
  } catch (error) {
    passage = broken(error);
    await record.close(passage);
    stages.progress?.over(statusOf(passage.outcome));
    throw error;
  }
  const recorded = await record.close(passage);
  stages.progress?.over(statusOf(passage.outcome));
  listener.tell?.({ kind: 'finished', callId: record.id, outcome: passage.outcome });
  await null; // What an asynchronous listener throws at once is its rejection by then. Nobody waits for what it does later.
  listener.rethrow();
  return { ...passage, recorded };
}

/** What is recorded of a call that a bug put an end to, here or in a contract, a backend or an approver of somebody's. */
function broken(error: unknown): Passage {
  return { request: null, outcome: couldNotStart('internal-error', `the call failed: ${messageOf(error)}`) };
}

/** Whatever the contract says: that another command ran than the one that was asked for has to be told. */
function told(read: ToolText, { request, replaced }: CallReport): ToolText {
  if (replaced === undefined || request === null) return read;
  const line = describeReplacement(request.command);
  return read.text.includes(line) ? read : { ...read, text: `${read.text}\n${line}` };
}

/** No record, no run. */
function unrecorded(error: unknown): CallReport {
  const message = `nothing was started, because the call could not be recorded: ${messageOf(error)}`;
  return {
    request: null,
    outcome: couldNotStart('audit-unavailable', message),
    recorded: { kind: 'not_opened' },
  };
}
