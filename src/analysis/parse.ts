import { forEachChild, parse as parseBash, type Script } from 'unbash';
import type { UnparsedProblem } from '../model/analysis.ts';
import { isCrowded } from './gate/crowd.ts';
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
 * The parser, with a tree that is never read: it is there to stay. At a full collection of garbage V8 forgets the shape of a
 * class of which no instance is left, and throws away all machine code that relies on it, which is most of what was made for
 * the analysis. Between two commands there would be no instance.
 */
const parser: { readonly read: (source: string) => Script; readonly kept: Script } = {
  read: parseBash,
  kept: parseBash('a=b c "$d"'),
};

/**
 * Reads a script, and refuses what the parser and bash could read differently: on such a text the tree could lack a
 * command that bash runs. What is refused is described in `gate/`, and what is longer than `limit` UTF-16 units.
 */
export function parse(text: string, limit = maxUnits): ParseResult {
  if (text.length > limit) return unparsed(tooLong(limit), (at) => at);
  const { source, origin } = joinLines(text);
  const problem = objectionToText(source, limit);
  if (problem !== null) return unparsed(problem, origin);
  try {
    const { script, text: read } = readReplacements(source, parser.read);
    if (isCrowded(script, source, limit)) return unparsed(tooCrowded, origin);
    const objection = objectionToTree(script, read);
    return objection === null ? { kind: 'parsed', script, source, origin } : unparsed(objection, origin);
  } catch (error) {
    // The parser's and the gate's recursion have no bound of their own for every construct.
    if (!(error instanceof RangeError)) throw error;
    return unparsed({ code: 'limit', at: 0, reason: 'nested too deeply' }, origin);
  }
}

const tooCrowded: UnparsedProblem = { code: 'limit', at: 0, reason: 'too many words and commands' };

function unparsed(problem: UnparsedProblem, origin: (at: number) => number): ParseResult {
  return { kind: 'unparsed', problem: { ...problem, at: origin(problem.at) } };
}
