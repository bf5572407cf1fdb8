import type { Invocation } from '../../../src/model/analysis.ts';
import type { Word } from '../../../src/model/word.ts';

/** A program that bash ran: where, and with which words. */
export interface Execution {
  readonly cwd: string;
  readonly argv: readonly string[];
}

/** Whether the invocation says that this could be run. */
export function covers(invocation: Invocation, { cwd, argv }: Execution): boolean {
  return couldBe(invocation.cwd, cwd) && couldBecome(invocation.argv, argv);
}

/** Whether one word could be this text. */
export function couldBe(word: Word, text: string): boolean {
  switch (word.kind) {
    case 'known':
      return word.text === text;
    case 'pattern':
      return text.startsWith(word.prefix);
    case 'unknown':
      return text.startsWith(word.prefix) && text.endsWith(word.suffix);
  }
}

/** Whether the words could become these, some of them none or several. */
function couldBecome(words: readonly Word[], argv: readonly string[]): boolean {
  const [word, ...others] = words;
  if (word === undefined) return argv.length === 0;
  if (word.kind === 'known' || (word.kind === 'unknown' && word.count === 'one')) {
    const [text, ...left] = argv;
    return text !== undefined && couldBe(word, text) && couldBecome(others, left);
  }
  for (let count = word.kind === 'pattern' ? 1 : 0; count <= argv.length; count++) {
    if (couldBeAll(word, argv.slice(0, count)) && couldBecome(others, argv.slice(count))) return true;
  }
  return false;
}

function couldBeAll(word: Word, texts: readonly string[]): boolean {
  if (word.kind === 'pattern') return texts.every((text) => text.startsWith(word.prefix));
  if (word.kind === 'known' || texts.length === 0) return true;
  return texts[0]?.startsWith(word.prefix) === true && texts.at(-1)?.endsWith(word.suffix) === true;
}
