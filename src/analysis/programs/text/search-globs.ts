import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { known, textOf } from '../../words.ts';
import { readsFile } from '../effects.ts';
import type { OptionRule } from '../program.ts';

/** How many names a glob with braces may stand for before it is taken for what it says. */
const maxNames = 200;

/**
 * Which files of those below a directory are searched: `--include='*.ts'`, `-g '*.{ts,tsx}'`. A search of all files passes
 * hidden ones by the way; one for files of a certain name is told as a reading of these.
 */
export const searchesNamed: OptionRule = {
  takes: 'value',
  effects: ({ value }) => namesOf(value).map(readsNamed),
};

/** The same whether letters are large or small. */
export const searchesNamedAnyhow: OptionRule = {
  takes: 'value',
  effects: ({ value }) => namesOf(value).map((glob) => readsNamed(glob.toLowerCase())),
};

/** The same as a kind of files of its own, each with its globs: `--type-add 'web:*.html'`, `--type-set x:is:.env`. */
export const searchesKind: OptionRule = {
  takes: 'value',
  effects: ({ value }) =>
    namesOf(known((textOf(value) ?? '').replace(/^[^:]*:(?:is:)?/, ''))).map(readsNamed),
};

/** The same for several globs. */
export function searchesAll(globs: readonly Word[]): readonly Effect[] {
  return globs.flatMap(namesOf).map(readsNamed);
}

/** The same by an expression, of which the characters that stand for themselves are looked at: `\\.env$`. */
export const searchesMatching: OptionRule = {
  takes: 'value',
  effects: ({ value }) => [known((textOf(value) ?? '').replace(/[\\^$()]/g, ''))].map(readsFile),
};

function namesOf(value: Word): readonly string[] {
  const text = value.kind === 'pattern' ? value.glob : (textOf(value) ?? '');
  // What begins with `!` is left out of the search.
  if (text === '' || text.startsWith('!')) return [];
  const names = alternatives(text).map((glob) => glob.replace(/^(?:\/|\*\*\/)+/, ''));
  // A wildcard at the start stands for a dot too.
  return [...names, ...names.filter((name) => /^[*?]\w/.test(name)).map((name) => `.${name.slice(1)}`)];
}

/** The globs that a glob with braces stands for. */
function alternatives(glob: string): readonly string[] {
  let globs: readonly string[] = [glob];
  for (;;) {
    const next = globs.flatMap(withFirstBraces);
    if (next.length === globs.length && next.every((each, at) => each === globs[at])) return globs;
    if (next.length > maxNames) return [glob];
    globs = next;
  }
}

/** The innermost braces first, as they have none in them. */
function withFirstBraces(glob: string): readonly string[] {
  const found = /\{([^{}]*)\}/.exec(glob);
  if (found === null) return [glob];
  const [braces, inner = ''] = found;
  return inner
    .split(',')
    .map((choice) => glob.slice(0, found.index) + choice + glob.slice(found.index + braces.length));
}

function readsNamed(glob: string): Effect {
  return readsFile(matching(glob));
}

/** The names that a program finds for a glob. */
export function matching(glob: string): Word {
  const end = glob.search(/[*?[\\]/);
  return end === -1 ? known(glob) : { kind: 'pattern', glob, prefix: glob.slice(0, end) };
}
