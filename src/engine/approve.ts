import type { Access } from '../model/access.ts';
import type { ApprovalQueue, Decisive, QueueAnswer } from '../model/approval.ts';
import type { ToolContext } from '../model/context.ts';
import type { Decision, Finding } from '../model/decision.ts';
import type { Explanation } from '../model/explanation.ts';
import type { Offer } from '../model/grant.ts';
import type { CouldNotStart, Denied, NeedsApproval } from '../model/outcome.ts';
import type { ApprovalQuestion, Approved } from '../model/ports.ts';
import type { Request } from '../model/request.ts';
import type { Confinement } from '../model/sandbox.ts';
import { deciding } from '../policy/decide.ts';
import { grantedForGood, isLive } from '../policy/grants.ts';
import { grantsOfAnswer } from '../policy/grants-of-answer.ts';
import { hasHiddenCharacters } from '../policy/hidden-characters.ts';
import { approvalKey } from './approval-key.ts';
import type { Links } from './links.ts';
import type { Stages } from './stages.ts';
import { unusableState } from './unusable-state.ts';

/**
 * What came of a decision. `edited`: a person wants another command in its stead, which nobody has judged yet.
 * `withdrawn`: the call was cancelled while a person was asked.
 */
export type Approval =
  | Allowed
  | { readonly kind: 'edited'; readonly command: string }
  | { readonly kind: 'withdrawn' }
  | Denied
  | NeedsApproval
  | CouldNotStart;

/** That a command may run, and who has said so. `grant`: a person had allowed it for the conversation before. */
export interface Allowed {
  readonly kind: 'allowed';
  readonly by: 'rules' | Approved['by'];
}

/** A request with what the rules say of it. */
export interface JudgedRequest {
  readonly request: Request;
  readonly decision: Decision;
  readonly offers: readonly Offer[] | null;
  /** What it is to have beyond its sandbox. */
  readonly access: readonly Access[];
  readonly confinement: Confinement;
  /** These are wanted only when somebody is to be asked. */
  readonly explain: () => Explanation;
  readonly links: () => Links;
}

type Asking = Pick<Stages, 'contract' | 'approver' | 'approvals' | 'grants' | 'clock'>;

interface Caller extends Pick<ToolContext, 'conversationId' | 'isConversationNamed' | 'signal'> {
  /** Of the question that was answered with yes in this call before, and is not asked again; `null`: there was none. */
  readonly allowedKey?: string | null;
}

/** Makes a decision final: `ask` becomes a yes, a no, or a question that stays open. */
export async function approve(
  stages: Asking,
  judged: JudgedRequest,
  context: Caller,
  callId: string,
): Promise<Approval> {
  const { decision } = judged;
  switch (decision.verdict) {
    case 'allow':
      return { kind: 'allowed', by: 'rules' };
    case 'deny':
      return deniedByRules(reasonsOf(decision));
    case 'ask': {
      const { question, keyFor } = questionOf(stages, judged, context, callId);
      try {
        if (await isGranted(stages, question)) return { kind: 'allowed', by: 'grant' };
        if (question.key === context.allowedKey) return { kind: 'allowed', by: 'person' };
        const answer = await ask(stages, { question, keyFor }, context.signal);
        if (context.signal.aborted) return { kind: 'withdrawn' };
        return await concluded(stages, question, answer, reasonsOf(decision));
      } catch (error) {
        return unusableState('the question could not be kept', error);
      }
    }
  }
}

/**
 * Makes the decision about a text final that a person has written: what is denied stays denied, and what would be asked
 * about has been answered, unless the text is not what it looks like.
 */
export function approveEdited({ request, decision }: JudgedRequest): Denied | Allowed {
  const reasons = reasonsOf(decision);
  if (decision.verdict === 'deny') return deniedByRules(reasons);
  if (!hasHiddenCharacters(request.command)) return { kind: 'allowed', by: 'person' };
  return deniedByRules({ ...reasons, reason: hiddenInEdited });
}

const hiddenInEdited = 'the command that the user put in its stead has characters that are not seen';

/** What is recorded of a command that runs because a person has allowed it; nothing where the rules have. */
export function approvedBy({ by }: Allowed, decision: Decision): { readonly approved?: Approved } {
  if (by !== 'rules') return { approved: { by, findings: deciding(decision) } };
  // A rule of somebody's own may have that id.
  const isOfGrant = ({ id, reason }: Finding): boolean =>
    id === grantedForGood.id && reason === grantedForGood.reason;
  const findings = decision.findings.filter(isOfGrant);
  return findings.length === 0 ? {} : { approved: { by: 'grant', findings } };
}

/** Why a decision is what it is. */
interface Reasons {
  readonly reason: string;
  readonly findings: readonly Finding[];
}

function reasonsOf(decision: Decision): Reasons {
  const findings = deciding(decision);
  return { reason: findings.map((finding) => finding.reason).join('; '), findings };
}

function deniedByRules(reasons: Reasons): Denied {
  return { kind: 'denied', by: 'policy', ...reasons };
}

interface Question {
  readonly question: ApprovalQuestion;
  readonly keyFor: NonNullable<Parameters<ApprovalQueue['ask']>[3]>;
}

function questionOf(stages: Asking, judged: JudgedRequest, caller: Caller, callId: string): Question {
  const { offers, explain } = judged;
  const links = judged.links();
  const bound = boundOf(stages, judged, caller);
  const explanation = explain();
  return {
    question: { ...bound, offers, callId, key: approvalKey(bound, links, explanation), explanation },
    keyFor: ({ findings, access }) => approvalKey({ ...bound, findings, access }, links, explanation),
  };
}

/** What an answer is bound to. */
function boundOf(
  { contract }: Pick<Asking, 'contract'>,
  { request, decision, access, confinement }: JudgedRequest,
  { conversationId, isConversationNamed = true }: Omit<Caller, 'signal' | 'allowedKey'>,
) {
  const { findings } = decision;
  return { contract, conversationId, isConversationNamed, request, findings, access, confinement };
}

/** What a person would be asked about, were this call made now. */
export function keyOf(
  stages: Pick<Asking, 'contract'>,
  judged: JudgedRequest,
  context: Omit<Caller, 'signal'>,
): string {
  return approvalKey(boundOf(stages, judged, context), judged.links(), judged.explain());
}

/** Whether a person has allowed this very call for as long as the conversation goes on. */
export async function isGranted(
  { grants, contract, clock }: Pick<Asking, 'contract' | 'grants' | 'clock'>,
  { key }: Pick<ApprovalQuestion, 'key'>,
): Promise<boolean> {
  const kept = await grants.of(contract);
  return kept.some((grant) => grant.kind === 'command' && grant.key === key && isLive(grant, clock.nowMs()));
}

/** Waits for an answer as long as the call is wanted. */
async function ask(
  { approvals, approver }: Asking,
  { question, keyFor }: Question,
  signal: AbortSignal,
): Promise<QueueAnswer> {
  if (signal.aborted) return { kind: 'unanswered', because: 'nobody', approval: null };
  return await approvals.ask(question, signal, approver, keyFor);
}

async function concluded(
  stages: Asking,
  question: ApprovalQuestion,
  answer: QueueAnswer,
  why: Reasons,
): Promise<Approval> {
  switch (answer.kind) {
    case 'refused':
      return { kind: 'denied', by: 'person', reason: answer.reason, findings: why.findings };
    case 'unanswered':
      return { kind: 'needs_approval', ...why, because: answer.because, approval: answer.approval };
    case 'edited':
      return answer;
    case 'approved':
      return await keepAnswer(stages, question, answer);
  }
}

/** Keeps what is to hold for longer, before anything is started. */
async function keepAnswer(
  { grants, clock }: Asking,
  question: ApprovalQuestion,
  answer: Decisive,
): Promise<Approval> {
  const kept = grantsOfAnswer(answer, question, clock.nowMs());
  try {
    if (kept.length > 0) await grants.add(kept);
    return { kind: 'allowed', by: 'person' };
  } catch (error) {
    return unusableState('the answer could not be kept', error);
  }
}
