import { namePattern } from '../glob.ts';
import type { Matching } from './matched-links.ts';

/**
 * Whether bash may take a name for one that this step of a pattern stands for: one that it matches, by its characters or, as in the locale `C`, by
 * its bytes; or the step itself, as what matches nothing stays what it is: `[id]`.
 */
export function stepMatcher(step: string, as: Matching['as']): (name: string) => boolean {
  const literal = unescaped(step);
  const characters = expressionOf(step, as);
  let bytes: RegExp | null = null;
  return (name) => {
    if (name === literal || characters.test(name)) return true;
    if (!/[^\0-\x7f]/.test(name)) return false;
    bytes ??= expressionOf(bytesOf(step), as);
    return bytes.test(bytesOf(name));
  };
}

/** A step without its backslashes, each of which takes its meaning from what stands behind it. */
export function unescaped(step: string): string {
  return step.replace(/\\(.)/gs, '$1');
}

function expressionOf(step: string, as: Matching['as']): RegExp {
  return as === 'usual' ? namePattern(step) : new RegExp(namePattern(step, 'nothing'), 'isu');
}

/** A character for each byte. */
function bytesOf(text: string): string {
  return Buffer.from(text).toString('latin1');
}
