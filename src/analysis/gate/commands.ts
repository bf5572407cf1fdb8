import type {
  Assignment,
  Command,
  Coproc,
  For,
  Function as FunctionNode,
  Select,
  SyntaxNode,
  Word,
} from '../parse.ts';
import { isReserved } from '../reserved-words.ts';
import type { Gate } from './gate.ts';
import { nodesIn } from './substitutions.ts';
import { withoutSubstitutions } from './words.ts';

const variableName = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** A simple command: between its words there is nothing but blanks. */
export function checkCommand(gate: Gate, command: Command): void {
  let at = command.pos;
  for (const part of command.prefix) at = checkGap(gate, at, part);
  if (command.name !== undefined) {
    at = checkGap(gate, at, command.name);
    if (/^[A-Za-z_]\w*\[/.test(command.name.text))
      gate.refuse(command.name.pos, 'a command name with a subscript');
  }
  for (const part of command.suffix) {
    at = checkGap(gate, at, part);
    if (part.type === 'Word') checkArgument(gate, part);
  }
  // In a substitution bash writes it down anew, with the redirect behind the words: then the word is what it is elsewhere.
  if (command.prefix.length > 0 && command.name !== undefined && isReserved(command.name.text))
    gate.refuse(command.name.pos, 'a reserved word behind a redirect');
  checkArrays(gate, command);
}

/** Where the part ends, in front of which there is but a gap. */
function checkGap({ source, refuse }: Gate, at: number, part: SyntaxNode): number {
  const gap = source.slice(at, part.pos);
  if (gap !== ' ' && !/^(?:[ \t]|\\\n)*$/.test(gap)) refuse(at, 'text between two words');
  return part.end;
}

/** Behind a redirect bash no longer knows that it reads the arguments of `declare`; it begins a `<(…)` as it does one. */
function checkArrays(gate: Gate, { suffix }: Command): void {
  const array = suffix.findLast((part) => part.type === 'Assignment' && part.value.type === 'ArrayValue');
  const redirect = suffix.find(({ type, pos }) =>
    type === 'Word' ? /[<>]/.test(gate.source[pos] ?? '') : type !== 'Assignment',
  );
  if (array !== undefined && redirect !== undefined && redirect.pos < array.pos)
    gate.refuse(array.pos, 'an array behind a redirect');
}

/** Some builtins take arrays as arguments, and only bash knows which. */
function checkArgument(gate: Gate, word: Word): void {
  if (/^[A-Za-z_]\w*(?:\[[^\]]*\])?\+?=\(/.test(word.text)) gate.refuse(word.pos, 'an array as an argument');
}

export function checkAssignment(gate: Gate, assignment: Assignment): void {
  if (!variableName.test(assignment.name)) gate.refuse(assignment.pos, 'an odd name of a variable');
  const { index } = assignment;
  if (index !== undefined && !isPlainSubscript(withoutSubstitutions(index)))
    gate.refuse(index.pos, 'an odd subscript');
  const { value } = assignment;
  if (value.type === 'Word') {
    if (value.text.startsWith('(')) gate.refuse(value.pos, 'text beside an array');
    return;
  }
  if (!' \t\n;|&)'.includes(gate.source[value.end] ?? '\n')) gate.refuse(value.end, 'text beside an array');
  for (const element of value.elements) {
    if (element.text.startsWith('[') && !keyed.test(element.text))
      gate.refuse(element.pos, 'an odd subscript');
  }
}

/** A key in quotes, or one that is in a variable. */
const quotedKey = String.raw`'[\w .,:@%+/-]+'|"[\w .,:@%+/-]+"|"\$(?:\w+|\{\w+\})"`;

/** An element of an array with its key before it. */
const keyed = new RegExp(`^\\[(?:[\\w.$@-]+|${quotedKey})\\]\\+?=`);

/** What is read in one way alone: names, numbers and expansions; a key in quotes; or how many elements there are, to add one. */
const subscript = new RegExp(`^(?:[\\w$@*{}:+%./-]*|${quotedKey}|\\$\\{#[A-Za-z_]\\w*\\[[@*]\\]\\})$`);

function isPlainSubscript(text: string): boolean {
  return subscript.test(text);
}

/** What there may be in front of a function: neither a redirect nor an assignment. */
const beforeFunction = /(?:^|[\n;&|(){!`]|\b(?:then|do|else|elif|if|while|until|time))[ \t]*$/;

export function checkFunction(gate: Gate, node: FunctionNode): void {
  if (!beforeFunction.test(gate.source.slice(Math.max(node.pos - 80, 0), node.pos))) {
    gate.refuse(node.pos, 'text before a function');
  }
  if (node.body.type === 'CompoundList') gate.fail(node.pos, 'a function without a body');
  // A function that is exported is written down, and read again by another shell, as a substitution is.
  const coprocess = nodesIn(node, 'Coproc').find(({ body }) => body.type === 'Command');
  if (coprocess !== undefined) gate.refuse(coprocess.pos, 'a coprocess of a simple command');
  if (!/^(?:[\w.:+@%,/-]+|\[)$/.test(node.name.text)) gate.refuse(node.name.pos, 'an odd name of a function');
}

export function checkCoproc(gate: Gate, node: Coproc): void {
  if (node.body.type === 'CompoundList') gate.fail(node.pos, 'a coprocess without a command');
  if (node.body.type === 'Command' && !isPlainCommand(node.body)) gate.refuse(node.pos, 'an odd coprocess');
  if (node.name !== undefined && !variableName.test(node.name.text))
    gate.refuse(node.pos, 'an odd coprocess');
}

/** Behind `coproc` there may be a name, and a reserved word behind that: neither word of the command is one. */
function isPlainCommand({ name, prefix, suffix }: Command): boolean {
  const words = [name?.text ?? '', suffix[0]?.type === 'Word' ? suffix[0].text : ''];
  return prefix.length === 0 && words.every((word) => !isReserved(word));
}

export function checkLoopName(gate: Gate, node: For | Select): void {
  if (!variableName.test(node.name.text)) gate.refuse(node.name.pos, 'an odd name of a variable');
  if (node.wordlist === undefined && /^[ \t]*\{/.test(gate.source.slice(node.name.end)))
    gate.fail(node.name.end, 'a brace behind the name of a loop');
}
