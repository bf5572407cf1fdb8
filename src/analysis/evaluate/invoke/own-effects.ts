import type { Resolution, Stdin } from '../../../model/analysis.ts';
import type { Effect } from '../../../model/effect.ts';
import type { Path, Word } from '../../../model/word.ts';
import { resolvePath } from '../../paths.ts';
import { effectsOfActingWords } from '../../programs/acting-words.ts';
import { unknownEffect } from '../../programs/effects.ts';
import { effectsOf } from '../../programs/effects-of.ts';
import { effectsOfWordsAsCode } from '../../programs/foreign-code.ts';
import { programNamed } from '../../programs/registry.ts';
import { effectsOfVariable } from '../../programs/variables.ts';
import { effectsOfWordsAsCommands } from '../../programs/words-as-commands.ts';
import { describeWord, known, prefixOf, textOf } from '../../words.ts';
import { fork } from '../state/state.ts';
import { directoriesAfter } from './directories.ts';
import { withPrefix } from './functions.ts';
import type { Expanded } from './invoke.ts';
import { effectsOfPipes } from './named-pipes.ts';
import { installedProgram, isOwnExecutable, presumedOf, shellStarting } from './program-paths.ts';

/** The name that a program is known by, however its path is written; `null` if it is a file elsewhere. */
export function programName({ context, lookup }: Expanded, cwd: Path, name: string | null): string | null {
  if (name === null || !name.includes('/')) return name;
  const path = prefixOf(resolvePath(cwd, known(name)));
  return isOwnExecutable(path) ? shellStarting(context, lookup) : installedProgram(path);
}

/** What the program does by itself, in one directory. */
export function ownEffects(
  command: Expanded,
  resolution: Resolution,
  name: string | null,
  { cwd, stdin }: { readonly cwd: Path; readonly stdin: Stdin },
): readonly Effect[] {
  if (resolution === 'nothing' || resolution === 'function') return [];
  const [first] = command.words;
  if (name === null) return [unknownEffect('unknown-name', first === undefined ? '' : describeWord(first))];
  const short = programName(command, cwd, name);
  if (short === null) return byPath(cwd, name, command.words);
  const program = programNamed(short);
  if (program === null) return ofUnknownProgram(command, short, cwd);
  const variable = (variableName: string) => valueSet(command, variableName);
  const call = { name: short, argv: command.words, stdin, cwd, variable };
  const own = effectsOf(program, call);
  const effects = [...own, ...effectsOfPipes(program, call, command.context.shell.ledger, own)];
  return resolution === 'builtin' ? withDirectories(command, name, cwd, effects) : effects;
}

/** What the command sets a variable to, by itself or before. */
function valueSet({ assignments, state }: Expanded, name: string): Word | null {
  const own = assignments.findLast((assignment) => assignment.name === name);
  const value = state.variables.get(name)?.value;
  return own?.value ?? (value?.kind === 'text' ? value.word : null);
}

function ofUnknownProgram({ words }: Expanded, name: string, cwd: Path): readonly Effect[] {
  const code = effectsOfWordsAsCode(words.slice(1)).map((effect) => locatedIn(cwd, effect));
  return [
    unknownEffect('unknown-program', name),
    ...code,
    ...effectsOfActingWords(name, words),
    ...effectsOfWordsAsCommands(words),
  ];
}

function locatedIn(cwd: Path, effect: Effect): Effect {
  return 'path' in effect ? { ...effect, path: resolvePath(cwd, effect.path) } : effect;
}

/** The effects, with the directory that `HOME`, `OLDPWD`, `CDPATH` and the stack of directories make a `cd` lead to. */
function withDirectories(
  command: Expanded,
  name: string,
  cwd: Path,
  effects: readonly Effect[],
): readonly Effect[] {
  if (!effects.some(({ kind }) => kind === 'changes-directory')) return effects;
  const state = { ...withPrefix(fork(command.state), command), directories: [cwd] };
  const [leadsTo] = directoriesAfter(state, name, command.words.slice(1)) ?? [];
  return effects.map((effect) => {
    if (effect.kind !== 'changes-directory' || leadsTo === undefined) return effect;
    // The word says more of a place that is not known.
    return leadsTo.kind === 'known' || effect.path.kind === 'known' ? { ...effect, path: leadsTo } : effect;
  });
}

/** Of a program that is named by its path, and is none of those that are known. */
function byPath(cwd: Path, name: string, words: readonly Word[]): readonly Effect[] {
  const path = resolvePath(cwd, known(name));
  const code = { kind: 'file', path, parameters: words.slice(1) } as const;
  const presumed = presumedOf(textOf(path) ?? `/${name}`, words);
  return [
    unknownEffect('program-by-path', name),
    { kind: 'executes', code },
    ...presumed,
    ...(presumed.length === 0 ? effectsOfWordsAsCommands(words) : []),
  ];
}

/** All effects: of the words, of the redirects, of the program; with what set variables lead to and words disclose. */
export function allEffects(
  command: Expanded,
  redirects: readonly Effect[],
  own: readonly Effect[],
  cwd: Path,
): Effect[] {
  const effects: Effect[] = [];
  for (const effect of [...command.effects, ...redirects, ...own]) {
    effects.push(effect);
    if (effect.kind === 'sets') effects.push(...leadsTo(command, effect.name, effect.value, cwd));
  }
  effects.push(...disclosures(command, effects));
  return effects;
}

/** What a variable with this value leads to. */
function leadsTo({ context }: Expanded, name: string, value: Word, cwd: Path): readonly Effect[] {
  const effects = effectsOfVariable(name, value).map((effect) => locatedIn(cwd, effect));
  for (const effect of effects) context.shell.codeOfVariables.set(effect, name);
  return effects;
}

/** Variables of the environment that are in the words and texts. */
function disclosures(
  { words, redirects, assignments }: Expanded,
  effects: readonly Effect[],
): readonly Effect[] {
  const names = new Set<string | null>();
  for (const word of words) addVariables(names, word);
  for (const { word } of redirects) addVariables(names, word);
  for (const { value } of assignments) addVariables(names, value);
  if (names.size === 0) return [];
  for (const effect of effects)
    if (effect.kind === 'discloses' && effect.what === 'variable') names.delete(effect.name);
  return [...names].map((name) => ({ kind: 'discloses', what: 'variable', name }));
}

/** `*` is any of them: `${!x}`. */
function addVariables(names: Set<string | null>, word: Word): void {
  if (word.kind !== 'unknown') return;
  for (const source of word.sources)
    if (source.kind === 'variable') names.add(source.name === '*' ? null : source.name);
}
