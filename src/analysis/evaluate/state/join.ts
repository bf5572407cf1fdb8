import type { Path, Source, Word } from '../../../model/word.ts';
import {
  choiceOf,
  isNumber,
  known,
  mergeSources,
  sameWord,
  sourcesOf,
  unknown,
  unknownNumber,
} from '../../words.ts';
import { spend } from '../budget.ts';
import { joinKeys } from './keys.ts';
import {
  type FunctionEntry,
  type State,
  sizeOf,
  sourcesOfVariable,
  unknownArray,
  type Value,
  type Variable,
} from './state.ts';
import type { Table } from './table.ts';

/** How many directories are told apart. */
const maxDirectories = 4;

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
    mayBeLinked: a.mayBeLinked || b.mayBeLinked,
    home: a.home,
    formerDirectory: sameWord(a.formerDirectory, b.formerDirectory) ? a.formerDirectory : unknown(),
    directoryStack: joinWords(a.directoryStack, b.directoryStack),
    // It stays what it is for as long as there is the shell.
    nameOfShell: a.nameOfShell,
    positional: joinWords(a.positional, b.positional),
    stdin: JSON.stringify(a.stdin) === JSON.stringify(b.stdin) ? a.stdin : { kind: 'unknown' },
    hasOddGlobs: a.hasOddGlobs || b.hasOddGlobs,
    hasOddDirectories: a.hasOddDirectories || b.hasOddDirectories,
    stopsAtUnset: a.stopsAtUnset || b.stopsAtUnset,
    exportsAll: a.exportsAll || b.exportsAll,
    isWild: a.isWild || b.isWild,
    isDead: false,
    failures: a.failures,
    budget: a.budget,
  };
}

function joinVariables(a: Table<Variable>, b: Table<Variable>): Table<Variable> {
  if (a.isCopyOf(b)) return a.copy();
  const joined = new Map<string, Variable>();
  for (const name of new Set([...a.keys(), ...b.keys()])) {
    joined.set(name, joinVariable(name, a.get(name), b.get(name)));
  }
  return a.withEntries(joined);
}

export function joinVariable(name: string, a: Variable | undefined, b: Variable | undefined): Variable {
  if (a !== undefined && b !== undefined && sameVariable(a, b)) return a;
  const isArray = a?.value.kind === 'array' || b?.value.kind === 'array';
  return {
    value: isArray
      ? unknownArray(sourcesOfVariable(name, a), sourcesOfVariable(name, b))
      : { kind: 'text', word: joinTexts(wordIn(name, a), wordIn(name, b)) },
    isExported: a?.isExported === true && b?.isExported === true,
    isAssociative: a?.isAssociative === true || b?.isAssociative === true,
    keys: joinKeys(a, b),
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
    : unknown('', '', mergeSources(choiceOf(a), choiceOf(b)));
}

function joinFunctions(a: Table<FunctionEntry>, b: Table<FunctionEntry>): Table<FunctionEntry> {
  if (a.isCopyOf(b)) return a.copy();
  const joined = new Map<string, FunctionEntry>();
  for (const name of new Set([...a.keys(), ...b.keys()])) {
    const [one, other] = [a.get(name), b.get(name)];
    const definitions = [...new Set([...(one?.definitions ?? []), ...(other?.definitions ?? [])])];
    joined.set(name, { definitions, isCertain: one?.isCertain === true && other?.isCertain === true });
  }
  return a.withEntries(joined);
}

function joinAliases(a: Table<Word>, b: Table<Word>): Table<Word> {
  const joined = a.copy();
  if (!a.isCopyOf(b)) for (const [name, word] of b) joined.set(name, word);
  return joined;
}

function joinDirectories(a: readonly Path[], b: readonly Path[]): readonly Path[] {
  const more = b.filter((path) => !a.some((other) => sameText(path, other)));
  const all = more.length === 0 ? a : [...a, ...more];
  return all.length > maxDirectories ? [unknown()] : all;
}

function joinWords(a: readonly Word[] | null, b: readonly Word[] | null): readonly Word[] | null {
  return sameWords(a, b) ? a : null;
}

/** Whether nothing is known in `a` that is not known in `b` as well. */
export function isSame(a: State, b: State): boolean {
  return (
    a.isWild === b.isWild &&
    a.hasOddGlobs === b.hasOddGlobs &&
    a.hasOddDirectories === b.hasOddDirectories &&
    a.stopsAtUnset === b.stopsAtUnset &&
    a.exportsAll === b.exportsAll &&
    a.variables.size === b.variables.size &&
    a.functions.size === b.functions.size &&
    a.aliases.size === b.aliases.size &&
    sameDirectories(a.directories, b.directories) &&
    a.mayBeLinked === b.mayBeLinked &&
    sameWord(a.formerDirectory, b.formerDirectory) &&
    sameWords(a.positional, b.positional) &&
    sameWords(a.directoryStack, b.directoryStack) &&
    sameTables(a.variables, b.variables, sameVariable) &&
    sameTables(a.functions, b.functions, sameFunction)
  );
}

function sameDirectories(a: readonly Path[], b: readonly Path[]): boolean {
  return a.length === b.length && a.every((path, index) => sameText(path, b[index] ?? unknown()));
}

function sameTables<Value>(
  a: Table<Value>,
  b: Table<Value>,
  same: (one: Value, other: Value | undefined) => boolean,
): boolean {
  return a.isCopyOf(b) || [...a].every(([name, value]) => same(value, b.get(name)));
}

function sameVariable(a: Variable, b: Variable | undefined): boolean {
  if (b === undefined || a.isExported !== b.isExported) return false;
  if (a.keys?.join('\n') !== b.keys?.join('\n')) return false;
  if (a.isAssociative !== b.isAssociative || a.isReadonly !== b.isReadonly) return false;
  if (a.value.kind === 'text') return b.value.kind === 'text' && sameText(a.value.word, b.value.word);
  if (a.value.kind === 'unset') return b.value.kind === 'unset';
  return b.value.kind === 'array' && sameElements(a.value, b.value);
}

function sameElements(a: ArrayValue, b: ArrayValue): boolean {
  if (a.elements !== null || b.elements !== null) return sameWords(a.elements, b.elements);
  return sameSources(a.sources, b.sources);
}

type ArrayValue = Extract<Value, { readonly kind: 'array' }>;

/** The same, and from the same places. */
function sameText(a: Word, b: Word): boolean {
  if (a === b) return true;
  return sameWord(a, b) && sameSources(sourcesOf(a), sourcesOf(b));
}

function sameSources(a: readonly Source[], b: readonly Source[]): boolean {
  return a.length === b.length && mergeSources(a, b).length === a.length;
}

function sameFunction(a: FunctionEntry, b: FunctionEntry | undefined): boolean {
  return (
    a.isCertain === b?.isCertain &&
    a.definitions.length === b.definitions.length &&
    a.definitions.every((definition) => b.definitions.includes(definition))
  );
}

function sameWords(a: readonly Word[] | null, b: readonly Word[] | null): boolean {
  if (a === null || b === null) return a === b;
  return a.length === b.length && a.every((word, index) => sameWord(word, b[index] ?? known('')));
}
