import type { Word } from '../../../model/word.ts';
import type { ArithmeticExpression, Word as WordNode } from '../../parse.ts';
import { unknownEffect } from '../../programs/effects.ts';
import { effectsOfVariable } from '../../programs/variables.ts';
import { holdsSubstitution } from '../../substitutions-in-text.ts';
import { isNumber, known, sourcesOf, textOf, unknownNumber } from '../../words.ts';
import { type Budget, spend } from '../budget.ts';
import { assignText } from '../state/assign.ts';
import { forgetVariables, mayFail } from '../state/state.ts';
import { calculate, isAssignment, isStep } from './arithmetic-operators.ts';
import { noteNames, noteSources } from './disclosed-names.ts';
import { addParts, expandToOne } from './expand.ts';
import { noFields, plainWord } from './fields.ts';
import { afterMaybe, evaluatePasted } from './pasted.ts';
import { note, type Scope, valueOfParameter, variableName } from './scope.ts';

/** The value of `$((…))`. */
export function expandArithmetic(scope: Scope, expression: ArithmeticExpression | undefined): Word {
  const value = expression === undefined ? 0 : evaluate(scope, expression);
  return value === null ? unknownNumber() : known(String(value));
}

/** A subscript as a number, or `null`. One in quotes is meant for a key: read as an expression, it may be a mistake. */
export function evaluateIndex(scope: Scope, word: WordNode): number | null {
  const expanded = expandToOne(scope, word);
  return /["']/.test(word.text) ? untrusted(scope, word.text) : evaluateExpanded(scope, expanded, word.text);
}

/** The subscript of an element, `[x]=…`: a number, a name whose value is an expression, or an expression. */
export function evaluateSubscript(scope: Scope, element: string): void {
  const [, subscript] = /^\[([^\]]*)\]/.exec(element) ?? [];
  if (subscript === undefined || /^-?[0-9]+$/.test(subscript)) return;
  const [, name] = /^\$([A-Za-z_]\w*)$/.exec(subscript) ?? [];
  const value = name === undefined ? undefined : valueOfParameter(scope, name);
  if (value?.kind === 'text') evaluateExpanded(scope, value.word, subscript);
  else evaluateText(scope, subscript);
}

/** A word that is read as arithmetic: a number, a name, or an expression that is not followed. */
export function evaluateWord(scope: Scope, word: WordNode): number | null {
  return evaluateExpanded(scope, expandToOne(scope, word), word.text);
}

/** What a variable with the integer attribute is given is an expression: of numbers, and of variables that are some. */
export function evaluateValue(scope: Scope, word: Word, name: string): void {
  const text = textOf(word);
  if (text !== null && /[/%]/.test(text)) mayFail(scope.state);
  if (text === null ? isNumber(word) : hasOnlyNumbers(scope, text)) return;
  untrusted(scope, text !== null && holdsSubstitution(text) ? text : name, text ?? '');
}

function hasOnlyNumbers({ state }: Scope, text: string): boolean {
  if (!/^[\s\w+\-*/%()<>!&|^~?:,]*$/.test(text) || /\+\+|--/.test(text)) return false;
  return [...text.matchAll(/(?<!\w)[A-Za-z_]\w*/g)].every(([name]) => {
    const value = state.variables.get(name)?.value;
    return value?.kind === 'text' && isNumber(value.word);
  });
}

/**
 * The value of an expression, or `null`. Whatever the branches are, all of them are gone through, as there may be commands
 * and assignments in them.
 */
export function evaluate(scope: Scope, expression: ArithmeticExpression): number | null {
  return evaluatePasted(scope, expression, (pasted) => evaluateTree({ ...scope, pasted }, expression));
}

/** What the expansions in an expression become is added to `pasted`. */
interface Reading extends Scope {
  readonly pasted: Word[];
}

function evaluateTree(scope: Reading, expression: ArithmeticExpression): number | null {
  switch (expression.type) {
    case 'ArithmeticBinary':
      return binary(scope, expression);
    case 'ArithmeticUnary':
      return unary(scope, expression);
    case 'ArithmeticTernary':
      evaluateTree(scope, expression.test);
      forgetAssigned(scope, expression.consequent);
      forgetAssigned(scope, expression.alternate);
      return null;
    case 'ArithmeticGroup':
      return evaluateTree(scope, expression.expression);
    case 'ArithmeticWord':
      return word(scope, expression);
    case 'ArithmeticCommandExpansion': {
      const fields = noFields();
      // Its script is a getter, which a spread would leave behind.
      const { pos, end, text: source, script } = expression;
      const part = { type: 'CommandExpansion', pos, end, text: source, script } as const;
      addParts(scope, fields, [part], { isQuoted: true, mode: 'one' });
      const expanded = plainWord(fields.current ?? [], scope.state.budget);
      return evaluatePart(scope, expanded, expression.text);
    }
    default:
      return unknownExpression(expression);
  }
}

function unknownExpression(expression: never): never {
  throw new TypeError(`an arithmetic expression that is not known: ${JSON.stringify(expression)}`);
}

/** A part that may not be evaluated: what it assigns is not known then. */
function forgetAssigned(scope: Reading, expression: ArithmeticExpression): void {
  const names = new Set<string>();
  addAssigned(names, expression, scope.state.budget);
  const before = [...names].map((name) => [name, valueOfParameter(scope, name)] as const);
  evaluateTree(scope, expression);
  spend(scope.state.budget, before.length);
  for (const [name, value] of before) assignText(scope.state, name, afterMaybe(value));
}

/** Adds the names that are assigned in an expression. In nested branches the same ones are looked for again and again. */
function addAssigned(names: Set<string>, expression: ArithmeticExpression, budget: Budget): void {
  spend(budget, 1);
  switch (expression.type) {
    case 'ArithmeticBinary': {
      const target = isAssignment(expression.operator) ? nameOf(expression.left) : null;
      if (target !== null) names.add(target);
      addAssigned(names, expression.left, budget);
      addAssigned(names, expression.right, budget);
      return;
    }
    case 'ArithmeticUnary': {
      const name = nameOf(expression.operand);
      if (name !== null && isStep(expression.operator)) names.add(name);
      else addAssigned(names, expression.operand, budget);
      return;
    }
    case 'ArithmeticTernary':
      for (const part of [expression.test, expression.consequent, expression.alternate])
        addAssigned(names, part, budget);
      return;
    case 'ArithmeticGroup':
      addAssigned(names, expression.expression, budget);
      return;
    case 'ArithmeticWord':
    case 'ArithmeticCommandExpansion':
      return;
    default:
      unknownExpression(expression);
  }
}

type Binary = Extract<ArithmeticExpression, { readonly type: 'ArithmeticBinary' }>;
type Unary = Extract<ArithmeticExpression, { readonly type: 'ArithmeticUnary' }>;
type Leaf = Extract<ArithmeticExpression, { readonly type: 'ArithmeticWord' }>;

function binary(scope: Reading, { operator, left, right }: Binary): number | null {
  if (isAssignment(operator)) return assignment(scope, operator, left, right);
  const a = evaluateTree(scope, left);
  if (operator === '&&' || operator === '||') {
    forgetAssigned(scope, right);
    return null;
  }
  const b = evaluateTree(scope, right);
  if (/^(?:[/%]|\*\*)$/.test(operator) && (b === null || b <= 0)) mayFail(scope.state);
  return calculate(operator, a, b);
}

function assignment(
  scope: Reading,
  operator: string,
  left: ArithmeticExpression,
  right: ArithmeticExpression,
): number | null {
  const old = operator === '=' ? null : evaluateTree(scope, left);
  const value = evaluateTree(scope, right);
  if (/^[/%]=$/.test(operator) && (value === null || value === 0)) mayFail(scope.state);
  const result = operator === '=' ? value : calculate(operator.slice(0, -1), old, value);
  assignNumber(scope, left, result);
  return result;
}

function unary(scope: Reading, { operator, operand, prefix }: Unary): number | null {
  const value = evaluateTree(scope, operand);
  if (isStep(operator)) {
    const next = value === null ? null : value + (operator === '++' ? 1 : -1);
    assignNumber(scope, operand, next);
    return prefix ? next : value;
  }
  if (value === null) return null;
  if (operator === '-') return -value;
  return operator === '+' ? value : null;
}

function assignNumber(scope: Reading, target: ArithmeticExpression, value: number | null): void {
  const name = nameOf(target);
  if (name === null) {
    // An element of an array, or a name that an expansion makes.
    evaluateTree(scope, target);
    forgetVariables(scope.state);
    return;
  }
  const number = value === null ? unknownNumber() : known(String(value));
  assignText(scope.state, name, number);
  // Programs go by some of these, whatever they are: `PATH=1` is a directory.
  if (effectsOfVariable(name, number).length > 0)
    note(scope, { kind: 'sets', name, value: number, scope: 'shell' });
}

function nameOf(expression: ArithmeticExpression): string | null {
  return expression.type === 'ArithmeticWord' && variableName.test(expression.value)
    ? expression.value
    : null;
}

function word(scope: Reading, leaf: Leaf): number | null {
  if (leaf.parts === undefined) {
    const [, parameter] = /^\$([A-Za-z_]\w*|[0-9#?])$/.exec(leaf.value.trim()) ?? [];
    return parameter === undefined
      ? evaluateText(scope, leaf.value.trim())
      : evaluateParameter(scope, parameter, leaf.value);
  }
  const fields = noFields();
  addParts(scope, fields, leaf.parts, { isQuoted: true, mode: 'one' });
  const expanded = plainWord(fields.done.flat().concat(fields.current ?? []), scope.state.budget);
  return evaluatePart(scope, expanded, leaf.value);
}

/** An expansion in an expression. */
function evaluatePart(scope: Reading, word: Word, subject: string): number | null {
  scope.pasted.push(word);
  return evaluateExpanded(scope, word, subject);
}

/** A word that was expanded, and is an expression now. What is only a number does nothing. */
function evaluateExpanded(scope: Scope, word: Word, subject: string): number | null {
  const text = textOf(word);
  if (text !== null) return evaluateText(scope, text.trim());
  return isNumber(word) ? null : undetermined(scope, word, subject);
}

/** What the environment has is shown: as a number, or in the message that it is none. */
function undetermined(scope: Scope, word: Word, subject: string): null {
  noteSources(scope, sourcesOf(word));
  return untrusted(scope, subject);
}

/** A parameter whose text is put into the expression. Without one, what is left may be none. */
function evaluateParameter(scope: Reading, parameter: string, subject: string): number | null {
  const value = valueOfParameter(scope, parameter);
  if (value.kind === 'text') return evaluatePart(scope, value.word, subject);
  if (value.kind !== 'unset') return untrusted(scope, subject);
  scope.pasted.push(known(''));
  mayFail(scope.state);
  return null;
}

/** A number, or the name of a variable whose value is an expression itself. */
function evaluateText(scope: Scope, text: string, depth = 0): number | null {
  if (text === '') return 0;
  if (/^-?(?:0|[1-9][0-9]{0,14})$/.test(text)) return Number(text);
  // `010`, `0x1f` and `2#101`, or a mistake in one.
  if (/^[0-9#@_a-zA-Z]*$/.test(text) && /^[0-9]/.test(text)) {
    if (!/^(?:0[0-7]*|0[xX][0-9a-fA-F]+|[1-9][0-9]*)$/.test(text)) mayFail(scope.state);
    return null;
  }
  if (!variableName.test(text) || depth > 5) return untrusted(scope, text, text);
  const value = valueOfParameter(scope, text);
  if (value.kind === 'unset') return 0;
  if (value.kind === 'text' && value.word.kind !== 'known' && isNumber(value.word)) return null;
  const inner = value.kind === 'text' ? textOf(value.word) : null;
  if (inner !== null) return evaluateText(scope, inner.trim(), depth + 1);
  return value.kind === 'text' ? undetermined(scope, value.word, text) : untrusted(scope, text);
}

/** An expression that is not followed may have a subscript in it, and that a command; its text tells whether it assigns. */
function untrusted(scope: Scope, subject: string, text = ''): null {
  mayFail(scope.state);
  noteNames(scope, text);
  if (/=|\+\+|--/.test(text)) forgetVariables(scope.state);
  if (!/^[-+*/%()0-9 ]*$/.test(subject))
    note(scope, unknownEffect('unknown-code', `arithmetic with ${subject}, in which commands can be`));
  return null;
}
