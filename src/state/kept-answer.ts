import type { Decisive } from '../model/approval.ts';
import type { ApprovalQuestion } from '../model/ports.ts';
import { isOfferedWhole } from '../policy/grants-of-answer.ts';

/**
 * How long what was asked and answered holds, in milliseconds: as long as what is asked of a Kubernetes cluster for a person
 * to approve. A question that nobody answers is forgotten after 24 hours, an answer that nobody comes for after 1 hour.
 */
export const approvalLimits = { openMs: 24 * 3_600_000, untakenMs: 3_600_000 } as const;

/** What is granted with it lets the same call through, so that nothing is left to be handed out; and not when that is taken back. */
export function isGrantedToo(
  answer: Decisive,
  question: Pick<ApprovalQuestion, 'offers' | 'findings'>,
): boolean {
  if (answer.kind !== 'approved') return false;
  if (answer.conversation === true) return true;
  return answer.always !== undefined && answer.always.offers === undefined && isOfferedWhole(question);
}

/** An answer as it is handed out: what it allows for longer has been kept with it. `null`: it is none. */
export function answerIn(value: unknown): Decisive | null {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return null;
  if (value.kind === 'approved') return { kind: 'approved' };
  if (value.kind === 'refused' && 'reason' in value && typeof value.reason === 'string')
    return { kind: 'refused', reason: value.reason };
  if (value.kind === 'edited' && 'command' in value && typeof value.command === 'string')
    return { kind: 'edited', command: value.command };
  return null;
}
