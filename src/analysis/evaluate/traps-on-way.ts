import type { Span } from '../../model/analysis.ts';
import type { Source, Word } from '../../model/word.ts';
import { effectsOfVariable } from '../programs/variables.ts';
import { choiceOf, mergeSources, textOf, unknown, unknownWords } from '../words.ts';
import { type Context, type Frame, isOfFirstShell, type Leavable, type Trap, tryOnce } from './context.ts';
import { runText } from './invoke/run-text.ts';
import { isSame, join } from './state/join.ts';
import { anyText, branchOf, choicesOfValue, forget, fork, type State, type Variable } from './state/state.ts';
import { createLineages, Table } from './state/table.ts';

/** What the text of a trap does to the shell that it runs in. */
interface TrapResult {
  /** Variables, functions, the directory, other traps: anything that commands behind it go by. */
  readonly changes: boolean;
  /** What a `return` or a `break` in it leaves on the way: what would come behind that may be passed over. */
  readonly leaves: readonly Leavable[];
  /** States that it leaves the shell in: of variables, those alone are in them that it sets. */
  readonly ends: readonly State[];
  /** It changes nothing but variables that only this text goes by, and sets them to numbers, or to words for yes and no. */
  readonly setsFlags: boolean;
}

/** Whether a trap is one that runs at the end of the shell alone. */
export function isAtEnd(signal: string): boolean {
  return /^(?:0|(?:SIG)?EXIT)$/i.test(signal);
}

/** Whether one of some signals may come before the end of the shell. */
export function isOnWay(signals: readonly Word[]): boolean {
  return signals.some((signal) => !isAtEnd(textOf(signal) ?? ''));
}

/** Of a text that is not known, or none of bash. */
export const unknownTrap: TrapResult = {
  changes: true,
  leaves: ['loop', 'function'],
  ends: [],
  setsFlags: false,
};

/**
 * What a trap does that runs on the way, after any command, with the functions and aliases that are there. By the time that it runs any
 * variable can be another than now, so that what it sets to what it is counts too.
 */
export function trapOnWay(text: string, state: State, context: Context, span: Span): TrapResult {
  const { ledger, traps } = context.shell;
  const start = branchOf(state, state.budget, createLineages());
  start.variables = new Table(new Map([...state.variables.keys()].map((name) => [name, anyText(name)])));
  start.positional = [unknownWords()];
  const trapsBefore = traps.length;
  const frames = [frameOf('loop'), frameOf('function')];
  const written = writtenFromNow(start);
  ledger.muted++;
  // It may come while a function is on the way, or a loop.
  const via = [...context.via, { kind: 'function', name: '' } as const];
  const result = runText(text, fork(start), { ...context, via, frames }, span);
  ledger.muted--;
  if (result.kind === 'unparsed') return unknownTrap;
  const { ok, ko } = result.outcome;
  // Behind an `exit` nothing comes.
  const ends = [...new Set([ok, ko])].filter(({ isDead }) => !isDead);
  const isAlike = (end: State): boolean => isSame({ ...end, variables: start.variables }, start);
  const names = traps.length > trapsBefore || !ends.every(isAlike) ? null : written();
  const isLocal = frames.some(({ locals }) => locals.size > 0);
  return {
    changes: ends.length > 0 && names?.length !== 0,
    leaves: frames.flatMap(({ kind, escapes }) => (escapes.length > 0 ? [kind] : [])),
    ends: ends.map((end) => ({ ...end, variables: setSince(start, end) })),
    setsFlags: !isLocal && names?.every((name) => isFlag(name, start.variables, ends)) === true,
  };
}

function frameOf(kind: Leavable): Frame & { readonly kind: Leavable } {
  return { kind, name: '', escapes: [], locals: new Map() };
}

/**
 * Whether a variable is one that no program goes by, nor bash, and is only ever set to a number, or to a word for yes or no. Behind a function it may
 * be what it was; else what was in it is no such thing, as `x=src/$x` may be made of that.
 */
function isFlag(name: string, start: Table<Variable>, ends: readonly State[]): boolean {
  const former = start.get(name);
  return (
    /^[a-z]\w*$/.test(name) &&
    effectsOfVariable(name, unknown()).length === 0 &&
    start.hasAllValuesOf(name) &&
    start.valuesOf(name).every((variable) => variable === former || isFlagged(variable)) &&
    ends.every(({ variables }) => variables.get(name)?.value.kind === 'text')
  );
}

/** Where it can be set once more, also by others. */
function isFlagged({ value, isReadonly }: Variable): boolean {
  return !isReadonly && value.kind === 'text' && choiceOf(value.word).every(isFlagValue);
}

function isFlagValue(source: Source): boolean {
  return (
    source.kind === 'number' ||
    (source.kind === 'one-of' && source.texts.every((text) => /^(?:\d{1,9}|true|false|yes|no)$/.test(text)))
  );
}

function setSince({ variables: before }: State, { variables }: State): Table<Variable> {
  const set = [...variables].filter(([name, variable]) => before.get(name) !== variable);
  return variables.withEntries(new Map(set));
}

/** Notes what a trap does that can run before any command from now on. */
export function noteTrapOnWay(trap: string, result: TrapResult, state: State, context: Context): void {
  const { changedBy, leftByTraps } = context.shell;
  if (!result.changes && result.leaves.length === 0) return;
  if (isOfFirstShell(context)) changedBy.add(trap);
  for (const kind of result.leaves) leftByTraps.add(kind);
  if (result.changes) leaveToTrap(state, result, context);
}

/**
 * Has the shell be as it is, as a trap leaves it, or as it may be else: from now on that can run before any command. Of one that sets flags alone, it
 * is known which variables can be others than the text sets them to.
 */
function leaveToTrap(
  state: State,
  { ends, setsFlags }: TrapResult,
  { shell: { setByTraps } }: Context,
): void {
  for (const { variables } of ends)
    for (const [name, { value }] of variables)
      setByTraps.set(name, mergeSources(setByTraps.get(name) ?? [], withoutOwn(choicesOfValue(value), name)));
  if (setsFlags) return;
  const left = ends.map((end) => ({ ...end, variables: withVariables(state.variables, end.variables) }));
  Object.assign(state, left.reduce(join, fork(state)));
  forget(state);
}

function withVariables(variables: Table<Variable>, others: Table<Variable>): Table<Variable> {
  return variables.withEntries(new Map([...variables, ...others]));
}

/** What a variable was is no value that it is given. */
function withoutOwn(sources: readonly Source[], own: string): readonly Source[] {
  return sources.filter((source) => source.kind !== 'variable' || source.name !== own);
}

/**
 * Tells which variables were written from now on, in a state and what came of it, but the last word of a command; `null`: any may have been, or
 * something else.
 */
function writtenFromNow({ variables, functions, aliases }: State): () => readonly string[] | null {
  const before = { variables: variables.writes, others: functions.writes + aliases.writes };
  return () => {
    const isMore =
      functions.writes + aliases.writes !== before.others || !variables.isLeftSince(before.variables, '');
    if (isMore) return null;
    return [...variables.written].filter(
      (name) => name !== '_' && !variables.isLeftSince(before.variables, name),
    );
  };
}

/**
 * Of a function or an alias that is there from now on: a trap that was set before may come to it, and change the shell after any command. One
 * that defines it itself is not gone through again for that.
 */
export function forgetForTraps(state: State, context: Context): void {
  for (const trap of [...context.shell.traps])
    tryOnce(trap.context, `${trap.signal} ${textOf(trap.text)}`, () => forgetForTrap(trap, state, context));
}

function forgetForTrap({ signal, text, isOnWay, context: of }: Trap, state: State, context: Context): void {
  if (!isOnWay || text.kind !== 'known') return;
  const result = trapOnWay(text.text, state, of, of.place.spanOf(0, 0));
  noteTrapOnWay(`trap ${text.text} ${signal}`, result, state, context);
}
