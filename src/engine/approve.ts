import type { Decision } from '../model/decision.ts';
import { messageOf } from '../model/errors.ts';
import type { Denied, NeedsApproval } from '../model/outcome.ts';
import type { ApprovalAnswer, ApprovalQuestion, Approver } from '../model/ports.ts';
import { deciding } from '../policy/decide.ts';

/** What came of a decision. `withdrawn`: the call was cancelled while a person was asked. */
export type Approval = { readonly kind: 'allowed' } | { readonly kind: 'withdrawn' } | Denied | NeedsApproval;

/** Makes a decision final: `ask` becomes a yes, a no, or a question that stays open. */
export async function approve(
  decision: Decision,
  question: ApprovalQuestion,
  approver: Approver | null,
  signal: AbortSignal,
): Promise<Approval> {
  const findings = deciding(decision);
  const reason = findings.map((finding) => finding.reason).join('; ');
  switch (decision.verdict) {
    case 'allow':
      return { kind: 'allowed' };
    case 'deny':
      return { kind: 'denied', by: 'policy', reason, findings };
    case 'ask': {
      const answer = await ask(question, approver, signal);
      if (signal.aborted) return { kind: 'withdrawn' };
      if (answer.kind === 'approved') return { kind: 'allowed' };
      if (answer.kind === 'refused') return { kind: 'denied', by: 'person', reason: answer.reason, findings };
      return { kind: 'needs_approval', reason, findings };
    }
  }
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
