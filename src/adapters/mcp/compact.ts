import type { JsonSchema } from '../../model/contract.ts';

/** A result without what says that there is nothing to say: keys whose value is `null` or an empty list. */
export function compactResult(
  result: Readonly<Record<string, unknown>>,
  schema: JsonSchema | null,
): Readonly<Record<string, unknown>> {
  const spare = schema === null ? [] : spareKeys(schema);
  return Object.fromEntries(
    Object.entries(result).filter(([key, value]) => !(spare.includes(key) && saysNothing(value))),
  );
}

/** The schema of such results. One that names no keys at its top, as of a result with several forms, stays as it is. */
export function compactSchema(schema: JsonSchema): JsonSchema {
  const spare = spareKeys(schema);
  if (spare.length === 0 || !Array.isArray(schema.required)) return schema;
  return { ...schema, required: schema.required.filter((key) => !spare.includes(key)) };
}

function saysNothing(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}

/** The keys that can be `null`, or are a list. */
function spareKeys({ properties }: JsonSchema): readonly string[] {
  if (!isObject(properties)) return [];
  return Object.keys(properties).filter((key) => {
    const property = properties[key];
    if (!isObject(property)) return false;
    const { type, anyOf } = property;
    const types = [
      type,
      ...(Array.isArray(anyOf) ? anyOf.map((one) => isObject(one) && one.type) : []),
    ].flat();
    return type === 'array' || types.includes('null');
  });
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
