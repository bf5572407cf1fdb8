import { confine } from '../confine/confine.ts';
import { answerJobRequest } from '../jobs/answer.ts';
import { emptyCapture } from '../model/capture.ts';
import type { ToolContext } from '../model/context.ts';
import { sessionBusy } from '../model/exit.ts';
import type { JobRequest } from '../model/job.ts';
import type { Answered, Ended, Invalid, Outcome } from '../model/outcome.ts';
import type { Approved } from '../model/ports.ts';
import type { Request } from '../model/request.ts';
import { withAllowed } from './access.ts';
import { approve, approvedBy, approveEdited, keyOf } from './approve.ts';
import { checkSyntax } from './check-syntax.ts';
import { type Confined, unconfined } from './confinement.ts';
import { type Executed, type Execution, execute } from './execute.ts';
import { judgeCall, readCall } from './judge-call.ts';
import { placeOfShell, seeShell } from './see-shell.ts';
import { isSameHistory, type SessionHistory } from './session-history.ts';
import type { Stages } from './stages.ts';
import { untilQuiet } from './until-quiet.ts';

/** What a call came to: what it asked for, once that was known, and what became of it. */
export interface Passage {
  readonly request: Request | null;
  /** The command that was asked for, where a person had another one run in its stead; left out: nobody had. */
  readonly replaced?: string;
  readonly outcome: Outcome;
  /** Who has let the command run, where that was not the rules. */
  readonly approved?: Approved;
}

/** One call through the stages. The first stage that ends it gives the outcome; nothing after it happens. */
export async function pipeline(
  stages: Stages,
  callId: string,
  input: unknown,
  context: ToolContext,
): Promise<Passage> {
  const operation = readCall(stages, input, context);
  if (operation.kind === 'invalid') return { request: null, outcome: operation };
  if (operation.kind === 'job')
    return { request: null, outcome: await answer(stages, operation.request, context) };
  const { request } = operation;

  stages.backend.prepare?.({ sandbox: stages.sandbox.rule.levels.length > 0 });
  return await pass(stages, callId, request, context, first);
}

/** What the passes of a call before this one came to. */
interface Passed {
  /** Whether a person has written the command. */
  readonly isEdited: boolean;
  /** Of the question that was answered with yes; `null`: there was none. */
  readonly allowedKey: string | null;
  /** The shell that either was for, as far as it was known; left out: any. `null`: one in which nothing has been run. */
  readonly history?: SessionHistory | null;
  /** Milliseconds that it has waited for its session. */
  readonly waitedMs: number;
}

const first: Passed = { isEdited: false, allowedKey: null, waitedMs: 0 };

/** A request through the stages, from the wait for its session on. */
async function pass(
  stages: Stages,
  callId: string,
  request: Request,
  context: ToolContext,
  passed: Passed,
): Promise<Passage> {
  stages.progress?.asks(request);
  const wait = await untilQuiet(stages, request, context, passed.waitedMs);
  if (wait.kind === 'busy') return { request, outcome: { kind: 'could_not_start', problem: sessionBusy } };
  if (wait.kind === 'cancelled') return { request, outcome: withdrawn(stages) };
  const { waitedMs } = wait;
  seeShell(stages, request, context);
  const before = stages.histories.of(context.conversationId, request);
  const judged = await judgeCall(stages, request, context);
  if (judged.kind !== 'judged') return { request, outcome: judged };
  const { analysis, level, beyond, access: asked } = judged;

  const { tool, options, host, clock } = stages;
  const scope = { options, workingDirectory: context.workingDirectory, env: host.env };
  const executionIn = ({ sandbox, confinement }: Confined): Execution => {
    const rules = { environment: tool.environment(scope), streams: tool.streams, sandbox };
    const shell = stages.histories.of(context.conversationId, request)?.shell ?? null;
    const { client } = stages.histories;
    const here = { ...host, isThere: (path: string) => stages.look(path) !== 'missing' };
    const plan = confine(request, rules, here, { contract: stages.contract, ...context, shell, client });
    return { stages, callId, context, request, analysis, plan, confinement, allowedOnce: asked, waitedMs };
  };
  // The check runs nothing of the text, so that nobody has to be asked before, and nothing is to be confined.
  const refused = judged.needsSyntaxCheck ? await checkSyntax(executionIn(unconfined)) : null;
  if (refused !== null) return { request, outcome: refused };

  const asking = { ...stages, approver: context.approver ?? stages.approver };
  const { isEdited, allowedKey } = saidFor(passed, before, request);
  const approval = isEdited
    ? approveEdited(judged)
    : await approve(asking, judged, { ...context, allowedKey }, callId);
  if (approval.kind === 'edited') {
    // From the start: what the rules said was about another text.
    const edited = { ...request, command: approval.command };
    const passage = await pass(stages, callId, edited, context, {
      isEdited: true,
      allowedKey: null,
      history: before,
      waitedMs,
    });
    return { ...passage, replaced: request.command };
  }
  if (approval.kind === 'withdrawn') return { request, outcome: withdrawn(stages) };
  if (approval.kind !== 'allowed') return { request, outcome: approval };

  if (level.kind !== 'confined') return { request, outcome: level };
  const saidKey = judged.decision.verdict === 'ask' ? keyOf(stages, judged, context) : allowedKey;
  // Another call has been given to its shell meanwhile: what was judged is not what would run now.
  const now = stages.histories.of(context.conversationId, request);
  if (!isSameHistory(before, now, request))
    return await pass(stages, callId, request, context, { isEdited: false, allowedKey: saidKey, waitedMs });
  const execution = executionIn(withAllowed(stages, beyond.confined, asked));
  const place = placeOfShell(stages, request, context);
  const end = stages.histories.begin(context.conversationId, request, place);
  const begin = clock.elapsedMs();
  let executed: Executed | null = null;
  try {
    executed = await execute(execution);
  } finally {
    end(executed);
  }
  if (executed.kind !== 'other_shell')
    return { request, outcome: executed, ...approvedBy(approval, judged.decision) };
  // Its shell has ended meanwhile: what was judged, and perhaps allowed, was to run in that one.
  const lostMs = clock.elapsedMs() - begin;
  return await pass(stages, callId, request, startedBefore(context), {
    isEdited,
    allowedKey: saidKey,
    history: before,
    waitedMs: waitedMs + lostMs,
  });
}

/** What a person has said, as far as it holds for the shell that there is now: it is for one in which the request means the same. */
function saidFor(
  { isEdited, allowedKey, history }: Passed,
  now: SessionHistory | null,
  request: Request,
): Pick<Passed, 'isEdited' | 'allowedKey'> {
  if (history === undefined || isSameHistory(history, now, request)) return { isEdited, allowedKey };
  return first;
}

/** A call is told of as started once. */
function startedBefore(context: ToolContext): ToolContext {
  const { onEvent } = context;
  if (onEvent === null) return context;
  return { ...context, onEvent: (event) => (event.kind === 'started' ? undefined : onEvent(event)) };
}

/** It was cancelled before it had started. */
function withdrawn({ tool: { streams }, clock }: Stages): Ended {
  return {
    kind: 'ended',
    exit: { kind: 'cancelled' },
    capture: emptyCapture(streams),
    startedAt: clock.nowMs(),
    durationMs: 0,
    note: null,
    confinement: { kind: 'none' },
    denials: [],
    grantable: [],
    survivors: [],
    job: null,
    refusal: null,
    session: null,
  };
}

/** Asks something of a job, which takes no decision: it was taken when the command was started. */
async function answer(
  { jobs, tool, options, secrets }: Stages,
  request: JobRequest,
  { signal, patience }: ToolContext,
): Promise<Answered | Invalid> {
  const enough = patience === null ? signal : AbortSignal.any([signal, patience]);
  const scope = { registry: jobs, rule: tool.capture(options), secrets, signal: enough };
  const answer = await answerJobRequest(request, scope);
  if (answer.kind === 'invalid') return { kind: 'invalid', problems: [answer.problem] };
  return { kind: 'answered', answer };
}
