import type { Word } from '../../../model/word.ts';
import { known, textOf } from '../../words.ts';
import type { Draft } from '../context.ts';

/** What an invocation writes to its standard output, where that follows from its words; else `null`. */
export function outputOf({ name, argv, redirects, stdin }: Draft): Word | null {
  if (redirects.some(({ operator }) => operator.includes('>'))) return null;
  const texts = argv.slice(1).map(textOf);
  const words = texts.filter((text) => text !== null);
  if (words.length < texts.length) return null;
  switch (name) {
    case 'echo':
      return echoed(words);
    case 'printf':
      return printed(words);
    case 'cat':
      return words.length === 0 && stdin.kind === 'text' ? stdin.text : null;
    default:
      return null;
  }
}

function echoed(words: readonly string[]): Word | null {
  const isBare = words[0] === '-n';
  if (words[0]?.startsWith('-') === true && !isBare) return null;
  const text = words.slice(isBare ? 1 : 0).join(' ');
  // Some shells read escapes in it.
  return text.includes('\\') ? null : known(isBare ? text : `${text}\n`);
}

function printed([format, ...values]: readonly string[]): Word | null {
  if (format === undefined || format.startsWith('-')) return null;
  if (format === '%s' || format === '%s\\n') {
    const ending = format === '%s' ? '' : '\n';
    return known((values.length === 0 ? [''] : values).map((text) => text + ending).join(''));
  }
  const text = format.replaceAll('\\n', '\n');
  return values.length > 0 || /[%\\]/.test(text) ? null : known(text);
}
