import { type ParsedCall, parseCall } from '../analysis/programs/parse-call.ts';
import type { Call } from '../analysis/programs/program.ts';
import { programNamed } from '../analysis/programs/registry.ts';
import { known } from '../analysis/words.ts';
import type { Invocation } from '../model/analysis.ts';
import type { CommandPattern, OptionPattern } from '../model/decision.ts';
import type { Word } from '../model/word.ts';
import { wildcard } from './glob.ts';

/**
 * Reads the form of a call as it is written: `git push --force`, `kubectl delete ns *`. Options stand for all their
 * spellings, in clusters too, if the program is known. Words are separated by blanks; there are no quotes.
 */
export function commandPattern(text: string): CommandPattern {
  const words = text.trim().split(/\s+/);
  const name = words[0] ?? '';
  const program = programNamed(name);
  if (program === null) return plainPattern(name, words.slice(1));
  const { call } = parseCall(program, circumstances(name, words));
  return {
    program: name,
    subcommands: call.subcommands,
    options: call.given.map(({ names, values, value }) => ({
      names,
      value: values.length === 0 ? null : textOf(value),
    })),
    operands: call.operands.map(textOf),
  };
}

/** A program that is not known: what begins with a dash is an option. */
function plainPattern(program: string, words: readonly string[]): CommandPattern {
  const isOption = (word: string) => word.startsWith('-') && word.length > 1;
  return {
    program,
    subcommands: [],
    options: words.filter(isOption).map((word) => ({ names: [word], value: null })),
    operands: words.filter((word) => !isOption(word)),
  };
}

function circumstances(name: string, words: readonly string[]) {
  return { name, argv: words.map(known), stdin: { kind: 'nothing' } as const, cwd: known('/') };
}

function textOf(word: Word): string {
  return word.kind === 'known' ? word.text : '';
}

/** Whether an invocation is a call of this form. */
export function matchesCommand(
  pattern: CommandPattern,
  invocation: Invocation,
  call: ParsedCall | null,
): boolean {
  if (invocation.name === null || !wildcard(pattern.program).test(invocation.name)) return false;
  if (call === null) return matchesWords(pattern, invocation.argv.slice(1));
  const { subcommands, operands } = call.call;
  return (
    pattern.subcommands.every((name, index) => subcommands[index] === name) &&
    pattern.options.every((option) => isGiven(option, call.call)) &&
    pattern.operands.every((operand) => operands.some((word) => isLike(word, operand)))
  );
}

function matchesWords({ options, operands }: CommandPattern, words: readonly Word[]): boolean {
  return (
    options.every(({ names }) => words.some((word) => names.includes(textOf(word)))) &&
    operands.every((operand) => words.some((word) => isLike(word, operand)))
  );
}

function isGiven({ names, value }: OptionPattern, call: Call): boolean {
  return call.given.some(
    (given) =>
      given.names.some((name) => names.includes(name)) && (value === null || isLike(given.value, value)),
  );
}

function isLike(word: Word, pattern: string): boolean {
  return word.kind === 'known' ? wildcard(pattern).test(word.text) : pattern === '*';
}
