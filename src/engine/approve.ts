import type { Access } from '../model/access.ts';
import type { ToolContext } from '../model/context.ts';
import type { Decision } from '../model/decision.ts';
import { messageOf } from '../model/errors.ts';
import type { Offer } from '../model/grant.ts';
import type { CouldNotStart, Denied, NeedsApproval } from '../model/outcome.ts';
import type { Always, ApprovalAnswer, ApprovalQuestion, Approver } from '../model/ports.ts';
import type { Request } from '../model/request.ts';
import { deciding } from '../policy/decide.ts';
import type { Stages } from './stages.ts';

/** What came of a decision. `withdrawn`: the call was cancelled while a person was asked. */
export type Approval =
  | { readonly kind: 'allowed' }
  | { readonly kind: 'withdrawn' }
  | Denied
  | NeedsApproval
  | CouldNotStart;

/** A request with what the rules say of it. */
export interface Judged {
  readonly request: Request;
  readonly decision: Decision;
  readonly offers: readonly Offer[] | null;
  /** What it is to have beyond its sandbox. */
  readonly access: readonly Access[];
}

type Asking = Pick<Stages, 'contract' | 'approver' | 'grants' | 'clock'>;

/** Makes a decision final: `ask` becomes a yes, a no, or a question that stays open. */
export async function approve(
  stages: Asking,
  { request, decision, offers, access }: Judged,
  { conversationId, signal }: Pick<ToolContext, 'conversationId' | 'signal'>,
): Promise<Approval> {
  const findings = deciding(decision);
  const reason = findings.map((finding) => finding.reason).join('; ');
  switch (decision.verdict) {
    case 'allow':
      return { kind: 'allowed' };
    case 'deny':
      return { kind: 'denied', by: 'policy', reason, findings };
    case 'ask': {
      const { contract, approver } = stages;
      const { findings: all } = decision;
      const question = { request, contract, conversationId, findings: all, access, offers };
      const answer = await ask(question, approver, signal);
      if (signal.aborted) return { kind: 'withdrawn' };
      if (answer.kind === 'refused') return { kind: 'denied', by: 'person', reason: answer.reason, findings };
      if (answer.kind === 'unanswered') return { kind: 'needs_approval', reason, findings };
      return await keepAnswer(stages, offers, answer.always);
    }
  }
}

/** Keeps what is to hold for good, before anything is started. */
async function keepAnswer(
  { grants, contract, clock }: Asking,
  offers: readonly Offer[] | null,
  always: Always | undefined,
): Promise<Approval> {
  if (always === undefined || offers === null) return { kind: 'allowed' };
  const grantedAtMs = clock.nowMs();
  const expiresAtMs = always.forMs === null ? null : grantedAtMs + always.forMs;
  try {
    await grants.add(offers.map((offer) => ({ ...offer, contract, grantedAtMs, expiresAtMs })));
  } catch (error) {
    const message = `nothing was started, because the answer could not be kept: ${messageOf(error)}`;
    return { kind: 'could_not_start', problem: { code: 'state-unavailable', message } };
  }
  return { kind: 'allowed' };
}

/** Waits for an answer as long as the call is wanted; an approver that throws has said no. */
async function ask(
  question: ApprovalQuestion,
  approver: Approver | null,
  signal: AbortSignal,
): Promise<ApprovalAnswer> {
  if (approver === null || signal.aborted) return { kind: 'unanswered' };
  const withdrawn = new Promise<ApprovalAnswer>((resolve) => {
    signal.addEventListener('abort', () => resolve({ kind: 'unanswered' }), { once: true });
  });
  const answered = answerOf(approver, question, signal);
  return await Promise.race([answered, withdrawn]);
}

async function answerOf(
  approver: Approver,
  question: ApprovalQuestion,
  signal: AbortSignal,
): Promise<ApprovalAnswer> {
  try {
    const answer = await approver.ask(question, signal);
    const known = ['approved', 'refused', 'unanswered'].includes(answer?.kind);
    return known ? answer : { kind: 'refused', reason: 'what came back from asking is no answer' };
  } catch (error) {
    return { kind: 'refused', reason: `asking for approval failed: ${messageOf(error)}` };
  }
}
