import type { Assignment } from '../../../model/analysis.ts';
import type { Word } from '../../../model/word.ts';
import { type FunctionEntry, fork, type State, type Variable } from './state.ts';
import { Table } from './table.ts';

/** Variables that are in every environment: to assign one is to export it. */
const alwaysExported: ReadonlySet<string> = new Set(['HOME', 'PATH']);

/** A variable of the environment with this value. */
export function exported(word: Word): Variable {
  return {
    value: { kind: 'text', word },
    isExported: true,
    isAssociative: false,
    keys: null,
    isReadonly: false,
  };
}

/** A shell that is started from here: it has what is exported, and nothing else of this one. */
export function childShell(state: State, assignments: readonly Assignment[]): State {
  const variables = new Table<Variable>();
  for (const [name, variable] of state.variables) {
    const isKnown = variable.isExported || alwaysExported.has(name) || variable.value.kind === 'unset';
    if (isKnown && variable.value.kind !== 'array')
      variables.set(name, { ...variable, isAssociative: false, keys: null, isReadonly: false });
  }
  for (const { name, value } of assignments) {
    variables.set(name, exported(value));
  }
  const functions = new Table<FunctionEntry>();
  // A function may have been exported.
  for (const [name, entry] of state.functions) functions.set(name, { ...entry, isCertain: false });
  return {
    ...fork(state),
    variables,
    functions,
    aliases: new Table(),
    directoryStack: [],
    stdin: null,
    hasOddGlobs: false,
    hasOddDirectories: false,
    stopsAtUnset: false,
    exportsAll: false,
    isDead: false,
  };
}
