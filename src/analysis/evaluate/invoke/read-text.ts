import { allValues, has } from '../../programs/options.ts';
import { parsedCall } from '../../programs/parsed-call.ts';
import type { Call } from '../../programs/program.ts';
import { known, textOf, unknown } from '../../words.ts';
import type { Draft, Ledger } from '../context.ts';
import { variableName } from '../expand/scope.ts';
import type { State, Value } from '../state/state.ts';
import { isReadFirst } from './output.ts';

/** What `read` and `mapfile` put into their variables where they succeed, and whether they do so for certain. */
export interface TextRead {
  readonly values: ReadonlyMap<string, Value>;
  readonly isCertain: boolean;
}

/** What `read` or `mapfile` makes of a known text, of which nothing has been read before; else `null`. In a loop that may be any of its lines. */
export function textRead(draft: Draft, state: State, { drafts }: Ledger): TextRead | null {
  const { stdin, name, id, via } = draft;
  const text = stdin.kind === 'text' || stdin.kind === 'pipe' ? textOf(stdin.text) : null;
  // What is only tried is not among those before.
  if (!readers.has(name) || text === null || id < 0 || !isReadFirst(draft, drafts)) return null;
  const call = parsedCall(draft)?.call;
  if (call !== undefined && name !== 'read') return allLines(call, text, draft);
  const end = text.indexOf('\n');
  const isRepeated = via.some(({ kind }) => kind === 'loop');
  if (call === undefined || end === -1) return null;
  const separators = separatorsFor(draft, state);
  const lines = text.split('\n', maxLines).filter((line) => line !== '');
  if (isRepeated && end < text.length - 1)
    return anyLine(lines.map((line) => valuesOf(call, line, separators)));
  const values = valuesOf(call, text.slice(0, end), separators);
  return values === null ? null : { values, isCertain: !isRepeated };
}

/** How many lines are taken for what a loop may read. */
const maxLines = 32;

/** What each variable may have been given; that it may be something else is left open. */
function anyLine(lines: readonly (ReadonlyMap<string, Value> | null)[]): TextRead | null {
  const texts = new Map<string, Set<string>>();
  for (const [name, value] of lines.flatMap((values) => [...(values ?? [])])) {
    const text = value.kind === 'text' ? textOf(value.word) : null;
    if (text === null) return null;
    texts.set(name, (texts.get(name) ?? new Set()).add(text));
  }
  const values = [...texts].map(([name, all]): [string, Value] => {
    const word = unknown('', '', [{ kind: 'one-of', texts: [...all] }, { kind: 'input' }]);
    return [name, { kind: 'text', word }];
  });
  return { values: new Map(values), isCertain: false };
}

const readers: ReadonlySet<string | null> = new Set(['read', 'mapfile', 'readarray']);

/** What `mapfile` puts into an array: all lines, with their ends or without. In a loop they are gone after the first turn. */
function allLines(call: Call, text: string, { via }: Draft): TextRead | null {
  const [name, second] = call.operands.map(textOf);
  const isPlain = call.given.every(({ names }) => names.includes('-t')) && second === undefined;
  if (!isPlain || via.some(({ kind }) => kind === 'loop')) return null;
  if (name === null || (name !== undefined && !variableName.test(name))) return null;
  const lines = text.match(/[^\n]*\n|[^\n]+/g) ?? [];
  const elements = lines.map((line) => known(has(call, '-t') ? line.replace(/\n$/, '') : line));
  return { values: new Map([[name ?? 'MAPFILE', { kind: 'array', elements }]]), isCertain: true };
}

/** What divides words; `null` where it is anything but blanks or nothing. */
function separatorsFor({ assignments }: Draft, { variables }: State): 'blanks' | 'nothing' | null {
  const own = assignments.find(({ name }) => name === 'IFS')?.value;
  if (own !== undefined) return textOf(own) === '' ? 'nothing' : null;
  // Where code that is not known may have set it, no variable is known for certain either.
  return variables.has('IFS') ? null : 'blanks';
}

function valuesOf(
  call: Call,
  line: string,
  separators: 'blanks' | 'nothing' | null,
): ReadonlyMap<string, Value> | null {
  const isPlain = call.given.every(({ names }) => names.some((name) => /^-[rsap]$/.test(name)));
  const isLiteral = has(call, '-r') || !line.includes('\\');
  if (separators === null || !isPlain || !isLiteral) return null;
  const words = separators === 'nothing' ? [line] : line.split(/[ \t]+/).filter((word) => word !== '');
  const [array] = allValues(call, '-a').map(textOf);
  if (array !== undefined)
    return array === null ? null : new Map([[array, { kind: 'array', elements: words.map(known) }]]);
  const names = call.operands.map(textOf);
  if (names.length === 0) return new Map([['REPLY', { kind: 'text', word: known(line) }]]);
  if (!names.every((name) => name !== null && variableName.test(name))) return null;
  const trimmed = separators === 'nothing' ? line : line.replace(/^[ \t]+|[ \t]+$/g, '');
  return new Map(
    names.map((name, at) => [
      name ?? '',
      { kind: 'text', word: known(at < names.length - 1 ? (words[at] ?? '') : restFrom(trimmed, at)) },
    ]),
  );
}

/** The last name gets all that is left, with what divides it. */
function restFrom(line: string, count: number): string {
  let rest = line;
  for (let at = 0; at < count; at++) rest = /^[^ \t]+[ \t]*([\s\S]*)$/.exec(rest)?.[1] ?? '';
  return rest;
}
