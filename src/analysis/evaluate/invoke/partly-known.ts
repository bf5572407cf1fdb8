import type { Part, Source, Word } from '../../../model/word.ts';
import { partsOf } from '../../word-parts.ts';
import { unknown } from '../../words.ts';

/** Where in a script a part stands. */
type Quote = 'none' | 'single' | 'double';

/**
 * A script of what is known of a text, with any words in the place of each part that is not; `null`: nothing of it is known. That is run
 * as well, unless a part makes something else of it.
 */
export function scriptAround(text: Word): string | null {
  return isPartlyKnown(text) ? scriptWith(text, () => '$*') : null;
}

/** A script with variables in it that are parts of words which led to it: no other script has them. */
interface ScriptWithParts {
  readonly script: string;
  readonly words: ReadonlyMap<string, Word>;
}

/** The same with a variable in the place of each part: it is where the part comes from. */
export function scriptWithParts(text: Word): ScriptWithParts | null {
  if (!isPartlyKnown(text)) return null;
  const start = nameNotIn(text);
  const words = new Map<string, Word>();
  const script = scriptWith(text, (sources, { quote, behind }) => {
    const name = `${start}${words.size}`;
    words.set(name, unknown('', '', sources));
    if (quote === 'single') return `'"\${${name}}"'`;
    return quote === 'none' && endsCommand(behind) && isOneOutput(sources) ? `"\${${name}}"` : `\${${name}}`;
  });
  return { script, words };
}

/** Whether no other word comes behind it: one that is none may have that be a command. */
function endsCommand(behind: Part): boolean {
  return typeof behind === 'string' && /^\s*(?:$|[;&|)]|\d?>)/.test(behind);
}

/** What one command has written, as the path of `mktemp`, is taken for one word. Where it is not in quotes it may be more. */
function isOneOutput([only, second]: readonly Source[]): boolean {
  return only?.kind === 'output' && second === undefined;
}

function nameNotIn(text: Word): string {
  let name = '_part';
  while (partsOf(text).some((part) => typeof part === 'string' && part.includes(name))) name += '_';
  return name;
}

/** Whether any of it is known: what is not may be nothing. */
function isPartlyKnown(text: Word): boolean {
  return text.kind === 'unknown' && partsOf(text).some((part) => typeof part === 'string' && /\S/.test(part));
}

/** Where a part is that is not known: in which quotes, and before what. */
interface Position {
  readonly quote: Quote;
  readonly behind: Part;
}

function scriptWith(text: Word, write: (sources: readonly Source[], position: Position) => string): string {
  let quote: Quote = 'none';
  let script = '';
  const parts = partsOf(text).filter((part) => part !== '');
  for (const [at, part] of parts.entries()) {
    if (typeof part !== 'string') script += write(part, { quote, behind: parts[at + 1] ?? '' });
    else {
      script += part;
      quote = quoteBehind(part, quote);
    }
  }
  return script;
}

/** In which quotes a script is behind a part of it. */
function quoteBehind(text: string, start: Quote): Quote {
  let quote = start;
  for (const [piece] of text.matchAll(/\\.|['"]/gs)) quote = quoteAfter(piece, quote);
  return quote;
}

/** A backslash in single quotes is a character, and a quote behind it ends them. */
function quoteAfter(piece: string, quote: Quote): Quote {
  switch (quote) {
    case 'none':
      if (piece === "'") return 'single';
      return piece === '"' ? 'double' : 'none';
    case 'single':
      return piece.endsWith("'") ? 'none' : 'single';
    case 'double':
      return piece === '"' ? 'none' : 'double';
  }
}
