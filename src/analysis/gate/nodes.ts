import type { ParsedScript, SyntaxNode, TestBinaryExpression, TestUnaryExpression } from '../parse.ts';
import { checkArithmetic, checkFor } from './arithmetic.ts';
import { checkAssignment, checkCommand, checkCoproc, checkFunction, checkLoopName } from './commands.ts';
import { checkParameter } from './expansions.ts';
import { type Gate, isWithinQuotes, type Place } from './gate.ts';
import { checkList, checkOperators, checkPipeline } from './lists.ts';
import { checkHereDoc, checkRedirect } from './redirects.ts';
import { checkSubstitution } from './substitutions.ts';
import { checkAnsiC, checkBrace, checkBracket, checkDollars, checkLiteral, checkWord } from './words.ts';

type Check<Type> = (gate: Gate, node: Extract<SyntaxNode, { readonly type: Type }>, place: Place) => void;

/** Text in `$'…'` that stands for itself, or for a blank: wherever a version takes the quotes for text, no command comes of it. */
const separator = /^\$'(?:\\[nrt]|[\w .,:-])*'$/;

/**
 * What is checked of a node itself, by its kind; what is below it has checks of its own. With the kinds that are not here
 * nothing can be wrong.
 */
const checks: { readonly [Type in SyntaxNode['type']]?: Check<Type> } = {
  Script: checkScript,
  CompoundList: checkList,
  Pipeline: checkPipeline,
  AndOr: checkOperators,
  Command: checkCommand,
  Assignment: checkAssignment,
  Function: checkFunction,
  Coproc: checkCoproc,
  For: checkLoopName,
  Select: checkLoopName,
  Subshell: (gate, node) => {
    if (gate.source.startsWith('((', node.pos))
      gate.refuse(node.pos, 'two parentheses that are no arithmetic');
  },
  ArithmeticFor: checkFor,
  ArithmeticExpansion: checkArithmetic,
  ArithmeticCommand: checkArithmetic,
  TestUnary: checkTest,
  TestBinary: checkTest,
  Redirect: checkRedirect,
  HereString: checkRedirect,
  HereDoc: checkHereDoc,
  Word: checkWord,
  Literal: (gate, node, place) => checkLiteral(gate, node.pos, node.text, place),
  SingleQuoted: (gate, node, place) => {
    if (isWithinQuotes(place) && !(place === 'subscript' && /^'[\w .,:@%+/-]+'$/.test(node.text)))
      gate.refuse(node.pos, 'single quotes in an expansion in quotes');
  },
  DoubleQuoted: (gate, node, place) => {
    checkDollars(gate, node.parts);
    if (isWithinQuotes(place) && node.text.includes('\\'))
      gate.refuse(node.pos, 'escapes in quotes in an expansion in quotes');
  },
  AnsiCQuoted: (gate, node, place) => {
    const isPlain = place === 'quoted-pattern' && separator.test(node.text);
    if (isWithinQuotes(place) && !isPlain) gate.refuse(node.pos, "$'…' in an expansion in quotes");
    checkAnsiC(gate, node);
  },
  Glob: (gate, node, place) => {
    if (node.kind === 'bracket') checkBracket(gate, node, place);
  },
  ExtendedGlob: (gate, node, place) => {
    if (place !== 'pattern') gate.refuse(node.pos, 'an extended pattern');
    else if (/[$`'"\\<>]/.test(node.text)) gate.refuse(node.pos, 'an expansion in an extended pattern');
  },
  BraceExpansion: checkBrace,
  ParameterExpansion: checkParameter,
  CommandExpansion: checkSubstitution,
  ArithmeticCommandExpansion: checkSubstitution,
  ProcessSubstitution: checkSubstitution,
};

/** The checks of a node of this kind, without what is below it. */
export function checkNode(gate: Gate, node: SyntaxNode, place: Place): void {
  // The table has a check for a kind of node under its own name, which is more than the type of an entry says.
  const check = checks[node.type] as Check<SyntaxNode['type']> | undefined;
  check?.(gate, node, place);
}

/** A script at any depth has errors of its own. */
function checkScript(gate: Gate, node: ParsedScript): void {
  const error = node.errors?.[0];
  if (error !== undefined) gate.fail(error.pos, error.message);
  checkList(gate, node);
}

function checkTest(gate: Gate, node: TestUnaryExpression | TestBinaryExpression): void {
  if (!testOperators.has(node.operator)) gate.refuse(node.pos, `the test ${node.operator}`);
  const [start, end] =
    node.type === 'TestUnary' ? [node.pos, node.operand.pos] : [node.left.end, node.right.pos];
  if (gate.source.slice(start, end).includes('\n')) gate.refuse(node.pos, 'a line end in a test');
}

const testOperators: ReadonlySet<string> = new Set(
  '-a -b -c -d -e -f -g -h -k -p -r -s -t -u -w -x -G -L -N -O -S -o -v -R -z -n -nt -ot -ef = == != =~ < > -eq -ne -lt -le -gt -ge'.split(
    ' ',
  ),
);
