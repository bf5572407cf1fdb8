import type { Case, CompoundList, If } from '../../parse.ts';
import { disclosesVariable } from '../../programs/effects.ts';
import { sourcesOf } from '../../words.ts';
import { type Context, type Outcome, through } from '../context.ts';
import { expandToOne } from '../expand/expand.ts';
import { note, type Scope } from '../expand/scope.ts';
import { noteEffects } from '../invoke/note-effects.ts';
import { join } from '../state/join.ts';
import { fork, type State } from '../state/state.ts';

type RunList = (list: CompoundList, state: State, context: Context) => Outcome;

/** All branches are gone through, whatever the conditions are. */
export function runIf(node: If, state: State, context: Context, run: RunList): Outcome {
  const inner = through(context, { kind: 'branch' }, { isConditional: true });
  const clause = run(node.clause, state, context);
  const ends = [endOf(run(node.then, fork(clause.ok), inner))];
  let otherwise = clause.ko;
  for (const branch of node.elif) {
    const next = run(branch.clause, fork(otherwise), inner);
    ends.push(endOf(run(branch.then, fork(next.ok), inner)));
    otherwise = next.ko;
  }
  ends.push(node.else === undefined ? otherwise : endOf(run(node.else, fork(otherwise), inner)));
  return both(ends.reduce(join));
}

/** Any of the branches may be taken, or none; `;&` goes on to the next. */
export function runCase(node: Case, state: State, context: Context, run: RunList): Outcome {
  const scope: Scope = { state, context, effects: [] };
  const word = expandToOne(scope, node.word);
  if (guesses(node, context)) {
    for (const source of sourcesOf(word))
      if (source.kind === 'variable') note(scope, disclosesVariable(source.name));
  }
  const inner = through(context, { kind: 'branch' }, { isConditional: true });
  const ends: State[] = [];
  let before: State | null = null;
  for (const item of node.items) {
    for (const pattern of item.pattern) expandToOne(scope, pattern);
    const start: State = before === null ? fork(state) : join(fork(state), before);
    const end = endOf(run(item.body, start, inner));
    before = item.terminator === ';&' || item.terminator === ';;&' ? fork(end) : null;
    ends.push(end);
  }
  noteEffects(scope, node);
  return both(ends.reduce(join, state));
}

/** In a loop, parts of a text, or texts that are put together, are told one after the other until all of it is known. */
function guesses({ word, items }: Case, { via }: Context): boolean {
  if (!via.some(({ kind }) => kind === 'loop')) return false;
  const isPart = /\$\{\w+[^\w}]/.test(word.text);
  return isPart || items.some(({ pattern }) => pattern.some(({ text }) => /[$`]/.test(text)));
}

function endOf({ ok, ko }: Outcome): State {
  return join(ok, ko);
}

function both(state: State): Outcome {
  return { ok: state, ko: state };
}
