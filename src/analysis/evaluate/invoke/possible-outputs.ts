import type { Word } from '../../../model/word.ts';
import { decoded } from '../../decoded.ts';
import { parsedCall } from '../../programs/parsed-call.ts';
import { known, prefixOf, suffixOf, textOf, textsOf } from '../../words.ts';
import { spend } from '../budget.ts';
import type { Draft, Ledger } from '../context.ts';

/** How many invocations are looked at for what one may write, and how many texts there may be. */
const maxVisited = 30;
const maxTexts = 8;
const maxLength = 16_384;

/**
 * Texts that some of these invocations may write: what a program prints of its own words, and what comes in, which a filter may pass on
 * as it is (`tee`, `sed`, `head`). Nothing of it is certain.
 */
export function possibleOutputs(ids: readonly number[], ledger: Ledger): readonly string[] {
  const visited = new Set<number>();
  return [...new Set(outputsOf(ids, ledger, visited))].slice(0, maxTexts);
}

/** What a text may be that is, in a part of it, what invocations write. Bash has taken the ends of lines away behind that. */
export function outputsIn(text: Word, ledger: Ledger): readonly string[] {
  if (text.kind !== 'unknown') return [];
  const { prefix, suffix, sources } = text;
  const ids = sources.flatMap((source) => (source.kind === 'output' ? source.of : []));
  const outputs = ids.length === 0 ? [] : possibleOutputs(ids, ledger);
  return outputs.map((output) => `${prefix}${output.replace(/\n+$/, '')}${suffix}`);
}

function outputsOf(ids: readonly number[], ledger: Ledger, visited: Set<number>): readonly string[] {
  return ids.flatMap((id) => {
    const draft = ledger.drafts[id];
    if (draft === undefined || visited.has(id) || visited.size >= maxVisited) return [];
    visited.add(id);
    const text = textOf(ledger.outputs.get(id) ?? ledger.redirectedOutputs.get(id));
    if (text !== null) return [text];
    const inputs = inputsOf(draft, ledger, visited).filter(
      (each) => each.trim() !== '' && each.length <= maxLength,
    );
    return [...inputs.map((input) => passedOn(draft, input)), ...printedBy(draft, ledger)].slice(0, maxTexts);
  });
}

function inputsOf({ stdin }: Draft, ledger: Ledger, visited: Set<number>): readonly string[] {
  if (stdin.kind !== 'text' && stdin.kind !== 'pipe') return [];
  const text = textOf(stdin.text);
  if (text !== null) return [text];
  const choices = textsOf(stdin.text);
  return stdin.kind === 'pipe' ? [...choices, ...outputsOf(stdin.from, ledger, visited)] : choices;
}

function passedOn({ name, argv }: Draft, input: string): string {
  const words = argv.slice(1).map(textOf);
  if (name === null || words.includes(null)) return input;
  const texts = words.filter((word) => word !== null);
  const made =
    name === 'sed' ? substituted(texts, input) : textOf(decoded(name, texts, known(input)) ?? undefined);
  return made ?? input;
}

/** What `s/plain/text/` makes of a text. */
function substituted(words: readonly string[], input: string): string | null {
  const scripts = words.filter((word) => !word.startsWith('-')).flatMap((word) => word.split(';'));
  if (scripts.length > maxTexts) return null;
  return scripts.reduce<string | null>((text, script) => {
    const [, , from, to, flags] = /^\s*s([/|,#:@!])([\w -]+)\1([^\\&]*)\1(g?)\s*$/.exec(script) ?? [];
    if (text === null || from === undefined || to === undefined) return null;
    return flags === 'g' ? text.replaceAll(from, () => to) : text.replace(from, () => to);
  }, input);
}

function printedBy(draft: Draft, { budget }: Ledger): readonly string[] {
  const { name, argv } = draft;
  if (name === null || argv.length > maxWords) return [];
  const call = parsedCall(draft);
  if (call?.command.prints !== undefined) {
    for (const word of argv) spend(budget, prefixOf(word).length / charactersReadPerUnit);
    return call.command.prints(call.call);
  }
  const words = argv.slice(1).map(withAny);
  if (name === 'echo') return [words.filter((word) => !/^-[neE]+$/.test(word)).join(' ')];
  if (name === 'printf') return [withValues(words)];
  return findsPrograms(name, words) ? words.filter((word) => !word.startsWith('-')) : [];
}

/** How many words of an invocation are looked at. */
const maxWords = 100;

/** A word with any words in the place of what is not known of it. */
function withAny(word: Word): string {
  return textOf(word) ?? `${prefixOf(word)}$*${suffixOf(word)}`;
}

function withValues([format = '', ...values]: readonly string[]): string {
  const left = [...values];
  return format.replace(/%[sbdq]|\\n/g, (piece) => (piece === '\\n' ? '\n' : (left.shift() ?? '')));
}

/** Whether it prints the path of the program that it is given the name of. */
function findsPrograms(name: string, words: readonly string[]): boolean {
  if (name === 'which' || name === 'whence') return true;
  return name === 'command' ? words[0] === '-v' : name === 'type' && /^-[apP]+$/.test(words[0] ?? '');
}

/** How many characters of a program that prints are read in one unit. */
const charactersReadPerUnit = 4;
