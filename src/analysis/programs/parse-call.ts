import type { Stdin } from '../../model/analysis.ts';
import type { Effect } from '../../model/effect.ts';
import type { Path, Word } from '../../model/word.ts';
import { describeWord, textOf } from '../words.ts';
import { unknownEffect } from './effects.ts';
import { tablesOf } from './option-table.ts';
import { parseArguments } from './parse-arguments.ts';
import type { Call, Command, Given, Grammar, OptionTable, Program } from './program.ts';

/** What a call is made in. */
export interface Circumstances {
  readonly name: string;
  readonly argv: readonly Word[];
  readonly stdin: Stdin;
  readonly cwd: Path;
  readonly variable?: Call['variable'];
}

/** A call, the command or subcommand that it calls, and what could not be made out. */
export interface ParsedCall {
  readonly call: Call;
  readonly command: Command;
  readonly problems: readonly Effect[];
}

/** What a command with subcommands is read by. */
interface Dispatch {
  readonly grammar: Grammar;
  /** The subcommands, by what they are listed as. */
  readonly subcommands: Readonly<Record<string, Command>>;
  /** What a subcommand is listed as, all of its names, by each of them. */
  readonly keys: ReadonlyMap<string, string>;
}

/** Made when a command is first called: most of them are not. */
const dispatches = new WeakMap<Command, Dispatch>();

/** Sorts the words of a call by the grammar of its program and its subcommands. */
export function parseCall(program: Program, circumstances: Circumstances): ParsedCall {
  let command: Command = program;
  let words = circumstances.argv.slice(1);
  const given: Given[] = [];
  const subcommands: string[] = [];
  const problems: Effect[] = [];
  let outer: readonly OptionTable[] = [];
  for (;;) {
    const dispatch = dispatchOf(command);
    const parsed = parseArguments(words, dispatch?.grammar ?? command, tablesOf(command, outer));
    given.push(...parsed.given);
    problems.push(...relevant(command, parsed.problems));
    const first = dispatch === null ? undefined : parsed.operands[0];
    const key = dispatch?.keys.get(textOf(first) ?? '') ?? '';
    const next = dispatch?.subcommands[key];
    if (next === undefined) {
      if (first !== undefined) problems.push(unknownEffect('unknown-subcommand', describeWord(first)));
      const { name, argv, stdin, cwd, variable = () => null } = circumstances;
      const call = { name, argv, stdin, cwd, variable, given, operands: parsed.operands, subcommands };
      return { call, command, problems };
    }
    if (command.globalOptions !== undefined) outer = [command.globalOptions, ...outer];
    subcommands.push(key.split(' ')[0] ?? key);
    words = parsed.operands.slice(1);
    command = next;
  }
}

function relevant(command: Command, problems: readonly Effect[]): readonly Effect[] {
  if (command.optionsAreHarmless !== true) return problems;
  return problems.filter((effect) => effect.kind !== 'unknown' || effect.code !== 'possible-option');
}

function dispatchOf(command: Command): Dispatch | null {
  if (command.subcommands === undefined) return null;
  const dispatch = dispatches.get(command) ?? compile(command, command.subcommands);
  dispatches.set(command, dispatch);
  return dispatch;
}

function compile(command: Command, subcommands: Readonly<Record<string, Command>>): Dispatch {
  // Their names alone: to look at one would make it.
  const names = Object.keys(subcommands).flatMap((key) => key.split(' ').map((name) => [name, key] as const));
  // The options before a subcommand end with it.
  return { grammar: { ...command, order: 'options-first' }, subcommands, keys: new Map(names) };
}
