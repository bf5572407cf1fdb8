import { type AndOr, forEachChild, type Pipeline, type Statement, type SyntaxNode } from '../parse.ts';
import type { Gate } from './gate.ts';

interface List {
  readonly pos: number;
  readonly commands: readonly Statement[];
}

/**
 * A list of commands: between them there is one separator or a line end, blanks and comments, and nothing else; and behind
 * the last is what ends a list.
 */
export function checkList(gate: Gate, { pos, commands }: List): void {
  const [first] = commands;
  if (first === undefined) return;
  if (skipBlanks(gate, pos).at !== first.pos) gate.refuse(pos, 'text before a command');
  commands.forEach((statement, index) => {
    const next = commands[index + 1];
    const { at, isSeparated } = behind(gate, statement);
    if (next === undefined) checkEnd(gate, at);
    else if (at !== next.pos) gate.refuse(statement.end, 'text between two commands');
    else if (!isSeparated) gate.refuse(next.pos, 'two commands that nothing separates');
  });
}

/** The place of the next text behind a command, and whether something ends the command before. */
function behind(gate: Gate, statement: Statement): { readonly at: number; readonly isSeparated: boolean } {
  const { source } = gate;
  const endsItself = statement.background === true && source[statement.end - 1] === '&';
  if (endsItself && matchAt(separatorPattern, source, statement.command.end) !== statement.end) {
    gate.refuse(statement.command.end, 'text between two commands');
  }
  const separator = endsItself ? statement.end : matchAt(separatorPattern, source, statement.end);
  const start = separator ?? statement.end;
  const { at, isNewLine } = skipBlanks(gate, start);
  return { at, isSeparated: endsItself || separator !== null || isNewLine };
}

/** One `;` or `&`, which is no part of `;;` or `&&`. */
const separatorPattern = /(?:[ \t]|\\\n)*(?:;(?![;&])|&(?![&>]))/y;
const blanksPattern = /(?:[ \t]|\\\n)*/y;
const blankPattern = /(?:[ \t]|\\\n)+|#[^\n]*/y;
const endPattern = /$|[)}`]|;[;&]|(?:then|do|done|fi|elif|else|esac)\b/y;

function checkEnd({ source, fail }: Gate, at: number): void {
  if (matchAt(endPattern, source, at) === null) fail(at, 'no end of a list of commands');
}

/** Goes on over blanks, comments, line ends and the here-documents behind these. */
function skipBlanks({ source, documents }: Gate, start: number): { at: number; isNewLine: boolean } {
  let isNewLine = false;
  for (let at = start; ; ) {
    const end = source[at] === '\n' ? at + 1 : matchAt(blankPattern, source, at);
    if (end === null) return { at, isNewLine };
    isNewLine ||= source[at] === '\n';
    at = source[at] === '\n' ? (documents.get(end) ?? end) : end;
  }
}

function matchAt(pattern: RegExp, source: string, at: number): number | null {
  pattern.lastIndex = at;
  return pattern.test(source) ? pattern.lastIndex : null;
}

/** `!` and `time` with nothing behind them are a command in some places and a mistake in others. */
export function checkPipeline(gate: Gate, node: Pipeline): void {
  if (node.commands.length === 0) gate.refuse(node.pos, 'a prefix of no command');
  checkOperators(gate, node);
}

/** Between two commands there is their operator, and lines may end behind it. */
export function checkOperators(gate: Gate, { commands, operators }: Pipeline | AndOr): void {
  commands.slice(1).forEach((next, index) => {
    const end = commands[index]?.end ?? next.pos;
    const start = matchAt(blanksPattern, gate.source, end) ?? end;
    const operator = operators[index] ?? '';
    const isThere = gate.source.startsWith(operator, start);
    if (!isThere || skipBlanks(gate, start + operator.length).at !== next.pos) {
      gate.refuse(end, 'text between two commands');
    }
  });
}

/** All here-documents below a node in the same text, by the place where each begins, with that behind its end word. */
export function documentsIn(
  node: SyntaxNode,
  found = new Map<number, number>(),
): ReadonlyMap<number, number> {
  forEachChild(node, (child) => {
    if (child.type === 'Script' && child.source !== undefined) return;
    if (child.type === 'HereDoc') found.set(child.body.pos, child.closing?.end ?? child.body.end);
    documentsIn(child, found);
  });
  return found;
}
