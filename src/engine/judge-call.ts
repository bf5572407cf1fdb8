import { leavesOpen } from '../confine/leaves-open.ts';
import { neverGranted } from '../confine/never-granted.ts';
import type { Analysis } from '../model/analysis.ts';
import type { ToolContext } from '../model/context.ts';
import { couldNotStart } from '../model/could-not-start.ts';
import type { Decision } from '../model/decision.ts';
import { describePath } from '../model/describe-value.ts';
import { messageOf } from '../model/errors.ts';
import { unkept } from '../model/options.ts';
import type { CouldNotStart, Invalid } from '../model/outcome.ts';
import type { Operation, Problem, Request } from '../model/request.ts';
import type { SandboxPlan } from '../model/sandbox.ts';
import { withFindings } from '../policy/decide.ts';
import { explain } from '../policy/explain.ts';
import type { LookAtFiles } from '../policy/paths/matched-links.ts';
import { type JudgedAccess, judgeAccesses } from './access.ts';
import { isGranted, type JudgedRequest, keyOf } from './approve.ts';
import { type Confined, confinementOf, unconfined } from './confinement.ts';
import { type Judgement, judge } from './judge.ts';
import { filesOf, linksOf } from './links.ts';
import { seeShell } from './see-shell.ts';
import type { Stages } from './stages.ts';
import { untilQuiet } from './until-quiet.ts';

/** What a call asks for: its input, read by the contract. */
export function readCall(
  { tool, options, host, realPath }: Stages,
  input: unknown,
  context: Pick<ToolContext, 'workingDirectory' | 'timeoutMs'>,
): Operation | Invalid {
  const { workingDirectory } = context;
  return validate(tool.decode(input, { options, workingDirectory, env: host.env, realPath }), context);
}

/** A command with all that is to be said of it before anybody is asked. */
export interface JudgedCall extends JudgedRequest {
  readonly kind: 'judged';
  /** What is known of the command. */
  readonly analysis: Analysis;
  /** Nothing is asked about but a text that could not be read for its syntax, and the tool has that checked. */
  readonly needsSyntaxCheck: boolean;
  /** Its sandbox, with what was granted before; or why it cannot have the one that it has to have. */
  readonly level: Confined | CouldNotStart;
  readonly beyond: JudgedAccess;
}

/** Judges a command and what it asks for beyond its sandbox. Nothing is started and nobody is asked. */
export async function judgeCall(
  stages: Stages,
  request: Request,
  context: Pick<ToolContext, 'workingDirectory' | 'conversationId'>,
): Promise<JudgedCall | Invalid | CouldNotStart> {
  const workspace = request.workspace ?? context.workingDirectory;
  const level = await confinementOf(stages, { ...context, workspace });
  const isConfined = level.kind === 'confined';
  const beyond = await judgeAccesses(stages, request, isConfined ? level : unconfined, workspace);
  const judgement = await judge(stages, request, { ...context, sandbox: () => sandboxWith(stages, beyond) });
  if (judgement.kind !== 'judged') return judgement;
  if (beyond.kind !== 'judged') return beyond;
  const { analysis, needsSyntaxCheck } = judgement;
  return {
    kind: 'judged',
    ...judgedOf(request, judgement, beyond, filesOf(stages)),
    ...{ analysis, needsSyntaxCheck, level, beyond },
  };
}

/** The sandbox as rules may count on it, with what somebody is yet to say of; `null`: there is none that holds. */
function sandboxWith(
  { sandbox: wish, realPath, look, otherNames }: Pick<Stages, 'sandbox' | 'realPath' | 'look' | 'otherNames'>,
  beyond: JudgedAccess | Invalid | CouldNotStart,
): Pick<SandboxPlan, 'network'> | null {
  if (beyond.kind !== 'judged' || beyond.confined.sandbox === null) return null;
  const { sandbox } = beyond.confined;
  const around = { home: wish.home, never: neverGranted(wish), realPath, look, otherNames };
  if (leavesOpen(sandbox, around)) return null;
  const { network } = sandbox;
  const hosts = beyond.asked.flatMap((access) => (access.kind === 'host' ? [access.host] : []));
  return { network: hosts.length === 0 || network === 'host' ? network : { hosts } };
}

/** What would become of a call, as far as rules can say: nothing was started, and nobody was asked. */
export type CallJudgement =
  | (Pick<JudgedRequest, 'request' | 'decision' | 'access'> & {
      readonly kind: 'judged';
      /** The `key` of the question that the call would ask; `null`: it would ask nobody. */
      readonly approvalKey: string | null;
    })
  /** It asks something of a job, which takes no decision. */
  | { readonly kind: 'job' }
  | Invalid
  | CouldNotStart;

type Judging = Pick<ToolContext, 'workingDirectory' | 'timeoutMs' | 'conversationId' | 'isConversationNamed'>;

/** Judges an input as the call would that is made with it, when that would: in a session, once its shell is free. */
export async function judgeInTurn(
  stages: Stages,
  input: unknown,
  context: Judging & Pick<ToolContext, 'signal'>,
): Promise<CallJudgement> {
  const operation = readCall(stages, input, context);
  if (operation.kind === 'run') await untilQuiet(stages, operation.request, context);
  return await judgeInput(stages, input, context);
}

/**
 * Judges an input as the call would that is made with it now. A call is judged again when it is made: what a path leads to,
 * or what was granted, may be another by then.
 */
export async function judgeInput(stages: Stages, input: unknown, context: Judging): Promise<CallJudgement> {
  const operation = readCall(stages, input, context);
  if (operation.kind !== 'run') return operation.kind === 'job' ? { kind: 'job' } : operation;
  seeShell(stages, operation.request, context);
  const judged = await judgeCall(stages, operation.request, context);
  if (judged.kind !== 'judged') return judged;
  const { request, access, decision } = judged;
  if (decision.verdict !== 'ask') return { kind: 'judged', request, decision, access, approvalKey: null };
  const key = keyOf(stages, judged, context);
  try {
    return (await isGranted(stages, { key }))
      ? { kind: 'judged', request, decision: granted, access, approvalKey: null }
      : { kind: 'judged', request, decision, access, approvalKey: key };
  } catch (error) {
    return couldNotStart('state-unavailable', `what was granted could not be read: ${messageOf(error)}`);
  }
}

const granted: Decision = {
  verdict: 'allow',
  findings: [
    { id: 'granted', verdict: 'allow', reason: 'it was allowed for this conversation', instead: null },
  ],
};

/** What is to be decided, with what there is to say of what lies beyond the sandbox. */
function judgedOf(
  request: Request,
  judgement: Extract<Judgement, { kind: 'judged' }>,
  { asked, confined, findings, offers }: JudgedAccess,
  files: LookAtFiles,
): JudgedRequest {
  const all = [...(judgement.offers ?? []), ...offers];
  const decision = withFindings(judgement.decision, findings);
  return {
    request,
    decision,
    offers: all.length === 0 ? null : all,
    access: asked,
    confinement: confined.confinement,
    explain: () => explain(judgement.analysis, decision, judgement.shell),
    links: () => linksOf(judgement.analysis, files),
  };
}

/** The caller's own time limit goes before the contract's. */
function validate(
  operation: Operation | Invalid,
  { timeoutMs }: Pick<ToolContext, 'timeoutMs'>,
): Operation | Invalid {
  if (operation.kind !== 'run') return operation;
  const { cwd } = operation.request;
  // The kernel would be given another name, or none.
  if (unkept.test(cwd)) return { kind: 'invalid', problems: [unusableDirectory(cwd)] };
  if (timeoutMs === null) return operation;
  return { ...operation, request: { ...operation.request, timeoutMs } };
}

function unusableDirectory(cwd: string): Problem {
  const expected = 'a directory whose name can be written as UTF-8, without NUL characters';
  return { path: '', expected, received: describePath(cwd), hint: null };
}
