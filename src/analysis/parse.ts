import { forEachChild, parse as parseBash, type Script } from 'unbash';
import type { UnparsedProblem } from '../model/analysis.ts';
import { maxUnits, objectionToText, tooLong } from './gate/text.ts';
import { objectionToTree } from './gate/tree.ts';
import { joinLines } from './join-lines.ts';
import { readReplacements } from './replacements.ts';

export type * from 'unbash';
export { forEachChild };

/** A syntax tree that bash would agree with, or why there is none. */
export type ParseResult =
  | {
      readonly kind: 'parsed';
      readonly script: Script;
      /** The text that the positions in the tree are for. */
      readonly source: string;
      /** The place in the text that was given, for a place in `source`. */
      readonly origin: (at: number) => number;
    }
  | { readonly kind: 'unparsed'; readonly problem: UnparsedProblem };

/**
 * Reads a script, and refuses what the parser and bash could read differently: on such a text the tree could lack a
 * command that bash runs. What is refused is described in `gate/`.
 */
export function parse(text: string): ParseResult {
  if (text.length > maxUnits) return unparsed(tooLong, (at) => at);
  const { source, origin } = joinLines(text);
  const problem = objectionToText(source);
  if (problem !== null) return unparsed(problem, origin);
  try {
    const { script, text: read } = readReplacements(source, parseBash);
    const objection = objectionToTree(script, read);
    return objection === null ? { kind: 'parsed', script, source, origin } : unparsed(objection, origin);
  } catch (error) {
    // The parser's and the gate's recursion have no bound of their own for every construct.
    if (!(error instanceof RangeError)) throw error;
    return unparsed({ code: 'limit', at: 0, reason: 'nested too deeply' }, origin);
  }
}

function unparsed(problem: UnparsedProblem, origin: (at: number) => number): ParseResult {
  return { kind: 'unparsed', problem: { ...problem, at: origin(problem.at) } };
}
