import {
  type ArithmeticCommand,
  type ArithmeticExpansionPart,
  type ArithmeticFor,
  forEachChild,
  type SyntaxNode,
} from '../parse.ts';
import type { Gate } from './gate.ts';

/** Quotes do not quote in arithmetic: bash expands what is in them, the parser does not. */
export function checkArithmetic(gate: Gate, node: ArithmeticExpansionPart | ArithmeticCommand): void {
  const opening = node.type === 'ArithmeticExpansion' ? '$((' : '((';
  if (!gate.source.startsWith(opening, node.pos)) gate.refuse(node.pos, 'an odd arithmetic expansion');
  if (!isBalanced(gate.source.slice(node.pos, node.end)))
    gate.refuse(node.pos, 'odd parentheses in arithmetic');
  checkBare(gate, node, node.pos + opening.length, node.end);
}

/** Bash looks for the end by counting, whatever the parentheses are a part of. */
function isBalanced(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    if (character === '(') depth++;
    else if (character === ')' && --depth < 0) return false;
  }
  return depth === 0;
}

export function checkFor(gate: Gate, node: ArithmeticFor): void {
  if (!/^for(?:[ \t]|\\\n)*\(\(/.test(gate.source.slice(node.pos, node.body.pos)))
    gate.refuse(node.pos, 'an odd loop');
  const header = checkBare(gate, node, node.pos, node.body.pos);
  const opening = header.indexOf('((');
  const clauses = header.slice(opening + 2, header.lastIndexOf('))')).split(';');
  // Bash looks for the three parts without a thought of what the parentheses in them are.
  if (clauses.length !== 3 || !clauses.every(isBalanced)) gate.refuse(node.pos, 'an odd loop');
}

/** Outside of the expansions in it there is nothing but numbers, names and operators. */
function checkBare(gate: Gate, node: SyntaxNode, start: number, end: number): string {
  let bare = '';
  let at = start;
  for (const expansion of expansionsBelow(node)) {
    if (expansion.pos >= end) break;
    bare += gate.source.slice(at, expansion.pos);
    at = expansion.end;
  }
  bare += gate.source.slice(at, end);
  if (/["'\\`$#{}]/.test(bare)) gate.refuse(start, 'quotes or expansions in arithmetic');
  return bare;
}

/** The expansions in a tree that are in no other one, in their order. */
function expansionsBelow(node: SyntaxNode): readonly SyntaxNode[] {
  const found: SyntaxNode[] = [];
  forEachChild(node, (child) => {
    if (isExpansion(child)) found.push(child);
    else found.push(...expansionsBelow(child));
  });
  return found;
}

function isExpansion(node: SyntaxNode): boolean {
  switch (node.type) {
    case 'SimpleExpansion':
    case 'ParameterExpansion':
    case 'CommandExpansion':
    case 'ArithmeticCommandExpansion':
    case 'ArithmeticExpansion':
      return true;
    default:
      return false;
  }
}
