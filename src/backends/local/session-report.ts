/** One line of what the shell of a session tells; see `stepLines` and `backLine`. */
export type SessionReport =
  /** A step is over; `parts` is how the parts of its last pipeline ended. */
  | {
      readonly kind: 'over';
      readonly order: number;
      readonly status: number;
      readonly parts: readonly number[];
    }
  | { readonly kind: 'back'; readonly number: number };

/** `null` for a line that is none of them: a command has written it. */
export function parseSessionReport(line: string): SessionReport | null {
  const [, word, rest = ''] = /^(over|back) ([\d ]+?) *$/.exec(line) ?? [];
  const [first = Number.NaN, status = Number.NaN, ...parts] = rest.split(' ').map(Number);
  if (word === 'over') return { kind: 'over', order: first, status, parts };
  return word === 'back' ? { kind: 'back', number: first } : null;
}
