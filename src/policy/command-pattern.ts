import { type ParsedCall, parseCall } from '../analysis/programs/parse-call.ts';
import type { Call, Given } from '../analysis/programs/program.ts';
import { programNamed } from '../analysis/programs/registry.ts';
import { known } from '../analysis/words.ts';
import type { Invocation } from '../model/analysis.ts';
import type { CommandPattern, OptionPattern } from '../model/decision.ts';
import type { Word } from '../model/word.ts';
import { fits } from './glob.ts';

/**
 * Reads the form of a call as it is written: `git push --force`, `kubectl delete ns *`. Options stand for all their
 * spellings, in clusters too, if the program is known. Words are separated by blanks; there are no quotes.
 */
export function commandPattern(text: string): CommandPattern {
  const words = text.trim().split(/\s+/);
  const name = words[0] ?? '';
  let read: Parts | undefined;
  const parts = () => {
    read ??= partsOf(name, words);
    return read;
  };
  // What is more than the name takes what is known of the program, and is looked at for calls of that name.
  return {
    program: name,
    get subcommands() {
      return parts().subcommands;
    },
    get options() {
      return parts().options;
    },
    get operands() {
      return parts().operands;
    },
  };
}

type Parts = Omit<CommandPattern, 'program'>;

function partsOf(name: string, words: readonly string[]): Parts {
  const program = programNamed(name);
  if (program === null) return plainParts(words.slice(1));
  const { call } = parseCall(program, circumstances(name, words));
  return {
    subcommands: call.subcommands,
    options: call.given.map(({ names, values, value }) => ({
      names,
      value: values.length === 0 ? null : textOf(value),
    })),
    operands: call.operands.map(textOf),
  };
}

/** A program that is not known: what begins with a dash is an option. */
function plainParts(words: readonly string[]): Parts {
  const isOption = (word: string) => word.startsWith('-') && word.length > 1;
  return {
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

/** Whether an invocation is a call of this form; if the form is the whole of it, there is nothing in it besides. */
export function matchesCommand(
  { form, isWhole }: { readonly form: CommandPattern; readonly isWhole: boolean },
  invocation: Invocation,
  call: () => ParsedCall | null,
): boolean {
  if (invocation.name === null || !fits(form.program, invocation.name)) return false;
  const parsed = call();
  const words = parsed === null ? unsorted(invocation.argv.slice(1)) : parsed.call;
  if (isWhole && (parsed === null ? invocation.argv.some(isUncertain) : parsed.problems.length > 0))
    return false;
  return hasAll(form, words) && (!isWhole || hasNothingElse(form, words));
}

/** The words of a call, as far as a form speaks of them. */
type Words = Pick<Call, 'subcommands' | 'given' | 'operands'>;

/** The words of a program that is not known: what begins with a dash is an option, and may have been a value. */
function unsorted(words: readonly Word[]): Words {
  const isOption = (word: Word) => word.kind === 'known' && word.text.startsWith('-') && word.text.length > 1;
  const given = words.filter(isOption).map((word) => ({
    names: [textOf(word)],
    rule: { takes: 'nothing' } as const,
    values: [],
    value: known(''),
  }));
  return { subcommands: [], given, operands: words.filter((word) => !isOption(word)) };
}

function isUncertain(word: Word): boolean {
  return word.kind !== 'known';
}

function hasAll({ subcommands, options, operands }: CommandPattern, words: Words): boolean {
  return (
    subcommands.every((name, index) => words.subcommands[index] === name) &&
    options.every((option) => words.given.some((given) => isOption(option, given))) &&
    operands.every((operand) => words.operands.some((word) => isLike(word, operand)))
  );
}

function hasNothingElse({ subcommands, options, operands }: CommandPattern, words: Words): boolean {
  return (
    words.subcommands.length === subcommands.length &&
    words.given.every((given) => options.some((option) => isOption(option, given))) &&
    words.operands.every((word) => operands.some((operand) => isLike(word, operand)))
  );
}

function isOption({ names, value }: OptionPattern, given: Given): boolean {
  return given.names.some((name) => names.includes(name)) && (value === null || isLike(given.value, value));
}

function isLike(word: Word, pattern: string): boolean {
  return word.kind === 'known' ? fits(pattern, word.text) : pattern === '*';
}
