/**
 * How a program is described. This is the guide for those who add one.
 *
 * A program is a record in a file of its topic (`files.ts`, `git.ts`, …), in the `readonly Program[]` that the file
 * exports, and `registry.ts` lists the files. A record says which words the program takes for options, and which effects
 * (`src/model/effect.ts`) a call has:
 *
 *     export const programs: readonly Program[] = [
 *       {
 *         names: ['tac'],
 *         options: { '-b --before': flag, '-r --regex': flag, '-s --separator': value },
 *         optionsAreHarmless: true,
 *         effects: ({ operands }) => operands.map(readsFile),
 *       },
 *     ];
 *
 * **Options are data.** A key of `options` is all spellings of one option, with blanks between them: `'-r -R --recursive'`.
 * Its value is an `OptionRule`, mostly one of `options.ts`:
 *
 * - `flag` takes nothing. `value` takes one, attached (`-ofile`, `--output=file`) or as the next word. `optional` takes
 *   one only if it is attached, `value-or-end` none where it is the last word. `pair` takes the next two words (`jq --arg name value`). `clause` takes all words up to
 *   `;` or `+` (`find -exec`). `list` takes one that is attached, or else all words up to `@` or another option (`zip -x`). `rest` takes all that is left.
 * - `readsValue`, `createsValue`, `replacesValue`, `appendsValue`, `runsValue` take a value too, and say what is done with
 *   it: so `'-o --output': replacesValue` is all there is to write.
 * - `inDirectory` takes the directory in which the program works from then on (`git -C`, `make -C`).
 * - `special('what it does')` and `specialValue(…)` make the call unknown, for an option that is known to be dangerous
 *   and that cannot be described better.
 * - anything else: `{ takes: 'value', effects: (given, call) => [...] }`.
 * - `flags('-a, -b --bytes')`, `values(…)`, `optionals(…)` and `listed(rule, …)` of `shorthand.ts` make a table of several options
 *   with one rule, to be spread into `options`.
 *
 * **What is not listed is unknown.** An option that is not in the table, or that is an ambiguous abbreviation, gives an
 * effect `unknown`; so does a word that may turn out to be an option (`"$x"`, `*`). Never list an option that you do not
 * know. List all that you know, the harmless ones above all: an option that is missing makes people answer questions.
 * With `optionsAreHarmless` a word that may turn out to be an option is taken for an operand in silence. Set it only if
 * no option of the program, listed or not, writes, runs, sends or reads another file.
 *
 * **Grammar.** If nothing is said, options are as `getopt_long` reads them: clusters (`-rf`), `--name=value`,
 * abbreviations that are unique, options behind operands, `--`. Else:
 *
 * - `order: 'options-first'`: the first operand ends the options (`env`, `sudo`, BSD programs).
 * - `style: 'single-dash'`: `-name`, `--name` and `-name=value`, no clusters (`java`, `terraform`); keys may be any
 *   word there (`'( ) !'`). A double dash is an option only if its key has it, or there is a `-name` for it.
 * - `style: 'whole-words'`: the same without `-name=value`: an option and its value are words of their own (`find`).
 * - `style: 'none'`: no word is an option (`echo`, `expr`).
 * - `abbreviates: false`: long options have to be written out (programs not made with getopt_long: Go, Python's click).
 * - `isNegatable: true`: `--no-name` is taken where `--name` is in the table; it is an option of that name (git).
 * - `number: rule` for `-5`; `plus: rule` for words that begin with `+`; the value is what follows the sign.
 * - `isFirstCluster: true`: the first word is a cluster without a dash (`tar xzf`, `ps aux`).
 *
 * **Subcommands** are commands in `subcommands`, by name: `{ 'remove rm': { options, effects } }`. They nest. `options` of a
 * command with subcommands stand before the subcommand, `globalOptions` before and anywhere after. What is not listed is
 * unknown. `effects` of a command with subcommands is for a call without any; the effects of given options come always.
 *
 * **Effects.** `effects(call)` gets the parsed `Call`: its `operands`, options by `has(call, '--force')`,
 * `lastValue(call, '-o')` and `allValues(call, '-e')` of `options.ts`, which know all spellings and the options before a
 * subcommand, `stdin`, and the `name` it was called by. The effects of the option rules are added by themselves. Make effects
 * with the functions in `effects.ts`. Rules:
 *
 * - Paths are words as they were given. They are resolved against the working directory afterwards.
 * - A word is known, a pattern or unknown: use `textOf(word)` of `../words.ts`, and where it is `null` and it matters, return
 *   `unknownEffect('unknown-operand', describeWord(word))`. Words of `count: 'any'` and patterns stand for several.
 * - Code that is run is an `executes` effect: `runsCommand(words)`, `runsShell(text)`, `runsFile(path)`,
 *   `runsForeign('python', text)`, `runsInput('python')`. The analysis reads what it can of it, and lists what it finds as
 *   invocations. Never judge nested words yourself.
 * - No effect at all means: prints, and nothing else. A program that shows secrets `discloses`; one that changes something that
 *   is not a file `changes` it, with `isDestructive` where it cannot be had back.
 * - Wrappers, programs that run another (`env`, `xargs`, `sh -c`), are programs like all others: see `wrappers.ts`.
 * - A function must not throw whatever the words are, and must not look at anything but the call.
 *
 * **Tests** are tables of calls and effects: `effectLines` in `test/analysis/programs/effect-lines.ts`.
 */
import type { Stdin } from '../../model/analysis.ts';
import type { Effect } from '../../model/effect.ts';
import type { Path, Word } from '../../model/word.ts';

/** A program under all names that it is installed under. */
export interface Program extends Command {
  readonly names: readonly string[];
}

/** What a program, or a subcommand of one, takes and does. */
export interface Command extends Grammar {
  readonly effects?: (call: Call) => readonly Effect[];
  /** Texts that it may write to its standard output, with `$*` for what is not known in the middle of one. */
  readonly prints?: (call: Call) => readonly string[];
  /** No option, listed or not, has an effect: a word that may turn out to be one does not matter. */
  readonly optionsAreHarmless?: boolean;
  readonly subcommands?: Readonly<Record<string, Command>>;
}

/** Which words are options. */
export interface Grammar {
  readonly options?: OptionTable;
  /** As `options`, and also accepted after every subcommand. */
  readonly globalOptions?: OptionTable;
  readonly style?: 'gnu' | 'single-dash' | 'whole-words' | 'none';
  readonly order?: 'any' | 'options-first';
  readonly abbreviates?: boolean;
  readonly isNegatable?: boolean;
  readonly number?: OptionRule;
  readonly plus?: OptionRule;
  readonly isFirstCluster?: boolean;
}

/** Rules by all spellings of an option, with blanks between them; several options of one rule with commas between them. */
export type OptionTable = Readonly<Record<string, OptionRule>>;

export interface OptionRule {
  readonly takes: 'nothing' | 'value' | 'value-or-end' | 'optional' | 'pair' | 'clause' | 'list' | 'rest';
  readonly effects?: (given: Given, call: Call) => readonly Effect[];
  /** The value is the directory in which the program works. */
  readonly isDirectory?: boolean;
}

/** An option as it was given. */
export interface Given {
  /** All spellings of it, in full, and for an abbreviation too. */
  readonly names: readonly string[];
  readonly rule: OptionRule;
  /** What it was given; empty for a flag, and for an option without its optional value. */
  readonly values: readonly Word[];
  /** The first of the values, or the known empty word. */
  readonly value: Word;
}

/** A call of a program, its words sorted. */
export interface Call {
  /** The name it was called by. */
  readonly name: string;
  /** The options in their order, first those before the subcommand. */
  readonly given: readonly Given[];
  readonly operands: readonly Word[];
  /** The subcommands on the way, by the first of their names. */
  readonly subcommands: readonly string[];
  /** All words, the name at 0. */
  readonly argv: readonly Word[];
  readonly stdin: Stdin;
  readonly cwd: Path;
  /** What a variable of its environment is set to by the command; `null` if that is not told. */
  readonly variable: (name: string) => Word | null;
}
