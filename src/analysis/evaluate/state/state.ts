import type { Stdin } from '../../../model/analysis.ts';
import type { Path, Source, Word } from '../../../model/word.ts';
import { allSourcesOf, choiceOf, mergeSources, unknown } from '../../words.ts';
import { type Budget, spend } from '../budget.ts';
import type { Definition } from '../context.ts';
import { type Lineages, Table } from './table.ts';

/** What is known of the shell at one point of a script. It changes in place; where control parts, `fork` it. */
export interface State {
  /** Variables that the script has touched. The others are as the environment has them. */
  variables: Table<Variable>;
  functions: Table<FunctionEntry>;
  aliases: Table<Word>;
  /** Where the shell may be: a `cd` that may have failed leaves two. */
  directories: readonly Path[];
  /**
   * The directory is that which the system tells, without links: the shell may have come there by one, and call it otherwise. `PWD` and
   * `..` go by that name.
   */
  mayBeLinked: boolean;
  /** The home directory, as long as `HOME` has not been set. */
  readonly home: Path;
  /** The directory before the last `cd`, if known. */
  formerDirectory: Path;
  /** What `pushd` has put aside, the last first; `null` if not known. */
  directoryStack: readonly Path[] | null;
  /** `$0`. */
  readonly nameOfShell: Word;
  /** `$1` and so on; `null` if not known. */
  positional: readonly Word[] | null;
  /** What `exec <file` has put in place of the standard input. */
  stdin: Stdin | null;
  /** `set -f`, `shopt -s nullglob` and the like: what a glob becomes, or what a pattern fits, is not known. */
  hasOddGlobs: boolean;
  /** `set -P`, `shopt -s cdable_vars` and the like: where `cd` leads is not known. */
  hasOddDirectories: boolean;
  /** `set -u`: an expansion of a variable that is not set fails. */
  stopsAtUnset: boolean;
  /** `set -a`: every assignment is exported. */
  exportsAll: boolean;
  /** Code that is not known, or references between variables, may have changed any variable. */
  isWild: boolean;
  /** `exit` has been called: nothing that follows counts where paths come together. */
  isDead: boolean;
  /**
   * States in which an expansion may have failed. Bash gives up all of the command at the top then, and goes on with the next.
   * They are the same list for all states of a shell.
   */
  readonly failures: State[];
  /** What the analysis may still cost: to copy a state costs what is in it. */
  readonly budget: Budget;
}

export interface Variable {
  readonly value: Value;
  readonly isExported: boolean;
  /** `declare -A`: which elements it has, and in which order, is not followed. A list may be keys and values by turns. */
  readonly isAssociative: boolean;
  /** Where it is that for certain, the keys that it may have; else `null`. */
  readonly keys: readonly string[] | null;
  /** `readonly` may have been said of it: an assignment may fail then, and leave what there was. */
  readonly isReadonly: boolean;
}

export type Value =
  | { readonly kind: 'text'; readonly word: Word }
  | { readonly kind: 'array'; readonly elements: readonly Word[] }
  /** An array whose elements are not known, but where they may come from. */
  | { readonly kind: 'array'; readonly elements: null; readonly sources: readonly Source[] }
  | { readonly kind: 'unset' };

/** An array of which no more is known. */
export function unknownArray(...sources: readonly (readonly Source[])[]): Value {
  return { kind: 'array', elements: null, sources: mergeSources(...sources) };
}

/** Where what is in a variable comes from: nothing only where nothing is in it. */
export function sourcesOfValue(value: Value): readonly Source[] {
  switch (value.kind) {
    case 'text':
      return allSourcesOf(value.word);
    case 'array':
      return value.elements === null
        ? orOther(value.sources)
        : mergeSources(...value.elements.map(allSourcesOf));
    case 'unset':
      return [];
  }
}

function orOther(sources: readonly Source[]): readonly Source[] {
  return sources.length === 0 ? [{ kind: 'other' }] : sources;
}

/** The same of a variable that the script may not have touched: then it is as the environment has it. */
export function sourcesOfVariable(name: string, variable: Variable | undefined): readonly Source[] {
  return variable === undefined ? [{ kind: 'variable', name }] : sourcesOfValue(variable.value);
}

/** The bodies that a function may have, and whether it is a function for certain. */
export interface FunctionEntry {
  readonly definitions: readonly Definition[];
  readonly isCertain: boolean;
}

export function initialState(cwd: Path, home: Path, budget: Budget): State {
  return {
    variables: new Table(),
    functions: new Table(),
    aliases: new Table(),
    directories: [cwd],
    mayBeLinked: false,
    home,
    formerDirectory: unknown(),
    directoryStack: [],
    nameOfShell: unknown('', '', [
      { kind: 'one-of', texts: ['bash'] },
      { kind: 'variable', name: '0' },
    ]),
    positional: null,
    stdin: null,
    hasOddGlobs: false,
    hasOddDirectories: false,
    stopsAtUnset: false,
    exportsAll: false,
    isWild: false,
    isDead: false,
    failures: [],
    budget,
  };
}

export function fork(state: State): State {
  spend(state.budget, sizeOf(state));
  return {
    ...state,
    variables: state.variables.copy(),
    functions: state.functions.copy(),
    aliases: state.aliases.copy(),
  };
}

/** The state as a branch begins with it, which goes its own way from here. */
export function branchOf(state: State, budget: Budget, lineages: Lineages): State {
  return {
    ...state,
    variables: state.variables.branch(lineages),
    functions: state.functions.branch(lineages),
    aliases: state.aliases.branch(lineages),
    failures: [],
    budget,
  };
}

/** What it costs to copy a state, in the units of the budget. */
export function sizeOf({ variables, functions, aliases, positional }: State): number {
  return 8 + variables.size + functions.size + aliases.size + (positional?.length ?? 0);
}

/** A variable of any text, which may be what the environment has, or one of some values. */
export function anyText(name: string, values: readonly Value[] = []): Variable {
  const word = unknown('', '', mergeSources([{ kind: 'variable', name }], ...values.map(choicesOfValue)));
  const value = { kind: 'text', word } as const;
  return { value, isExported: false, isAssociative: false, keys: null, isReadonly: false };
}

/** Where what is in a variable comes from, for one that is only maybe that: what is known of it is told by texts that it may be. */
export function choicesOfValue(value: Value): readonly Source[] {
  switch (value.kind) {
    case 'text':
      return choiceOf(value.word);
    case 'array':
      return value.elements === null ? orOther(value.sources) : mergeSources(...value.elements.map(choiceOf));
    case 'unset':
      return [];
  }
}

/** Makes everything unknown that code of the shell can change. Mostly it stays where it was, so that this is not forgotten. */
export function forget(state: State): void {
  forgetVariables(state);
  state.directories = [unknown(), ...state.directories.filter(({ kind }) => kind === 'known')];
  state.formerDirectory = unknown();
  state.directoryStack = null;
  state.positional = null;
  state.hasOddGlobs = true;
}

/** Any variable may be another. */
export function forgetVariables(state: State): void {
  state.isWild = true;
  state.variables.noteWriteOfAll();
}

/** Makes variables that are one of several texts be anything. */
export function forgetChoices({ variables }: State): void {
  for (const [name, variable] of variables) {
    const { value } = variable;
    const sources = sourcesOfValue(value);
    if (!sources.some(({ kind }) => kind === 'one-of')) continue;
    const others = mergeSources(sources.map((source) => (source.kind === 'one-of' ? other : source)));
    if (value.kind === 'array') variables.set(name, { ...variable, value: unknownArray(others) });
    if (value.kind === 'text' && value.word.kind === 'unknown')
      variables.set(name, { ...variable, value: { kind: 'text', word: { ...value.word, sources: others } } });
  }
}

const other = { kind: 'other' } as const;

/** Notes that bash may give up here. */
export function mayFail(state: State): void {
  state.failures.push(fork(state));
}

/** The directory where the shell is, if there is only one. */
export function onlyPlace({ directories }: State): Path {
  const [first, second] = directories;
  return first !== undefined && second === undefined ? first : unknown();
}

/** The same as the shell calls it. */
export function onlyDirectory(state: State): Path {
  return state.mayBeLinked ? unknown() : onlyPlace(state);
}
