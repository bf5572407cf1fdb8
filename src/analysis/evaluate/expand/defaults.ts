import type { Source, Word } from '../../../model/word.ts';
import type { ParameterExpansionPart, ParameterOperation } from '../../parse.ts';
import {
  allSourcesOf,
  choiceOf,
  mergeSources,
  sourcesOf,
  textOf,
  unknown,
  unknownWords,
} from '../../words.ts';
import { assignText } from '../state/assign.ts';
import { forgetVariables, mayFail, type Value } from '../state/state.ts';
import { addValue } from './add-value.ts';
import { noteSources } from './disclosed-names.ts';
import { addOperand, expandToOne, type Position } from './expand.ts';
import { addText, type Fields, noFields, plainWord } from './fields.ts';
import { isName } from './plain-as-array.ts';
import { presence } from './presence.ts';
import { expandMaybe, note, type Scope, valueOfParameter, variableName } from './scope.ts';

type Default = ParameterOperation & { readonly type: 'Default' };

/** `${x:-…}`, `${x:=…}`, `${x:+…}`, `${x:?…}`: the operand counts only if the value says so, and may be both. */
export function addDefault(
  scope: Scope,
  fields: Fields,
  part: ParameterExpansionPart,
  operation: Default,
  value: Value,
  position: Position,
): void {
  const { operator } = operation;
  const isThere = presence(value, operator.startsWith(':'));
  const usesOperand = operator.endsWith('+') ? isThere : isThere === null ? null : !isThere;
  if (usesOperand === false) {
    addWithout(scope, fields, part, operator, value, position);
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
  // The operand of `?` is a message that the shell prints.
  if (operator.endsWith('?')) noteSources(scope, sourcesOf(operand));
  // With `+` the value itself is nowhere: there is nothing in its place, or the operand.
  const otherwise: readonly Source[] = operator.endsWith('+') ? [{ kind: 'other' }] : allOf(value);
  const either = mergeSources(otherwise, choiceOf(operand));
  const maybe = isSeveral(part, operation, position) ? unknownWords('', '', either) : unknown('', '', either);
  const word = usesOperand === true ? operand : maybe;
  if (operator.endsWith('=')) assignDefault(scope, part, word);
  addValue(scope, fields, { kind: 'text', word }, joinerOf(part), position);
}

/** What there is where the operand does not count. */
function addWithout(
  scope: Scope,
  fields: Fields,
  part: ParameterExpansionPart,
  operator: string,
  value: Value,
  position: Position,
): void {
  if (!operator.endsWith('+')) addValue(scope, fields, value, joinerOf(part), position);
  // Elements that are all empty are a word all the same.
  else if (joinerOf(part) === '@' && value.kind === 'array' && value.elements?.length !== 0)
    addText(fields, '');
}

/** Whether it can be several words in quotes, or none. */
function isSeveral(part: ParameterExpansionPart, { operand }: Default, { isQuoted }: Position): boolean {
  return joinerOf(part) === '@' || (isQuoted && operand.text.includes('@'));
}

function joinerOf({ parameter, index }: ParameterExpansionPart): string {
  return index?.text ?? parameter;
}

function operandOf(scope: Scope, operation: Default, position: Position): Word {
  if (!position.isQuoted) return expandToOne(scope, operation.operand);
  const fields = noFields();
  addOperand(scope, fields, operation.operand, position);
  return plainWord(fields.done.flat().concat(fields.current ?? []), scope.state.budget);
}

function assignDefault(scope: Scope, part: ParameterExpansionPart, word: Word): void {
  const name = nameAssigned(scope, part);
  if (name === null) forgetVariables(scope.state);
  else {
    assignText(scope.state, name, word);
    note(scope, { kind: 'sets', name, value: word, scope: 'shell' });
  }
}

/** `${!x:=…}` sets the variable that is named by another. */
function nameAssigned(scope: Scope, part: ParameterExpansionPart): string | null {
  if (part.index !== undefined || !isName(part)) return null;
  if (part.prefix !== '!') return part.parameter;
  const value = valueOfParameter(scope, part.parameter);
  const name = value.kind === 'text' ? textOf(value.word) : null;
  return name !== null && variableName.test(name) ? name : null;
}

/** Where a value comes from: never nothing. */
function allOf(value: Value): readonly Source[] {
  return value.kind === 'text' ? allSourcesOf(value.word) : [{ kind: 'other' }];
}
