import { confine } from '../confine/confine.ts';
import { answerJobRequest } from '../jobs/answer.ts';
import { emptyCapture } from '../model/capture.ts';
import type { ToolContext } from '../model/context.ts';
import type { JobRequest } from '../model/job.ts';
import type { Answered, Ended, Invalid, Outcome } from '../model/outcome.ts';
import type { StreamRule } from '../model/plan.ts';
import type { Operation, Problem, Request } from '../model/request.ts';
import { withFindings } from '../policy/decide.ts';
import { type JudgedAccess, judgeAccesses } from './access.ts';
import { approve, type Judged } from './approve.ts';
import { checkSyntax } from './check-syntax.ts';
import { type Confined, confinementOf, unconfined, withAccess } from './confinement.ts';
import { type Execution, execute } from './execute.ts';
import { judge } from './judge.ts';
import type { Stages } from './stages.ts';

/** What a call came to: what it asked for, once that was known, and what became of it. */
export interface Passage {
  readonly request: Request | null;
  readonly outcome: Outcome;
}

/** One call through the stages. The first stage that ends it gives the outcome; nothing after it happens. */
export async function pipeline(
  stages: Stages,
  callId: string,
  input: unknown,
  context: ToolContext,
): Promise<Passage> {
  const { tool, options, host, realPath } = stages;
  const scope = { options, workingDirectory: context.workingDirectory, env: host.env, realPath };

  const operation = validate(tool.decode(input, scope), context);
  if (operation.kind === 'invalid') return { request: null, outcome: operation };
  if (operation.kind === 'job')
    return { request: null, outcome: await answer(stages, operation.request, context) };
  const { request } = operation;

  const judgement = await judge(stages, request, context);
  if (judgement.kind !== 'judged') return { request, outcome: judgement };

  const workspace = request.workspace ?? context.workingDirectory;
  const level = await confinementOf(stages, { ...context, workspace });
  const isConfined = level.kind === 'confined';
  const beyond = await judgeAccesses(stages, request, isConfined ? level : unconfined, workspace);
  if (beyond.kind !== 'judged') return { request, outcome: beyond };
  const { asked } = beyond;

  const executionIn = ({ sandbox, confinement }: Confined): Execution => {
    const rules = { environment: tool.environment(scope), streams: tool.streams, sandbox };
    const plan = confine(request, rules, host, { contract: stages.contract, ...context });
    return { stages, callId, context, request, plan, confinement, allowedOnce: asked };
  };
  // The check runs nothing of the text, so that nobody has to be asked before, and nothing is to be confined.
  const refused = judgement.needsSyntaxCheck ? await checkSyntax(executionIn(unconfined)) : null;
  if (refused !== null) return { request, outcome: refused };

  const asking = { ...stages, approver: context.approver ?? stages.approver };
  const approval = await approve(asking, withBeyond({ request, ...judgement }, beyond), context);
  if (approval.kind === 'withdrawn')
    return { request, outcome: cancelledBeforeStart(tool.streams, stages.clock.nowMs()) };
  if (approval.kind !== 'allowed') return { request, outcome: approval };

  if (!isConfined) return { request, outcome: level };
  const settle = stages.histories.begin(context.conversationId, request);
  const outcome = await execute(executionIn(withAccess(beyond.confined, asked, realPath)));
  settle(outcome);
  return { request, outcome };
}

/** What is to be decided, with what there is to say of what lies beyond the sandbox. */
function withBeyond(judged: Omit<Judged, 'access'>, { asked, findings, offers }: JudgedAccess): Judged {
  const all = [...(judged.offers ?? []), ...offers];
  return {
    request: judged.request,
    decision: withFindings(judged.decision, findings),
    offers: all.length === 0 ? null : all,
    access: asked,
  };
}

/** The caller's own time limit goes before the contract's. */
export function validate(operation: Operation | Invalid, context: ToolContext): Operation | Invalid {
  if (operation.kind !== 'run') return operation;
  const { cwd } = operation.request;
  // The kernel would be given another name, or none.
  if (/\0|\p{Surrogate}/u.test(cwd)) return { kind: 'invalid', problems: [unusableDirectory(cwd)] };
  if (context.timeoutMs === null) return operation;
  return { ...operation, request: { ...operation.request, timeoutMs: context.timeoutMs } };
}

function unusableDirectory(cwd: string): Problem {
  const expected = 'a directory whose name can be written as UTF-8, without NUL characters';
  return { path: '', expected, received: JSON.stringify(cwd), hint: null };
}

function cancelledBeforeStart(streams: StreamRule, startedAt: number): Ended {
  return {
    kind: 'ended',
    exit: { kind: 'cancelled' },
    capture: emptyCapture(streams),
    startedAt,
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
  { signal }: ToolContext,
): Promise<Answered | Invalid> {
  const scope = { registry: jobs, rule: tool.capture(options), secrets, signal };
  const answer = await answerJobRequest(request, scope);
  if (answer.kind === 'invalid') return { kind: 'invalid', problems: [answer.problem] };
  return { kind: 'answered', answer };
}
