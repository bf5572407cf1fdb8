import type { Path } from '../../../model/word.ts';
import type { WordPart } from '../../parse.ts';
import { textOf } from '../../words.ts';
import { onlyDirectory } from '../state/state.ts';
import { type Scope, valueOfParameter } from './scope.ts';

/**
 * Where in a word a `~` counts: in a `value` that is assigned at the start and behind each `:`, in an `argument` that looks
 * like an assignment (`PREFIX=~/x`) also behind the first `=`, in any other word at the start alone.
 */
export type TildePlaces = 'start' | 'value' | 'argument';

export function tildePlacesOf(text: string): TildePlaces {
  return text.includes('~') && /^[A-Za-z_]\w*\+?=/.test(text) ? 'argument' : 'start';
}

const starts: Readonly<Record<TildePlaces, string>> = {
  start: '^',
  value: '(?:^|:)',
  argument: '(?:^(?:[A-Za-z_]\\w*\\+?=)?|:)',
};

/**
 * The parts of a word with each `~` that counts made the expansion that it stands for. What it stands for is neither split
 * nor a pattern.
 */
export function withHome(scope: Scope, parts: readonly WordPart[], places: TildePlaces): readonly WordPart[] {
  if (!parts.some(hasTilde)) return parts;
  return parts.flatMap((part, index) => {
    return hasTilde(part) ? split(scope, part, index === 0, index === parts.length - 1, places) : [part];
  });
}

function hasTilde(part: WordPart): boolean {
  return (part.type === 'Literal' || part.type === 'BraceExpansion') && part.text.includes('~');
}

/** A literal with each `~` that counts as a part of its own. */
function split(
  scope: Scope,
  part: WordPart & { readonly text: string },
  isFirst: boolean,
  isLast: boolean,
  places: TildePlaces,
): readonly WordPart[] {
  const pattern = new RegExp(
    `(${starts[places]})(~[\\w.+-]*)(?=${places === 'start' ? '/' : '[/:]'}${isLast ? '|$' : ''})`,
    'g',
  );
  const pieces: WordPart[] = [];
  let at = 0;
  for (const match of part.text.matchAll(pattern)) {
    const [, before = '', prefix = ''] = match;
    if (match.index === 0 && before !== ':' && !isFirst) continue;
    const from = match.index + before.length;
    pieces.push(literal(part, part.text.slice(at, from)), home(scope, part, prefix));
    at = from + prefix.length;
  }
  if (at === 0) return [part];
  return [...pieces, { ...part, text: part.text.slice(at), value: part.text.slice(at) } as WordPart].filter(
    (piece) => piece.text !== '',
  );
}

function literal(part: WordPart, text: string): WordPart {
  return { type: 'Literal', pos: part.pos, end: part.end, text, value: text };
}

/** A variable of which nothing is known, whatever it is set to. It must not be one that is always a number. */
const unknownVariable = '$BASH_VERSION';

/** What `~`, `~+` and `~-` stand for, as the expansion of a variable in quotes. Other users' homes are not known. */
function home(scope: Scope, part: WordPart, prefix: string): WordPart {
  const stacked = textOf(stackedDirectory(scope, prefix));
  if (stacked !== null) return quoted(part, stacked);
  const name = { '~': 'HOME', '~+': 'PWD', '~-': 'OLDPWD' }[prefix];
  // Without the variable, bash asks the system for the home of its user.
  const isAsked = name === 'HOME' && valueOfParameter(scope, 'HOME').kind === 'unset';
  const text = name === undefined || isAsked ? unknownVariable : `$${name}`;
  const { pos, end } = part;
  return { type: 'DoubleQuoted', pos, end, text, parts: [{ type: 'SimpleExpansion', pos, end, text }] };
}

function quoted({ pos, end }: WordPart, value: string): WordPart {
  return { type: 'SingleQuoted', pos, end, text: value, value };
}

/** `~1`, `~+1` and `~-0`: a directory of the stack, counted from its top or from its bottom; the top is where the shell is. */
function stackedDirectory({ state }: Scope, prefix: string): Path | undefined {
  const [, sign, digits] = /^~([+-]?)(\d{1,3})$/.exec(prefix) ?? [];
  if (digits === undefined || state.isWild) return undefined;
  const index = Number(digits);
  if (sign !== '-' && index === 0) return onlyDirectory(state);
  // Who assigns to the array changes the stack.
  if (state.directoryStack === null || state.variables.has('DIRSTACK')) return undefined;
  const stack = [onlyDirectory(state), ...state.directoryStack];
  return stack[sign === '-' ? stack.length - 1 - index : index];
}
