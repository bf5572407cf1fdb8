import { type Context, isOfFirstShell, type Shell, type Trap } from './context.ts';
import { scriptWithParts } from './invoke/partly-known.ts';
import { runText } from './invoke/run-text.ts';
import { anyText, forget, fork, type State, type Variable } from './state/state.ts';
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
    runTrap(trap, { ...start, isWild, variables: variablesLeft(variables, -1) });
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
  start.variables = variablesLeft(variables, -1);
  if (!isTold) return start;
  start.isWild = false;
  start.variables = variablesLeft(variables, writes.variables);
  // Whatever leaves a directory writes this.
  if (variables.isLeftSince(writes.variables, 'OLDPWD')) start.directories = before.directories;
  return start;
}

/** Variables that are as they were when there had been so many writes; all others that were ever written may be anything, or what they were set to. */
function variablesLeft(variables: Table<Variable>, writes: number): Table<Variable> {
  const left = new Map<string, Variable>();
  for (const name of variables.written) {
    const variable = variables.get(name);
    if (!variables.isLeftSince(writes, name)) left.set(name, anyOf(name, variables));
    else if (variable !== undefined) left.set(name, variable);
  }
  return variables.withEntries(left);
}

function anyOf(name: string, variables: Table<Variable>): Variable {
  return anyText(
    name,
    variables.valuesOf(name).map(({ value }) => value),
  );
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
