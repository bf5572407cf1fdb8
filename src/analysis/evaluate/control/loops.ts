import type { Word } from '../../../model/word.ts';
import type { ArithmeticFor, CompoundList, For, Select, While } from '../../parse.ts';
import { allSourcesOf, known, mergeSources, unknown } from '../../words.ts';
import { type Context, type Frame, type Outcome, through } from '../context.ts';
import { evaluate, evaluateValue } from '../expand/arithmetic.ts';
import { expandWord } from '../expand/expand.ts';
import { oneMatched } from '../expand/matched.ts';
import { note, type Scope } from '../expand/scope.ts';
import { joinOutcomes, maybe } from '../invoke/invoke.ts';
import { noteEffects } from '../invoke/note-effects.ts';
import { assignText } from '../state/assign.ts';
import { isSame, join } from '../state/join.ts';
import { forget, forgetChoices, fork, onlyPlace, type State } from '../state/state.ts';

type RunList = (list: CompoundList, state: State, context: Context) => Outcome;

/** How many turns of a loop over words that are known are gone through one by one. */
const maxTurns = 50;
/** How often a loop is tried before everything that it could change is given up. */
const maxTries = 4;

/** A loop over words. If all are known, each turn is gone through; what is matched is not the same in each directory where the shell may be. */
export function runFor(node: For | Select, state: State, context: Context, run: RunList): Outcome {
  const { directories } = state;
  if (directories.length < 2 || !node.wordlist?.some(({ text }) => /[*?[]/.test(text)))
    return runForIn(node, state, context, run);
  return directories
    .map((cwd) => runForIn(node, { ...fork(state), directories: [cwd] }, maybe(context), run))
    .reduce(joinOutcomes);
}

function runForIn(node: For | Select, state: State, context: Context, run: RunList): Outcome {
  const scope: Scope = { state, context, effects: [] };
  const words =
    node.wordlist === undefined ? state.positional : node.wordlist.flatMap((word) => expandWord(scope, word));
  const name = node.name.value;
  noteSteering(scope, name);
  if (context.shell.integers.has(name))
    for (const word of words ?? [unknown()]) evaluateValue(scope, word, name);
  noteEffects(scope, node);
  const inner = inLoop(context, turnsOf(node, words, state));
  const cwd = onlyPlace(state);
  // Where a turn is left for good, its variable stays what it is then: none of those behind comes after.
  const left: State[] = [];
  const turn = (start: State, word: Word) => {
    assignText(start, name, word);
    return escapesJoined(inner, (within) => run(node.body, start, within), left);
  };
  if (node.type === 'For' && words !== null && isCountable(words)) {
    const each = (before: State, word: Word) =>
      word.kind === 'known'
        ? turn(before, word)
        : repeat(before, inner, (start) => turn(start, oneMatched(word, cwd)));
    const last = words.reduce(each, state);
    return both(left.reduce(join, last));
  }
  // What somebody chooses is one of the words, or nothing, again and again.
  if (node.type === 'Select' && words !== null && isCountable(words))
    return both(
      repeat(state, inner, (start) =>
        [known(''), ...words].map((word) => turn(fork(start), oneMatched(word, cwd))).reduce(join),
      ),
    );
  return both(repeat(state, inner, (start) => turn(start, anyOf(words))));
}

/** How often a loop over words goes round at most; `null`: that is not known. */
function turnsOf(
  { type, wordlist }: For | Select,
  words: readonly Word[] | null,
  state: State,
): number | null {
  if (type === 'Select' || words === null) return null;
  if (words.every(({ kind }) => kind === 'known')) return words.length;
  const [only, second] = wordlist ?? [];
  return only === undefined || second !== undefined ? null : numbersIn(only.text, state);
}

/** How many numbers `$(seq 3)`, `$(seq 2 4)` or `$(seq 2 2 8)` are. */
function numbersIn(text: string, { functions, aliases, isWild }: State): number | null {
  const [, numbers] = /^\$\(\s*seq((?:\s+-?\d{1,9}){1,3})\s*\)$/.exec(text) ?? [];
  if (numbers === undefined || isWild || functions.has('seq') || aliases.has('seq')) return null;
  const given = numbers.trim().split(/\s+/).map(Number);
  const [first, last, step] = [
    given.length > 1 ? given[0] : 1,
    given.at(-1),
    given.length > 2 ? given[1] : 1,
  ];
  if (first === undefined || last === undefined || step === undefined || step === 0) return null;
  return Math.max(0, Math.floor((last - first) / step) + 1);
}

/** A variable of the script alone matters to nobody else; programs heed those in capitals, and those with long names. */
function noteSteering(scope: Scope, name: string): void {
  if (/^[a-z][a-z0-9]*$/.test(name)) return;
  note(scope, { kind: 'sets', name, value: unknown(), scope: 'shell' });
}

function isCountable(words: readonly Word[]): boolean {
  return words.length <= maxTurns && words.every(({ kind }) => kind !== 'unknown');
}

/** A word that is one of these. */
function anyOf(words: readonly Word[] | null): Word {
  return unknown('', '', mergeSources(...(words ?? []).map(allSourcesOf)));
}

export function runWhile(node: While, state: State, context: Context, run: RunList): Outcome {
  const inner = inLoop(context);
  const end = repeat(state, inner, (start) =>
    escapesJoined(inner, (within) => {
      const clause = run(node.clause, start, within);
      const [next, last] = node.kind === 'while' ? [clause.ok, clause.ko] : [clause.ko, clause.ok];
      const body = run(node.body, fork(next), within);
      const state = join(join(body.ok, body.ko), last);
      return { ok: state, ko: state };
    }),
  );
  return both(end);
}

export function runArithmeticFor(node: ArithmeticFor, state: State, context: Context, run: RunList): Outcome {
  const scope: Scope = { state, context, effects: [] };
  if (node.initialize !== undefined) evaluate(scope, node.initialize);
  noteEffects(scope, node);
  const inner = inLoop(context);
  const end = repeat(state, inner, (start) =>
    escapesJoined(inner, (within) => {
      const turn: Scope = { state: start, context: within, effects: [] };
      if (node.test !== undefined) evaluate(turn, node.test);
      const { ok, ko } = run(node.body, start, within);
      const after = join(ok, ko);
      const update: Scope = { state: after, context: within, effects: turn.effects };
      if (node.update !== undefined) evaluate(update, node.update);
      noteEffects(update, node);
      return both(after);
    }),
  );
  return both(end);
}

/** One turn, with the states in which `break` and `continue` left it, which are added to `left` too. */
function escapesJoined(context: Context, run: (within: Context) => Outcome, left: State[] = []): State {
  const frame: Frame = { kind: 'loop', name: '', escapes: [], locals: new Map() };
  const { ok, ko } = run({ ...context, frames: [frame, ...context.frames] });
  left.push(...frame.escapes);
  return frame.escapes.reduce(join, join(ok, ko));
}

/**
 * Turns until nothing changes any more. The tries do not count; what counts is one turn from a state that stands for the
 * state before every turn.
 */
function repeat(state: State, context: Context, turn: (start: State) => State): State {
  const { ledger } = context.shell;
  let before = state;
  ledger.muted++;
  for (let tries = 0; ; tries++) {
    const after = join(fork(before), turn(fork(before)));
    // A text that grows with every turn would be another one each time.
    if (tries > 0) forgetChoices(after);
    if (isSame(after, before)) break;
    before = after;
    if (tries === maxTries) forget(before);
    if (tries > maxTries) break;
  }
  ledger.muted--;
  return join(before, turn(fork(before)));
}

function inLoop(context: Context, turns: number | null = null): Context {
  return through(context, { kind: 'loop', ...(turns !== null && { turns }) }, { isConditional: true });
}

function both(state: State): Outcome {
  return { ok: state, ko: state };
}
