import type { ApprovalQuestion } from '../model/ports.ts';

/** A question without the values of secrets, and whether there were any. */
export function maskQuestion(
  question: ApprovalQuestion,
  mask: (text: string) => string,
): { readonly masked: ApprovalQuestion; readonly isMasked: boolean } {
  let isMasked = false;
  const change = (text: string): string => {
    const changed = mask(text);
    isMasked ||= changed !== text;
    return changed;
  };
  const { key, callId, contract } = question;
  // Only texts are changed, so that it is still a question; these three are ours.
  const masked = { ...(changeTexts(question, change) as ApprovalQuestion), key, callId, contract };
  return { masked, isMasked };
}

function changeTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => changeTexts(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, changeTexts(item, change)]));
}
