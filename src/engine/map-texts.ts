/** The deepest level that is gone into: no tool's input has more, and one that goes round in circles has no end. */
const maxDepth = 32;

/**
 * A JSON value with every text in it, keys too, replaced by what `change` makes of it. What is deeper than 32 levels, and
 * what JSON does not know, is told by its kind.
 */
export function mapTexts(value: unknown, change: (text: string) => string, depth = 0): unknown {
  switch (typeof value) {
    case 'string':
      return change(value);
    case 'bigint':
    case 'symbol':
    case 'function':
      return `(a ${typeof value})`;
    case 'object':
      break;
    default:
      return value;
  }
  if (value === null) return null;
  if (depth === maxDepth) return `(deeper than ${maxDepth} levels)`;
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [change(key), mapTexts(item, change, depth + 1)]),
  );
}
