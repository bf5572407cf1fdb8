/**
 * The gate stands between the parser and all that trusts its tree. The parser and bash agree on what people write; on
 * text that was made to be misread they do not. Each check refuses a form in which they were seen to differ, or that is
 * next to one, and leaves the ordinary form through. A check looks at the source beside the tree: what the tree does not
 * account for is refused.
 */
export interface Gate {
  readonly source: string;
  /** Where here-documents begin, and end. */
  readonly documents: ReadonlyMap<number, number>;
  /** Bash may read this differently. */
  readonly refuse: (at: number, reason: string) => void;
  /** Bash refuses this too. */
  readonly fail: (at: number, reason: string) => void;
}

/**
 * Where a word or a part of one stands, which decides what is special in it.
 *
 * - `plain`: in an ordinary word. `operand`: in `${x:-…}`, where blanks and operators are text. `operand-pattern`: in `${x#…}` and `${x/…/…}`.
 * - `quoted`: in double quotes or a here-document. `quoted-operand`: in `${x:-…}` there. `quoted-pattern`: in `${x#…}` and `${x/…/…}` there.
 * - `arithmetic`: in `$((…))`, `((…))`, an offset. `subscript`: in `${x[…]}` and `x[…]=`, where it may also be a key in quotes.
 * - `pattern`, `regex`: right of `==` and `=~` in `[[ ]]`.
 */
export type Place =
  | 'plain'
  | 'operand'
  | 'operand-pattern'
  | 'quoted'
  | 'quoted-operand'
  | 'quoted-pattern'
  | 'arithmetic'
  | 'subscript'
  | 'pattern'
  | 'regex';

/** Whether it is within quotes, or as within them, where bash has rules of its own for further ones. */
export function isWithinQuotes(place: Place): boolean {
  return isQuotedOperand(place) || place === 'arithmetic' || place === 'subscript';
}

/** Whether it is an operand of an expansion, in quotes or not. */
export function isOperand(place: Place): boolean {
  return place === 'operand' || place === 'operand-pattern' || isQuotedOperand(place);
}

/** Whether it is an operand of an expansion in double quotes or a here-document. */
export function isQuotedOperand(place: Place): boolean {
  return place === 'quoted-operand' || place === 'quoted-pattern';
}
