import {
  type ArithmeticCommandExpansion,
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
    checkBackquotes(gate, part, place);
    return;
  }
  if (part.script !== undefined && mayBeRewritten.test(part.text))
    checkRewritten(gate, part.script, part.end - 1);
  if (part.type === 'ProcessSubstitution') checkProcess(gate, part, place);
  else if (!part.text.startsWith('$(') || part.text.startsWith('$((')) {
    gate.refuse(part.pos, 'an odd substitution');
  }
}

/** What there is in the text of a substitution that bash may write down differently: it is looked for first, as few have it. */
const mayBeRewritten = /time|coproc|=\(|<<|\\\n/;

/** A backslash in backquotes is taken away before `$`, `` ` `` and itself; in quotes before a quote as well. */
function checkBackquotes(
  gate: Gate,
  { text, pos, script }: CommandExpansionPart | ArithmeticCommandExpansion | ProcessSubstitutionPart,
  place: Place,
): void {
  if (!text.includes('\\')) return;
  const isOdd = /\\\n/.test(text) || (place !== 'plain' && /\\"/.test(text)) || isWithin(place);
  const inner = text.slice(1, -1).replace(/\\([$`\\])/g, '$1');
  if (isOdd || script?.source !== inner) gate.refuse(pos, 'escapes in backquotes');
}

/** Whether there are rules of their own for quotes and backslashes. */
function isWithin(place: Place): boolean {
  return place !== 'plain' && place !== 'quoted';
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
 * same: behind a here-document it loses the `;` between two commands, in an array the backslashes, and the name that it gives
 * a coprocess becomes that of a command. And it takes `time` at the start for a program.
 */
function checkRewritten(gate: Gate, script: ParsedScript, end: number): void {
  const [first] = script.commands;
  if (first !== undefined && startsWithTime(first.command)) {
    gate.refuse(first.pos, 'a substitution that begins with time');
  }
  const array = nodesIn(script, 'ArrayValue').find(({ pos, end }) =>
    gate.source.slice(pos, end).includes('\\'),
  );
  if (array !== undefined) gate.refuse(array.pos, 'escapes in an array in a substitution');
  const coprocess = nodesIn(script, 'Coproc').find(({ body }) => body.type === 'Command');
  if (coprocess !== undefined) gate.refuse(coprocess.pos, 'a coprocess of a simple command');
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

/** All nodes of a kind below one. Scripts with a text of their own are not written down again. */
export function nodesIn<Type extends SyntaxNode['type']>(
  node: SyntaxNode,
  type: Type,
): readonly Extract<SyntaxNode, { readonly type: Type }>[] {
  const found: Extract<SyntaxNode, { readonly type: Type }>[] = [];
  forEachChild(node, (child) => {
    if (child.type === 'Script' && child.source !== undefined) return;
    // A node of this type is one of the union that has it.
    if (child.type === type) found.push(child as Extract<SyntaxNode, { readonly type: Type }>);
    found.push(...nodesIn(child, type));
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
