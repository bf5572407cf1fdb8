import {
  type ArithmeticCommandExpansion,
  type ArrayValue,
  type CommandExpansionPart,
  forEachChild,
  type HereDoc,
  type ParsedScript,
  type ProcessSubstitutionPart,
  type SyntaxNode,
} from '../parse.ts';
import type { Gate, Place } from './gate.ts';

/** `$(…)`, `` `…` ``, `<(…)`, `>(…)`. */
export function checkSubstitution(
  gate: Gate,
  part: CommandExpansionPart | ArithmeticCommandExpansion | ProcessSubstitutionPart,
  place: Place,
): void {
  if (part.script === undefined) gate.refuse(part.pos, 'a substitution that was not read');
  if (part.text.startsWith('`')) {
    if (part.text.includes('\\')) gate.refuse(part.pos, 'escapes in backquotes');
    return;
  }
  if (part.script !== undefined) checkRewritten(gate, part.script, part.end - 1);
  if (part.type === 'ProcessSubstitution') checkProcess(gate, part, place);
  else if (!part.text.startsWith('$(') || part.text.startsWith('$((')) {
    gate.refuse(part.pos, 'an odd substitution');
  }
}

/** Bash goes on with the word behind a process substitution, the parser ends it there. */
function checkProcess(gate: Gate, part: ProcessSubstitutionPart, place: Place): void {
  const before = gate.source[part.pos - 1] ?? '\n';
  const after = gate.source[part.end] ?? '\n';
  if (/^[<>]\(\(/.test(part.text)) gate.refuse(part.pos, 'two parentheses that are no arithmetic');
  const isWholeWord = ' \t\n'.includes(before) && ' \t\n;|&)'.includes(after);
  if (!isWholeWord || place !== 'plain') gate.refuse(part.pos, 'text beside a process substitution');
  // With nothing in it, it is no word.
  if (part.script?.commands.length === 0) gate.refuse(part.pos, 'an empty process substitution');
}

/**
 * Bash 5.2 reads a substitution, writes it down again from its tree, and runs what it has written, which is not always the
 * same: behind a here-document it loses the `;` between two commands, in an array the backslashes. And it takes `time` at
 * the start for a program.
 */
function checkRewritten(gate: Gate, script: ParsedScript, end: number): void {
  const [first] = script.commands;
  if (first !== undefined && startsWithTime(first.command)) {
    gate.refuse(first.pos, 'a substitution that begins with time');
  }
  const array = arraysIn(script).find(({ pos, end }) => gate.source.slice(pos, end).includes('\\'));
  if (array !== undefined) gate.refuse(array.pos, 'escapes in an array in a substitution');
  const documents = hereDocsIn(script);
  if (documents.length === 0) return;
  const isAlone =
    script.commands.length === 1 && first?.command.type !== 'AndOr' && first?.background !== true;
  const last = Math.max(...documents.map(({ closing }) => closing?.end ?? 0));
  const isLast =
    documents.every(({ closing }) => closing !== undefined) && !gate.source.slice(last, end).trim();
  if (!isAlone || !isLast) gate.refuse(script.pos, 'a here-document among commands in a substitution');
}

function startsWithTime(node: SyntaxNode): boolean {
  if (node.type === 'AndOr') return node.commands[0] !== undefined && startsWithTime(node.commands[0]);
  return node.type === 'Pipeline' && node.prefixes.some(({ type }) => type === 'Time');
}

function arraysIn(node: SyntaxNode): readonly ArrayValue[] {
  const found: ArrayValue[] = [];
  forEachChild(node, (child) => {
    if (child.type === 'ArrayValue') found.push(child);
    found.push(...arraysIn(child));
  });
  return found;
}

/** The here-documents of a script, without those in further substitutions. */
function hereDocsIn(node: SyntaxNode): readonly HereDoc[] {
  const found: HereDoc[] = [];
  forEachChild(node, (child) => {
    if (child.type === 'HereDoc') found.push(child);
    if (child.type !== 'Script') found.push(...hereDocsIn(child));
  });
  return found;
}
