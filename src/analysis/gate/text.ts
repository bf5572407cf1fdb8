import type { UnparsedProblem } from '../../model/analysis.ts';

/** The longest text that is read where nothing else is said, in UTF-16 units: the parser's time grows faster than the text. */
export const maxUnits = 64 * 1024;

export function tooLong(limit: number): UnparsedProblem {
  return { code: 'limit', at: limit, reason: `more than ${limit} characters` };
}

/** The deepest nesting of brackets that is read. People come to 10, and the parser gives up at 256. */
const maxNesting = 60;

/** What speaks against reading a text at all, before it is parsed. */
export function objectionToText(source: string): UnparsedProblem | null {
  const control = controlCharacter(source);
  if (control !== -1) return { code: 'ambiguous', at: control, reason: 'a control character' };
  const deep = tooDeep(source);
  return deep === -1 ? null : { code: 'limit', at: deep, reason: 'nested too deeply' };
}

/**
 * The first control character that is no tab and no newline, or -1: bash uses some of them for itself, and drops others. A
 * carriage return may stand at the end of a line, where it is a part of the last word to bash and to the parser alike.
 */
function controlCharacter(source: string): number {
  for (let at = 0; at < source.length; at++) {
    const code = source.charCodeAt(at);
    if (code >= 0x20 && code !== 0x7f) continue;
    const isLineEnd = code === 0x0d && (at + 1 === source.length || source[at + 1] === '\n');
    if (code !== 0x09 && code !== 0x0a && !isLineEnd) return at;
  }
  return -1;
}

/** The place where more brackets are open than are read, quoted or not, or -1. */
function tooDeep(source: string): number {
  let depth = 0;
  for (let at = 0; at < source.length; at++) {
    const character = source[at];
    if (character === '(' || character === '{') depth++;
    else if ((character === ')' || character === '}') && depth > 0) depth--;
    if (depth > maxNesting) return at;
  }
  return -1;
}
