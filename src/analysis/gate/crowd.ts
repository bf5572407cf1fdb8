import { forEachChild, type Script, type SyntaxNode } from '../parse.ts';
import { maxUnits } from './text.ts';

/**
 * How many nodes the tree of a text of `maxUnits` may have. Of 850 scripts that came with the programs of a system, the
 * largest that is followed to its end has 2,344, and the commands of agents come to 906. What has more is given up all the
 * same, by what it costs to follow it; here that is told before the other checks, which take far longer than to count.
 */
const maxNodes = 3_500;

/** The shortest text that is counted: a character is at most two nodes, as in `a;`. */
const minLength = maxNodes / 2;

/** Whether there is too much in a tree to look at each part of it. Where longer texts than usual are read, never. */
export function isCrowded(script: Script, source: string, limit: number): boolean {
  return limit <= maxUnits && source.length >= minLength && nodesLeft(script, maxNodes) < 0;
}

/** How many of the nodes that may be are left behind this one and all below it; below 0 if there are more. */
function nodesLeft(node: SyntaxNode, most: number): number {
  let left = most - 1;
  if (left < 0 || (node.type === 'Word' && node.parts === undefined)) return left;
  forEachChild(node, (child) => {
    if (left >= 0) left = nodesLeft(child, left);
  });
  return left;
}
