import { maxUnits } from './gate/text.ts';
import { forEachChild, type Script, type SyntaxNode } from './parse.ts';

/** A script, and the text that it was read from. */
export interface Reading {
  readonly script: Script;
  readonly text: string;
}

/** How often a text is read again: once for each level of expansions in the patterns of others. */
const maxReadings = 10;

/**
 * How many UTF-16 units of a text of usual length are read again in all. The gate refuses the patterns that are left as they
 * are for it.
 */
const maxUnitsRead = 100_000;

/**
 * Reads a script in which there may be an expansion in the pattern of `${x/…/…}`. Bash looks for the slash behind the pattern
 * outside of expansions, the parser takes the first one that there is. So each slash in front of such a pattern is made the
 * operator of a default, `-`: then the parser reads all behind it as one operand, and every place stays what it was.
 */
export function readReplacements(source: string, read: (text: string) => Script): Reading {
  let reading: Reading = { script: read(source), text: source };
  if (!source.includes('${')) return reading;
  const isLong = source.length > maxUnits;
  const readings = isLong ? maxReadings : Math.min(maxReadings, Math.ceil(maxUnitsRead / source.length));
  for (let count = 0; count < readings; count++) {
    const slashes = slashesIn(reading.script);
    if (slashes.length === 0) break;
    const characters = reading.text.split('');
    for (const at of slashes) characters[at] = '-';
    const text = characters.join('');
    reading = { script: read(text), text };
  }
  return reading;
}

/** The places of slashes behind which there is a pattern with an expansion in it. */
function slashesIn(node: SyntaxNode): readonly number[] {
  const found: number[] = [];
  forEachChild(node, (child) => {
    if (child.type === 'Script' && child.source !== undefined) return;
    if (child.type === 'ParameterExpansion' && child.operation?.type === 'Replace') {
      const { pattern, pos } = child.operation;
      if (hasExpansion(pattern.text)) {
        found.push(pos);
        return;
      }
    }
    found.push(...slashesIn(child));
  });
  return found;
}

/** Whether there is something in a pattern in which another slash could be. */
export function hasExpansion(pattern: string): boolean {
  return /\$[({[]|`|[<>]\(/.test(pattern);
}
