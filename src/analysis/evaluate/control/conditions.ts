import type { Word } from '../../../model/word.ts';
import type { ArithmeticCommand, TestCommand, TestExpression } from '../../parse.ts';
import { unknownEffect } from '../../programs/effects.ts';
import { allSourcesOf, known, sourcesOfChanged, textOf } from '../../words.ts';
import type { Context, Outcome } from '../context.ts';
import { evaluate, evaluateWord } from '../expand/arithmetic.ts';
import { expandToOne } from '../expand/expand.ts';
import { note, type Scope, variableName } from '../expand/scope.ts';
import { invoke } from '../invoke/invoke.ts';
import { noteEffects } from '../invoke/note-effects.ts';
import { assignMaybe } from '../state/assign.ts';
import { type State, unknownArray } from '../state/state.ts';

/** `((…))`: an invocation only if something could happen in it. */
export function runArithmeticCommand(node: ArithmeticCommand, state: State, context: Context): Outcome {
  const scope: Scope = { state, context, effects: [] };
  const value = node.expression === undefined ? 0 : evaluate(scope, node.expression);
  noteEffects(scope, node);
  // Without a name all of it is known, whether it was worked out or not.
  return { ok: state, ko: state, isOpen: value === null && /[A-Za-z_]/.test(node.body) };
}

/** `[[ … ]]`, as an invocation of `[[` with its words and operators. */
export function runTest(node: TestCommand, state: State, context: Context): Outcome {
  const scope: Scope = { state, context, effects: [] };
  const words = [known('[['), ...wordsOf(scope, node.expression), known(']]')];
  for (const word of words.slice(0, 1)) context.shell.literals.add(word);
  return invoke({
    state,
    context,
    words,
    redirects: [],
    assignments: [],
    declared: [],
    effects: scope.effects,
    span: context.place.spanOf(node.pos, node.end),
    stdin: context.stdin,
    lookup: 'builtin',
  });
}

const numeric: ReadonlySet<string> = new Set(['-eq', '-ne', '-lt', '-le', '-gt', '-ge']);

function wordsOf(scope: Scope, expression: TestExpression): readonly Word[] {
  switch (expression.type) {
    case 'TestUnary': {
      const operand = expandToOne(scope, expression.operand);
      if (expression.operator === '-v' || expression.operator === '-R') checkName(scope, operand);
      return [known(expression.operator), operand];
    }
    case 'TestBinary': {
      const { operator, left, right } = expression;
      // The operands are expressions, in which a subscript may hold a command.
      if (numeric.has(operator)) for (const side of [left, right]) evaluateWord(scope, side);
      const words = [expandToOne(scope, left), known(operator), expandToOne(scope, right)] as const;
      if (operator === '=~') keepMatch(scope, words[0]);
      return words;
    }
    case 'TestLogical':
      return expression.operands.flatMap((operand, index) =>
        index === 0 ? wordsOf(scope, operand) : [known(expression.operator), ...wordsOf(scope, operand)],
      );
    case 'TestNot':
      return [known('!'), ...wordsOf(scope, expression.operand)];
    case 'TestGroup':
      return [known('('), ...wordsOf(scope, expression.expression), known(')')];
    default:
      return unknownTest(expression);
  }
}

function unknownTest(expression: never): never {
  throw new TypeError(`a test that is not known: ${JSON.stringify(expression)}`);
}

/** What was matched, and its groups, are parts of the text. A test that does not come to its turn leaves the variable as it was. */
function keepMatch({ state }: Scope, text: Word): void {
  assignMaybe(state, 'BASH_REMATCH', unknownArray(sourcesOfChanged(allSourcesOf(text))));
}

/** The name of a variable may have a subscript, and that a command. */
function checkName(scope: Scope, word: Word): void {
  const text = textOf(word);
  if (text === null || !variableName.test(text)) note(scope, unknownEffect('unknown-code', text ?? ''));
}
