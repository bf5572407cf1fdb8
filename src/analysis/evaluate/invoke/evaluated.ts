import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { heredocOf, holdsSubstitution } from '../../substitutions-in-text.ts';
import { prefixOf } from '../../words.ts';
import { spend } from '../budget.ts';
import { type Context, type Draft, through, tryOnce } from '../context.ts';
import { fork, type State, type Value } from '../state/state.ts';
import type { Expanded } from './invoke.ts';
import { runText } from './run-text.ts';

/**
 * Goes through the substitutions in what bash evaluates once more: a subscript, an expression, `${x@P}`; and the value of a variable
 * that may be named there. That they are run is not certain, and that the text is not followed is said already.
 */
export function runEvaluated(command: Expanded, draft: Draft, state: State): void {
  // To other programs a text is something else: `$(…)` may be plain characters there.
  const effects = draft.resolution === 'program' ? command.effects : draft.effects;
  const unread = effects.filter(isUnread);
  if (unread.length === 0) return;
  const texts = unread.map(({ subject }) => subject).filter(holdsSubstitution);
  for (const text of new Set([...texts, ...textsWithSubscript(state, effects)])) {
    const context: Context = {
      ...through(command.context, { kind: 'substitution' }, { parent: draft.id >= 0 ? draft.id : null }),
      isConditional: true,
    };
    tryOnce(command.context, text, () => {
      runText(heredocOf(text), fork(state), context, command.span);
    });
  }
}

function isUnread(effect: Effect): effect is Extract<Effect, { kind: 'unknown' }> {
  return effect.kind === 'unknown' && /^unknown-(?:code|variable)$/.test(effect.code);
}

/** Values, and parameters, that are an element with a substitution in its subscript: taken for a number, or a name, such a one is run. */
function textsWithSubscript(state: State, effects: readonly Effect[]): readonly string[] {
  const { variables, positional, budget } = state;
  spend(budget, variables.size / variablesPerUnit);
  const set = effects.flatMap((effect) => (effect.kind === 'sets' ? [effect.value] : []));
  const values = [...variables].flatMap(([, { value }]) => wordsOf(value));
  return [...set, ...values, ...(positional ?? [])].map(prefixOf).filter((text) => withSubscript.test(text));
}

/** How many variables are looked at in one unit. */
const variablesPerUnit = 4;

const withSubscript = /[A-Za-z_]\w*\[.*(?:\$[({[]|`)/s;

function wordsOf(value: Value): readonly Word[] {
  if (value.kind === 'text') return [value.word];
  return value.kind === 'array' ? (value.elements ?? []) : [];
}
