import type { Source } from '../../../model/word.ts';
import type { ParameterExpansionPart, Word as WordNode } from '../../parse.ts';
import { unknownEffect } from '../../programs/effects.ts';
import { isOneWord, known, textOf, unknown, unknownNumber } from '../../words.ts';
import { keysOf, plainKeys } from '../state/keys.ts';
import { forgetVariables, mayFail, sourcesOfValue, unknownArray, type Value } from '../state/state.ts';
import { addValue } from './add-value.ts';
import { evaluateIndex } from './arithmetic.ts';
import { addDefault } from './defaults.ts';
import { expandToOne, type Position } from './expand.ts';
import type { Fields } from './fields.ts';
import { changed, transform } from './operators.ts';
import { asArray, isName, unlessNothing } from './plain-as-array.ts';
import { noteUnset } from './presence.ts';
import { expandMaybe, note, type Scope, valueOfParameter, variableName } from './scope.ts';

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
  const isPartOfAll = operation.type === 'Slice' && part.index?.text === '@';
  addValue(scope, fields, isPartOfAll ? unlessNothing(part, transformed) : transformed, joiner, position);
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
  if (isAll(text)) return allElements(value, part);
  if (isKey(scope, part.parameter, part.index)) return unknownText(sourcesOfValue(value));
  const index = evaluateIndex(scope, part.index);
  if (value.kind === 'text' && index === 0) return value;
  if (value.kind !== 'array') return unknownText([{ kind: 'variable', name: part.parameter }]);
  if (value.elements === null) return elementOfUnknown(value.sources, part.parameter);
  const element = index === null ? undefined : value.elements[index];
  return element === undefined ? unknownText(sourcesOfValue(value)) : { kind: 'text', word: element };
}

function allElements(value: Value, part: ParameterExpansionPart): Value {
  if (value.kind === 'unset') return { kind: 'array', elements: [] };
  // What is cut out of a plain variable is a part of its text.
  return value.kind === 'text' && part.operation?.type !== 'Slice' ? asArray(part, value.word) : value;
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

function unknownText(sources: readonly Source[]): Value {
  return { kind: 'text', word: unknown('', '', sources) };
}
