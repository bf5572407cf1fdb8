import type { Effect } from '../../../model/effect.ts';
import { heredocOf, holdsSubstitution } from '../../substitutions-in-text.ts';
import { type Context, type Draft, through, tryOnce } from '../context.ts';
import { fork, type State } from '../state/state.ts';
import type { Expanded } from './invoke.ts';
import { runText } from './run-text.ts';

/**
 * Goes through the substitutions in what bash evaluates once more: a subscript, an expression, `${x@P}`. That they are run is
 * not certain, and that the text is not followed is said already.
 */
export function runEvaluated(command: Expanded, draft: Draft, state: State): void {
  // To other programs a text is something else: `$(…)` may be plain characters there.
  const effects = draft.resolution === 'program' ? command.effects : draft.effects;
  for (const text of effects.flatMap(evaluatedText)) {
    const context: Context = {
      ...through(command.context, { kind: 'substitution' }, { parent: draft.id >= 0 ? draft.id : null }),
      isConditional: true,
    };
    tryOnce(command.context, text, () => {
      runText(heredocOf(text), fork(state), context, command.span);
    });
  }
}

function evaluatedText(effect: Effect): readonly string[] {
  const isOne = effect.kind === 'unknown' && effect.code === 'unknown-code';
  return isOne && holdsSubstitution(effect.subject) ? [effect.subject] : [];
}
