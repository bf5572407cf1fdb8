import type { Assignment } from '../../../model/analysis.ts';
import type { Effect } from '../../../model/effect.ts';
import type { Source, Word } from '../../../model/word.ts';
import type { ArrayValue, Assignment as AssignmentNode, Word as WordNode } from '../../parse.ts';
import {
  allSourcesOf,
  choiceOf,
  isOneWord,
  known,
  mergeSources,
  sourcesAlone,
  unknown,
  unknownNumber,
} from '../../words.ts';
import { evaluateIndex, evaluateSubscript, evaluateValue } from '../expand/arithmetic.ts';
import { expandToOne, expandWord } from '../expand/expand.ts';
import { joined } from '../expand/fields.ts';
import { assignUnknown, type Scope, valueOfParameter } from '../expand/scope.ts';
import { assign } from '../state/assign.ts';
import { keysOf, plainKeys, setKeys } from '../state/keys.ts';
import { type State, sourcesOfValue, unknownArray, type Value, type Variable } from '../state/state.ts';

/** An assignment whose value is expanded. `word` is the value as one word, as an effect tells it. */
export interface ExpandedAssignment extends Assignment {
  readonly stored: Value;
  /** The keys of an associative array that this sets, where they are certain; else `null`. */
  readonly keys: readonly string[] | null;
}

/** Expands the value of an assignment; it is not stored yet. */
export function expandAssignment(
  scope: Scope,
  node: AssignmentNode,
  isAssociative = false,
): ExpandedAssignment {
  const { value } = node;
  if (value.type === 'ArrayValue') return expandArray(scope, node, value, isAssociative);
  const word = expandToOne(scope, value, 'value');
  const given = asGiven(scope, node.name, word);
  const keys = node.index === undefined ? null : keysAt(scope, node.name, node.index);
  const stored = keys === null ? storedValue(scope, node, given) : withElement(scope, node.name, given);
  return { name: node.name, value: stored.kind === 'text' ? stored.word : word, stored, keys };
}

/** What is stored for a value: a number, where the variable has the integer attribute. */
function asGiven(scope: Scope, name: string, word: Word): Word {
  if (!scope.context.shell.integers.has(name)) return word;
  evaluateValue(scope, word, name);
  return unknownNumber();
}

function expandArray(
  scope: Scope,
  node: AssignmentNode,
  array: ArrayValue,
  isAssociative: boolean,
): ExpandedAssignment {
  for (const { text } of array.elements) asGiven(scope, node.name, known(text));
  const keys = keysIn(scope.state, array);
  const isKeyed = isAssociative || (keys !== null && keysOf(scope.state, node.name) !== null);
  if (!isKeyed) for (const { text } of array.elements) evaluateSubscript(scope, text);
  return { ...arrayOf(scope, node, array), keys: isKeyed ? keys : null };
}

/** The keys that stand before the elements of an associative array, `[a]=…`, or `null` if one is not certain. */
function keysIn(state: State, { elements }: ArrayValue): readonly string[] | null {
  const keys = elements.map(({ text }) => plainKeys(state, known(keyBefore(text))));
  return keys.every((key) => key !== null) ? keys.flat() : null;
}

/** The key in front of an element, without the quotes around it; nothing, if there is none. */
function keyBefore(element: string): string {
  const [, key = ''] = /^\[([^\]]*)\]\+?=/.exec(element) ?? [];
  return /^(["'])([^"'$]*)\1$/.exec(key)?.[2] ?? key;
}

/** The keys that a subscript of an associative array may be; `null` if it is none for certain. */
function keysAt(scope: Scope, name: string, index: WordNode): readonly string[] | null {
  return keysOf(scope.state, name) === null ? null : plainKeys(scope.state, expandToOne(scope, index));
}

function withElement(scope: Scope, name: string, word: Word): Value {
  return unknownArray(sourcesOfValue(valueOfParameter(scope, name)), sourcesOfElement(word));
}

function storedValue(scope: Scope, node: AssignmentNode, word: Word): Value {
  if (node.index !== undefined) {
    const index = evaluateIndex(scope, node.index);
    const old = valueOfParameter(scope, node.name);
    const elements = node.append === true ? null : elementsWith(scope, node.name, old, index, word);
    if (elements !== null) return { kind: 'array', elements };
    return unknownArray(sourcesOfValue(old), sourcesOfElement(word));
  }
  if (node.append !== true) return { kind: 'text', word };
  const old = valueOfParameter(scope, node.name);
  if (old.kind === 'array') return unknownArray(sourcesOfValue(old), allSourcesOf(word));
  return { kind: 'text', word: joined(old.kind === 'unset' ? [word] : [old.word, word], scope.state.budget) };
}

/** The elements with one more, or another one; `null`: they are not known, or there would be a gap. What was a text is the first element. */
function elementsWith(
  { state }: Scope,
  name: string,
  old: Value,
  index: number | null,
  word: Word,
): readonly Word[] | null {
  if (state.isWild || state.variables.get(name)?.isAssociative === true) return null;
  if (old.kind !== 'array') return index === 0 ? [word] : null;
  const { elements } = old;
  if (elements === null || !elements.every(isOneWord)) return null;
  if (index === null || index < 0 || index > elements.length) return null;
  return [...elements.slice(0, index), word, ...elements.slice(index + 1)];
}

/** As one word, an array is told by where its elements come from. */
function arrayOf(scope: Scope, node: AssignmentNode, array: ArrayValue): Omit<ExpandedAssignment, 'keys'> {
  const words = array.elements.flatMap((element) => expandWord(scope, element, 'start'));
  const hasSubscripts = array.elements.some(({ text }) => text.startsWith('['));
  // How many elements a glob makes is not known, nor which they are then.
  const isCertain = words.every((word) => word.kind === 'known') && !hasSubscripts;
  const before: Value =
    node.append === true ? valueOfParameter(scope, node.name) : { kind: 'array', elements: [] };
  const sources = mergeSources(...words.map(sourcesAlone));
  const stored: Value =
    isCertain && before.kind === 'array' && before.elements !== null
      ? { kind: 'array', elements: [...before.elements, ...words] }
      : unknownArray(sourcesOfValue(before), ...words.map(sourcesOfElement));
  return { name: node.name, value: unknown('', '', sources), stored };
}

/** Where a word comes from that is no longer told apart: what is known of its text is not told by that, and is something else. */
function sourcesOfElement(word: Word): readonly Source[] {
  if (word.kind === 'pattern') return [{ kind: 'matches', pattern: word }];
  if (word.kind === 'known') return choiceOf(known(word.text.replace(/^\[[^\]]*\]\+?=/, '')));
  return allSourcesOf(word);
}

/**
 * Expands assignments and stores them, one after the other: each sees those before it. Where they are not `kept`, as before
 * a name, they are taken back.
 */
export function expandAssignments(
  scope: Scope,
  nodes: readonly AssignmentNode[],
  isKept: boolean,
): readonly ExpandedAssignment[] {
  const taken: (() => void)[] = [];
  const assignments = nodes.map((node) => {
    const assignment = expandAssignment(scope, node);
    const before = scope.state.variables.get(node.name);
    assign(scope.state, assignment.name, assignment.stored);
    if (assignment.keys !== null)
      setKeys(scope.state, assignment.name, [...(before?.keys ?? []), ...assignment.keys]);
    taken.unshift(takingBack(scope, node.name, before));
    return assignment;
  });
  if (!isKept) for (const takeBack of taken) takeBack();
  return assignments;
}

/** Makes a variable again what it was before it was assigned; unless an expansion has set it since, which may stay. */
function takingBack(scope: Scope, name: string, before: Variable | undefined): () => void {
  const assigned = scope.state.variables.get(name);
  return () => {
    const { variables } = scope.state;
    if (variables.get(name) !== assigned) assignUnknown(scope.state, name);
    else if (before === undefined) variables.delete(name);
    else variables.set(name, before);
  };
}

/** What the assignments do, for one invocation or for the shell. */
export function assignmentEffects(
  scope: Scope,
  assignments: readonly Assignment[],
  isForInvocation: boolean,
): readonly Effect[] {
  return assignments.map(({ name, value }) => {
    const isExported = scope.state.exportsAll || scope.state.variables.get(name)?.isExported === true;
    return {
      kind: 'sets',
      name,
      value,
      scope: isForInvocation ? 'invocation' : isExported ? 'environment' : 'shell',
    };
  });
}
