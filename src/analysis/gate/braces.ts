import type { Word, WordPart } from '../parse.ts';
import type { Gate } from './gate.ts';

/** How many braces of one word may be text: each is followed to the end of the word. */
const maxUnclosed = 200;

/**
 * Braces in a word that bash takes for a list, and the parser for text: to bash the one that closes is the first with a comma or
 * two dots before it, so that `{a},b}` becomes `a}` and `b`.
 */
export function checkBraces(gate: Gate, word: Word): void {
  if (!word.text.includes('{')) return;
  const { pos, parts = [] } = word;
  const read = parts.flatMap((part) => (part.type === 'BraceExpansion' ? [part] : []));
  const lists = listsIn(bareText(word));
  if (lists === null) gate.refuse(pos, 'too many braces');
  for (const { start, end } of lists ?? []) {
    const isRead = read.some((brace) => brace.pos === pos + start && brace.end === pos + end);
    if (!isRead) gate.refuse(pos + start, 'braces that close further on');
  }
}

/** The word, with another sign for each that can be no part of a list: what is quoted, and what is expanded. */
function bareText({ text, parts }: Word): string {
  return parts === undefined ? withoutEscapes(text) : parts.map(bareOf).join('');
}

function bareOf(part: WordPart): string {
  const { type, text, pos } = part;
  if (type === 'Literal') return withoutEscapes(text);
  if (type !== 'BraceExpansion') return hidden(text);
  const within = part.parts ?? [];
  return within.reduce((bare, each) => {
    const [start, end] = [each.pos - pos, each.end - pos];
    return each.type === 'CommandExpansion'
      ? bare.slice(0, start) + hidden(each.text) + bare.slice(end)
      : bare;
  }, text);
}

function withoutEscapes(text: string): string {
  return text.replace(/\\[\s\S]/g, hidden);
}

function hidden(text: string): string {
  return '_'.repeat(text.length);
}

/**
 * The lists beside each other, each from its first brace to behind its last; `null`: that is too much to tell. One without a comma is a
 * row of numbers, or text.
 */
function listsIn(text: string): readonly { readonly start: number; readonly end: number }[] | null {
  const lists: { start: number; end: number }[] = [];
  let unclosed = 0;
  for (let start = text.indexOf('{'); start !== -1; ) {
    const close = start === 0 && text[1] === '}' ? -1 : closing(text, start + 1);
    const end = close === -1 ? start + 1 : close + 1;
    if (close !== -1 && text.slice(start, close).includes(',')) lists.push({ start, end });
    if (close === -1) unclosed += 1;
    if (unclosed > maxUnclosed) return null;
    start = text.indexOf('{', end);
  }
  return lists;
}

function closing(text: string, from: number): number {
  let depth = 0;
  let isList = false;
  for (let at = from; at < text.length; at++) {
    const character = text[at];
    if (character === '}' && depth === 0 && isList) return at;
    if (character === '{') depth++;
    else if (character === '}' && depth > 0) depth--;
    else if (depth === 0) isList ||= separates(text, at);
  }
  return -1;
}

function separates(text: string, at: number): boolean {
  return text[at] === ',' || (text.startsWith('..', at) && text[at + 2] !== '}');
}
