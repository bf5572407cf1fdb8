import type { Effect } from '../../model/effect.ts';
import type { Word } from '../../model/word.ts';
import { known, prefixOf, textOf } from '../words.ts';
import { changes, readsTree, receivesFrom, runsFile } from './effects.ts';
import { flag, givenAs, has, optional, staysOn, value } from './options.ts';
import type { Call, Command, Grammar, OptionRule, OptionTable } from './program.ts';

/**
 * Short ways to write the long tables of tools with many subcommands. A list is several options with commas between
 * them: `'-a --all, -q --quiet'`.
 */
export function listed(rule: OptionRule, ...lists: readonly string[]): OptionTable {
  return { [lists.join(', ')]: rule };
}

export function flags(...lists: readonly string[]): OptionTable {
  return listed(flag, ...lists);
}

export function values(...lists: readonly string[]): OptionTable {
  return listed(value, ...lists);
}

/** Options with a value only if it is attached. */
export function optionals(...lists: readonly string[]): OptionTable {
  return listed(optional, ...lists);
}

/**
 * Flags as Go's pflag reads them: `--watch`, `--watch=false`, and `-w` in clusters. The letter and the name are two
 * entries, since only the name takes a value: ask for both with `isOn`.
 */
export function switches(...lists: readonly string[]): OptionTable {
  const names = lists.join(' ').split(/,? /);
  const [long, short] = [names.filter(isLong), names.filter((name) => !isLong(name))];
  return { ...optionals(...long), ...flags(...short) };
}

function isLong(name: string): boolean {
  return name.startsWith('--');
}

/** Whether one of the switches was given, and not with `=false`. A value that is not known counts as on. */
export function isOn(call: Call, ...names: readonly string[]): boolean {
  const last = names.flatMap((name) => givenAs(call, name)).at(-1);
  return last !== undefined && textOf(last.value) !== 'false';
}

/**
 * Whether one of the switches is on for certain: for those that make a call harmless. It may have been taken back behind it, and
 * for npm a word of its own is its value too: `--dry-run false`.
 */
export function isSurelyOn(call: Call, ...names: readonly string[]): boolean {
  const isTrue = (word: Word, texts: readonly string[]) => texts.includes(textOf(word) ?? 'false');
  const mayBeValue = call.operands.some((word) => isTrue(word, ['false']));
  return names.some((name) => {
    const last = givenAs(call, name).at(-1);
    if (last === undefined || !staysOn(call, name) || !isTrue(last.value, ['', 'true'])) return false;
    return last.values.length > 0 || !mayBeValue;
  });
}

/** Whether one of the options was given. */
export function hasAny(call: Call, ...names: readonly string[]): boolean {
  return names.some((name) => has(call, name));
}

type Commands = Readonly<Record<string, Command>>;

/** The subcommands of the tables, all of them and theirs read by one grammar: a grammar is not inherited. */
export function readBy(grammar: Grammar, ...tables: readonly Commands[]): Commands {
  return remade(tables, (command) => commandReadBy(grammar, command));
}

/** The tables as one, of what is made of each command when that is first asked for: a call needs one of a hundred. */
function remade(tables: readonly Commands[], make: (command: Command) => Command): Commands {
  const whole: Record<string, Command> = {};
  for (const table of tables)
    for (const name of Object.keys(table)) {
      let made: Command | undefined;
      // The name is one of the table's own.
      const get = () => (made ??= make(table[name] as Command));
      Object.defineProperty(whole, name, { get, enumerable: true, configurable: true });
    }
  return whole;
}

function commandReadBy(grammar: Grammar, command: Command): Command {
  const read = { ...grammar, ...command };
  return command.subcommands === undefined
    ? read
    : { ...read, subcommands: readBy(grammar, command.subcommands) };
}

/** The command, which does nothing but print where `--help` is among its options. */
export function orHelp<C extends Command>(command: C): C {
  const { effects, subcommands } = command;
  return {
    ...command,
    ...(effects === undefined ? {} : { effects: (call: Call) => (has(call, '--help') ? [] : effects(call)) }),
    ...(subcommands === undefined ? {} : { subcommands: remade([subcommands], orHelp) }),
  };
}

/** Effects that do not depend on the call. */
export function always(...effects: readonly Effect[]): () => readonly Effect[] {
  return () => effects;
}

/** Reads what is in the working directory. */
export const readsHere: Effect = readsTree(known('.'));

/** Fetches from a host that the arguments do not name. */
export const receives: Effect = receivesFrom(null);

/** Runs code that belongs to the project: a build file, a configuration, tests. */
export function runsProject(...files: readonly string[]): readonly Effect[] {
  return files.map((file) => runsFile(known(file)));
}

/** The words, or the working directory if there are none. */
export function orHere(words: readonly Word[]): readonly Word[] {
  return words.length === 0 ? [known('.')] : words;
}

/** Whether a word names a file by how it looks: for programs where it may also be the name of something else. */
export function looksLikePath(word: Word): boolean {
  return /^(\.{0,2}\/|~|\.\.?$)/.test(prefixOf(word));
}

export const changesSettings: Effect = changes('settings');
export const changesPackages: Effect = changes('package');

/** Long options have to be written out, as Go and most argument parsers of today want it. */
export const unabbreviated = { abbreviates: false } as const;
