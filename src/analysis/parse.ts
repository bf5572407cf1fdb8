import { parse as parseBash, type Script } from 'unbash';

export type * from 'unbash';

/** A syntax tree, or that there is none to be had. */
export type ParseResult =
  | { readonly kind: 'parsed'; readonly script: Script; readonly source: string }
  | { readonly kind: 'unparsed' };

/** Reads a script. */
export function parse(source: string): ParseResult {
  try {
    const script = parseBash(source);
    return script.errors?.length ? { kind: 'unparsed' } : { kind: 'parsed', script, source };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { kind: 'unparsed' };
  }
}
