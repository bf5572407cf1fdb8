import type { Code, Effect, Setting } from '../../model/effect.ts';
import type { Path, Word } from '../../model/word.ts';
import { resolvePath } from '../paths.ts';
import { describeByName, isNumber } from '../words.ts';
import { asksHowItIsUsed, goesOnWhenAsked } from './asked-about.ts';
import { effectsOfForeign, effectsOfWordsAsCode } from './foreign-code.ts';
import { type Circumstances, parseCall } from './parse-call.ts';
import type { Call, Program } from './program.ts';
import { effectsOfWordsAsCommands } from './words-as-commands.ts';

/** What a call of this program does: the effects of its options, of its operands, and what could not be made out. */
export function effectsOf(program: Program, circumstances: Circumstances): readonly Effect[] {
  const effects = effectsOfWords(program, circumstances);
  const numbers = circumstances.argv.filter(isNumberOrNothing);
  if (numbers.length === 0 || numbers.length > mostNumbers || !areInDoubt(numbers, effects)) return effects;
  const ways = waysToRead(circumstances.argv).flatMap((argv) =>
    effectsOfWords(program, { ...circumstances, argv }),
  );
  // Without its value an option is a mistake, and nothing is done.
  const told = ways.filter((effect) => !isUnknown(effect, 'missing-value'));
  return areInDoubt(numbers, told) ? effects : told;
}

/** How many words are gone through both as a number and as no word at all. */
const mostNumbers = 3;

/** Whether it may be that one of the words turns out to be an option. */
function areInDoubt(words: readonly Word[], effects: readonly Effect[]): boolean {
  const subjects = words.map(describeByName);
  return effects.some((effect) => isUnknown(effect, 'possible-option') && subjects.includes(effect.subject));
}

type Unknown = Extract<Effect, { kind: 'unknown' }>;

function isUnknown(effect: Effect, code: Unknown['code']): effect is Unknown {
  return effect.kind === 'unknown' && effect.code === code;
}

/** `$n` without quotes: where it is nothing, what comes behind it stands in its place. */
function waysToRead(argv: readonly Word[]): readonly (readonly Word[])[] {
  let ways: readonly (readonly Word[])[] = [[]];
  for (const word of argv) {
    const withIt = ways.map((way) => [
      ...way,
      isNumberOrNothing(word) ? ({ ...word, count: 'one' } as const) : word,
    ]);
    ways = isNumberOrNothing(word) ? [...withIt, ...ways] : withIt;
  }
  return ways;
}

function isNumberOrNothing(word: Word): word is Extract<Word, { kind: 'unknown' }> {
  return word.kind === 'unknown' && word.count === 'any' && isNumber({ ...word, count: 'one' });
}

function effectsOfWords(program: Program, circumstances: Circumstances): readonly Effect[] {
  const { call, command, problems } = parseCall(program, circumstances);
  const effects = [
    ...call.given.flatMap((given) => given.rule.effects?.(given, call) ?? []),
    ...(onlyTellsAboutItself(call) ? [] : (command.effects?.(call) ?? [])),
    ...problems,
  ];
  const directory = directoryOf(call);
  const hasUnknown = (code: Unknown['code']) => effects.some((effect) => isUnknown(effect, code));
  const isUnknownOption = hasUnknown('unknown-option');
  const foreign = [
    ...effects.flatMap((effect) => effectsOfForeign(effect, call)),
    ...(isUnknownOption ? effectsOfWordsAsCode(call.argv.slice(1)) : []),
    ...(isUnknownOption || hasUnknown('unknown-subcommand') ? effectsOfWordsAsCommands(call.argv) : []),
  ];
  return [...effects, ...foreign].map((effect) => located(effect, directory, directory !== call.cwd));
}

/** `--help` or `--version` and nothing else: the program does not come to do anything. */
function onlyTellsAboutItself(call: Call): boolean {
  if (asksHowItIsUsed(call)) return true;
  const { given, operands, subcommands } = call;
  if (given.length === 0 || operands.length > 0 || subcommands.length > 0 || goesOnWhenAsked(call))
    return false;
  return given.every(
    ({ names, values }) => values.length === 0 && names.some((name) => /^--(?:help|version)$/.test(name)),
  );
}

/** The directory in which the program works, after all options that change it. */
function directoryOf(call: Call): Path {
  return call.given
    .filter(({ rule }) => rule.isDirectory)
    .reduce((directory, { value }) => resolvePath(directory, value), call.cwd);
}

/** The effect with its paths resolved. */
function located(effect: Effect, directory: Path, hasMoved: boolean): Effect {
  switch (effect.kind) {
    case 'reads':
    case 'writes':
    case 'deletes':
    case 'changes-directory':
      return { ...effect, path: resolvePath(directory, effect.path) };
    case 'executes':
      return { ...effect, code: locatedCode(effect.code, directory, hasMoved) };
    case 'network':
    case 'privilege':
    case 'discloses':
    case 'changes':
    case 'sets':
    case 'interactive':
    case 'background':
    case 'unknown':
      return effect;
  }
}

function locatedCode(code: Code, directory: Path, hasMoved: boolean): Code {
  switch (code.kind) {
    case 'command':
    case 'shell':
    case 'input':
      return { ...code, setting: locatedSetting(code.setting, directory, hasMoved) };
    case 'file':
      return { ...code, path: resolvePath(directory, code.path) };
    case 'foreign':
      return code;
  }
}

function locatedSetting(setting: Setting, directory: Path, hasMoved: boolean): Setting {
  if (setting.cwd !== undefined) return { ...setting, cwd: resolvePath(directory, setting.cwd) };
  return hasMoved ? { ...setting, cwd: directory } : setting;
}
