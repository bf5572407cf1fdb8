import type { Word } from '../../../model/word.ts';
import type { HereDocBody, Word as WordNode, WordPart } from '../../parse.ts';
import { unknownEffect } from '../../programs/effects.ts';
import { known, prefixOf, unknownWords } from '../../words.ts';
import { spend, spendParts, spendWord } from '../budget.ts';
import { forget, mayFail } from '../state/state.ts';
import { expandArithmetic } from './arithmetic.ts';
import { expandBraces } from './braces.ts';
import { unescapeBare, unescapeQuoted } from './escapes.ts';
import {
  add,
  addQuoted,
  addText,
  addUnquoted,
  addWithWildcards,
  type Fields,
  noFields,
  plainWord,
  type Segment,
  wordsOf,
} from './fields.ts';
import { addLiteral } from './literals.ts';
import { addParameter, addSimple } from './parameters.ts';
import { expandMaybe, note, type Scope, splitsAtBlanks } from './scope.ts';
import { addProcess, addSubstitution } from './substitutions.ts';
import { type TildePlaces, tildePlacesOf, withHome } from './tilde.ts';

/**
 * How a word is expanded.
 *
 * - `words`: into any number of words, with braces, splitting and globs: the words of a command.
 * - `one`: into one word, without them: the value of an assignment, the word of a `case`.
 */
type Mode = 'words' | 'one';

/** Where in a word a part stands. */
export interface Position {
  readonly isQuoted: boolean;
  readonly mode: Mode;
  /** It is in an operand, as of `${x:-…}`: what is not quoted there is split. */
  readonly isOperand?: boolean;
  /** It is in a pattern that a text is held against. */
  readonly isPattern?: boolean;
}

/** The words that a word of a command becomes. Most have nothing in them that is expanded. */
export function expandWord(scope: Scope, word: WordNode, places = tildePlacesOf(word.text)): readonly Word[] {
  if (word.parts !== undefined || word.text.includes('~')) return expandParts(scope, word, places);
  const text = unescapeBare(word.text);
  spendWord(scope.state.budget, text.length);
  return [known(text)];
}

function expandParts(scope: Scope, word: WordNode, places: TildePlaces): readonly Word[] {
  const lists = withoutBraces(scope, word);
  for (const parts of lists) spendParts(scope.state.budget, parts.length);
  const [only, second] = lists;
  if (second === undefined && only !== undefined && repeats(only)) return unknownTimes(scope, word, only);
  const fields = noFields();
  for (const parts of lists) {
    addParts(scope, fields, withHome(scope, parts, places), {
      isQuoted: false,
      mode: 'words',
    });
    if (fields.current !== null) fields.done.push(fields.current);
    fields.current = null;
  }
  // With `failglob` it fails where nothing matches.
  if (scope.state.hasOddGlobs && /[*?[]/.test(word.text)) mayFail(scope.state);
  const words = wordsOf(fields, scope.state.hasOddGlobs, scope.state.budget);
  for (const each of words) spendWord(scope.state.budget, prefixOf(each).length);
  return words;
}

/** Whether there are braces that are not followed, beside expansions that may become something else for each word of them. */
function repeats(parts: readonly WordPart[]): boolean {
  const braces = parts.filter((part) => part.type === 'BraceExpansion' && /[{}]/.test(part.text));
  if (braces.some(hasSubstitution)) return true;
  return (
    braces.length > 0 &&
    parts.some(({ type }) => /Expansion|DoubleQuoted/.test(type) && type !== 'BraceExpansion')
  );
}

/** Expansions that are made nobody knows how often: what they set may have been set again and again. */
function unknownTimes(scope: Scope, word: WordNode, parts: readonly WordPart[]): readonly Word[] {
  const expand = () => addParts(scope, noFields(), parts, { isQuoted: false, mode: 'words' });
  expand();
  expandMaybe(scope, expand);
  return [unknownWords('', '', namesIn(word.text))];
}

/** The one word that the value of an assignment, a target or a pattern becomes; wildcards in it are text. */
export function expandToOne(scope: Scope, word: WordNode, places: TildePlaces = 'start'): Word {
  const expanded = plainWord(piecesOf(scope, word, places, false), scope.state.budget);
  spendWord(scope.state.budget, prefixOf(expanded).length);
  return expanded;
}

/** The pieces of a pattern, in which wildcards that come from expansions are some too. */
export function expandPattern(scope: Scope, word: WordNode): readonly Segment[] {
  return piecesOf(scope, word, 'start', true);
}

/** The pieces of a word that is not split. */
function piecesOf(scope: Scope, word: WordNode, places: TildePlaces, isPattern: boolean): readonly Segment[] {
  const fields = noFields();
  const position = { isQuoted: false, mode: 'one', isPattern } as const;
  addParts(scope, fields, withHome(scope, partsOf(word), places), position);
  return fields.done.flat().concat(fields.current ?? []);
}

/** The operand of `${x:-…}`, added to what is there: it is split like the text around it. */
export function addOperand(scope: Scope, fields: Fields, word: WordNode, position: Position): void {
  const parts = position.isQuoted ? partsOf(word) : withHome(scope, partsOf(word), 'start');
  addParts(scope, fields, parts, { ...position, isOperand: true });
}

/** The text of a here-document. */
export function expandDocument(scope: Scope, body: HereDocBody, isQuoted: boolean): Word {
  if (isQuoted || body.parts === undefined) return known(isQuoted ? body.text : unescapeQuoted(body.text));
  const fields = noFields();
  addParts(scope, fields, body.parts, { isQuoted: true, mode: 'one' });
  return plainWord(fields.done.flat().concat(fields.current ?? []), scope.state.budget);
}

/** How many words the braces of one word may make. */
const maxBraceWords = 500;

/** The parts of a word, one list for each word that its braces make of it. */
function withoutBraces(scope: Scope, word: WordNode): readonly (readonly WordPart[])[] {
  const parts = partsOf(word);
  if (!parts.some(({ type }) => type === 'BraceExpansion')) return [parts];
  let lists: WordPart[][] = [[]];
  for (const part of parts) {
    const choices = part.type === 'BraceExpansion' && !hasSubstitution(part) ? expandBraces(part.text) : null;
    if (choices === null) for (const list of lists) list.push(part);
    else if (lists.length * choices.length > maxBraceWords) return [parts];
    else lists = lists.flatMap((list) => choices.map((text) => [...list, unquoted(part, text)]));
    spend(scope.state.budget, lists.length);
  }
  return lists.map(mergeTexts);
}

/** Texts beside each other made one: a `~` counts as what is around it says, wherever the braces were. */
function mergeTexts(parts: readonly WordPart[]): readonly WordPart[] {
  const merged: WordPart[] = [];
  for (const part of parts) {
    const last = merged.at(-1);
    if (!isPlainText(part)) merged.push(part);
    else if (last?.type === 'Literal') merged[merged.length - 1] = literalOf(last, last.text + part.text);
    else if (part.text !== '') merged.push(literalOf(part, part.text));
  }
  return merged;
}

/** Text without anything that is still to be expanded in it but a `~`. */
function isPlainText(part: WordPart): boolean {
  return part.type === 'Literal' || (part.type === 'BraceExpansion' && !/[$*?[\]{}]/.test(part.text));
}

function literalOf({ pos, end }: WordPart, text: string): WordPart {
  return { type: 'Literal', pos, end, text, value: text };
}

/** `{a,$(…)}`: what is in parentheses is one thing to bash, whatever there is in it. */
function hasSubstitution({ type, text }: WordPart): boolean {
  return type === 'BraceExpansion' && text.includes('$(');
}

/** A text that braces made: its wildcards count. */
function unquoted(part: WordPart, text: string): WordPart {
  return { type: 'BraceExpansion', pos: part.pos, end: part.end, text };
}

function partsOf(word: WordNode): readonly WordPart[] {
  if (word.parts !== undefined) return word.parts;
  return [{ type: 'Literal', pos: word.pos, end: word.end, text: word.text, value: word.value }];
}

export function addParts(scope: Scope, fields: Fields, parts: readonly WordPart[], position: Position): void {
  for (const part of parts) addPart(scope, fields, part, position);
}

function addPart(scope: Scope, fields: Fields, part: WordPart, position: Position): void {
  switch (part.type) {
    case 'Literal': {
      addLiteral(scope, fields, part.text, position);
      return;
    }
    case 'SingleQuoted':
    case 'AnsiCQuoted': {
      addText(fields, part.value);
      return;
    }
    case 'DoubleQuoted':
    case 'LocaleString': {
      addQuotes(scope, fields, part.parts, position);
      return;
    }
    case 'Glob': {
      add(fields, { kind: 'wild', text: part.text });
      return;
    }
    case 'ExtendedGlob': {
      add(fields, { kind: 'hole', sources: [], splits: true });
      return;
    }
    case 'BraceExpansion': {
      if (hasSubstitution(part)) addParts(scope, noFields(), part.parts ?? [], position);
      addBraces(scope, fields, part.text, position);
      return;
    }
    case 'SimpleExpansion': {
      addSimple(scope, fields, part.text.slice(1), position);
      return;
    }
    case 'ParameterExpansion': {
      addParameter(scope, fields, part, position);
      return;
    }
    case 'CommandExpansion': {
      addSubstitution(scope, fields, part, position);
      return;
    }
    case 'ProcessSubstitution': {
      addProcess(scope, fields, part);
      return;
    }
    case 'ArithmeticExpansion': {
      const number = expandArithmetic(scope, part.expression);
      // Where `IFS` may have digits in it, a number is split like all else.
      if (position.isQuoted || position.mode === 'one' || splitsAtBlanks(scope)) addQuoted(fields, number);
      else add(fields, { kind: 'hole', sources: [], splits: true });
      return;
    }
    default: {
      unknownPart(part);
      return;
    }
  }
}

/** `$@` and `${name[@]}`. */
/** Quotes make a word, even an empty one; but `"$@"` is no word if there are no parameters, nor is `"$v$@"` if `v` is empty too. */
function addQuotes(scope: Scope, fields: Fields, parts: readonly WordPart[], position: Position): void {
  const { length } = fields.done;
  const areAll = parts.length > 0 && parts.every(isAllElements);
  if (!areAll) addText(fields, '');
  addParts(scope, fields, parts, { ...position, isQuoted: true });
  const mayVanish = !areAll && position.mode === 'words' && parts.some(isAllElements);
  if (mayVanish && fields.done.length === length && fields.current?.every(mayBeEmpty) === true)
    add(fields, { kind: 'hole', sources: [], splits: true });
}

function mayBeEmpty(segment: Segment): boolean {
  return segment.kind === 'hole' || segment.text === '';
}

function isAllElements(part: WordPart): boolean {
  if (part.type === 'SimpleExpansion') return part.text === '$@';
  return part.type === 'ParameterExpansion' && (part.parameter === '@' || part.index?.text === '@');
}

function unknownPart(part: never): never {
  throw new TypeError(`a part of a word that is not known: ${JSON.stringify(part)}`);
}

/** Braces that were expanded already, or that are text, or that are too many. */
function addBraces(scope: Scope, fields: Fields, text: string, { mode }: Position): void {
  if (text.includes('$') || (mode === 'words' && /[{}]/.test(text))) {
    if (/\$(?!\w|\(|\{\w+\})/.test(text)) noteBraces(scope, text);
    add(fields, { kind: 'hole', sources: namesIn(text), splits: mode === 'words' });
    return;
  }
  if (mode === 'one') {
    addText(fields, text);
    return;
  }
  if (splitsAtBlanks(scope)) addUnquoted(fields, text);
  else addWithWildcards(fields, text);
}

/** Expansions in braces that do more than to tell a value. */
function noteBraces(scope: Scope, text: string): void {
  note(scope, unknownEffect('unknown-code', text));
  forget(scope.state);
}

function namesIn(text: string) {
  return [...text.matchAll(/\$\{?(\w+)/g)].map(([, name = '']) => ({ kind: 'variable', name }) as const);
}
