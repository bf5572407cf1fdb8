import * as z from 'zod';
import type { JsonSchema } from '../model/contract.ts';
import { describeName, describeValue } from '../model/describe-value.ts';
import type { Problem } from '../model/request.ts';
import { suggestion } from '../model/suggestion.ts';
import { count } from './units.ts';

/**
 * The schema library, for contracts and settings: they describe what they accept with it, and everything else about
 * reading input is below.
 */
export { z };

/** A value that fits its schema, or what is wrong with it. */
export type Reading<Value> =
  | { readonly kind: 'value'; readonly value: Value }
  | { readonly kind: 'invalid'; readonly problems: readonly [Problem, ...Problem[]] };

/** Reads a value against a schema. Unknown keys of a `z.strictObject` are refused with the nearest known one. */
export function readWith<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): Reading<z.output<Schema>> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return { kind: 'value', value: parsed.data };
  const described = jsonSchemaOf(schema);
  const [first, ...others] = parsed.error.issues.flatMap((issue) => toProblems(issue, described, value));
  if (first === undefined) throw new Error('a failed reading without an issue');
  return { kind: 'invalid', problems: [first, ...upTo(mostProblems - 1, others)] };
}

/**
 * Reads what a model has written: of what may be left out, many write `null` instead, as they have to where all that a schema names is required.
 */
export function readFromModel<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): Reading<z.output<Schema>> {
  const reading = readWith(schema, value);
  return reading.kind === 'value' ? reading : readWith(schema, withoutNulls(value, jsonSchemaOf(schema)));
}

function withoutNulls(value: unknown, node: JsonSchema): unknown {
  if (!isRecord(value) || Array.isArray(value)) return value;
  const known = propertiesOf(node);
  const required = Array.isArray(node.required) ? node.required : [];
  const kept = Object.entries(value).filter(
    ([key, part]) => part !== null || !Object.hasOwn(known, key) || required.includes(key),
  );
  return Object.fromEntries(
    kept.map(([key, part]) => {
      const described = Object.hasOwn(known, key) ? known[key] : null;
      return [key, isRecord(described) ? withoutNulls(part, described) : part];
    }),
  );
}

/** Problems that are told one by one: a list or an object from outside can have one for each of its parts. */
const mostProblems = 20;

function upTo(most: number, problems: readonly Problem[]): readonly Problem[] {
  if (problems.length <= most) return problems;
  const received = count(problems.length - most, 'more problem');
  const rest = { path: '', expected: 'an input without these', received, hint: null };
  return [...problems.slice(0, most), rest];
}

/** The schema as JSON Schema, as a caller has to meet it: what has a default is not required. */
export function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...described } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // Every integer is a safe one: to say so is noise for a model.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return described;
}

function toProblems(issue: z.core.$ZodIssue, root: JsonSchema, value: unknown): readonly Problem[] {
  const node = nodeAt(root, issue.path);
  const path = describePath(issue.path);
  if (issue.code === 'unrecognized_keys') {
    const known = Object.keys(propertiesOf(node));
    return issue.keys.map((key) => ({
      path,
      expected: known.length === 0 ? 'no keys' : `only the keys ${known.join(', ')}`,
      received: `the key ${describeName(key)}`,
      hint: suggestion(key, known),
    }));
  }
  const received = describeValue(valueAt(value, issue.path));
  const expected = hasOwnWords(issue, node) ? issue.message : (describeExpectation(node) ?? issue.message);
  return [
    {
      path,
      expected,
      received,
      hint: node.type === 'object' ? hintOnText(valueAt(value, issue.path)) : null,
    },
  ];
}

/** A text in the place of an object: what a model wrote may have been cut off, or was put into quotes once more. */
function hintOnText(value: unknown): string | null {
  if (typeof value !== 'string' || !/^\s*\{/.test(value)) return null;
  try {
    JSON.parse(value);
    return 'this is JSON in a text: give the object itself';
  } catch {
    return 'this begins like JSON, and is none: was it cut off?';
  }
}

/** Whoever wrote a check or a message of their own has also written what it expects. */
function hasOwnWords({ code, message }: z.core.$ZodIssue, node: JsonSchema): boolean {
  if (code === 'invalid_union') return message !== 'Invalid input';
  // Where it is wrong with one of several alternatives, what that one wants is said better than all of them.
  return code === 'custom' || Array.isArray(node.anyOf);
}

/** `a.b[0]` */
function describePath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`;
    return text === '' ? String(key) : `${text}.${String(key)}`;
  }, '');
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((at, key) => (isRecord(at) ? at[String(key)] : undefined), value);
}

/** The part of a JSON Schema that describes the value at the path; of alternatives the first that has such a value. */
function nodeAt(root: JsonSchema, path: readonly PropertyKey[]): JsonSchema {
  return path.reduce<JsonSchema>((node, key) => {
    const alternatives = Array.isArray(node.anyOf) ? node.anyOf.filter(isRecord) : [];
    return [node, ...alternatives].map((one) => childAt(one, key)).find(isRecord) ?? {};
  }, root);
}

function childAt(node: JsonSchema, key: PropertyKey): unknown {
  if (typeof key === 'number') return node.items;
  return propertiesOf(node)[String(key)] ?? node.additionalProperties;
}

function propertiesOf(node: JsonSchema): Readonly<Record<string, unknown>> {
  return isRecord(node.properties) ? node.properties : {};
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** What a JSON Schema asks for, as a noun phrase; `null` where it cannot be said so. */
function describeExpectation(node: JsonSchema): string | null {
  if (Array.isArray(node.enum)) return `one of ${listed(node.enum)}`;
  if (Array.isArray(node.anyOf)) return describeAlternatives(node.anyOf.filter(isRecord));
  if (Array.isArray(node.type)) return describeAlternatives(node.type.map((type) => ({ ...node, type })));
  switch (node.type) {
    case 'integer':
    case 'number':
      return `${node.type === 'integer' ? 'an integer' : 'a number'}${describeRange(node)}`;
    case 'string':
      return describeString(node);
    case 'boolean':
      return 'true or false';
    case 'array':
      return isRecord(node.items) ? `an array of ${plural(describeExpectation(node.items))}` : 'an array';
    case 'object':
      return 'an object';
    default:
      return null;
  }
}

function listed(values: readonly unknown[]): string {
  return values.map((item) => JSON.stringify(item)).join(', ');
}

/** Each alternative, an object by its keys; `null` where one of them cannot be said. */
function describeAlternatives(nodes: readonly JsonSchema[]): string | null {
  const phrases = nodes.map((node) => {
    const keys = Object.keys(propertiesOf(node));
    const noun = keys.length === 1 ? 'the key' : 'the keys';
    return keys.length === 0 ? describeExpectation(node) : `an object with ${noun} ${keys.join(', ')}`;
  });
  return phrases.includes(null) ? null : phrases.join(' or ');
}

function describeRange({ minimum, maximum }: JsonSchema): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`;
  if (minimum !== undefined) return ` of at least ${minimum}`;
  return maximum !== undefined ? ` of at most ${maximum}` : '';
}

function describeString({ minLength, maxLength }: JsonSchema): string {
  if (maxLength !== undefined) return `a string of ${minLength ?? 0} to ${maxLength} characters`;
  return minLength === undefined ? 'a string' : 'a string that is not empty';
}

function plural(phrase: string | null): string {
  return phrase === null ? 'values' : phrase.replace(/^an? (\w+)/, '$1s').replace(' that is ', ' that are ');
}
