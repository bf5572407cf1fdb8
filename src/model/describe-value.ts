import { headOf } from './whole-characters.ts';

/** A value in words, cut to a length that fits a message: `"soon" (string)`, `nothing`. */
export function describeValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (typeof value === 'function') return 'a function';
  const text = textOf(value);
  return `${cutTo(mostShown, text)} (${Array.isArray(value) ? 'array' : typeof value})`;
}

/** A name that came from outside, in quotes, cut likewise. */
export function describeName(name: string): string {
  return JSON.stringify(cutTo(mostShown, name));
}

/** A path in quotes: whole if the kernel can take it, and what is longer cut. */
export function describePath(path: string): string {
  return JSON.stringify(cutPath(path));
}

/** The same without quotes. */
export function cutPath(path: string): string {
  return cutTo(mostOfPath, path);
}

/** UTF-16 units of a value that a message has: with what stands around it, a line. */
const mostShown = 60;

/** PATH_MAX of Linux, in bytes; a path of more units is one of more bytes. */
const mostOfPath = 4_096;

function cutTo(most: number, text: string): string {
  return text.length > most ? `${headOf(text, most)}…` : text;
}

function textOf(value: unknown): string {
  if (typeof value !== 'object' && typeof value !== 'string') return String(value);
  try {
    return JSON.stringify(value);
  } catch {
    return '{…}'; // It has itself within, or a number that JSON has no word for: its type is told all the same.
  }
}
