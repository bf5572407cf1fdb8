import type { Stdin } from '../../model/analysis.ts';
import type { Effect } from '../../model/effect.ts';
import type { Path, Word } from '../../model/word.ts';
import { describeWord, textOf } from '../words.ts';
import { unknownEffect } from './effects.ts';
import { tablesOf } from './option-table.ts';
import { parseArguments } from './parse-arguments.ts';
import type { Call, Command, Given, OptionTable, Program } from './program.ts';

/** What a call is made in. */
export interface Circumstances {
  readonly name: string;
  readonly argv: readonly Word[];
  readonly stdin: Stdin;
  readonly cwd: Path;
}

/** A call, the command or subcommand that it calls, and what could not be made out. */
export interface ParsedCall {
  readonly call: Call;
  readonly command: Command;
  readonly problems: readonly Effect[];
}

/** A subcommand with the first of its names. */
interface Named {
  readonly name: string;
  readonly command: Command;
}

const lookups = new WeakMap<Command, ReadonlyMap<string, Named>>();

/** Sorts the words of a call by the grammar of its program and its subcommands. */
export function parseCall(program: Program, circumstances: Circumstances): ParsedCall {
  let command: Command = program;
  let words = circumstances.argv.slice(1);
  const given: Given[] = [];
  const subcommands: string[] = [];
  const problems: Effect[] = [];
  let outer: readonly OptionTable[] = [];
  for (;;) {
    const grammar = command.subcommands === undefined ? command : optionsFirst(command);
    const parsed = parseArguments(words, grammar, tablesOf(command, outer));
    given.push(...parsed.given);
    problems.push(...relevant(command, parsed.problems));
    const first = command.subcommands === undefined ? undefined : parsed.operands[0];
    const next = first === undefined ? null : subcommandNamed(command, textOf(first));
    if (next === null) {
      if (first !== undefined) problems.push(unknownEffect('unknown-subcommand', describeWord(first)));
      const call = { ...circumstances, given, operands: parsed.operands, subcommands };
      return { call, command, problems };
    }
    if (command.globalOptions !== undefined) outer = [command.globalOptions, ...outer];
    subcommands.push(next.name);
    words = parsed.operands.slice(1);
    command = next.command;
  }
}

/** The options before a subcommand end with it. */
function optionsFirst(command: Command): Command {
  return command.order === 'options-first' ? command : { ...command, order: 'options-first' };
}

function relevant(command: Command, problems: readonly Effect[]): readonly Effect[] {
  if (command.optionsAreHarmless !== true) return problems;
  return problems.filter((effect) => effect.kind !== 'unknown' || effect.code !== 'possible-option');
}

function subcommandNamed(command: Command, name: string | null): Named | null {
  if (name === null) return null;
  const lookup = lookups.get(command) ?? compile(command);
  lookups.set(command, lookup);
  return lookup.get(name) ?? null;
}

function compile(command: Command): ReadonlyMap<string, Named> {
  const lookup = new Map<string, Named>();
  for (const [key, subcommand] of Object.entries(command.subcommands ?? {})) {
    const names = key.split(' ');
    for (const name of names) lookup.set(name, { name: names[0] ?? name, command: subcommand });
  }
  return lookup;
}
