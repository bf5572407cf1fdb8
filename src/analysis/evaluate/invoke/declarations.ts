import type { Word } from '../../../model/word.ts';
import { unknownEffect } from '../../programs/effects.ts';
import {
  allSourcesOf,
  describeWord,
  dropStart,
  isOneWord,
  mayStartWith,
  prefixOf,
  textOf,
} from '../../words.ts';
import type { Context, Draft } from '../context.ts';
import { variableName } from '../expand/scope.ts';
import { assign, assignMaybe, makeAssociative } from '../state/assign.ts';
import { setKeys } from '../state/keys.ts';
import { forgetVariables, type State, sourcesOfValue, unknownArray, type Value } from '../state/state.ts';
import type { ExpandedAssignment } from './assignments.ts';
import type { Expanded } from './invoke.ts';

const declaring: ReadonlySet<string> = new Set(['declare', 'export', 'local', 'readonly', 'typeset']);

/** Whether this builtin takes assignments as its arguments. */
export function isDeclaring(name: string): boolean {
  return declaring.has(name);
}

/** Stores what `declare` and its like declare, with the attributes that change how it is stored. */
export function declareVariables(
  command: Expanded,
  name: string,
  words: readonly Word[],
  draft: Draft,
): void {
  if (!isDeclaring(name)) return;
  const { state, declared } = command;
  for (const value of arraysInTexts(command, words)) {
    draft.effects.push(unknownEffect('unknown-code', describeWord(value)));
    forgetVariables(state);
  }
  const options = words.map(prefixOf).filter((text) => /^[-+]/.test(text));
  const names = words.map(textOf).filter((text): text is string => text !== null && variableName.test(text));
  if (options.some((text) => /^-.*[fF]/.test(text))) {
    if (attributesOf(name, options).isReadonly === true) fixFunctions(command, words);
    return;
  }
  makeLocal(command, name, options, { names, inTexts: namesInTexts(words) });
  const all = [...names, ...declared.map((one) => one.name)];
  noteAttributes(command, name, options, [...all, ...namesInTexts(words)]);
  const keyed = makesAssociative(command, name, words) ? keysBefore(state, all) : [];
  if (options.some((text) => /^-.*A/.test(text))) for (const each of all) makeAssociative(state, each);
  storeDeclared(command, name, options);
  noteReferences(command, name, options, words);
  for (const [each, keys] of keyed) storeKeyed(command, each, keys);
  const attributes = attributesOf(name, options);
  for (const each of all) {
    const variable = state.variables.get(each);
    if (variable !== undefined) state.variables.set(each, { ...variable, ...attributes });
  }
  if (isOdd(name, options, words)) forgetVariables(state);
}

/** A name that is not known may be that of any. */
function fixFunctions({ context: { shell } }: Expanded, words: readonly Word[]): void {
  const isKnown = words.every(({ kind }) => kind === 'known');
  for (const each of isKnown ? words.map(prefixOf) : shell.functions.keys()) shell.fixedFunctions.add(each);
}

/** Names of what looks like an assignment once it is expanded: `declare "$name=0"`. */
function namesInTexts(words: readonly Word[]): readonly string[] {
  return words.flatMap((word) => /^([A-Za-z_]\w*)(?:\[[^\]]*\])?\+?=/.exec(prefixOf(word))?.[1] ?? []);
}

/** `export` knows no integers. */
function noteAttributes(
  { context: { shell } }: Expanded,
  name: string,
  options: readonly string[],
  names: readonly string[],
): void {
  const isGiven = (letter: RegExp) => options.some((text) => letter.test(text));
  if (isGiven(/^-.*a/)) for (const each of names) shell.arrays.add(each);
  if (isGiven(/^-.*i/) && name !== 'export') for (const each of names) shell.integers.add(each);
}

/** `export -n` is something else. */
function noteReferences(
  { declared, context: { shell } }: Expanded,
  name: string,
  options: readonly string[],
  words: readonly Word[],
): void {
  if (name === 'export' || !options.some((text) => /^-.*n/.test(text))) return;
  const add = (target: string, each: string) =>
    shell.references.set(target, new Set(shell.references.get(target)).add(each));
  for (const { name: each, value } of declared) {
    const target = textOf(value);
    if (target !== null) add(target, each);
  }
  for (const word of words) {
    const [, each, target] = /^([A-Za-z_]\w*)=(.*)$/s.exec(textOf(word) ?? '') ?? [];
    if (each !== undefined && target !== undefined) add(target, each);
  }
}

function storeDeclared(
  { state, declared, context }: Expanded,
  name: string,
  options: readonly string[],
): void {
  // Outside of a function `local` fails.
  const isDoubtful = name === 'local' && !isInFunction(context);
  // With `-g` it is the variable outside, where one here goes by the same name.
  const isElsewhere = options.some((text) => /^-.*g/.test(text));
  const areArrays = options.some((text) => /^-.*a/.test(text));
  for (const assignment of declared) {
    const isHere = !isElsewhere || !context.frames.some(({ locals }) => locals.has(assignment.name));
    const store = isDoubtful || !isHere ? assignMaybe : assign;
    store(state, assignment.name, areArrays ? asArray(assignment.stored) : assignment.stored);
  }
  // Arrays are assigned before all else, wherever they stand.
  for (const { name: each } of declared.filter((one) => isArrayAmongOthers(one, declared)))
    assignMaybe(state, each, unknownArray(...declared.map(({ stored }) => sourcesOfValue(stored))));
}

/** What is assigned to an array as a text is its first element. */
function asArray(value: Value): Value {
  if (value.kind !== 'text') return value;
  const { word } = value;
  return isOneWord(word) ? { kind: 'array', elements: [word] } : unknownArray(allSourcesOf(word));
}

/** Whether what is declared becomes an associative array, if it can be one: the options stand first, and none is odd. */
function makesAssociative({ context }: Expanded, name: string, words: readonly Word[]): boolean {
  const isDeclaring = name === 'local' ? isInFunction(context) : name === 'declare' || name === 'typeset';
  const end = words.findIndex((word) => !/^[-+]/.test(prefixOf(word)));
  const options = words.slice(0, end === -1 ? words.length : end).map(textOf);
  const isPlain = options.every((text) => text !== null && /^-[Agx]+$/.test(text));
  const isLeading = words.slice(options.length).every((word) => /^[A-Za-z_]/.test(prefixOf(word)));
  return isDeclaring && isPlain && isLeading && options.some((text) => text?.includes('A'));
}

/** The variables that can become associative arrays, or are some, with their keys. A list cannot, and bash's own need not. */
function keysBefore({ variables, isWild }: State, names: readonly string[]): readonly Keyed[] {
  return names.flatMap((name): readonly Keyed[] => {
    const variable = variables.get(name);
    const isList = variable?.value.kind === 'array' && variable.keys === null;
    const isPossible = !isWild && /^[a-z]/.test(name) && !isList && variable?.isReadonly !== true;
    return isPossible ? [[name, variable?.keys ?? ['0']]] : [];
  });
}

type Keyed = readonly [name: string, keys: readonly string[]];

/** What was in it before, or in the environment, is left in it only where it is declared without a value. */
function storeKeyed({ state, declared }: Expanded, name: string, before: readonly string[]): void {
  const variable = state.variables.get(name);
  const [only, second] = declared.filter((one) => one.name === name);
  if (variable === undefined || second !== undefined) return;
  if (only === undefined) setKeys(state, name, before);
  else if (only.stored.kind === 'array') {
    state.variables.set(name, { ...variable, value: unknownArray(sourcesOfValue(only.stored)) });
    if (only.keys !== null) setKeys(state, name, [...before, ...only.keys]);
  }
}

/**
 * Values that bash may take for the elements of an array though they come from text or an expansion, so that what is in them
 * is expanded: `declare -a "x=$y"`, or `declare x=$y` where `x` is an array already.
 */
function arraysInTexts({ state, declared, context }: Expanded, words: readonly Word[]): readonly Word[] {
  const makesArray = words.some((word) => /^-[a-zA-Z]*[aA]/.test(prefixOf(word)));
  const isArray = (name: string) =>
    makesArray ||
    state.isWild ||
    context.shell.arrays.has(name) ||
    state.variables.get(name)?.value.kind === 'array';
  const isText = (word: Word) => declared.every((one) => !prefixOf(word).startsWith(`${one.name}=`));
  const texts = words.filter(isText).flatMap((word) => {
    const [, name = '', value] = /^([A-Za-z_]\w*)(?:\[[^\]]*\])?\+?=(.*)$/s.exec(prefixOf(word)) ?? [];
    return value === undefined
      ? []
      : [{ name, value: dropStart(word, prefixOf(word).length - value.length) }];
  });
  return [...texts, ...declared.filter(({ stored }) => stored.kind === 'text')]
    .filter(({ name, value }) => isArray(name) && mayStartWith(value, '('))
    .map(({ value }) => value);
}

function isArrayAmongOthers({ name, stored }: ExpandedAssignment, declared: Expanded['declared']): boolean {
  return stored.kind === 'array' && declared.filter((other) => other.name === name).length > 1;
}

/** Attributes that change what is assigned, and names that are not known: no variable is known any more. */
function isOdd(name: string, options: readonly string[], words: readonly Word[]): boolean {
  if (words.some((word) => prefixOf(word) === '')) return true;
  return name !== 'export' && options.some((text) => /[iulnc]/.test(text));
}

function attributesOf(name: string, options: readonly string[]): Partial<Attributes> {
  const isReadonly = name === 'readonly' || options.some((text) => /^-.*r/.test(text));
  const isExported = exportOf(name, options);
  return { ...(isReadonly ? { isReadonly } : {}), ...(isExported === null ? {} : { isExported }) };
}

/** In a function, what is declared is there until it ends; and has no value at first. */
function makeLocal(
  { state, context, declared }: Expanded,
  name: string,
  options: readonly string[],
  { names, inTexts }: { readonly names: readonly string[]; readonly inTexts: readonly string[] },
): void {
  const isLocal = /^(?:local|declare|typeset)$/.test(name) && !options.some((text) => /^-.*g/.test(text));
  if (!isLocal || !isInFunction(context)) return;
  const frame = context.frames.find(({ kind }) => kind === 'function');
  for (const each of [...names, ...inTexts, ...declared.map((one) => one.name)])
    if (frame?.locals.has(each) === false) frame.locals.set(each, state.variables.get(each));
  for (const assignment of declared) {
    // Where it cannot be changed, it cannot be made local either.
    if (state.variables.get(assignment.name)?.isReadonly !== true) state.variables.delete(assignment.name);
  }
  for (const each of names) assignMaybe(state, each, { kind: 'unset' });
}

/** Whether the shell is in a function for certain, subshells of it included. */
function isInFunction({ via }: Context): boolean {
  const last = via.findLast(({ kind }) => /^(?:function|shell|wrapper|variable|trap|alias)$/.test(kind));
  return last?.kind === 'function';
}

/** Whether the variables are exported by this, or no longer are; `null` if it does not say. */
function exportOf(name: string, options: readonly string[]): boolean | null {
  if (options.some((text) => (name === 'export' ? /^-.*n/ : /^\+.*x/).test(text))) return false;
  return name === 'export' || options.some((text) => /^-.*x/.test(text)) ? true : null;
}

interface Attributes {
  readonly isExported: boolean;
  readonly isReadonly: boolean;
}
