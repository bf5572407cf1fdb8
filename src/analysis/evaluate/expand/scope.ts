import type { Effect } from '../../../model/effect.ts';
import type { Source, Word } from '../../../model/word.ts';
import {
  allSourcesOf,
  choiceOf,
  isNumber,
  isOneWord,
  isSomeWord,
  known,
  mergeSources,
  textOf,
  unknown,
  unknownNumber,
} from '../../words.ts';
import type { Context } from '../context.ts';
import { assignText } from '../state/assign.ts';
import { join } from '../state/join.ts';
import {
  choicesOfValue,
  fork,
  onlyDirectory,
  onlyPlace,
  type State,
  sourcesOfValue,
  unknownArray,
  type Value,
  type Variable,
} from '../state/state.ts';
import { allMatched, oneMatched } from './matched.ts';

/** What the expansion of the words of one command needs, and the effects that it has. */
export interface Scope {
  readonly state: State;
  readonly context: Context;
  readonly effects: Effect[];
}

export const variableName = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Variables that bash keeps itself: neither the environment nor the script says what is in them. */
const dynamic =
  /^(?:BASH|BASH_.*|BASHPID|COMP_.*|DIRSTACK|EPOCH.*|EUID|FUNCNAME|GROUPS|HOSTNAME|HOSTTYPE|LINENO|MACHTYPE|OPTARG|OPTERR|OPTIND|OSTYPE|PIPESTATUS|PPID|RANDOM|REPLY|SECONDS|SHLVL|SRANDOM|UID|_)$/;

/** Those of them that are always a number. */
const dynamicNumber = /^(?:BASHPID|EPOCHSECONDS|EUID|LINENO|OPTIND|PPID|RANDOM|SECONDS|SHLVL|SRANDOM|UID)$/;

/** Those of them that may stay what bash makes them, whatever they are set to. */
const kept =
  /^(?:BASHPID|BASH_(?:ARG[CV]|ARGV0|COMMAND|SUBSHELL|LINENO|SOURCE|VERSINFO|VERSION)|COMP_WORDBREAKS|DIRSTACK|EPOCH.*|E?UID|FUNCNAME|GROUPS|HISTCMD|LINENO|OPTIND|OPTERR|PIPESTATUS|PPID|RANDOM|SECONDS|SHLVL|SRANDOM|_)$/;

/** The value of a parameter. What the environment may have set is unknown, with the name as its source. */
export function valueOfParameter(scope: Scope, name: string): Value {
  const { state, context } = scope;
  if (name === '0') return text(nameOfShell(state));
  if (!variableName.test(name)) return special(state, name);
  const part = context.parts?.script === context.place.source ? context.parts.words.get(name) : undefined;
  if (part !== undefined) return text(part);
  const variable = state.variables.get(name);
  if (state.isWild) {
    // It is what it was set to, there, by a trap or by what stands for it (`declare -n`), what the variable of that name was, or something else.
    const set = wordOf(variable);
    const named = textOf(set) ?? '';
    const other = wordOf(state.variables.get(named));
    const isOfEnvironment = /^[A-Z][A-Z\d_]*$/.test(named) && !state.variables.has(named);
    const names = isOfEnvironment ? [name, named] : [name];
    const variables = names.map((one): Source => ({ kind: 'variable', name: one }));
    const byTraps = context.shell.setByTraps.get(name) ?? [];
    const references = [...(context.shell.references.get(name) ?? [])];
    const byReferences = references.flatMap((one) => choicesOf(state.variables.get(one)));
    return unknownText(mergeSources(variables, choicesIn(set), choicesIn(other), byTraps, byReferences));
  }
  return orSetByTraps(valueInText(scope, name, variable), context.shell.setByTraps.get(name));
}

function valueInText(scope: Scope, name: string, variable: Variable | undefined): Value {
  if (variable === undefined) return untouched(scope, name);
  return kept.test(name) ? perhapsKept(scope, name, variable.value) : variable.value;
}

/** The value that a text has set, or one that a trap sets at any time. */
function orSetByTraps(value: Value, byTraps: readonly Source[] | undefined): Value {
  if (byTraps === undefined) return value;
  if (value.kind === 'array') return unknownArray(sourcesOfValue(value), byTraps);
  const own = value.kind === 'text' ? choiceOf(value.word) : [];
  const all = mergeSources(own, byTraps);
  return all.every(isNumeric) ? text(unknownNumber()) : unknownText(all);
}

function isNumeric(source: Source): boolean {
  return (
    source.kind === 'number' || (source.kind === 'one-of' && source.texts.every((one) => /^\d+$/.test(one)))
  );
}

function wordOf(variable: Variable | undefined): Word | undefined {
  return variable?.value.kind === 'text' ? variable.value.word : undefined;
}

function choicesOf(variable: Variable | undefined): readonly Source[] {
  return variable === undefined ? [] : choicesOfValue(variable.value);
}

function choicesIn(word: Word | undefined): readonly Source[] {
  return word === undefined ? [] : choiceOf(word);
}

/**
 * Some of them are what they are set to all the same (`SHLVL`, `OPTIND`), and most are so once they have been unset. So what
 * was always a number is one only as long as nothing else is put there.
 */
function perhapsKept(scope: Scope, name: string, value: Value): Value {
  if (value.kind !== 'text') return unknownText([]);
  if (isNumber(value.word)) return untouched(scope, name);
  return unknownText(allSourcesOf(value.word));
}

function untouched({ state, context }: Scope, name: string): Value {
  const { home } = context.shell.surroundings;
  if (name === 'PWD') return text(onlyDirectory(state));
  if (name === 'OLDPWD') return text(state.formerDirectory);
  if (name === 'IFS') return text(known(' \t\n'));
  if (name === 'HOME' && home !== null) return text(known(home));
  if (dynamicNumber.test(name)) return text(unknownNumber());
  return unknownText(dynamic.test(name) ? [] : [{ kind: 'variable', name }]);
}

/** `$0`, which an assignment to `BASH_ARGV0` makes another. */
function nameOfShell({ nameOfShell, variables, isWild }: State): Word {
  return isWild || variables.has('BASH_ARGV0') ? unknown() : nameOfShell;
}

/** `$1`, `$#` and the like; `$@` and `$*` are arrays. */
function special(state: State, name: string): Value {
  const { positional } = state;
  if (name === '@' || name === '*')
    return positional === null ? unknownArray() : { kind: 'array', elements: positional.map(allMatched) };
  if (name === '#' && positional !== null) return positionalCount(positional);
  if (/^[#?$!]$/.test(name)) return text(unknownNumber());
  return /^[1-9][0-9]*$/.test(name) ? parameterAt(state, Number(name) - 1) : unknownText([]);
}

/**
 * One of the parameters, from 0. Behind a pattern, which is one word or several, it may be any of them. What may be no word at all
 * leaves none certain.
 */
function parameterAt(state: State, index: number): Value {
  const { positional } = state;
  const word = positional?.[index];
  if (positional?.slice(0, index + 1).every(isSomeWord) !== true) return unknownText([]);
  const isCertain = positional.slice(0, index).every(isOneWord);
  if (word === undefined) return isCertain ? { kind: 'unset' } : unknownText([]);
  const cwd = onlyPlace(state);
  if (isCertain) return text(oneMatched(word, cwd));
  return unknownText(mergeSources(...positional.map((one) => choiceOf(oneMatched(one, cwd)))));
}

function positionalCount(positional: readonly Word[]): Value {
  const isCertain = positional.every((word) => word.kind === 'known');
  return text(isCertain ? known(String(positional.length)) : unknownNumber());
}

function text(word: Word): Value {
  return { kind: 'text', word };
}

function unknownText(sources: readonly Source[]): Value {
  return text(unknown('', '', sources));
}

/** Whether words are split at blanks: `IFS` is as it always is. */
export function splitsAtBlanks({ state }: Scope): boolean {
  if (state.isWild) return false;
  const ifs = state.variables.get('IFS');
  if (ifs === undefined) return true;
  return ifs.value.kind === 'text' && ifs.value.word.kind === 'known' && ifs.value.word.text === ' \t\n';
}

/** Whether a number may be more than one word: `IFS` has digits in it, or may have. */
export function splitsNumbers({ state }: Scope): boolean {
  if (state.isWild) return true;
  const ifs = state.variables.get('IFS')?.value;
  if (ifs === undefined || ifs.kind === 'unset') return false;
  return ifs.kind !== 'text' || ifs.word.kind !== 'known' || /[-0-9]/.test(ifs.word.text);
}

/** Where the pieces of an expansion come from: split at anything but blanks, they need not be what was told. */
export function sourcesOfPieces({ state }: Scope, sources: readonly Source[]): readonly Source[] {
  const ifs = state.variables.get('IFS')?.value;
  const isAtBlanks =
    ifs === undefined ||
    (ifs.kind === 'text' && ifs.word.kind === 'known' && /^[ \t\n]*$/.test(ifs.word.text));
  if (isAtBlanks || sources.every(({ kind }) => kind === 'number')) return sources;
  return mergeSources(sources, [{ kind: 'other' }]);
}

/** Makes a variable unknown: code that is not known, or input, has set it. */
export function assignUnknown(state: State, name: string, sources: readonly Source[] = []): void {
  assignText(state, name, unknown('', '', sources));
}

/** Expands what bash may leave out: what it sets may not be set. */
export function expandMaybe<Result>(scope: Scope, expand: () => Result): Result {
  const before = fork(scope.state);
  const result = expand();
  Object.assign(scope.state, join(before, fork(scope.state)));
  return result;
}

/** Notes that something is run or changed that cannot be said. */
export function note(scope: Scope, effect: Effect): void {
  scope.effects.push(effect);
}
