import type { Analysis, Invocation, Span } from '../model/analysis.ts';
import { utf8Length } from './utf8-length.ts';

type Parsed = Extract<Analysis, { kind: 'parsed' }>;

/** A text behind others that its shell has run before: where it begins in all of them, and the first of the invocations that are its own. */
export interface Part {
  readonly command: string;
  readonly start: number;
  readonly first: number;
}

/** What an analysis has of a part of its text, as that of the part alone. What stands before it, such as a function, has places before 0. */
export function ownPart({ invocations }: Parsed, { command, start, first }: Part): Parsed {
  const own = invocations.slice(first).map((one) => moved(one, start, first));
  return { kind: 'parsed', command, bytes: utf8Length(command), invocations: own };
}

/** A span of all of the text in the part alone. */
export function spanIn({ start }: Pick<Part, 'start'>, span: Span): Span {
  return { start: span.start - start, end: span.end - start };
}

function moved(one: Invocation, start: number, first: number): Invocation {
  const { id, parent, span, redirects, stdin } = one;
  return {
    ...one,
    id: id - first,
    parent: parent === null || parent < first ? null : parent - first,
    span: spanIn({ start }, span),
    redirects: redirects.map((redirect) => ({ ...redirect, span: spanIn({ start }, redirect.span) })),
    stdin: stdin.kind === 'pipe' ? { ...stdin, from: stdin.from.map((from) => from - first) } : stdin,
  };
}
