import type { JsonSchema } from '../../model/contract.ts';

/** A result without what says that there is nothing to say, at any depth: keys whose value is `null`, or an empty list. */
export function compactResult(
  result: Readonly<Record<string, unknown>>,
  schema: JsonSchema | null,
): Readonly<Record<string, unknown>> {
  const properties = schema === null ? {} : propertiesOf(schema);
  const said = Object.entries(result).filter(([key, value]) => !saysNothing(value, properties[key]));
  return Object.fromEntries(said.map(([key, value]) => [key, compactValue(value, properties[key])] as const));
}

function compactValue(value: unknown, schema: unknown): unknown {
  const form = formOf(schema);
  if (form === null) return value;
  if (Array.isArray(value)) return value.map((item) => compactValue(item, form.items));
  return isObject(value) ? compactResult(value, form) : value;
}

/** The schema of such results. What names no keys, as a result with several forms, stays as it is. */
export function compactSchema(schema: JsonSchema): JsonSchema {
  const { items, anyOf, properties, required } = schema;
  const compact = (part: unknown): unknown => (isObject(part) ? compactSchema(part) : part);
  const parts = propertiesOf(schema);
  return {
    ...schema,
    ...(items === undefined ? {} : { items: compact(items) }),
    ...(Array.isArray(anyOf) && formOf(schema) !== null ? { anyOf: anyOf.map(compact) } : {}),
    ...(properties === undefined ? {} : { properties: mapValues(parts, compact) }),
    ...(Array.isArray(required) ? { required: required.filter((key) => !isSpare(parts[key])) } : {}),
  };
}

/** Whether a key can be left out: it can be `null`, or is a list. */
function isSpare(schema: unknown): boolean {
  return isNullable(schema) || isList(schema);
}

function saysNothing(value: unknown, schema: unknown): boolean {
  if (value === null) return isNullable(schema);
  return Array.isArray(value) && value.length === 0 && isList(schema);
}

function isNullable(schema: unknown): boolean {
  return variantsOf(schema).some(({ type }) => [type].flat().includes('null'));
}

function isList(schema: unknown): boolean {
  return formOf(schema)?.type === 'array';
}

/** What describes a value that is not `null`; `null` where it can be of several forms, or is not described. */
function formOf(schema: unknown): JsonSchema | null {
  const [form, ...others] = variantsOf(schema).filter(({ type }) => type !== 'null');
  return form === undefined || others.length > 0 ? null : form;
}

function variantsOf(schema: unknown): readonly JsonSchema[] {
  if (!isObject(schema)) return [];
  return Array.isArray(schema.anyOf) ? schema.anyOf.filter(isObject) : [schema];
}

function propertiesOf({ properties }: JsonSchema): JsonSchema {
  return isObject(properties) ? properties : {};
}

function mapValues(
  values: Readonly<Record<string, unknown>>,
  map: (value: unknown) => unknown,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value)]));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
