import type { AnsiCQuotedPart, BraceExpansionPart, BracketGlobPart, Word, WordPart } from '../parse.ts';
import { checkBraces } from './braces.ts';
import { type Gate, isOperand, isQuotedOperand, type Place } from './gate.ts';

/** A dollar sign that bash would expand: in quotes it does not begin `$'…'` and `$"…"`. */
const dollar = '\\$[A-Za-z_0-9({[@*#?$!-]';

/** What is never literal, by the place. */
const activeText: Readonly<Record<Place, RegExp>> = {
  plain: new RegExp(`[<>()|&;\\s\`"']|${dollar}`),
  pattern: new RegExp(`[<>()|&;\\s\`"']|${dollar}`),
  regex: new RegExp(`[<>&;\\s\`"']|${dollar}`),
  operand: new RegExp(`[\`"'{]|[<>]\\(|${dollar}`),
  'operand-pattern': new RegExp(`[\`"'{]|[<>]\\(|${dollar}`),
  quoted: new RegExp(`\`|${dollar}`),
  'quoted-operand': new RegExp(`["\`{]|[<>]\\(|${dollar}`),
  'quoted-pattern': new RegExp(`["\`{]|[<>]\\(|${dollar}`),
  arithmetic: new RegExp(`[\`"'\\\\]|${dollar}`),
  subscript: new RegExp(`[\`"'\\\\]|${dollar}`),
};

/** A text that the parser takes as it is, with its backslashes. */
export function checkLiteral(gate: Gate, at: number, text: string, place: Place): void {
  const isQuoted = place === 'quoted' || isQuotedOperand(place);
  const bare = text.includes('\\') ? text.replace(isQuoted ? /\\[\\$`"\n]/g : /\\[\s\S]/g, '__') : text;
  const active = bare.search(activeText[place]);
  // A carriage return at the end of a line is a part of the word.
  if (active !== -1 && bare.slice(active) !== '\r') gate.refuse(at + active, 'text that bash may expand');
  if (!isQuoted && bare.endsWith('\\')) gate.refuse(at, 'a backslash before nothing');
  const glued = place === 'arithmetic' || place === 'subscript' ? -1 : text.indexOf('\\\n');
  if (glued !== -1) gate.refuse(at + glued, 'a continued line within a word');
}

/** A word must be all of its text, and its parts all of the word. */
export function checkWord(gate: Gate, word: Word, place: Place): void {
  if (gate.source.slice(word.pos, word.end) !== word.text) gate.refuse(word.pos, 'a word out of its place');
  if (word.parts === undefined) checkLiteral(gate, word.pos, word.text, place);
  else checkCoverage(gate, word.parts, word.pos, word.end);
  if (place === 'plain') checkBraces(gate, word);
}

function checkCoverage(gate: Gate, parts: readonly WordPart[], start: number, end: number): void {
  let at = start;
  for (const part of parts) {
    if (part.pos !== at) gate.refuse(at, 'text in no part of a word');
    at = part.end;
  }
  if (at !== end) gate.refuse(at, 'text in no part of a word');
  checkDollars(gate, parts);
}

/** A dollar sign that is text, and the one of `$$`, have no bracket behind them. */
export function checkDollars(gate: Gate, parts: readonly WordPart[]): void {
  for (const part of parts) {
    if (gate.source[part.end - 1] !== '$' || !/[[({'"]/.test(gate.source[part.end] ?? '')) continue;
    if (part.end !== parts.at(-1)?.end) gate.refuse(part.end, 'a dollar sign before a bracket');
  }
}

/** The text of a word or of braces without the `$(…)` in it: bash goes over each of them as a whole. */
export function withoutSubstitutions({ text, pos, parts = [] }: Word | BraceExpansionPart): string {
  return parts.reduceRight((bare, part) => {
    const isOne = part.type === 'CommandExpansion' && part.text.startsWith('$(');
    return isOne ? bare.slice(0, part.pos - pos) + bare.slice(part.end - pos) : bare;
  }, text);
}

/** `$'…'` that ends at the same place where bash takes it for text: of plain characters, and escapes of one letter. */
const plainAnsiC = /\$'(?:[\w .,:;-]|\\[abefnrtv])*'/g;

/**
 * `[…]` as a pattern. Quotes and expansions are possible in it, and seldom meant, but for `$'…'` in `${x//[$'\t ']/}`; blanks and operators are
 * text in `${x#…}` alone.
 */
export function checkBracket(gate: Gate, glob: BracketGlobPart, place: Place): void {
  const active = isOperand(place) ? /["'`$]|[<>]\(/ : /["'`$<>()|&;\s]/;
  const isPattern = place === 'operand-pattern' || place === 'quoted-pattern';
  const text = isPattern ? glob.text.replace(plainAnsiC, '') : glob.text;
  if (active.test(text.replace(/\\[\s\S]/g, ''))) gate.refuse(glob.pos, 'quotes or expansions in a pattern');
}

/** `{a,b}`: its text is expanded before everything else, by rules of its own. */
export function checkBrace(gate: Gate, brace: BraceExpansionPart, place: Place): void {
  if (isOperand(place)) gate.refuse(brace.pos, 'braces in an expansion');
  // `$[` goes on to the bracket that closes it, also behind the braces.
  if (/["'`\\<>()|&;\s]|\$\[/.test(withoutSubstitutions(brace)))
    gate.refuse(brace.pos, 'quotes or substitutions in braces');
}

/** The escapes of `$'…'` that leave no doubt: others are bytes, or are not the same everywhere. A zero ends the text, and a backslash before a sign stays. */
const plainEscape =
  /^\\(?:[\\'"?abeEfnrtv]|[0-7]{1,2}(?![0-7])|[01][0-7]{2}|x[0-7][0-9a-fA-F]|x[0-9a-fA-F](?![0-9a-fA-F])|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[!#$%&()*+,./:;<=>@[\]^_`{|}~ -])/;

export function checkAnsiC(gate: Gate, part: AnsiCQuotedPart): void {
  for (let at = part.text.indexOf('\\'); at !== -1; at = part.text.indexOf('\\', at + 2)) {
    const found = plainEscape.exec(part.text.slice(at, at + 10))?.[0];
    if (found === undefined || /^\\(?:u0+|U0+|[uU].*[dD][89a-fA-F]..)$/.test(found)) {
      gate.refuse(part.pos + at, "an escape in $'…'");
      return;
    }
  }
}
