import type { Effect, Setting, Subject, UnknownCode } from '../../model/effect.ts';
import type { Word } from '../../model/word.ts';
import { textOf } from '../words.ts';

/** Reads one file. Takes a word alone, so that it can be handed to `map`. */
export function readsFile(path: Word): Effect {
  return { kind: 'reads', path, isRecursive: false };
}

/** Reads a file, or a directory with all that is in it. */
export function readsTree(path: Word): Effect {
  return { kind: 'reads', path, isRecursive: true };
}

/** Makes a file or directory where there is none, and leaves what is there. */
export function createsFile(path: Word): Effect {
  return { kind: 'writes', path, how: 'creates', isRecursive: false };
}

/** Writes a file anew; what was in it is lost. */
export function replacesFile(path: Word): Effect {
  return { kind: 'writes', path, how: 'replaces', isRecursive: false };
}

export function appendsToFile(path: Word): Effect {
  return { kind: 'writes', path, how: 'appends', isRecursive: false };
}

/** Writes a file anew with what was made of the project’s code. */
export function buildsFile(path: Word): Effect {
  return { kind: 'writes', path, how: 'replaces', isRecursive: false, isBuilt: true };
}

/** The same of files in a directory, at any depth, under names that the tool gives them. */
export function buildsTree(path: Word): Effect {
  return { kind: 'writes', path, how: 'replaces', isRecursive: true, isBuilt: true };
}

/** Changes parts of a file in its place, or its properties. */
export function altersFile(path: Word): Effect {
  return { kind: 'writes', path, how: 'alters', isRecursive: false };
}

/** Changes files in a directory, at any depth. */
export function altersTree(path: Word): Effect {
  return { kind: 'writes', path, how: 'alters', isRecursive: true };
}

/** Writes files anew in a directory, at any depth: what is extracted, built, synchronized. */
export function replacesTree(path: Word): Effect {
  return { kind: 'writes', path, how: 'replaces', isRecursive: true };
}

export function deletesFile(path: Word): Effect {
  return { kind: 'deletes', path, isRecursive: false };
}

export function deletesTree(path: Word): Effect {
  return { kind: 'deletes', path, isRecursive: true };
}

/** Runs a program with these words. */
export function runsCommand(words: readonly Word[], setting: Setting = {}): Effect {
  return { kind: 'executes', code: { kind: 'command', words, hasMore: false, setting } };
}

/** Runs a program with these words and others that are not known. */
export function runsCommandWithMore(words: readonly Word[], setting: Setting = {}): Effect {
  return { kind: 'executes', code: { kind: 'command', words, hasMore: true, setting } };
}

/** Has a shell run a text. `parameters` are its `$0`, `$1` and so on. */
export function runsShell(text: Word, parameters: readonly Word[] = [], setting: Setting = {}): Effect {
  return { kind: 'executes', code: { kind: 'shell', text, parameters, setting } };
}

/** Runs a file, as a program or a script. */
export function runsFile(path: Word, parameters: readonly Word[] = []): Effect {
  return { kind: 'executes', code: { kind: 'file', path, parameters } };
}

/** Runs a text in another language, which is not read. */
export function runsForeign(language: string, text: Word): Effect {
  return { kind: 'executes', code: { kind: 'foreign', language, text } };
}

/** Runs what comes in on the standard input; with `'shell'` as the language it is read where it is known. */
export function runsInput(language: string, setting: Setting = {}): Effect {
  return { kind: 'executes', code: { kind: 'input', language, setting } };
}

/** Fetches from another host; `null` if it is not in the arguments. */
export function receivesFrom(host: Word | null): Effect {
  return { kind: 'network', host, direction: 'receives' };
}

export function sendsTo(host: Word | null): Effect {
  return { kind: 'network', host, direction: 'sends' };
}

/** Waits for connections. */
export const listens: Effect = { kind: 'network', host: null, direction: 'listens' };

export const interactive: Effect = { kind: 'interactive' };

/** Leaves something running. */
export const background: Effect = { kind: 'background' };

/** Runs as another user; `null` is root. */
export function actsAs(user: Word | null): Effect {
  return { kind: 'privilege', user };
}

/** Shows variables of the environment: one by its name, or all. */
export function disclosesVariable(name: string | null): Effect {
  return { kind: 'discloses', what: 'variable', name };
}

/** The shell itself shows them, in a message. */
export function tellsVariable(name: string | null): Effect {
  return { kind: 'discloses', what: 'variable', name, isTold: true };
}

/** Puts variables in the place of their names in what comes in: those that the first operand names, all if there is none. */
export function substitutesVariables([format]: readonly Word[]): readonly Effect[] {
  const names = textOf(format)?.match(/[A-Za-z_]\w*/g);
  return names === undefined || names === null ? [disclosesVariable(null)] : names.map(disclosesVariable);
}

export function discloses(what: 'processes' | 'credentials' | 'history'): Effect {
  return { kind: 'discloses', what };
}

/** Changes something that is not a file, in a way that can be undone. */
export function changes(subject: Subject, target: Word | null = null): Effect {
  return { kind: 'changes', subject, isDestructive: false, target };
}

/** Destroys something that is not a file. */
export function destroys(subject: Subject, target: Word | null = null): Effect {
  return { kind: 'changes', subject, isDestructive: true, target };
}

/** What cannot be said. `subject` is the option, word or name that it is about. */
export function unknownEffect(code: UnknownCode, subject: string): Effect {
  return { kind: 'unknown', code, subject };
}
