import { prefixOf, suffixOf, textOf } from '../../analysis/words.ts';
import type { Invocation } from '../../model/analysis.ts';
import type { Word } from '../../model/word.ts';
import type { Parsed } from '../subject.ts';

/**
 * Whether the words of a program that prints pieces of what it is told, or of its input, may have it print a bracket that was
 * in none of them. Without one a test runs no code: that is in a subscript, `a[$(…)]`.
 */
export function mayPrintBracket({ name, argv, span }: Invocation, { command }: Parsed): boolean {
  const words = argv.slice(1);
  const isKnown = words.every(({ kind }) => kind === 'known');
  // Of a word with several expansions it is not known what stands between them.
  if (!isKnown && joined.test(command.slice(span.start, span.end))) return true;
  const texts = words.map(toldOf);
  return prints[name ?? '']?.(texts) ?? texts.some(hasBracket);
}

/** Two expansions without a blank between them. */
const joined = /\$[^\s$]*\$/;

/** All that is known of a word. */
function toldOf(word: Word): string {
  if (word.kind === 'pattern') return word.glob;
  return textOf(word) ?? `${prefixOf(word)}…${suffixOf(word)}`;
}

/** As it is, or by its number. */
function hasBracket(text: string): boolean {
  return /\[|\\[0-9xuU]/.test(text);
}

/** Those of which some words are not printed, or are more than texts. */
const prints: Readonly<Record<string, (texts: readonly string[]) => boolean>> = {
  // They print lines, or numbers of processes, and what they are told to print beside them.
  grep: (texts) => texts.some((text) => /^--(?:l|gr)/.test(text) && hasBracket(text)),
  pgrep: (texts) => texts.some((text) => /^(?:-[A-Za-z]*d|--d)/.test(text)) && texts.some(hasBracket),
  tr: (texts) => texts.some(hasBracketInSet),
  sed: (texts) => texts.some((text) => !isPlainScript(text)),
  awk: (texts) => !isPlainProgram(texts),
};

/** A range can have it in it: `Z-_`. */
function hasBracketInSet(text: string): boolean {
  return hasBracket(text.replace(/\[:\w+:\]/g, '')) || /[!-Z]-[\\-~]/.test(text);
}

/** In a script of `sed`, brackets are of no harm in what is looked for. */
function isPlainScript(text: string): boolean {
  if (/\\(?:[oxc]|d\d)/.test(text)) return false;
  return !text.includes('[') || substitutions.test(text);
}

/** One with a sign between its parts that stands in no brackets, where `sed` sees it too. */
const substitution = ['/', '\\|', '#', ','].map((sign) => {
  const wanted = `(?:\\\\.|\\[[^\\]${sign}]*\\]|[^\\\\[${sign}\\n])*`;
  return `s${sign}${wanted}${sign}[^[${sign}\\n]*${sign}[gpIi0-9]*`;
});

const substitutions = new RegExp(`^(?:\\s*(?:${substitution.join('|')})\\s*(?:;|$))+$`);

/** A program of `awk` makes other signs of its input by their numbers alone; brackets are of no harm where fields are told apart, or in what is looked for. */
function isPlainProgram(texts: readonly string[]): boolean {
  const program = texts.join('\n');
  const isFormatted = !/printf/.test(program) || !/%(?![-.0-9]*[sdif])/.test(program);
  if (!isFormatted || /\\[0-9xu]|FMT|@/.test(program)) return false;
  return texts.every((text, at) => {
    if (!text.includes('[')) return true;
    const isSeparator = /^-F./.test(text) || texts[at - 1] === '-F';
    if (isSeparator) return !/FS\b/.test(program);
    return !text.includes('"') && !text.replace(/\/(?:\\.|\[[^\]/]*\]|[^/\\[])*\//g, '').includes('[');
  });
}
