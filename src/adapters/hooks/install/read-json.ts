import { type Node, type ParseError, parse, parseTree, printParseErrorCode } from 'jsonc-parser';
import { describeValue } from '../../../model/describe-value.ts';
import { isRecord } from '../core/read.ts';
import type { Edit } from './edit.ts';

/** What a text of settings holds. */
type JsonReading =
  | Extract<Edit, { kind: 'refused' }>
  | {
      readonly kind: 'read';
      /** A byte order mark, or nothing. */
      readonly mark: string;
      readonly text: string;
      readonly value: Readonly<Record<string, unknown>>;
    };

/** Reads settings of JSON, with comments and commas after the last member; `null` and a blank text are an empty object. */
export function readJson(given: string | null): JsonReading {
  const mark = given?.startsWith('\uFEFF') ? '\uFEFF' : '';
  const text = given?.slice(mark.length) ?? '';
  if (text.trim() === '') return { kind: 'read', mark, text: '{}\n', value: {} };
  const parsed = parseOnce(text);
  if ('problem' in parsed) return { kind: 'refused', problem: parsed.problem };
  const { value } = parsed;
  if (!isRecord(value))
    return { kind: 'refused', problem: `expected an object, got ${describeValue(value)}` };
  return { kind: 'read', mark, text, value };
}

/** `isJson`: it is JSON all the same, as far as was seen. */
type ParsedOnce = { readonly value: unknown } | { readonly problem: string; readonly isJson: boolean };

/** The value of a text of JSON, with comments and commas after the last member, that says the same to everybody; or what is wrong with it. */
export function parseOnce(text: string): ParsedOnce {
  try {
    const errors: ParseError[] = [];
    const value: unknown = parse(text, errors, { allowTrailingComma: true });
    const [error] = errors;
    if (error !== undefined) return { problem: describeParseError(text, error), isJson: false };
    const twice = keyGivenTwice(parseTree(text, [], { allowTrailingComma: true }));
    return twice === null
      ? { value }
      : { problem: `expected each key once, got ${JSON.stringify(twice)} again`, isJson: true };
  } catch (error) {
    if (error instanceof RangeError) return { problem: 'it is nested too deep', isJson: true };
    throw error;
  }
}

/** Where a text is broken and why: `line 3: value expected`, of what the package has as `ValueExpected`. */
function describeParseError(text: string, { error, offset }: ParseError): string {
  const line = text.slice(0, offset).split('\n').length;
  const words = printParseErrorCode(error).split(/(?<=[a-z])(?=[A-Z])/);
  return `line ${line}: ${words.join(' ').toLowerCase()}`;
}

/** Of such keys agents take the last and the package here the first: what is written at one would not be read. */
function keyGivenTwice(node: Node | undefined): string | null {
  if (node === undefined) return null;
  const { type, children = [] } = node;
  const keys = type === 'object' ? children.map(({ children: [key] = [] }) => String(key?.value)) : [];
  const twice = keys.find((key, at) => keys.indexOf(key) !== at);
  if (twice !== undefined) return twice;
  for (const child of children) {
    const within = keyGivenTwice(child);
    if (within !== null) return within;
  }
  return null;
}

/** Whether a comma comes after the last member of something in a text that can otherwise be read. */
export function hasTrailingComma(text: string): boolean {
  const errors: ParseError[] = [];
  parse(text.replace(/^\uFEFF/, ''), errors);
  return errors.length > 0;
}
