import type { Word } from '../../../model/word.ts';
import { decoded } from '../../decoded.ts';
import { printed, unescaped } from '../../printed.ts';
import { known, textOf } from '../../words.ts';
import type { Draft, Ledger } from '../context.ts';

/** Notes what an invocation writes to its standard output, where that follows from its words and its input. */
export function noteOutput(draft: Draft, ledger: Ledger): void {
  const output = draft.id < 0 ? null : outputOf(draft, ledger);
  if (output === null) return;
  const isRedirected = draft.redirects.some(({ operator }) => operator.includes('>'));
  (isRedirected ? ledger.redirectedOutputs : ledger.outputs).set(draft.id, output);
}

function outputOf(draft: Draft, { drafts }: Ledger): Word | null {
  const { name, argv, stdin, cwd } = draft;
  if (silent.has(name)) return known('');
  const texts = argv.slice(1).map(textOf);
  const words = texts.filter((text) => text !== null);
  if (name === null || words.length < texts.length) return null;
  switch (name) {
    case 'echo':
      return echoed(words, draft);
    case 'printf':
      return formatted(words, draft);
    case 'pwd':
      return words.length === 0 && cwd.kind === 'known' ? known(`${cwd.text}\n`) : null;
    case 'basename':
    case 'dirname':
      return partOfPath(name, words);
    default:
      return (stdin.kind === 'text' || stdin.kind === 'pipe') && isReadFirst(draft, drafts)
        ? decoded(name, words, stdin.text)
        : null;
  }
}

/** Builtins that write nothing to it, whatever their words are. */
const silent: ReadonlySet<string | null> = new Set([':', 'true', 'false', 'test', '[', '[[']);

/** Builtins that leave the input as it is. */
const inputless: ReadonlySet<string | null> = new Set(
  ': true false echo printf cd pwd test [ [[ set shift export local declare unset return'.split(' '),
);

/** Whether nothing has had the same input before, and has taken some of it away: `{ read -n 5 x; cat; } <<<text`. */
export function isReadFirst(draft: Draft, drafts: readonly Draft[]): boolean {
  const { stdin, argv } = draft;
  return drafts.every(
    (other) =>
      other.stdin !== stdin ||
      other.argv === argv ||
      other.resolution === 'nothing' ||
      other.resolution === 'function' ||
      inputless.has(other.name) ||
      isAround(other, draft, drafts),
  );
}

/** Whether an invocation runs the other, by whatever other ones. */
function isAround({ id }: Draft, { parent }: Draft, drafts: readonly Draft[]): boolean {
  for (let at = parent; at !== null && at >= id; at = drafts[at]?.parent ?? null) if (at === id) return true;
  return false;
}

/** Whether escapes are read as bash reads them. */
function isOfBash({ via }: Draft): boolean {
  return via.every((each) => each.kind !== 'shell' || /^r?bash$/.test(each.name));
}

function echoed(words: readonly string[], draft: Draft): Word | null {
  const count = words.findIndex((word) => !/^-[neE]+$/.test(word));
  const options = words.slice(0, count === -1 ? words.length : count).join('');
  const text = words.slice(count === -1 ? words.length : count).join(' ');
  const ending = options.includes('n') ? '' : '\n';
  // Some shells know other options than `-n`, and read escapes without any.
  if (/[eE]/.test(options) || text.includes('\\')) {
    const made = isOfBash(draft) && /e/.test(options) && !/E/.test(options) ? unescaped(text) : null;
    return made === null ? null : known(made + ending);
  }
  const isOption = text.startsWith('-') && !(isOfBash(draft) && draft.resolution === 'builtin');
  return isOption ? null : known(text + ending);
}

function formatted(words: readonly string[], draft: Draft): Word | null {
  const [format, ...values] = words[0] === '--' ? words.slice(1) : words;
  if (format === undefined || (format.startsWith('-') && words[0] !== '--')) return null;
  const isPlain = /^(?:%s|\\n|[^%\\])*$/.test(format);
  const text = isPlain || isOfBash(draft) ? printed(format, values) : null;
  return text === null ? null : known(text);
}

/** The last name of a path, without an ending if one is given, or what is before it. */
function partOfPath(name: 'basename' | 'dirname', words: readonly string[]): Word | null {
  const [path, ending, more] = words[0] === '--' ? words.slice(1) : words;
  if (path === undefined || path.startsWith('-') || more !== undefined) return null;
  const [, before = '', last = ''] = /^(.*?)([^/]*)\/*$/s.exec(path) ?? [];
  if (last === '') return null;
  if (name === 'basename') return known(`${withoutEnding(last, ending)}\n`);
  if (ending !== undefined) return null;
  return known(`${before.replace(/(?<=.)\/+$/s, '').replace(/^\/+$/, '/') || '.'}\n`);
}

function withoutEnding(text: string, ending = ''): string {
  return text !== ending && text.endsWith(ending) ? text.slice(0, text.length - ending.length) : text;
}
