import type { Effect } from '../../model/effect.ts';
import type { Word } from '../../model/word.ts';
import {
  appendsToFile,
  buildsFile,
  readsFile,
  replacesFile,
  runsCommandWithMore,
  runsShell,
  unknownEffect,
} from './effects.ts';
import type { Call, Given, OptionRule } from './program.ts';

export const flag: OptionRule = { takes: 'nothing' };
export const value: OptionRule = { takes: 'value' };
/** A value only if it is attached: `-i.bak`, `--color=auto`. */
export const optional: OptionRule = { takes: 'optional' };
/** The next two words: `jq --arg name value`. */
export const pair: OptionRule = { takes: 'pair' };
/** All words that are left. */
export const rest: OptionRule = { takes: 'rest' };

export const readsValue = valueWith(readsFile);
export const replacesValue = valueWith(replacesFile);
export const buildsValue = valueWith(buildsFile);
export const appendsValue = valueWith(appendsToFile);
/** The value is a command line that a shell runs. */
export const runsValue = valueWith((text) => runsShell(text));
/** The value is the name of a program that is run, with words that are not known. */
export const runsProgramValue = valueWith((name) => runsCommandWithMore([name]));
/** The value is the directory in which the program works. */
export const inDirectory: OptionRule = { takes: 'value', isDirectory: true };

/** A flag that makes the call unknown; `what` is told to people. */
export function special(what: string): OptionRule {
  return { takes: 'nothing', effects: () => [unknownEffect('program-specific', what)] };
}

/** An option with a value that makes the call unknown. */
export function specialValue(what: string): OptionRule {
  return { takes: 'value', effects: () => [unknownEffect('program-specific', what)] };
}

/** A rule with a value that has one effect. */
export function valueWith(effect: (value: Word) => Effect): OptionRule {
  return { takes: 'value', effects: ({ value }) => [effect(value)] };
}

/** A flag that has effects. */
export function flagWith(effects: (call: Call) => readonly Effect[]): OptionRule {
  return { takes: 'nothing', effects: (_, call) => effects(call) };
}

/** Whether the option was given, under any of its names. */
export function has(call: Call, name: string): boolean {
  return call.given.some(({ names }) => names.includes(name));
}

/** Whether the option was given, and not taken back behind it: `--dry-run --no-dry-run`. */
export function staysOn(call: Call, name: string): boolean {
  const negation = `--no-${name.slice(2)}`;
  const last = call.given.findLast(({ names }) => names.includes(name) || names.includes(negation));
  return last?.names.includes(name) === true;
}

/** The value of the option where it was given last, or `null`. */
export function lastValue(call: Call, name: string): Word | null {
  return givenAs(call, name).at(-1)?.value ?? null;
}

/** The values of the option, in their order. */
export function allValues(call: Call, name: string): readonly Word[] {
  return givenAs(call, name).map((given) => given.value);
}

/** All that was given of the option. */
export function givenAs(call: Call, name: string): readonly Given[] {
  return call.given.filter(({ names }) => names.includes(name));
}
