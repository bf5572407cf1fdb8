import type { Path, Word } from '../../model/word.ts';
import { resolvePath } from '../paths.ts';
import { unknownEffect } from '../programs/effects.ts';
import { prefixOf, textOf, unknown } from '../words.ts';
import { defineAliases } from './aliases.ts';
import type { Draft, Frame, Outcome } from './context.ts';
import { declareVariables } from './declarations.ts';
import { withPrefix } from './functions.ts';
import type { Expanded } from './invoke.ts';
import { runInPlace, runNested } from './nested.ts';
import { assignUnknown, variableName } from './scope.ts';
import { setVariables } from './set-variables.ts';
import { assign, forget, fork, isSame, joinVariable, onlyDirectory, type State } from './state.ts';
import { runText } from './text.ts';

const builtins: ReadonlySet<string> = new Set(
  (
    '. : [ alias bg bind break builtin caller cd command compgen complete compopt continue declare dirs disown echo enable ' +
    'eval exec exit export false fc fg getopts hash help history jobs kill let local logout mapfile popd printf pushd pwd ' +
    'read readarray readonly return set shift shopt source suspend test times trap true type typeset ulimit umask unalias ' +
    'unset wait [['
  ).split(' '),
);

export function isBuiltin(name: string): boolean {
  return builtins.has(name);
}

/** What a builtin leaves behind in the shell; what it does else is among its effects. */
export function keepState(command: Expanded, name: string, draft: Draft): Outcome {
  const { assignments, state } = command;
  if (assignments.length === 0) return keep(command, name, draft);
  const inner = { ...command, state: withPrefix(fork(state), command), assignments: [] };
  const { ok, ko } = keep(inner, name, draft);
  const before = state.variables.copy();
  for (const end of new Set([ok, ko])) {
    for (const each of assignments)
      end.variables.set(
        each.name,
        joinVariable(each.name, before.get(each.name), end.variables.get(each.name)),
      );
  }
  return { ok, ko };
}

function keep(command: Expanded, name: string, draft: Draft): Outcome {
  const { state } = command;
  const words = command.words.slice(1);
  switch (name) {
    case 'cd':
      return changeDirectory(state, words);
    case 'pushd':
    case 'popd':
      return changeStack(state, name, words);
    case 'eval':
    case 'source':
    case '.':
    case 'command':
    case 'builtin':
      return runInPlace(command, draft, state);
    case 'exec':
      return execute(command, draft);
    case 'trap':
      setTrap(command, draft, words);
      return same(state);
    case 'exit':
      return same({ ...state, isDead: true });
    case 'break':
    case 'continue':
      return leave(command, state, 'loop');
    case 'return':
      return leave(command, state, 'function');
    case 'set':
      setParameters(state, words);
      break;
    case 'shift':
      shift(state, words);
      break;
    case 'shopt':
      if (words.some((word) => /glob|^nocasematch$/.test(prefixOf(word)) || word.kind !== 'known'))
        state.hasOddGlobs = true;
      break;
    case 'alias':
      defineAliases(command, draft, words);
      break;
    case 'unset':
      unset(state, words);
      // What was before it, outside of the function, may be there again.
      if (command.context.via.some(({ kind }) => kind === 'function')) revealOthers(state, words);
      break;
    case 'enable':
    case 'hash':
      break;
    case 'mapfile':
    case 'readarray':
      runNested(command, draft, state);
      // What it calls for the lines is run in the shell itself.
      if (draft.effects.some(({ kind }) => kind === 'executes')) forget(state);
      break;
    default:
      runNested(command, draft, state);
      break;
  }
  setVariables(command, draft);
  declareVariables(command, name, words, draft);
  return same(state);
}

function same(state: State): Outcome {
  return { ok: state, ko: state };
}

/** Where a call of `cd`, `pushd` or `popd` leads, if it succeeds; `null` for one that leads nowhere. */
export function directoriesAfter(state: State, name: string, words: readonly Word[]): readonly Path[] | null {
  if (name === 'cd') return changeDirectory(state, words).ok.directories;
  if (name !== 'pushd' && name !== 'popd') return null;
  const { ok } = changeStack(state, name, words);
  return ok === state ? null : ok.directories;
}

function changeDirectory(state: State, words: readonly Word[]): Outcome {
  const operands = words.filter((word) => !/^-[LPe@]+$/.test(textOf(word) ?? '') && textOf(word) !== '--');
  const [target] = operands;
  const moved = elsewhere(state);
  moved.directories = target === undefined ? below(state, homeOf(state)) : targets(state, target);
  if (operands.length > 1) moved.directories = [unknown()];
  return { ok: moved, ko: state };
}

/** The shell once it has left its directory, which sets both variables anew. */
function elsewhere(state: State): State {
  const moved = fork(state);
  moved.formerDirectory = onlyDirectory(state);
  for (const name of ['PWD', 'OLDPWD']) moved.variables.delete(name);
  return moved;
}

/** The directories that `cd` may lead to. `CDPATH` makes it search elsewhere first. */
function targets(state: State, target: Word): readonly Path[] {
  const text = textOf(target);
  if (text === '-') return formerDirectories(state);
  if (text === null || text === '') return text === '' ? state.directories : [unknown()];
  const isSearched = !/^(?:\/|\.\.?(?:\/|$))/.test(text);
  if (isSearched && (state.isWild || state.variables.has('CDPATH'))) return [unknown()];
  return below(state, target);
}

/** What a path is from each directory in which the shell may be. */
function below(state: State, path: Path): readonly Path[] {
  return state.directories.map((cwd) => resolvePath(cwd, path));
}

/** `cd -` goes where `OLDPWD` says. */
function formerDirectories(state: State): readonly Path[] {
  const former = state.variables.get('OLDPWD');
  if (former === undefined) return [state.formerDirectory];
  const { value } = former;
  return value.kind === 'text' ? below(state, value.word) : [unknown()];
}

function homeOf(state: State): Path {
  const home = state.variables.get('HOME');
  if (home === undefined && !state.isWild) return state.home;
  return home?.value.kind === 'text' ? home.value.word : unknown();
}

/** `pushd dir` and `popd` are followed, all other forms are not. */
function changeStack(state: State, name: string, words: readonly Word[]): Outcome {
  const moved = elsewhere(state);
  const stack = state.directoryStack;
  const [target, second] = words;
  if (name === 'popd' && target === undefined && stack !== null) {
    const [top, ...below] = stack;
    if (top === undefined) return same(state);
    moved.directories = [top];
    moved.directoryStack = below;
  } else if (
    name === 'pushd' &&
    target !== undefined &&
    second === undefined &&
    /^[^-+]/.test(textOf(target) ?? '')
  ) {
    moved.directories = targets(state, target);
    moved.directoryStack = stack === null ? null : [onlyDirectory(state), ...stack];
  } else {
    moved.directories = [unknown()];
    moved.directoryStack = null;
  }
  return { ok: moved, ko: state };
}

/**
 * What a trap runs is gone through at the end. One that runs on the way, after any command, and changes the shell is not
 * followed.
 */
function setTrap(command: Expanded, draft: Draft, words: readonly Word[]): void {
  const { state, context } = command;
  runInPlace(command, draft, fork(state));
  const [text] = words.filter((word) => textOf(word) !== '--');
  const isAtEnd = words.every((word) => word === text || /^(?:--|0|EXIT|SIGEXIT)$/i.test(textOf(word) ?? ''));
  if (isAtEnd || text === undefined || text.kind !== 'known') return;
  const { ledger } = context.shell;
  const { length } = context.shell.traps;
  ledger.muted++;
  const result = runText(text.text, fork(state), context, command.span);
  ledger.muted--;
  if (result.kind === 'unparsed') return;
  const { ok, ko } = result.outcome;
  const setsTraps = context.shell.traps.length > length;
  if (setsTraps || !isSame(ok, state) || !isSame(ko, state))
    draft.effects.push(unknownEffect('unknown-code', text.text));
}

/** `exec` with words ends the shell; with redirects alone, they stay. */
function execute(command: Expanded, draft: Draft): Outcome {
  const { state } = command;
  runInPlace(command, draft, fork(state));
  if (command.words.length > 1) return same({ ...state, isDead: true });
  const last = draft.redirects.filter(({ descriptor }) => descriptor === 0).at(-1);
  if (last !== undefined) state.stdin = draft.stdin;
  return same(state);
}

/** The state at `break`, `continue` and `return` goes on behind what they leave; the rest may be passed over. */
function leave(command: Expanded, state: State, kind: Frame['kind']): Outcome {
  const frames = command.context.frames.filter((frame) => frame.kind === kind);
  for (const frame of kind === 'function' ? frames.slice(0, 1) : frames) frame.escapes.push(fork(state));
  return same(state);
}

/** `set` with parameters, or with options that change what words become. */
function setParameters(state: State, words: readonly Word[]): void {
  const end = words.findIndex((word) => textOf(word) === '--' || !/^[-+]/.test(prefixOf(word)));
  const options = end === -1 ? words : words.slice(0, end);
  for (const option of options) setOption(state, prefixOf(option));
  if (words.some((word) => word.kind !== 'known' && /^-?$/.test(prefixOf(word)))) state.hasOddGlobs = true;
  if (end === -1) return;
  const first = words[end];
  const isName = options.some((word) => /^[-+][a-zA-Z]*o$/.test(textOf(word) ?? ''));
  if (isName) {
    state.hasOddGlobs ||= words.some((word) => word.kind !== 'known' || word.text === 'noglob');
    state.exportsAll ||= words.some((word) => textOf(word) === 'allexport');
    state.positional = words.length > end + 1 ? null : state.positional;
    return;
  }
  const parameters = words.slice(textOf(first) === '--' ? end + 1 : end);
  state.positional = parameters.every((word) => word.kind !== 'unknown' || word.count === 'one')
    ? parameters
    : null;
}

function setOption(state: State, option: string): void {
  if (/^[-+][a-zA-Z]*f/.test(option)) state.hasOddGlobs = true;
  if (/^[-+][a-zA-Z]*a/.test(option)) state.exportsAll = option.startsWith('-');
}

function shift(state: State, [count]: readonly Word[]): void {
  const text = count === undefined ? '1' : textOf(count);
  const isCertain = state.positional?.every(({ kind }) => kind === 'known') === true;
  const number = text !== null && /^[0-9]+$/.test(text) ? Number(text) : null;
  if (state.positional === null || number === null || !isCertain) state.positional = null;
  else if (number <= state.positional.length) state.positional = state.positional.slice(number);
}

function unset(state: State, words: readonly Word[]): void {
  const isOfFunctions = words.some((word) => textOf(word) === '-f');
  for (const word of words) {
    const name = textOf(word);
    if (name === null) forget(state);
    else if (isOfFunctions) state.functions.delete(name);
    else if (variableName.test(name)) unsetName(state, name);
    else unsetElement(state, name);
  }
}

function revealOthers(state: State, words: readonly Word[]): void {
  for (const name of words.map(textOf))
    if (name !== null && variableName.test(name)) assignUnknown(state, name);
}

/** `unset name[1]`: which elements are left is not followed. */
function unsetElement(state: State, text: string): void {
  const [, name] = /^([A-Za-z_]\w*)\[/.exec(text) ?? [];
  if (name !== undefined) assign(state, name, { kind: 'array', elements: null });
}

/** A name that is no variable is a function. */
function unsetName(state: State, name: string): void {
  const entry = state.functions.get(name);
  if (entry !== undefined) state.functions.set(name, { ...entry, isCertain: false });
  assign(state, name, { kind: 'unset' });
}
