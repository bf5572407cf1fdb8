import {
  type ArithmeticCommand,
  type ArithmeticExpansionPart,
  type ArithmeticFor,
  forEachChild,
  type SyntaxNode,
} from '../parse.ts';
import type { Gate } from './gate.ts';

/** Quotes do not quote in arithmetic: bash takes them away, and expands what is in them. Here they are around one expansion, or none. */
export function checkArithmetic(gate: Gate, node: ArithmeticExpansionPart | ArithmeticCommand): void {
  const opening = openingOf(node, gate.source);
  if (!gate.source.startsWith(opening, node.pos)) gate.refuse(node.pos, 'an odd arithmetic expansion');
  if (!isBalanced(gate.source.slice(node.pos, node.end)))
    gate.refuse(node.pos, 'odd parentheses in arithmetic');
  const bare = checkBare(gate, node, node.pos + opening.length, node.end);
  // `$[…]` ends at the bracket that closes it, wherever in the expression brackets stand.
  if (opening === '$[' && bare.search(/[[\]]/) !== bare.length - 1)
    gate.refuse(node.pos, 'brackets in arithmetic');
}

function openingOf(node: ArithmeticExpansionPart | ArithmeticCommand, source: string): string {
  if (node.type === 'ArithmeticCommand') return '((';
  return source.startsWith('$[', node.pos) ? '$[' : '$((';
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
  const header = bareText(gate, node, node.pos, node.body.pos);
  // Bash refuses the `;;` of a `case` that is in one of the parts.
  if (countOf(';;', gate.source.slice(node.pos, node.body.pos)) !== countOf(';;', header))
    gate.refuse(node.pos, 'an odd loop');
  const [opening, closing] = [header.indexOf('(('), header.lastIndexOf('))')];
  const inner = header.slice(opening + 2, closing);
  if (hasQuotes(inner) || !startOfBody.test(header.slice(closing + 2)))
    gate.refuse(node.pos, 'quotes or expansions in arithmetic');
  const clauses = inner.split(';');
  // Bash looks for the three parts without a thought of what the parentheses in them are.
  if (clauses.length !== 3 || !clauses.every(isBalanced)) gate.refuse(node.pos, 'an odd loop');
}

function countOf(text: string, within: string): number {
  return within.split(text).length - 1;
}

/** What there is between the three parts of a loop and the commands in it. */
const startOfBody = /^[ \t]*;?[ \t\n]*(?:do[ \t\n]*|\{[ \t\n]+)$/;

/** Outside of the expansions in it there is nothing but numbers, names and operators. */
function checkBare(gate: Gate, node: SyntaxNode, start: number, end: number): string {
  const bare = bareText(gate, node, start, end);
  if (hasQuotes(bare)) gate.refuse(start, 'quotes or expansions in arithmetic');
  return bare;
}

function hasQuotes(text: string): boolean {
  return /["'\\`$#{}]/.test(text);
}

/** A parameter by its name, with nothing at either side that it could be one word with. It has no node of its own. */
const loneParameter = /(?<![\w$\])}"'`\\])\$(?:[A-Za-z_]\w*|[0-9#?])(?![\w$[({"'`\\])/g;

/** The base of a number, `16#ff`: a `#` that is no comment, as it is within a word. */
const baseOfNumber = /(?<![\w$#.])(?:[2-9]|[1-5][0-9]|6[0-4])#(?=[\w@]|$|[ \t]*[-+*/%)<>=!&|^?:,;])/g;

/** The text without the expansions, those in quotes that are a whole operand, and the bases in it. */
function bareText(gate: Gate, node: SyntaxNode, start: number, end: number): string {
  let bare = '';
  let at = start;
  for (const expansion of expansionsBelow(node)) {
    if (expansion.pos >= end) break;
    bare += gate.source.slice(at, expansion.pos);
    at = expansion.end;
  }
  bare += gate.source.slice(at, end);
  return bare.replace(loneParameter, '').replace(baseOfNumber, '');
}

/** The expansions in a tree that are in no other one, in their order. */
function expansionsBelow(node: SyntaxNode): readonly SyntaxNode[] {
  const found: SyntaxNode[] = [];
  forEachChild(node, (child) => {
    if (isExpansion(child) || isQuotedOperand(child)) found.push(child);
    else found.push(...expansionsBelow(child));
  });
  return found;
}

/** `"$n"`: bash takes the quotes away, and what is left is an operand as it is without them. */
function isQuotedOperand(node: SyntaxNode): boolean {
  if (node.type !== 'ArithmeticWord' || node.parts?.length !== 1) return false;
  const [quoted] = node.parts;
  if (quoted?.type !== 'DoubleQuoted' || quoted.pos !== node.pos || quoted.end !== node.end) return false;
  const [inner] = quoted.parts;
  return quoted.parts.length === 1 && inner !== undefined && isExpansion(inner);
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
