import type { Source, Word } from '../../../model/word.ts';
import type { ParameterExpansionPart, ParameterOperation, Word as WordNode } from '../../parse.ts';
import { unknownEffect } from '../../programs/effects.ts';
import {
  allSourcesOf,
  choiceOf,
  isOneWord,
  known,
  mergeSources,
  prefixOf,
  sourcesAlone,
  textOf,
  unknown,
  unknownNumber,
} from '../../words.ts';
import { spendSplit } from '../budget.ts';
import { assignText } from '../state/assign.ts';
import { keysOf, plainKeys } from '../state/keys.ts';
import { forgetVariables, mayFail, sourcesOfValue, unknownArray, type Value } from '../state/state.ts';
import { evaluateIndex } from './arithmetic.ts';
import { addOperand, expandToOne, type Position } from './expand.ts';
import {
  add,
  addQuoted,
  addSplitting,
  addWhole,
  breakField,
  type Fields,
  noFields,
  plainWord,
} from './fields.ts';
import { changed, transform } from './operators.ts';
import { asArray, isName, unlessNothing } from './plain-as-array.ts';
import { noteUnset, presence } from './presence.ts';
import {
  expandMaybe,
  note,
  type Scope,
  sourcesOfPieces,
  splitsAtBlanks,
  valueOfParameter,
  variableName,
} from './scope.ts';
import { splitsAtSeparators } from './separators.ts';

/** `$name`: of an array, its first element. */
export function addSimple(scope: Scope, fields: Fields, name: string, position: Position): void {
  const whole = valueOfParameter(scope, name);
  const value = variableName.test(name) ? firstOf(whole, name) : whole;
  noteUnset(scope, value);
  addValue(scope, fields, value, name, position);
}

/** What the environment has put into a variable is the first element, when that becomes an array. */
function firstOf(value: Value, name: string): Value {
  if (value.kind !== 'array') return value;
  if (value.elements === null) return elementOfUnknown(value.sources, name);
  const [first] = value.elements;
  return first === undefined ? { kind: 'unset' } : { kind: 'text', word: first };
}

/** `${…}`. */
export function addParameter(
  scope: Scope,
  fields: Fields,
  part: ParameterExpansionPart,
  position: Position,
): void {
  const value = valueOfPart(scope, part);
  const { operation } = part;
  const joiner = operation?.type === 'Names' ? operation.operator : (part.index?.text ?? part.parameter);
  if (operation === undefined) {
    noteUnset(scope, value);
    addValue(scope, fields, value, joiner, position);
    return;
  }
  if (operation.type === 'Default') {
    // What the text has in the place of the operator is a slash where the tree has a replacement that was read as a default.
    if (scope.context.place.source[operation.pos] === '/') {
      expandMaybe(scope, () => expandToOne(scope, operation.operand));
      addValue(scope, fields, changed(value), joiner, position);
      return;
    }
    addDefault(scope, fields, part, operation, value, position);
    return;
  }
  const mayChange = operation.type === 'Slice' || /[$`]/.test(part.text.slice(1));
  const transformed = mayChange
    ? expandMaybe(scope, () => transform(scope, value, operation, part.parameter))
    : transform(scope, value, operation, part.parameter);
  const isOfAll = operation.type === 'Slice' && part.index?.text === '@';
  addValue(scope, fields, isOfAll ? unlessNothing(part, transformed) : transformed, joiner, position);
}

/** The value of name, prefix and subscript, before an operator. */
function valueOfPart(scope: Scope, part: ParameterExpansionPart): Value {
  if (part.operation?.type === 'Names') return unknownArray();
  const direct = elementOf(scope, part);
  if (part.prefix === '#') return lengthOf(part, direct);
  return part.prefix === '!' ? indirect(scope, part, direct) : direct;
}

function elementOf(scope: Scope, part: ParameterExpansionPart): Value {
  const value = valueOfParameter(scope, part.parameter);
  if (part.index === undefined) return isName(part) ? firstOf(value, part.parameter) : value;
  const { text } = part.index;
  if (text === '@' || text === '*') {
    // What is cut out of a plain variable is a part of its text.
    return value.kind === 'text' && part.operation?.type !== 'Slice' ? asArray(part, value.word) : value;
  }
  if (isKey(scope, part.parameter, part.index)) return unknownText(sourcesOfValue(value));
  const index = evaluateIndex(scope, part.index);
  if (value.kind === 'text' && index === 0) return value;
  if (value.kind !== 'array') return unknownText([{ kind: 'variable', name: part.parameter }]);
  if (value.elements === null) return elementOfUnknown(value.sources, part.parameter);
  const element = index === null ? undefined : value.elements[index];
  return element === undefined ? unknownText(sourcesOfValue(value)) : { kind: 'text', word: element };
}

/** Whether a subscript is a key of an associative array, and no expression. */
function isKey(scope: Scope, name: string, index: WordNode): boolean {
  return keysOf(scope.state, name) !== null && plainKeys(scope.state, expandToOne(scope, index)) !== null;
}

/** One element of an array that is not known. It may be of the environment if it is not told where they come from. */
function elementOfUnknown(sources: readonly Source[], name: string): Value {
  return unknownText(sources.length === 0 ? [{ kind: 'variable', name }] : sources);
}

function lengthOf(part: ParameterExpansionPart, value: Value): Value {
  if (value.kind === 'array' && value.elements?.every(isOneWord) === true)
    return { kind: 'text', word: known(String(value.elements.length)) };
  const isCount = value.kind === 'array' || part.parameter === '@' || part.parameter === '*';
  if (isCount) return { kind: 'text', word: unknownNumber() };
  const text = value.kind === 'text' ? textOf(value.word) : '';
  return { kind: 'text', word: text === null ? unknownNumber() : known(String([...text].length)) };
}

/** `${!name}`: the name of the variable is in a variable, and may hold a subscript that is evaluated. */
function indirect(scope: Scope, part: ParameterExpansionPart, value: Value): Value {
  if (isAll(part.index?.text)) return indicesOf(scope, part);
  if (part.index !== undefined) return unknownIndirect(scope, part);
  const name = value.kind === 'text' ? textOf(value.word) : null;
  if (name !== null && /^(?:[A-Za-z_]\w*|[1-9][0-9]*)$/.test(name)) return valueOfParameter(scope, name);
  const [, list] = /^([A-Za-z_]\w*)\[[@*]\]$/.exec(name ?? '') ?? [];
  const elements: Value = list === undefined ? { kind: 'unset' } : valueOfParameter(scope, list);
  if (elements.kind === 'array') {
    note(scope, unknownEffect('unknown-variable', part.text));
    return unknownText([...sourcesOfValue(elements), { kind: 'other' }]);
  }
  if (name !== null && !name.includes('[')) {
    mayFail(scope.state);
    return unknownIndirect(scope, part);
  }
  note(scope, unknownEffect('unknown-code', name ?? part.text));
  forgetVariables(scope.state);
  return unknownIndirect(scope, part);
}

/** `${!name[@]}`: those of a list are numbers from 0. A variable that is no list has one, or none. */
function indicesOf(scope: Scope, { parameter }: ParameterExpansionPart): Value {
  const value = valueOfParameter(scope, parameter);
  const keys = keysOf(scope.state, parameter);
  if (keys !== null && keys.length > 0) return unknownArray([{ kind: 'one-of', texts: keys }]);
  const isList = value.kind === 'array' && scope.state.variables.get(parameter)?.isAssociative !== true;
  if (!isList) return unknownArray();
  if (value.elements === null) return unknownArray([{ kind: 'number' }]);
  return { kind: 'array', elements: value.elements.map((_, index) => known(String(index))) };
}

function unknownIndirect(scope: Scope, part: ParameterExpansionPart): Value {
  note(scope, unknownEffect('unknown-variable', part.text));
  return unknownText([{ kind: 'variable', name: '*' }]);
}

function isAll(index: string | undefined): boolean {
  return index === '@' || index === '*';
}

/** `${x:-…}`, `${x:=…}`, `${x:+…}`, `${x:?…}`: the operand counts only if the value says so, and may be both. */
function addDefault(
  scope: Scope,
  fields: Fields,
  part: ParameterExpansionPart,
  operation: ParameterOperation & { readonly type: 'Default' },
  value: Value,
  position: Position,
): void {
  const { operator } = operation;
  const isThere = presence(value, operator.startsWith(':'));
  const usesOperand = operator.endsWith('+') ? isThere : isThere === null ? null : !isThere;
  if (usesOperand === false) {
    if (!operator.endsWith('+')) addValue(scope, fields, value, part.parameter, position);
    return;
  }
  if (operator.endsWith('?')) mayFail(scope.state);
  if (usesOperand === true && !operator.endsWith('=') && !operator.endsWith('?')) {
    addOperand(scope, fields, operation.operand, position);
    return;
  }
  const operand =
    usesOperand === null
      ? expandMaybe(scope, () => operandOf(scope, operation, position))
      : operandOf(scope, operation, position);
  // With `+` the value itself is nowhere: there is nothing in its place, or the operand.
  const otherwise: readonly Source[] = operator.endsWith('+') ? [{ kind: 'other' }] : allOf(value);
  const word = usesOperand === true ? operand : unknown('', '', mergeSources(otherwise, choiceOf(operand)));
  if (operator.endsWith('=')) assignDefault(scope, part, word);
  addValue(scope, fields, { kind: 'text', word }, part.parameter, position);
}

function operandOf(
  scope: Scope,
  operation: ParameterOperation & { readonly type: 'Default' },
  position: Position,
): Word {
  if (!position.isQuoted) return expandToOne(scope, operation.operand);
  const fields = noFields();
  addOperand(scope, fields, operation.operand, position);
  return plainWord(fields.done.flat().concat(fields.current ?? []), scope.state.budget);
}

function assignDefault(scope: Scope, part: ParameterExpansionPart, word: Word): void {
  if (part.index === undefined && isName(part)) {
    assignText(scope.state, part.parameter, word);
    note(scope, { kind: 'sets', name: part.parameter, value: word, scope: 'shell' });
  } else forgetVariables(scope.state);
}

function sourcesOf(value: Value): readonly Source[] {
  return value.kind === 'text' ? sourcesAlone(value.word) : [];
}

/** As `sourcesOf`, and never nothing. */
function allOf(value: Value): readonly Source[] {
  return value.kind === 'text' ? allSourcesOf(value.word) : [{ kind: 'other' }];
}

/** Adds a value as the expansion of a parameter. `joiner` is `@` or `*` for all elements. */
function addValue(scope: Scope, fields: Fields, value: Value, joiner: string, position: Position): void {
  const { isQuoted, mode } = position;
  if (value.kind === 'unset') return;
  if (value.kind === 'array') {
    addElements(scope, fields, value, joiner, position);
    return;
  }
  if (isQuoted || mode === 'one') addWhole(fields, value.word, position);
  else if (splitsAtBlanks(scope)) addSplit(scope, fields, value.word);
  else if (!splitsAtSeparators(scope, fields, value.word))
    add(fields, { kind: 'hole', sources: sourcesOfPieces(scope, sourcesOf(value)), splits: true });
}

/** All elements: in quotes and with `@` each is a word, else they are split or put together. */
function addElements(
  scope: Scope,
  fields: Fields,
  array: Extract<Value, { readonly kind: 'array' }>,
  joiner: string,
  position: Position,
): void {
  const isSeparate = position.mode === 'words' && (joiner === '@' || !position.isQuoted);
  const { elements } = array;
  if (elements === null || !splitsAtBlanks(scope)) {
    const whole = sourcesOfValue(array);
    const all = position.isQuoted ? whole : sourcesOfPieces(scope, whole);
    // What stands between them can make another path of them.
    const sources = isSeparate || elements !== null ? all : mergeSources(all, [{ kind: 'other' }]);
    add(fields, { kind: 'hole', sources, splits: isSeparate, isList: isSeparate });
    return;
  }
  elements.forEach((element, index) => {
    if (index > 0 && isSeparate) breakField(fields);
    else if (index > 0) addQuoted(fields, known(' '));
    if (!isSeparate) addTogether(fields, element, position);
    else if (position.isQuoted) addWhole(fields, element, position);
    else addSplit(scope, fields, element);
  });
}

/** An element that becomes a part of one word; several with blanks between them are no name of a file. */
function addTogether(fields: Fields, element: Word, position: Position): void {
  const sources = mergeSources(allSourcesOf(element), [{ kind: 'other' }]);
  if (isOneWord(element)) addWhole(fields, element, position);
  else add(fields, { kind: 'hole', sources, splits: false });
}

function addSplit({ state }: Scope, fields: Fields, word: Word): void {
  spendSplit(state.budget, prefixOf(word).length);
  addSplitting(fields, word);
}

function unknownText(sources: readonly Source[]): Value {
  return { kind: 'text', word: unknown('', '', sources) };
}
