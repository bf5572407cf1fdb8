/** What a person has said to a call. */
export type Decision = { readonly kind: 'approved' } | { readonly kind: 'refused'; readonly reason: string };

/**
 * Reads what a graph was resumed with: `{ decisions: [{ type: 'approve' }] }`, or `{ type: 'reject', message }`. Anything else is
 * no yes.
 */
export function readDecision(answer: unknown): Decision {
  const [first, ...more] = decisionsIn(answer);
  if (more.length > 0) return refused('there was more than one answer to one question');
  if (!isRecord(first)) return refused('the answer was none that is known');
  if (first.type === 'approve') return { kind: 'approved' };
  if (first.type !== 'reject') return refused(`the answer was ${JSON.stringify(first.type)}, not approve`);
  return refused(
    typeof first.message === 'string' && first.message !== '' ? first.message : 'no reason was given',
  );
}

function decisionsIn(answer: unknown): readonly unknown[] {
  return isRecord(answer) && Array.isArray(answer.decisions) ? answer.decisions : [];
}

function refused(reason: string): Decision {
  return { kind: 'refused', reason };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
