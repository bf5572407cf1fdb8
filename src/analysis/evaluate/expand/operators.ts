import type { Source, Word } from '../../../model/word.ts';
import type { ParameterOperation, Word as WordNode } from '../../parse.ts';
import { unknownEffect } from '../../programs/effects.ts';
import {
  isOneWord,
  known,
  sourcesAlone,
  sourcesOfChanged,
  textOf,
  unknown,
  unknownWords,
} from '../../words.ts';
import { mayFail, sourcesOfValue, type Value } from '../state/state.ts';
import { evaluateWord } from './arithmetic.ts';
import { expandPattern, expandToOne } from './expand.ts';
import { isMatchable, toRegExp } from './glob-match.ts';
import { note, type Scope } from './scope.ts';

/** What an operator makes of a value. The operands are expanded in any case: there may be commands in them. */
export function transform(
  scope: Scope,
  value: Value,
  operation: ParameterOperation,
  parameter: string,
): Value {
  if (value.kind === 'array' && operation.type === 'Slice') {
    const elements = sliceElements(scope, value.elements, operation, parameter === '@' || parameter === '*');
    return elements === null ? changed(value, true) : { kind: 'array', elements };
  }
  const text = value.kind === 'text' ? textOf(value.word) : value.kind === 'unset' ? '' : null;
  const result = apply(scope, text, operation);
  if (result !== null) return { kind: 'text', word: known(result) };
  return changed(value, keepsText(operation));
}

/** A value that was changed in a way that is not followed. */
export function changed(value: Value, keepsText = false): Value {
  const told = (sources: readonly Source[]) =>
    keepsText ? sourcesOfChanged(sources) : withOther(sourcesOfChanged(sources));
  if (value.kind === 'array')
    return value.elements === null
      ? { ...value, sources: told(value.sources) }
      : { kind: 'array', elements: [unknownWords('', '', told(sourcesOfValue(value)))] };
  return { kind: 'text', word: unknown('', '', value.kind === 'text' ? told(sourcesAlone(value.word)) : []) };
}

/** What is cut off a name leaves a part of it; what is put into it could make it any other. */
function keepsText({ type }: ParameterOperation): boolean {
  return type === 'Remove' || type === 'Slice';
}

function withOther(sources: readonly Source[]): readonly Source[] {
  return sources.length === 0 ? sources : [...sources, { kind: 'other' }];
}

function apply(scope: Scope, text: string | null, operation: ParameterOperation): string | null {
  switch (operation.type) {
    case 'Remove':
      return remove(scope, text, operation);
    case 'Replace':
      return replace(scope, text, operation);
    case 'Slice':
      return slice(scope, text, operation);
    case 'CaseModification':
      return changeCase(scope, text, operation);
    case 'Transform':
      // `${x@P}` expands the value as a prompt, with the commands in it.
      if (operation.operand.text.includes('P')) note(scope, unknownEffect('unknown-code', text ?? '${…@P}'));
      return null;
    case 'Default':
    case 'Names':
    case 'Unknown':
      return null;
    default:
      return unknownOperation(operation);
  }
}

function unknownOperation(operation: never): never {
  throw new TypeError(`an operation that is not known: ${JSON.stringify(operation)}`);
}

type Operation<Type> = Extract<ParameterOperation, { readonly type: Type }>;

function remove(
  scope: Scope,
  text: string | null,
  { operator, operand }: Operation<'Remove'>,
): string | null {
  const segments = expandPattern(scope, operand);
  const pattern = toRegExp(segments, operator.length === 2);
  if (pattern === null || text === null || !isMatchable(segments, text, scope.state.budget)) return null;
  if (mayBeText(operand)) return null;
  if (operator.startsWith('#')) return text.replace(new RegExp(`^(?:${pattern})`), '');
  // From behind: the shortest match begins last, the longest first.
  const ending = new RegExp(`^(?:${pattern})$`);
  for (let length = 0; length <= text.length; length++) {
    const at = operator === '%' ? text.length - length : length;
    if (ending.test(text.slice(at))) return text.slice(0, at);
  }
  return text;
}

function replace(scope: Scope, text: string | null, operation: Operation<'Replace'>): string | null {
  const segments = expandPattern(scope, operation.pattern);
  const pattern = toRegExp(segments, true);
  const replacement = textOf(expandToOne(scope, operation.replacement));
  if (mayBeText(operation.pattern) || mayBeText(operation.replacement)) return null;
  // With `nocasematch` it is not known what the pattern fits.
  if (scope.state.hasOddGlobs) return null;
  // An `&` in the replacement is the match, if it is not quoted.
  if (pattern === null || pattern === '' || replacement === null || text === null) return null;
  if (!isMatchable(segments, text, scope.state.budget)) return null;
  if (replacement.includes('&') || replacement.includes('\\')) return null;
  const anchored = { '/': pattern, '//': pattern, '/#': `^(?:${pattern})`, '/%': `(?:${pattern})$` };
  const flags = operation.operator === '//' ? 'g' : '';
  return text.replace(new RegExp(anchored[operation.operator], flags), () => replacement);
}

/** Within double quotes it depends on the version, on `extquote` and on here-documents whether `$'…'` is one. */
function mayBeText({ text }: WordNode): boolean {
  return text.includes("$'");
}

function slice(scope: Scope, text: string | null, { offset, length }: Operation<'Slice'>): string | null {
  const start = evaluateWord(scope, offset);
  const count = length === undefined ? Number.POSITIVE_INFINITY : evaluateWord(scope, length);
  if (count === null || count < 0) mayFail(scope.state);
  if (text === null || start === null || count === null || count < 0 || start < -text.length) return null;
  if (/[^\u0020-\u007e]/.test(text)) return null;
  const from = start < 0 ? text.length + start : start;
  return text.slice(from, from + count);
}

/** Some elements of a list, which `$0` stands before where they are the parameters of the shell; `null`: not known which. */
function sliceElements(
  scope: Scope,
  elements: readonly Word[] | null,
  { offset, length }: Operation<'Slice'>,
  arePositional: boolean,
): readonly Word[] | null {
  const start = evaluateWord(scope, offset);
  const count = length === undefined ? Number.POSITIVE_INFINITY : evaluateWord(scope, length);
  if (count === null || count < 0) mayFail(scope.state);
  if (start === null || count === null || count < 0 || elements?.every(isOneWord) !== true) return null;
  const from = start < 0 ? elements.length + start : arePositional ? start - 1 : start;
  return from < 0 ? null : elements.slice(from, from + count);
}

function changeCase(
  scope: Scope,
  text: string | null,
  { operator, operand }: Operation<'CaseModification'>,
): string | null {
  if (operand !== undefined) expandToOne(scope, operand);
  const isPlain = text !== null && /^[\u0020-\u007e]*$/.test(text);
  if (operand !== undefined && operand.text !== '') return null;
  if (!isPlain) return null;
  const part = operator.length === 2 ? text : text.slice(0, 1);
  const changed = operator.startsWith('^') ? part.toUpperCase() : part.toLowerCase();
  return changed + text.slice(part.length);
}
