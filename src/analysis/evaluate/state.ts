import type { Stdin } from '../../model/analysis.ts';
import type { Path, Word } from '../../model/word.ts';
import {
  allSourcesOf,
  isNumber,
  known,
  mergeSources,
  sameWord,
  sourcesOf,
  unknown,
  unknownNumber,
} from '../words.ts';
import { type Budget, spend } from './budget.ts';
import type { Definition } from './context.ts';
import { Table } from './table.ts';

/** What is known of the shell at one point of a script. It changes in place; where control parts, `fork` it. */
export interface State {
  /** Variables that the script has touched. The others are as the environment has them. */
  variables: Table<Variable>;
  functions: Table<FunctionEntry>;
  aliases: Table<Word>;
  /** Where the shell may be: a `cd` that may have failed leaves two. */
  directories: readonly Path[];
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
  /** `readonly` may have been said of it: an assignment may fail then, and leave what there was. */
  readonly isReadonly: boolean;
}

export type Value =
  | { readonly kind: 'text'; readonly word: Word }
  /** `null` if the elements are not known. */
  | { readonly kind: 'array'; readonly elements: readonly Word[] | null }
  | { readonly kind: 'unset' };

/** The bodies that a function may have, and whether it is a function for certain. */
export interface FunctionEntry {
  readonly definitions: readonly Definition[];
  readonly isCertain: boolean;
}

/** How many directories are told apart. */
const maxDirectories = 4;

export function initialState(cwd: Path, home: Path, budget: Budget): State {
  return {
    variables: new Table(),
    functions: new Table(),
    aliases: new Table(),
    directories: [cwd],
    home,
    formerDirectory: unknown(),
    directoryStack: [],
    nameOfShell: unknown(),
    positional: null,
    stdin: null,
    hasOddGlobs: false,
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

/** What is known where two paths come together: what is the same in both. */
export function join(a: State, b: State): State {
  if (a === b || b.isDead) return a;
  if (a.isDead) return b;
  spend(a.budget, 2 * (sizeOf(a) + sizeOf(b)));
  return {
    variables: joinVariables(a.variables, b.variables),
    functions: joinFunctions(a.functions, b.functions),
    aliases: joinAliases(a.aliases, b.aliases),
    directories: joinDirectories(a.directories, b.directories),
    home: a.home,
    formerDirectory: sameWord(a.formerDirectory, b.formerDirectory) ? a.formerDirectory : unknown(),
    directoryStack: joinWords(a.directoryStack, b.directoryStack),
    // It stays what it is for as long as there is the shell.
    nameOfShell: a.nameOfShell,
    positional: joinWords(a.positional, b.positional),
    stdin: JSON.stringify(a.stdin) === JSON.stringify(b.stdin) ? a.stdin : { kind: 'unknown' },
    hasOddGlobs: a.hasOddGlobs || b.hasOddGlobs,
    exportsAll: a.exportsAll || b.exportsAll,
    isWild: a.isWild || b.isWild,
    isDead: false,
    failures: a.failures,
    budget: a.budget,
  };
}

function sizeOf({ variables, functions, aliases, positional }: State): number {
  return 8 + variables.size + functions.size + aliases.size + (positional?.length ?? 0);
}

/** Whether nothing is known in `a` that is not known in `b` as well. */
export function isSame(a: State, b: State): boolean {
  return (
    a.isWild === b.isWild &&
    a.hasOddGlobs === b.hasOddGlobs &&
    a.exportsAll === b.exportsAll &&
    a.variables.size === b.variables.size &&
    a.functions.size === b.functions.size &&
    a.aliases.size === b.aliases.size &&
    sameWords(a.directories, b.directories) &&
    sameWord(a.formerDirectory, b.formerDirectory) &&
    sameWords(a.positional, b.positional) &&
    sameWords(a.directoryStack, b.directoryStack) &&
    sameTables(a.variables, b.variables, sameVariable) &&
    sameTables(a.functions, b.functions, sameFunction)
  );
}

function sameTables<Value>(
  a: Table<Value>,
  b: Table<Value>,
  same: (one: Value, other: Value | undefined) => boolean,
): boolean {
  return a.isCopyOf(b) || [...a].every(([name, value]) => same(value, b.get(name)));
}

/** Makes everything unknown that code of the shell can change. */
export function forget(state: State): void {
  state.isWild = true;
  state.directories = [unknown()];
  state.formerDirectory = unknown();
  state.directoryStack = null;
  state.positional = null;
  state.hasOddGlobs = true;
}

/** Notes that bash may give up here. */
export function mayFail(state: State): void {
  state.failures.push(fork(state));
}

/** Sets a variable, and keeps what is known of its export. */
export function assign(state: State, name: string, value: Value): void {
  const old = state.variables.get(name);
  if (old?.isReadonly === true) mayFail(state);
  const isAssociative = old?.isAssociative === true && value.kind !== 'unset';
  const stored = old === undefined ? value : isAssociative ? unknownElements : storedIn(old.value, value);
  state.variables.set(name, {
    value: old?.isReadonly === true ? eitherOf(old.value, stored) : stored,
    isExported: old?.isExported === true || state.exportsAll,
    isAssociative,
    isReadonly: old?.isReadonly === true,
  });
}

const unknownElements: Value = { kind: 'array', elements: null };

/** Makes a variable an associative array. */
export function makeAssociative(state: State, name: string): void {
  assign(state, name, unknownElements);
  const variable = state.variables.get(name);
  if (variable !== undefined) state.variables.set(name, { ...variable, isAssociative: true });
}

/** A text that is assigned to an array becomes its first element. */
function storedIn(old: Value, value: Value): Value {
  if (old.kind !== 'array' || value.kind !== 'text') return value;
  return { kind: 'array', elements: old.elements === null ? null : [value.word, ...old.elements.slice(1)] };
}

/** Sets a variable that may be left as it was. */
export function assignMaybe(state: State, name: string, value: Value): void {
  const old = state.variables.get(name);
  assign(state, name, value);
  state.variables.set(name, joinVariable(name, old, state.variables.get(name)));
}

/** What a variable may be that has been set for certain, to one or to the other. */
function eitherOf(a: Value, b: Value): Value {
  const isArray = a.kind === 'array' || b.kind === 'array';
  return isArray ? { kind: 'array', elements: null } : { kind: 'text', word: unknown() };
}

export function assignText(state: State, name: string, word: Word): void {
  assign(state, name, { kind: 'text', word });
}

/** The directory where the shell is, if there is only one. */
export function onlyDirectory(state: State): Path {
  const [first, second] = state.directories;
  return first !== undefined && second === undefined ? first : unknown();
}

function joinDirectories(a: readonly Path[], b: readonly Path[]): readonly Path[] {
  const more = b.filter((path) => !a.some((other) => sameWord(path, other)));
  const all = more.length === 0 ? a : [...a, ...more];
  return all.length > maxDirectories ? [unknown()] : all;
}

function joinVariables(a: Table<Variable>, b: Table<Variable>): Table<Variable> {
  if (a.isCopyOf(b)) return a.copy();
  const joined = new Table<Variable>();
  for (const name of new Set([...a.keys(), ...b.keys()])) {
    joined.set(name, joinVariable(name, a.get(name), b.get(name)));
  }
  return joined;
}

export function joinVariable(name: string, a: Variable | undefined, b: Variable | undefined): Variable {
  if (a !== undefined && b !== undefined && sameVariable(a, b)) return a;
  const isArray = a?.value.kind === 'array' || b?.value.kind === 'array';
  return {
    value: isArray
      ? { kind: 'array', elements: null }
      : { kind: 'text', word: joinTexts(wordIn(name, a), wordIn(name, b)) },
    isExported: a?.isExported === true && b?.isExported === true,
    isAssociative: a?.isAssociative === true || b?.isAssociative === true,
    isReadonly: a?.isReadonly === true || b?.isReadonly === true,
  };
}

/** A variable that the script has not touched is as the environment has it. */
function wordIn(name: string, variable: Variable | undefined): Word {
  if (variable === undefined) return unknown('', '', [{ kind: 'variable', name }]);
  return variable.value.kind === 'text' ? variable.value.word : known('');
}

function joinTexts(a: Word, b: Word): Word {
  return isNumber(a) && isNumber(b)
    ? unknownNumber()
    : unknown('', '', mergeSources(allSourcesOf(a), allSourcesOf(b)));
}

function sameVariable(a: Variable, b: Variable | undefined): boolean {
  if (b === undefined || a.isExported !== b.isExported) return false;
  if (a.isAssociative !== b.isAssociative || a.isReadonly !== b.isReadonly) return false;
  if (a.value.kind === 'text') return b.value.kind === 'text' && sameText(a.value.word, b.value.word);
  if (a.value.kind === 'unset') return b.value.kind === 'unset';
  return b.value.kind === 'array' && sameWords(a.value.elements, b.value.elements);
}

/** The same, and from the same places. */
function sameText(a: Word, b: Word): boolean {
  if (a === b) return true;
  const [one, other] = [sourcesOf(a), sourcesOf(b)];
  return sameWord(a, b) && one.length === other.length && mergeSources(one, other).length === one.length;
}

function joinAliases(a: Table<Word>, b: Table<Word>): Table<Word> {
  const joined = a.copy();
  if (!a.isCopyOf(b)) for (const [name, word] of b) joined.set(name, word);
  return joined;
}

function joinFunctions(a: Table<FunctionEntry>, b: Table<FunctionEntry>): Table<FunctionEntry> {
  if (a.isCopyOf(b)) return a.copy();
  const joined = new Table<FunctionEntry>();
  for (const name of new Set([...a.keys(), ...b.keys()])) {
    const [one, other] = [a.get(name), b.get(name)];
    const definitions = [...new Set([...(one?.definitions ?? []), ...(other?.definitions ?? [])])];
    joined.set(name, { definitions, isCertain: one?.isCertain === true && other?.isCertain === true });
  }
  return joined;
}

function sameFunction(a: FunctionEntry, b: FunctionEntry | undefined): boolean {
  return (
    a.isCertain === b?.isCertain &&
    a.definitions.length === b.definitions.length &&
    a.definitions.every((definition) => b.definitions.includes(definition))
  );
}

function joinWords(a: readonly Word[] | null, b: readonly Word[] | null): readonly Word[] | null {
  return sameWords(a, b) ? a : null;
}

function sameWords(a: readonly Word[] | null, b: readonly Word[] | null): boolean {
  if (a === null || b === null) return a === b;
  return a.length === b.length && a.every((word, index) => sameWord(word, b[index] ?? known('')));
}
