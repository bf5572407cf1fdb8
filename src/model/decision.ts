/** What the policy says of a command; the strictest finding decides, `deny` over `ask` over `allow`. */
export type Verdict = 'allow' | 'ask' | 'deny';

/** One reason for a verdict. */
export interface Finding {
  /** Stable kebab-case name of the rule, safe to match on. */
  readonly id: string;
  readonly verdict: Verdict;
  /** One sentence for the model and for the person. */
  readonly reason: string;
  /** What to do instead, as a sentence; `null` where nothing is known to be better. */
  readonly instead: string | null;
}

/** A verdict with the findings that led to it, strictest first. */
export interface Decision {
  readonly verdict: Verdict;
  readonly findings: readonly Finding[];
}

/**
 * A rule over a command.
 *
 * - `text-contains`: the text of the command contains `pattern`, letter for letter. It knows nothing of quoting:
 *   for lists that users bring along, not for new rules.
 * - `every-command`: holds for all.
 */
export type Rule =
  | { readonly kind: 'text-contains'; readonly pattern: string; readonly finding: Finding }
  | { readonly kind: 'every-command'; readonly finding: Finding };

/** Rules in the order in which their findings are to be told. */
export interface Policy {
  readonly rules: readonly Rule[];
}
