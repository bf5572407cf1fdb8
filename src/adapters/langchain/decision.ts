import type { PersonAnswer } from '../core/person.ts';

/**
 * Reads what a graph was resumed with: `{ decisions: [{ type: 'approve' }] }`, or `{ type: 'reject', message }`. Anything else is
 * no yes.
 */
export function readDecision(answer: unknown): PersonAnswer {
  const [first, ...more] = decisionsIn(answer);
  if (more.length > 0) return refused('there was more than one answer to one question');
  if (!isRecord(first)) return refused('the answer was none that is known');
  if (first.type === 'approve') return { approved: true };
  if (first.type !== 'reject') return refused(`the answer was ${JSON.stringify(first.type)}, not approve`);
  return refused(typeof first.message === 'string' ? first.message : undefined);
}

function decisionsIn(answer: unknown): readonly unknown[] {
  return isRecord(answer) && Array.isArray(answer.decisions) ? answer.decisions : [];
}

function refused(reason: string | undefined): PersonAnswer {
  return { approved: false, reason };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
