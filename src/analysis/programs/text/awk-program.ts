import type { Effect, Setting } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { known, textOf, textsOf, unknown } from '../../words.ts';
import {
  appendsToFile,
  disclosesVariable,
  readsFile,
  receivesFrom,
  replacesFile,
  runsCommand,
  runsShell,
  sendsTo,
  unknownEffect,
} from '../effects.ts';
import { literal, oneOf } from './awk-partial-text.ts';
import {
  endOfStatement,
  goesOn,
  isEnd,
  isEndOfOperand,
  isPrint,
  isSign,
  isStart,
  printBefore,
  startBefore,
} from './awk-places.ts';
import { type AwkInput, type AwkTexts, awkTexts, firstPrinted, wordsAt, wordsPrinted } from './awk-texts.ts';
import { awkTokens, type Token } from './awk-tokens.ts';
import { runsFromScript, type ScriptReading } from './sed-script.ts';

/**
 * Reads a program of awk: commands that it runs, files that it reads and writes, the environment. Not every awk minds
 * brackets when it looks for the end of a pattern (`/[/]/`), so both ways are tried, and what either finds counts.
 */
export function readAwkProgram(text: string, input: AwkInput): ScriptReading {
  const readings = [true, false].map((mindsBrackets) => awkTokens(text, mindsBrackets));
  const [first, second] = readings;
  const areSame = JSON.stringify(first) === JSON.stringify(second);
  const whole = (areSame ? readings.slice(0, 1) : readings).filter((tokens) => tokens !== null);
  const effects = whole.flatMap((tokens) => effectsOfTokens(tokens, input));
  return { effects: eachOnce(effects), isWhole: whole.length > 0 };
}

/** What is done again is not more: it would be looked into, and told, as often. */
function eachOnce(effects: readonly Effect[]): readonly Effect[] {
  return [...new Map(effects.map((effect) => [JSON.stringify(effect), effect])).values()];
}

/** How many calls of `print` are looked at for what they may write. */
const mostWriting = 8;

/** Texts that a program may write to its standard output. For what is not known in the middle of one, any words stand there. */
export function textsPrinted(text: string, input: AwkInput): readonly string[] {
  const tokens = awkTokens(text, true);
  if (tokens === null) return [];
  const texts = awkTexts(tokens, input);
  const prints = [...tokens.keys()].filter((at) => isPrint(tokens[at])).slice(0, mostWriting);
  const words = prints.map((start) => wordsPrinted(texts, start, endOfStatement(tokens, start)));
  const each = words.flat().flatMap((word) => [...textsOf(word), ...partOf(word)]);
  const all = words.map(([word]) => (word === undefined ? undefined : textsOf(word)[0]));
  return all.length > 1 && !all.includes(undefined) ? [all.join(''), ...each] : each;
}

function partOf(word: Word): readonly string[] {
  return word.kind === 'unknown' && word.prefix !== '' ? [`${word.prefix}$*${word.suffix}`] : [];
}

function effectsOfTokens(tokens: readonly Token[], input: AwkInput): readonly Effect[] {
  const texts = awkTexts(tokens, input);
  const effects = tokens.flatMap((token, at) => effectsOfToken(texts, token, at));
  return [...effects, ...printedTogether(texts)];
}

function effectsOfToken(texts: AwkTexts, token: Token, at: number): readonly Effect[] {
  switch (token.kind) {
    case 'name':
      return effectsOfName(texts, at);
    case 'sign':
      return effectsOfSign(texts, at);
    case 'string':
      return token.text.startsWith('"/inet') ? [sendsTo(null), receivesFrom(null)] : [];
    case 'number':
    case 'regex':
    case 'newline':
      return [];
  }
}

function effectsOfName(texts: AwkTexts, at: number): readonly Effect[] {
  const { tokens } = texts;
  switch (tokens[at]?.text) {
    case 'system':
      return runs(argumentOf(tokens, at) ?? wordsAt(texts, at + (tokens[at + 1]?.text === '(' ? 2 : 1)));
    case 'print':
    case 'printf':
      return redirected(texts, at);
    case 'getline':
      return gotten(texts, at);
    case 'ENVIRON':
      return [
        disclosesVariable(subscriptOf(tokens, at)),
        ...(isChanged(tokens, at) ? [unknownEffect('program-specific', 'ENVIRON is changed')] : []),
      ];
    case 'SYMTAB':
      return [disclosesVariable(null), readsFile(unknown())];
    case 'ARGV':
      // What is put there is read as a file.
      return [readsFile(unknown()), ...valuesOf(texts, at).map(readsFile)];
    case 'extension':
      return tokens[at + 1]?.text === '(' ? [unknownEffect('loaded-code', 'extension')] : [];
    default:
      return [];
  }
}

function effectsOfSign(texts: AwkTexts, at: number): readonly Effect[] {
  const { tokens } = texts;
  switch (tokens[at]?.text) {
    case '@':
      return [unknownEffect('loaded-code', `@${tokens[at + 1]?.text ?? ''}`)];
    case '|':
    case '|&':
      return piped(texts, at);
    case '>>':
      return toFile(texts, at, appendsToFile);
    default:
      return [];
  }
}

/** A command is before `| getline`, and behind every other pipe, where it reads what is printed. */
function piped(texts: AwkTexts, at: number): readonly Effect[] {
  const { tokens } = texts;
  if (tokens[at + 1]?.text !== 'getline') {
    const command = literalBefore(tokens, at + 1, isEnd) ?? wordsAt(texts, at + 1);
    const start = printBefore(tokens, at);
    const printed = start === null ? [unknown()] : wordsPrinted(texts, start, at);
    return printed.flatMap((readsOutput) => runs(command, { readsOutput }));
  }
  const isAlone = at < 2 || isStart(tokens[at - 2]);
  return runs((isAlone ? literal(tokens[at - 1]) : null) ?? wordsAt(texts, startBefore(tokens, at)));
}

/** What several calls of `print` write to the same command is one text to it. */
function printedTogether(texts: AwkTexts): readonly Effect[] {
  const { tokens } = texts;
  const pieces = new Map<string, (string | null)[]>();
  for (const [at, token] of tokens.entries()) {
    if (!/^\|&?$/.test(token.text) || token.kind !== 'sign') continue;
    const command = literalBefore(tokens, at + 1, isEnd);
    const start = command === null ? null : printBefore(tokens, at);
    if (command?.kind !== 'known' || start === null) continue;
    const text = texts.left > 0 ? firstPrinted(texts, start, at) : null;
    pieces.set(command.text, [...(pieces.get(command.text) ?? []).slice(-mostPrinted), text]);
  }
  return [...pieces].flatMap(([command, printed]) => {
    if (printed.length < 2 || printed.length > mostPrinted || printed.includes(null)) return [];
    return runs(known(command), { readsOutput: oneOf([printed.join('')]) });
  });
}

/** How many calls of `print` are put together. */
const mostPrinted = 32;

/** Every awk has `sh` run a command: this one, or one of these. */
function runs(command: Word | readonly Word[], setting: Setting = {}): readonly Effect[] {
  if ('kind' in command)
    return [runsCommand([known('sh'), known('-c'), command], { ...setting, isOwnName: true })];
  return [runsFromScript, ...command.map((text) => runsShell(text, [], setting))];
}

/** Files that a `print` writes: behind a `>` that is outside of all parentheses. */
function redirected(texts: AwkTexts, start: number): readonly Effect[] {
  const { tokens } = texts;
  const at = outside(tokens, start + 1, '>', (token, before) =>
    token.kind === 'newline' ? !goesOn(before) : token.text === ';',
  );
  return at === null ? [] : toFile(texts, at, replacesFile);
}

/** Where the sign stands outside of parentheses, before an end of what it belongs to; `null` if it does not. */
function outside(
  tokens: readonly Token[],
  start: number,
  sign: string,
  ends: (token: Token, before: Token | undefined) => boolean,
): number | null {
  let depth = 0;
  for (const [offset, token] of tokens.slice(start).entries()) {
    const at = start + offset;
    if (isSign(token, '([{')) depth++;
    if (isSign(token, ')]}')) depth--;
    if (depth < 0 || (depth === 0 && ends(token, tokens[at - 1]))) return null;
    if (depth === 0 && isSign(token, sign)) return at;
  }
  return null;
}

function toFile(texts: AwkTexts, at: number, effect: (path: Word) => Effect): readonly Effect[] {
  return pathsAt(texts, at + 1, isEnd)
    .filter((path) => !/^\/dev\/(std(out|err)|fd\/[12])$/.test(textOf(path) ?? ''))
    .map(effect);
}

/** `getline < file` reads the file; without one it reads on in the input. */
function gotten(texts: AwkTexts, start: number): readonly Effect[] {
  const { tokens } = texts;
  const ends = /^(;|\n|&&|\|\||,|\?|:|\||\|&)$/;
  const at = outside(tokens, start + 1, '<', ({ kind, text }) => kind !== 'string' && ends.test(text));
  if (at === null) return [];
  return pathsAt(texts, at + 1, isEndOfOperand)
    .filter((path) => !/^(-|\/dev\/stdin)$/.test(textOf(path) ?? ''))
    .map(readsFile);
}

/** The text at this place, if it is a string and nothing else, which the next token tells; else any, and what it may be. */
function pathsAt(texts: AwkTexts, at: number, ends: (token: Token | undefined) => boolean): readonly Word[] {
  const path = literalBefore(texts.tokens, at, ends);
  return path === null ? [unknown(), ...wordsAt(texts, at)] : [path];
}

/** What an element, named by one token, may be set to. */
function valuesOf(texts: AwkTexts, at: number): readonly Word[] {
  return texts.tokens[at + 4]?.text === '=' ? wordsAt(texts, at + 5) : [];
}

function literalBefore(
  tokens: readonly Token[],
  at: number,
  ends: (token: Token | undefined) => boolean,
): Word | null {
  return ends(tokens[at + 1]) ? literal(tokens[at]) : null;
}

/** The argument of a call with one string; `null` if it is anything else. */
function argumentOf(tokens: readonly Token[], at: number): Word | null {
  const isString = tokens[at + 1]?.text === '(' && tokens[at + 3]?.text === ')';
  return isString ? literal(tokens[at + 2]) : null;
}

function subscriptOf(tokens: readonly Token[], at: number): string | null {
  const subscript =
    tokens[at + 1]?.text === '[' && tokens[at + 3]?.text === ']' ? literal(tokens[at + 2]) : null;
  return subscript?.kind === 'known' ? subscript.text : null;
}

/**
 * Whether an element, named by one token, is given a value, for what gawk runs to have: it is assigned, counted up or down,
 * deleted, read into, or replaced in as the last argument of a call.
 */
function isChanged(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1]?.text ?? '';
  const after = tokens[at + 4]?.text ?? '';
  if (/^(?:getline|delete|\+\+|--)$/.test(before) || /^(?:(?:[-+*/%^]|\*\*)?=|\+\+|--)$/.test(after))
    return true;
  return after === ')' && before === ',' && tokens.slice(0, at).some(({ text }) => /^g?sub$/.test(text));
}
