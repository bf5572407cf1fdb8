import type { Word } from '../../../model/word.ts';
import type { ArithmeticExpression } from '../../parse.ts';
import { isNumber, mergeSources, textOf, unknown, unknownNumber } from '../../words.ts';
import { spend } from '../budget.ts';
import { assignText } from '../state/assign.ts';
import { forgetVariables, mayFail, sourcesOfValue, type Value } from '../state/state.ts';
import { type Scope, valueOfParameter, variableName } from './scope.ts';

/**
 * Evaluates an expression in which expansions stand. What each becomes is put there as text, before bash reads any of it, and may be one with what
 * is beside it: `i-$n` with -1 has `i--` in it, `+$n+i` with nothing is `++i`, `3 * $n` no expression. Then what the tree says does
 * not count: a variable in it may have been changed or not, and its value is not known.
 */
export function evaluatePasted(
  scope: Scope,
  expression: ArithmeticExpression,
  evaluate: (pasted: Word[]) => number | null,
): number | null {
  const parts = operandsOf(expression);
  spend(scope.state.budget, parts.length);
  const names = new Set(parts.filter((part) => variableName.test(part)));
  const before = [...names].map((name) => [name, valueOfParameter(scope, name)] as const);
  const pasted: Word[] = [];
  const value = evaluate(pasted);
  if (isOperand(expression) || pasted.every(isWholeOperand)) return value;
  for (const [name, old] of before) assignText(scope.state, name, afterMaybe(old));
  if (parts.some((part) => !/^(?:\w+|\$.*|"\$.*|`.*)$/s.test(part))) forgetVariables(scope.state);
  mayFail(scope.state);
  return null;
}

function isOperand({ type }: ArithmeticExpression): boolean {
  return type === 'ArithmeticWord' || type === 'ArithmeticCommandExpansion';
}

/** Whether it is an operand wherever it is put. One that is below 0 begins with an operator, and nothing is none. */
function isWholeOperand(word: Word): boolean {
  return /^\w+$/.test(textOf(word) ?? '');
}

/** The numbers, names and expansions in an expression, as they are written. */
function operandsOf(expression: ArithmeticExpression): readonly string[] {
  switch (expression.type) {
    case 'ArithmeticBinary':
      return [...operandsOf(expression.left), ...operandsOf(expression.right)];
    case 'ArithmeticUnary':
      return operandsOf(expression.operand);
    case 'ArithmeticTernary':
      return [expression.test, expression.consequent, expression.alternate].flatMap(operandsOf);
    case 'ArithmeticGroup':
      return operandsOf(expression.expression);
    case 'ArithmeticWord':
      return [expression.value.trim()];
    case 'ArithmeticCommandExpansion':
      return [expression.text];
  }
}

/** What a variable is behind a part that may have made it another number. */
export function afterMaybe(value: Value): Word {
  if (value.kind === 'unset') return unknownNumber();
  if (value.kind === 'text' && isNumber(value.word)) return unknownNumber();
  return unknown('', '', mergeSources(sourcesOfValue(value), [{ kind: 'other' }]));
}
