import type { Word } from '../../../model/word.ts';
import { unknownEffect } from '../../programs/effects.ts';
import { couldBecome, isOneWord, known, prefixOf, sourcesOf, textOf } from '../../words.ts';
import { type Draft, framesLeft, isOfFirstShell, type Leavable, type Outcome } from '../context.ts';
import { assign } from '../state/assign.ts';
import { join, joinVariable } from '../state/join.ts';
import { forget, fork, type State } from '../state/state.ts';
import { forgetForTraps, isOnWay, noteTrapOnWay, trapOnWay, unknownTrap } from '../traps-on-way.ts';
import { defineAliases } from './aliases.ts';
import { declareVariables } from './declarations.ts';
import { changeDirectory, changeStack } from './directories.ts';
import { withPrefix } from './functions.ts';
import type { Expanded } from './invoke.ts';
import { runInPlace, runNested } from './nested.ts';
import { setParameters, shift } from './positional.ts';
import { type TextRead, textRead } from './read-text.ts';
import { mayLeave } from './reading.ts';
import { setVariables } from './set-variables.ts';
import { revealOthers, unset } from './unset.ts';

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
    case 'dirs':
      if (words.some((word) => textOf(word)?.includes('c') ?? true)) state.directoryStack = null;
      return same(state);
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
      return same({ ...state, isDead: isEnd(words) });
    case 'break':
    case 'continue':
      return leave(command, state, 'loop');
    case 'return':
      return leave(command, state, 'function');
    case 'set':
      setParameters(state, words);
      noteRereading(command, draft);
      break;
    case 'shift':
      shift(state, words);
      break;
    case 'shopt':
      setOptions(state, words);
      noteRereading(command, draft);
      break;
    case 'alias':
      defineAliases(command, draft, words);
      break;
    case 'unset':
      unsetAll(command, words);
      // What was before it, outside of the function, may be there again.
      if (command.context.via.some(({ kind }) => kind === 'function')) revealOthers(state, words);
      break;
    case 'enable':
      // What has the name of a builtin does something else from now on.
      if (words.some((word) => textOf(word) !== '-a' && textOf(word) !== '-p')) forget(state);
      break;
    case 'hash':
      rememberPath(state, words);
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
  const left = mayLeave(draft);
  const before = left === 'never' ? null : fork(state);
  const read = textRead(draft, state, command.context.shell.ledger);
  setVariables(command, draft);
  declareVariables(command, name, words, draft);
  if (before === null) return read === null ? same(state) : withRead(state, read);
  const ko = join(before, fork(state));
  return left === 'always' ? same(ko) : { ok: state, ko };
}

/** `shopt`: what its options make of names. */
function setOptions(state: State, words: readonly Word[]): void {
  const isUnknown = words.some(({ kind }) => kind !== 'known');
  const has = (names: RegExp) => isUnknown || words.some((word) => names.test(prefixOf(word)));
  if (has(/glob|^nocasematch$/)) state.hasOddGlobs = true;
  if (has(/^(?:cdable_vars|cdspell|physical)$/)) state.hasOddDirectories = true;
}

/** `set -k`, `shopt -s lastpipe` and the like: in a shell that is kept, all that it is given later may mean something else. */
function noteRereading({ context }: Expanded, { effects }: Draft): void {
  if (!isOfFirstShell(context)) return;
  for (const effect of effects)
    if (
      effect.kind === 'unknown' &&
      effect.code === 'unknown-code' &&
      !/^(?:physical|cd\w+)$/.test(effect.subject)
    )
      context.shell.changedBy.add(effect.subject);
}

/** A trap that was set before may come to what a function has hidden. */
function unsetAll({ state, context }: Expanded, words: readonly Word[]): void {
  const before = state.functions.writes;
  unset(state, words, context.shell.fixedFunctions);
  if (state.functions.writes > before) forgetForTraps(state, context);
}

/** `hash -p path name`: from then on the name stands for the path. */
function rememberPath(state: State, words: readonly Word[]): void {
  const [option, path, ...names] = words.map(textOf);
  if (option !== '-p' || path === undefined || path === null || /[^\w./-]/.test(path)) return;
  for (const name of names) if (name !== null) state.aliases.set(name, known(path));
}

/** The variables of a `read` that succeeds. One that may have failed has left them unknown. */
function withRead(state: State, { values, isCertain }: TextRead): Outcome {
  const ko = isCertain ? state : fork(state);
  for (const [name, value] of values) assign(state, name, value);
  return { ok: state, ko };
}

function same(state: State): Outcome {
  return { ok: state, ko: state };
}

/**
 * What a trap runs is gone through at the end. One that runs on the way, after any command, and changes the shell is not
 * followed.
 */
function setTrap(command: Expanded, draft: Draft, words: readonly Word[]): void {
  const { state, context } = command;
  runInPlace(command, draft, fork(state));
  const [text, ...signals] = words.filter((word) => textOf(word) !== '--');
  if (text === undefined) return;
  // One that is not in quotes may be the signals as well.
  if (!isOnWay(text.kind === 'unknown' && text.count === 'any' ? words : signals)) return;
  const result = text.kind === 'known' ? trapOnWay(text.text, state, context, command.span) : unknownTrap;
  if (text.kind === 'known' && result.changes && !result.setsFlags)
    draft.effects.push(unknownEffect('unknown-code', text.text));
  noteTrapOnWay(words.map(prefixOf).join(' '), result, state, context);
}

/**
 * Whether `exit` with these words ends the shell: it does not with `--help`, and with two it may be that only the line is left. A word
 * that is not a number for certain may be either.
 */
function isEnd([status, second]: readonly Word[]): boolean {
  if (second !== undefined) return false;
  return status === undefined || isStatus(status) || (isOneWord(status) && !couldBecome(status, '--help'));
}

/** Whether it is a number, or nothing. */
function isStatus(word: Word): boolean {
  const sources = sourcesOf(word);
  return sources.length > 0 && sources.every(({ kind }) => kind === 'number');
}

/** `exec` with words ends the shell, unless there is no such program and `execfail` is on; with redirects alone, they stay. */
function execute(command: Expanded, draft: Draft): Outcome {
  const { state } = command;
  runInPlace(command, draft, fork(state));
  if (command.words.length > 1) return same(state);
  const last = draft.redirects.filter(({ descriptor }) => descriptor === 0).at(-1);
  if (last !== undefined) state.stdin = draft.stdin;
  return same(state);
}

/** The state at `break`, `continue` and `return` goes on behind what they leave; the rest may be passed over. */
function leave(command: Expanded, state: State, kind: Leavable): Outcome {
  const frames = framesLeft(command.context, kind);
  for (const frame of frames) frame.escapes.push(fork(state));
  // What a session runs is sourced.
  if (kind === 'function' && frames.length === 0 && isOfFirstShell(command.context))
    command.context.shell.leftIn.push(fork(state));
  return same(state);
}
