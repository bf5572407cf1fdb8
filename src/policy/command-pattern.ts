import { type ParsedCall, parseCall } from '../analysis/programs/parse-call.ts';
import type { Call, Given } from '../analysis/programs/program.ts';
import { programNamed } from '../analysis/programs/registry.ts';
import { known, prefixOf } from '../analysis/words.ts';
import type { Invocation } from '../model/analysis.ts';
import type { CommandPattern, Extent, OptionPattern } from '../model/decision.ts';
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

/** Whether an invocation is a call of this form, to the extent that is asked for. */
export function matchesCommand(
  { form, extent }: { readonly form: CommandPattern; readonly extent: Extent },
  invocation: Invocation,
  call: () => ParsedCall | null,
): boolean {
  if (invocation.name === null || !fits(form.program, invocation.name)) return false;
  const parsed = call();
  const words = parsed === null ? unsorted(invocation.argv.slice(1)) : parsed.call;
  if (!hasAll(form, words, extent)) return false;
  switch (extent) {
    case 'part':
      return true;
    case 'start':
      return beginsWith(form, parsed === null ? upToOption(form, invocation.argv.slice(1)) : words.operands);
    case 'whole':
      return !isUncertain(invocation, parsed) && hasNothingElse(form, words, parsed);
  }
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

/** The words before the first option that a form does not name: of a program that is not known, it may take the next word. */
function upToOption({ options }: CommandPattern, words: readonly Word[]): readonly Word[] {
  const isNamed = (word: Word) => options.some(({ names }) => names.includes(textOf(word)));
  const mayBeOption = (word: Word) => word.kind !== 'known' || /^-./.test(word.text);
  const end = words.findIndex((word) => mayBeOption(word) && !isNamed(word));
  return words.slice(0, end === -1 ? words.length : end).filter((word) => !isNamed(word));
}

function isUncertain({ argv }: Invocation, parsed: ParsedCall | null): boolean {
  return parsed === null ? argv.some(({ kind }) => kind !== 'known') : parsed.problems.length > 0;
}

function hasAll({ subcommands, options, operands }: CommandPattern, words: Words, extent: Extent): boolean {
  // What is asked of a part makes a call be looked at; all else lets it pass.
  const has = extent === 'part' ? isGiven : staysGiven;
  return (
    subcommands.every((name, index) => words.subcommands[index] === name) &&
    options.every((option) => has(option, words)) &&
    operands.every((operand) => words.operands.some((word) => isLike(word, operand)))
  );
}

function hasNothingElse(
  { subcommands, options, operands }: CommandPattern,
  words: Words,
  parsed: ParsedCall | null,
): boolean {
  // Of a program whose options nobody has listed, they are among the operands.
  const fitsOperand = parsed?.command.style === 'none' ? isLikeOperand : isLike;
  return (
    words.subcommands.length === subcommands.length &&
    words.given.every((given) => options.some((option) => isWholeOption(option, given))) &&
    areInOrder(words.operands, operands, fitsOperand)
  );
}

/** Whether the first of the operands are these, one after the other. */
function beginsWith({ operands }: CommandPattern, words: readonly Word[]): boolean {
  return placesReached(words, operands, isLike).some((places) => places.has(operands.length));
}

/** Whether operands are these, one after the other: which comes first says what is done to which. */
function areInOrder(words: readonly Word[], operands: readonly string[], fitsOperand: Fits): boolean {
  return placesReached(words, operands, fitsOperand).at(-1)?.has(operands.length) ?? false;
}

type Fits = (word: Word, pattern: string) => boolean;

/** After how many of the operands of a form one may be, before the first of the words and after each. `*` is one or more. */
function placesReached(
  words: readonly Word[],
  operands: readonly string[],
  fitsOperand: Fits,
): readonly ReadonlySet<number>[] {
  const reached = [new Set([0])];
  for (const word of words) {
    const places = [...(reached.at(-1) ?? [])].flatMap((at) => {
      const operand = operands[at];
      if (operand === undefined || !fitsOperand(word, operand)) return [];
      return operand === '*' ? [at, at + 1] : [at + 1];
    });
    reached.push(new Set(places));
  }
  return reached;
}

function isGiven(option: OptionPattern, { given: all }: Words): boolean {
  return all.some((given) => isOption(option, given));
}

/** Whether an option was given, and not taken back: by its opposite behind it, or by what it was set to. */
function staysGiven(option: OptionPattern, words: Words): boolean {
  if (option.value !== null) return isGiven(option, words);
  const names = [...option.names, ...option.names.flatMap(oppositesOf)];
  const last = words.given.findLast((given) => given.names.some((name) => names.includes(name)));
  return last !== undefined && isOption(option, last) && !isSwitchedOff(last, words.operands);
}

function oppositesOf(name: string): readonly string[] {
  if (name.startsWith('--no-')) return [`--${name.slice(5)}`];
  return name.startsWith('--') ? [`--no-${name.slice(2)}`] : [];
}

/** `--dry-run=false`, `--dry-run=none`, and for npm `--dry-run false`; a value that is not known may be that. */
function isSwitchedOff({ rule, values: [value] }: Given, operands: readonly Word[]): boolean {
  if (rule.takes !== 'optional') return false;
  if (value === undefined) return operands.some((word) => textOf(word) === 'false');
  return value.kind !== 'known' || /^(?:0|f|false|n|no|none|never|off)$/i.test(value.text);
}

/** A value that a form has not named is more than the option. */
function isWholeOption(option: OptionPattern, given: Given): boolean {
  const hasMore = option.value === null && given.rule.takes === 'optional' && given.values.length > 0;
  return !hasMore && isOption(option, given);
}

function isOption({ names, value }: OptionPattern, given: Given): boolean {
  return given.names.some((name) => names.includes(name)) && (value === null || isLike(given.value, value));
}

/** Whether a word that could be an option is one that the pattern names: a `*` in the beginning stands for none. */
function isLikeOperand(word: Word, pattern: string): boolean {
  const start = prefixOf(word);
  const mayBeOption = start.startsWith('-') || (start === '' && word.kind !== 'known');
  return isLike(word, pattern) && !(mayBeOption && pattern.startsWith('*'));
}

function isLike(word: Word, pattern: string): boolean {
  return word.kind === 'known' ? fits(pattern, word.text) : pattern === '*';
}
