import type { SyntaxNode } from '../parse.ts';
import { checkArithmetic, checkFor } from './arithmetic.ts';
import { checkAssignment, checkCommand, checkCoproc, checkFunction, checkLoopName } from './commands.ts';
import { checkParameter, checkSubstitution } from './expansions.ts';
import type { Gate, Place } from './gate.ts';
import { checkHereDoc, checkRedirect } from './redirects.ts';
import { checkAnsiC, checkBrace, checkBracket, checkLiteral, checkWord } from './words.ts';

/** The checks of a node of this kind, without what is below it. */
export function checkNode(gate: Gate, node: SyntaxNode, place: Place): void {
  switch (node.type) {
    case 'Script': {
      const error = node.errors?.[0];
      if (error !== undefined) gate.fail(error.pos, error.message);
      if (node.source !== undefined) gate.refuse(node.pos, 'escapes in backquotes');
      return;
    }
    case 'Command':
      return checkCommand(gate, node);
    case 'Assignment':
      return checkAssignment(gate, node);
    case 'Function':
      return checkFunction(gate, node);
    case 'Coproc':
      return checkCoproc(gate, node);
    case 'For':
    case 'Select':
      return checkLoopName(gate, node);
    case 'Subshell':
      if (gate.source.startsWith('((', node.pos))
        gate.refuse(node.pos, 'two parentheses that are no arithmetic');
      return;
    case 'ArithmeticFor':
      return checkFor(gate, node);
    case 'ArithmeticExpansion':
    case 'ArithmeticCommand':
      return checkArithmetic(gate, node);
    case 'TestUnary':
    case 'TestBinary':
      if (!testOperators.has(node.operator)) gate.refuse(node.pos, `the test ${node.operator}`);
      return;
    case 'Redirect':
    case 'HereString':
      return checkRedirect(gate, node);
    case 'HereDoc':
      return checkHereDoc(gate, node);
    case 'Word':
      return checkWord(gate, node, place);
    case 'Literal':
      return checkLiteral(gate, node.pos, node.text, place);
    case 'SingleQuoted':
      if (isWithinQuotes(place)) gate.refuse(node.pos, 'single quotes in an expansion in quotes');
      return;
    case 'AnsiCQuoted':
      if (isWithinQuotes(place)) gate.refuse(node.pos, "$'…' in an expansion in quotes");
      return checkAnsiC(gate, node);
    case 'Glob':
      if (node.kind === 'bracket') checkBracket(gate, node);
      return;
    case 'ExtendedGlob':
      if (place !== 'pattern') gate.refuse(node.pos, 'an extended pattern');
      else if (/[$`'"\\<>]/.test(node.text)) gate.refuse(node.pos, 'an expansion in an extended pattern');
      return;
    case 'BraceExpansion':
      return checkBrace(gate, node);
    case 'ParameterExpansion':
      return checkParameter(gate, node);
    case 'CommandExpansion':
    case 'ArithmeticCommandExpansion':
    case 'ProcessSubstitution':
      return checkSubstitution(gate, node, place);
    default:
      // Nothing can be wrong with the node itself, and what is below it has checks of its own.
      return;
  }
}

function isWithinQuotes(place: Place): boolean {
  return place === 'quoted-operand' || place === 'arithmetic';
}

const testOperators: ReadonlySet<string> = new Set(
  '-a -b -c -d -e -f -g -h -k -p -r -s -t -u -w -x -G -L -N -O -S -o -v -R -z -n -nt -ot -ef = == != =~ < > -eq -ne -lt -le -gt -ge'.split(
    ' ',
  ),
);
