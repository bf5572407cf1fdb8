import type { UnparsedProblem } from '../../model/analysis.ts';
import { forEachChild, type ParsedScript, type Script, type SyntaxNode } from '../parse.ts';
import { type Gate, isWithinQuotes, type Place } from './gate.ts';
import { documentsIn } from './lists.ts';
import { checkNode } from './nodes.ts';

/** What speaks against trusting a tree: the first place at which bash could have read the source differently. */
export function objectionToTree(script: Script, source: string): UnparsedProblem | null {
  const objections: UnparsedProblem[] = [];
  const gate = gateFor(script, source, {
    refuse: (at, reason) => objections.push({ code: 'ambiguous', at, reason }),
    fail: (at, reason) => objections.push({ code: 'syntax', at, reason }),
  });
  visit(gate, script, 'plain');
  return objections.toSorted((a, b) => a.at - b.at)[0] ?? null;
}

/** Checks a node and all below it. A kind of node that is not known makes `forEachChild` throw. */
function visit(gate: Gate, node: SyntaxNode, place: Place): void {
  checkNode(gate, node, place);
  if (node.type === 'Word' && node.parts === undefined) return; // Most nodes are: there is nothing below.
  forEachChild(node, (child) => {
    const inner =
      child.type === 'Script' && child.source !== undefined ? gateWithin(gate, node, child) : gate;
    visit(inner, child, placeOf(node, child, place));
  });
}

function gateFor(script: ParsedScript, source: string, judge: Pick<Gate, 'refuse' | 'fail'>): Gate {
  return { source, documents: source.includes('<<') ? documentsIn(script) : new Map(), ...judge };
}

/** Backquotes with escapes in them have a text of their own: what is wrong in it is wrong where they begin. */
function gateWithin(gate: Gate, { pos }: SyntaxNode, script: ParsedScript): Gate {
  return gateFor(script, script.source ?? '', {
    refuse: (_, reason) => gate.refuse(pos, reason),
    fail: (_, reason) => gate.fail(pos, reason),
  });
}

/** Where a child stands, seen from its parent. */
function placeOf(parent: SyntaxNode, child: SyntaxNode, place: Place): Place {
  switch (parent.type) {
    case 'Script':
      return 'plain';
    case 'DoubleQuoted':
    case 'LocaleString':
    case 'HereDocBody':
      return 'quoted';
    case 'ArithmeticExpansion':
    case 'ArithmeticCommand':
    case 'ArithmeticFor':
      return child.type === 'CompoundList' ? 'plain' : 'arithmetic';
    case 'Slice':
      return 'arithmetic';
    case 'ParameterExpansion':
    case 'Assignment':
      return child === parent.index ? 'subscript' : place;
    case 'Remove':
    case 'Replace':
      return isQuoting(place) ? 'quoted-pattern' : 'operand-pattern';
    case 'Default':
    case 'Transform':
    case 'CaseModification':
      return isQuoting(place) ? 'quoted-operand' : 'operand';
    case 'TestBinary':
      return child === parent.right ? placeOfRight(parent.operator) : 'plain';
    default:
      return place;
  }
}

function isQuoting(place: Place): boolean {
  return place === 'quoted' || isWithinQuotes(place);
}

function placeOfRight(operator: string): Place {
  if (operator === '=~') return 'regex';
  return ['=', '==', '!='].includes(operator) ? 'pattern' : 'plain';
}
