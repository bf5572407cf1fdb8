import { headOf } from './whole-characters.ts';

/** A value in words, cut to a length that fits a message: `"soon" (string)`, `nothing`. */
export function describeValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (typeof value === 'function') return 'a function';
  const text = textOf(value);
  const cut = text.length > 60 ? `${headOf(text, 60)}…` : text;
  return `${cut} (${Array.isArray(value) ? 'array' : typeof value})`;
}

function textOf(value: unknown): string {
  if (typeof value !== 'object' && typeof value !== 'string') return String(value);
  try {
    return JSON.stringify(value);
  } catch {
    return '{…}'; // It has itself within, or a number that JSON has no word for: its type is told all the same.
  }
}
