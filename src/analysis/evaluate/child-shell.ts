import type { Assignment } from '../../model/analysis.ts';
import type { Word } from '../../model/word.ts';
import { fork, type State, type Variable } from './state.ts';

/** Variables that are in every environment: to assign one is to export it. */
const alwaysExported: ReadonlySet<string> = new Set(['HOME', 'PATH']);

/** A variable of the environment with this value. */
export function exported(word: Word): Variable {
  return { value: { kind: 'text', word }, isExported: true, isOdd: false, isReadonly: false };
}

/** A shell that is started from here: it has what is exported, and nothing else of this one. */
export function childShell(state: State, assignments: readonly Assignment[]): State {
  const variables = new Map<string, Variable>();
  for (const [name, variable] of state.variables) {
    const isKnown = variable.isExported || alwaysExported.has(name) || variable.value.kind === 'unset';
    if (isKnown && variable.value.kind !== 'array')
      variables.set(name, { ...variable, isOdd: false, isReadonly: false });
  }
  for (const { name, value } of assignments) {
    variables.set(name, exported(value));
  }
  return {
    ...fork(state),
    variables,
    // A function may have been exported.
    functions: new Map([...state.functions].map(([name, entry]) => [name, { ...entry, isCertain: false }])),
    aliases: new Map(),
    directoryStack: [],
    stdin: null,
    hasOddGlobs: false,
    exportsAll: false,
    isDead: false,
  };
}
