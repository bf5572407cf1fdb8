import { sourcesOf, textOf } from '../../analysis/words.ts';
import type { Invocation } from '../../model/analysis.ts';
import type { Word } from '../../model/word.ts';
import type { Parsed, Subject } from '../subject.ts';
import { variableClass } from './variables.ts';

/** Builtins that look at their words and show none of them. */
const silent: ReadonlySet<string | null> = new Set(['[[', 'unset']);

/** Operators between two texts or files. */
const ofTexts: ReadonlySet<string | null> = new Set(['=', '==', '!=', '<', '>', '-nt', '-ot', '-ef']);

const ofNumbers: ReadonlySet<string | null> = new Set(['-eq', '-ne', '-lt', '-le', '-gt', '-ge']);

/**
 * Whether an invocation looks at what is in variables and shows nothing of it. `test` tells in its message what stands where a number or
 * an operator is to be: `[ "$TOKEN" -eq 1 ]`.
 */
export function onlyTests({ invocation, analysis }: Subject): boolean {
  const { name, argv, redirects } = invocation;
  if (isToldByShell(invocation)) return false;
  if (name !== 'unset' && guesses(invocation, analysis)) return false;
  // A file can have what is in a variable for a name, and bash tells the name of one that it cannot open.
  if (redirects.some(({ target }) => target.kind === 'file' && isOfVariable(target.path))) return false;
  if (silent.has(name)) return true;
  // What it was given last is in `$_`.
  if (name === ':') return !/\$\{?!?_\b/.test(analysis.command);
  if (name !== 'test' && name !== '[') return false;
  const words = name === '[' ? argv.slice(1, -1) : argv.slice(1);
  return !words.some((word, at) => isOfVariable(word) && isTold(words, at));
}

/** Whether the shell tells a variable on its standard error: `${x:?$TOKEN}`. */
export function isToldByShell({ effects }: Invocation): boolean {
  return effects.some((effect) => effect.kind === 'discloses' && effect.what === 'variable' && effect.isTold);
}

/** So many tests of one variable tell little of it: each halves what it may be. */
const mostTests = 8;

/** Whether a variable is found out by tests: of one text after the other in a loop, or very many. */
function guesses(invocation: Invocation, { command, invocations }: Parsed): boolean {
  const { argv, via, span } = invocation;
  const isInLoop = via.some(({ kind }) => kind === 'loop');
  if (isInLoop && changingPart.test(command.slice(span.start, span.end))) return true;
  const isCompared = argv.some((word) => ofTexts.has(textOf(word)) || textOf(word) === '=~');
  const isOther = (word: Word) => word.kind !== 'known' && !isOfVariable(word);
  if (isCompared && isInLoop && argv.some(isOther)) return true;
  const tested = variablesOf(invocation);
  let tests = 0;
  for (const one of invocations) {
    if (tests > mostTests) break;
    if (isTest(one.name) && variablesOf(one).some((name) => tested.includes(name))) tests += 1;
  }
  return tests > mostTests;
}

/** A part of a variable, which is another one in each turn: `${x:i:1}`, `${x##$c*}`. */
const changingPart = /\$\{\w+(?:[#%/^,][^{}]*[$`]|:(?![-=?+])[^{}]*[A-Za-z_$`])/;

function isTest(name: string | null): boolean {
  return name === '[[' || name === '[' || name === 'test';
}

function variablesOf({ effects }: Invocation): readonly string[] {
  return effects.flatMap((effect) =>
    effect.kind === 'discloses' && effect.what === 'variable' && variableClass(effect, null) !== 'harmless'
      ? [effect.name ?? '']
      : [],
  );
}

function isOfVariable(word: Word): boolean {
  return sourcesOf(word).some(({ kind }) => kind === 'variable');
}

/** How `test` reads its words depends on how many they are. What is not quoted is taken for one. */
function isTold(words: readonly Word[], at: number): boolean {
  if (words.length > 1 && textOf(words[0]) === '!') return at > 0 && isTold(words.slice(1), at - 1);
  const before = textOf(words[at - 1]);
  const after = textOf(words[at + 1]);
  if (ofNumbers.has(before) || ofNumbers.has(after)) return true;
  if (words.length < 3) return words.length === 2 && at === 0;
  if (words.length === 3) return at === 1 && textOf(words[0]) !== '(';
  return !isOperand(before, after);
}

/** In a longer expression: behind what wants one, or before what has had one. */
function isOperand(before: string | null, after: string | null): boolean {
  return (
    (before !== null && (ofTexts.has(before) || /^(?:[!(]|-[A-Za-z])$/.test(before))) ||
    (after !== null && (ofTexts.has(after) || /^(?:\)|-[ao])$/.test(after)))
  );
}
