import type { Source } from '../../model/word.ts';
import { effectsOfVariable } from '../programs/variables.ts';
import { mergeSources, textOf, unknown } from '../words.ts';
import { type Context, isOfFirstShell, type Shell, type Trap } from './context.ts';
import { scriptWithParts } from './invoke/partly-known.ts';
import { runText } from './invoke/run-text.ts';
import {
  anyText,
  choicesOfValue,
  forget,
  fork,
  type State,
  type Value,
  type Variable,
} from './state/state.ts';
import type { Table } from './state/table.ts';
import { isAtEnd } from './traps-on-way.ts';

/** How many traps are looked at for what they change of what the others go by. */
const maxTraps = 8;

/**
 * Traps run at any time: of the shell only that is known then which nothing has changed since the trap was set, and any function
 * may be there. Those for the end of the shell are also run in the state that it ends in.
 */
export function runTraps(shell: Shell, state: State, end: State): void {
  const keeps = shell.surroundings.includesUncalled !== true && noteWrites(shell, state);
  for (const trap of shell.traps) {
    runTrap(trap, stateFor(trap, shell, state, keeps));
    if (isAtEnd(trap.signal) && isSetInFirstShell(trap.context)) runTrap(trap, fork(end));
  }
}

/** Goes through what all traps write, for none of it is left as it was. Whether that could be told. */
function noteWrites(shell: Shell, state: State): boolean {
  const { ledger, traps } = shell;
  const { length } = traps;
  if (length > maxTraps) return false;
  ledger.muted++;
  for (const trap of traps.slice()) {
    const { isWild, variables } = trap.set.state;
    const start = stateFor(trap, shell, state, false);
    runTrap(trap, { ...start, isWild, variables: variablesLeft(variables, null) });
  }
  ledger.muted--;
  const setsNone = traps.length === length;
  traps.length = length;
  return setsNone;
}

/** The state that a trap finds. */
function stateFor({ set }: Trap, shell: Shell, initial: State, keeps: boolean): State {
  const { state: before, writes } = set;
  const { variables } = before;
  const isTold = keeps && !before.isWild && variables.isLeftSince(writes.variables, '');
  const start = fork(initial);
  forget(start);
  for (const [name, definitions] of shell.functions) {
    const isCertain =
      isTold &&
      before.functions.get(name)?.isCertain === true &&
      definitions.length === 1 &&
      before.functions.isLeftSince(writes.functions, name);
    start.functions.set(name, { definitions, isCertain });
  }
  start.variables = variablesLeft(variables, null);
  if (!isTold) return start;
  start.isWild = false;
  start.variables = variablesLeft(variables, writes.variables);
  // Whatever leaves a directory writes this.
  if (variables.isLeftSince(writes.variables, 'OLDPWD')) start.directories = before.directories;
  return start;
}

/**
 * Variables that are as they were when there had been so many writes, and others as one of what they were set to before or since. `null`: it is not
 * known how many, so that all that were ever written may be anything, too.
 */
function variablesLeft(variables: Table<Variable>, writes: number | null): Table<Variable> {
  const left = new Map<string, Variable>();
  for (const name of variables.written) {
    const variable = variables.get(name);
    const values = variables.valuesOf(name).map(({ value }) => value);
    if (writes === null || (!variables.isLeftSince(writes, name) && !variables.hasAllValuesOf(name)))
      left.set(name, anyText(name, values));
    else if (!variables.isLeftSince(writes, name))
      left.set(
        name,
        oneOf(name, [variable?.value ?? null, ...values, ...(variables.isRestored(name) ? [null] : [])]),
      );
    else if (variable !== undefined) left.set(name, variable);
  }
  return variables.withEntries(left);
}

/** A variable that is one of some values; `null`: as it was before the script. */
function oneOf(name: string, values: readonly (Value | null)[]): Variable {
  const sources = values.map((value) => {
    if (value === null) return isUsuallyUnset(name) ? empty : [{ kind: 'variable', name } as const];
    const isEmpty = value.kind === 'unset' || (value.kind === 'text' && textOf(value.word) === '');
    return isEmpty ? empty : choicesOfValue(value);
  });
  const word = unknown('', '', mergeSources(...sources));
  return { ...anyText(name), value: { kind: 'text', word } };
}

const empty: readonly Source[] = [{ kind: 'one-of', texts: [''] }];

/** An environment has names in capitals, but for those of a few that programs go by. */
function isUsuallyUnset(name: string): boolean {
  return /^[a-z]\w*$/.test(name) && effectsOfVariable(name, unknown()).length === 0;
}

function runTrap({ signal, text, context }: Trap, state: State): void {
  const via = [...context.via.slice(0, -1), { kind: 'trap', signal } as const];
  const inner = { ...context, via, isConditional: true, frames: [] };
  const span = context.place.spanOf(0, 0);
  const parts = scriptWithParts(text);
  if (parts !== null) runText(parts.script, state, { ...inner, parts }, span);
  else if (text.kind === 'known') runText(text.text, state, inner, span);
}

/** The last step is the trap itself. */
function isSetInFirstShell({ via, isBackground }: Context): boolean {
  return isOfFirstShell({ via: via.slice(0, -1), isBackground });
}
