import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import type {
  Assignment as AssignmentNode,
  Command,
  Redirection,
  Word as WordNode,
  WordPart,
} from '../../parse.ts';
import { known, prepend, sourcesOf, unknown } from '../../words.ts';
import type { Context, Outcome } from '../context.ts';
import { step } from '../context.ts';
import { expandWord } from '../expand/expand.ts';
import { expandMaybe, type Scope } from '../expand/scope.ts';
import { assignMaybe, assignText } from '../state/assign.ts';
import { forgetVariables, fork, type State } from '../state/state.ts';
import {
  assignmentEffects,
  type ExpandedAssignment,
  expandAssignment,
  expandAssignments,
} from './assignments.ts';
import { isDeclaring } from './declarations.ts';
import { invoke, joinOutcomes, maybe, mayVanish } from './invoke.ts';
import { expandRedirects } from './redirects.ts';

/** A simple command. What tells the working directory is not the same in each where the shell may be: it is run in one after the other. */
export function runSimple(node: Command, state: State, context: Context): Outcome {
  if (state.directories.length < 2 || !tellsDirectory(node, context)) return runOnce(node, state, context);
  const inner = maybe(context);
  return state.directories
    .map((cwd) => runOnce(node, { ...fork(state), directories: [cwd] }, inner))
    .reduce(joinOutcomes);
}

/** Whether `PWD`, `~+` or the output of a command may be among its words. What only assigns would leave a value for each directory. */
function tellsDirectory({ name, pos, end }: Command, { place }: Context): boolean {
  if (name === undefined || isDeclaring(name.text)) return false;
  return /PWD|~|\$\(|`/.test(place.source.slice(pos, end));
}

/** Words, assignments and redirects are expanded, in this order, and it is run. */
function runOnce(node: Command, state: State, context: Context): Outcome {
  step(context);
  const scope: Scope = { state, context, effects: [] };
  const declared: ExpandedAssignment[] = [];
  const words: Word[] = [];
  if (node.name !== undefined) words.push(...literally(scope, node.name));
  words.push(...argumentsOf(scope, node, declared));
  // What is assigned before a command is not seen in its redirects; with no command, it is: `f=a; f=b > $f` writes to `b`.
  const isAlone = words.length === 0;
  const assigned = node.prefix.filter((part) => part.type === 'Assignment');
  const assignments = expandAssignments(scope, assigned, isAlone);
  if (!isAlone && words.every(mayVanish))
    for (const { name, stored } of assignments) assignMaybe(state, name, stored);
  // A program has its redirects expanded in the process that it becomes: what is assigned there is not seen here.
  const redirects = node.redirects.some(mayAssign)
    ? expandMaybe(scope, () => expandRedirects(scope, node.redirects))
    : expandRedirects(scope, node.redirects);
  const effects: readonly Effect[] = [...assignmentEffects(scope, assignments, !isAlone), ...scope.effects];
  const outcome = invoke({
    state,
    context,
    words,
    redirects,
    assignments,
    declared,
    effects,
    span: context.place.spanOf(node.pos, node.end),
    stdin: state.stdin ?? context.stdin,
    lookup: 'shell',
  });
  for (const after of new Set([outcome.ok, outcome.ko])) setLastWord(after, words.at(-1));
  return outcome;
}

/** `$_` is the last word of the command before. It is noted where that may be of the environment, and what comes after. */
function setLastWord(state: State, word: Word | undefined): void {
  const sources = word === undefined ? [] : sourcesOf(word);
  if (state.variables.has('_') || sources.some(({ kind }) => kind === 'variable'))
    assignText(state, '_', unknown('', '', sources));
}

/** Whether there may be something in it that assigns. */
function mayAssign(redirect: Redirection): boolean {
  const text = redirect.type === 'HereDoc' ? redirect.body.text : (redirect.target?.text ?? '');
  return assigning.test(text);
}

/** What may assign in a text that is expanded. */
const assigning = /\$\(\(|\$\[|\$\{[^}]*[=[:]/;

/** The words behind the name. What looks like an assignment there is one to some builtins, and a word to all others. */
function argumentsOf(scope: Scope, node: Command, declared: ExpandedAssignment[]): readonly Word[] {
  const isAssociative = node.args.some(({ text }) => /^-[a-zA-Z]*A/.test(text));
  return node.args.flatMap((argument) => {
    if (argument.type === 'Word') return literally(scope, argument);
    return [declaration(scope, argument, declared, isAssociative)];
  });
}

/** The words that a word becomes, noted as literal where it stands in the text as it is. */
function literally(scope: Scope, node: WordNode): readonly Word[] {
  const words = expandWord(scope, node);
  const [only, second] = words;
  if (only !== undefined && second === undefined && isLiteral(node)) scope.context.shell.literals.add(only);
  return words;
}

function declaration(
  scope: Scope,
  node: AssignmentNode,
  declared: ExpandedAssignment[],
  isAssociative: boolean,
): Word {
  const assignment = withBraces(node, expandAssignment(scope, node, isAssociative));
  declared.push(assignment);
  const operator = node.append === true ? '+=' : '=';
  if (hasBraces(node)) {
    // Each of them is expanded by itself, with what that assigns.
    if (node.value.type === 'Word' && assigning.test(node.value.text)) forgetVariables(scope.state);
    return braced(assignment.name + operator);
  }
  const { stored } = assignment;
  const value = stored.kind === 'array' ? unknown('', '', sourcesOf(assignment.value)) : assignment.value;
  if (node.append === true) return prepend(node.name + operator, unknown());
  return prepend(node.name + operator, value.kind === 'pattern' ? known(value.glob) : value);
}

/** Here, and nowhere else in assignments, braces are expanded: `declare x={a,b}` assigns twice. */
function hasBraces({ value }: AssignmentNode): boolean {
  return value.type === 'Word' && value.parts?.some(({ type }) => type === 'BraceExpansion') === true;
}

function withBraces(node: AssignmentNode, assignment: ExpandedAssignment): ExpandedAssignment {
  if (!hasBraces(node)) return assignment;
  return { ...assignment, value: unknown(), stored: { kind: 'text', word: unknown() } };
}

function braced(start: string): Word {
  return { kind: 'unknown', prefix: start, suffix: '', count: 'any', sources: [] };
}

/** Whether the word stands in the text as it is: quotes and backslashes may be in it, and nothing that is expanded. */
function isLiteral(word: WordNode): boolean {
  if (word.text.startsWith('~')) return false;
  return word.parts === undefined || word.parts.every(isText);
}

function isText(part: WordPart): boolean {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return true;
    case 'DoubleQuoted':
      return part.parts.every(({ type }) => type === 'Literal');
    default:
      return false;
  }
}
