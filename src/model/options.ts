import { describeValue } from './describe-value.ts';
import { type ErrorCode, HandrailError } from './errors.ts';
import { suggestion } from './suggestion.ts';

/** What an option can be: `expected` is a noun phrase. */
export interface OptionKind {
  readonly expected: string;
  readonly has: (value: unknown) => boolean;
  /** Whether the value that came is told: it is no secret, also where it is not what was expected. Left out: its type alone is. */
  readonly isTold?: true;
  /** Whether one of its elements, or the value of one of its keys, is as it is to be: the first that is not is told by its place. */
  readonly hasPart?: (part: unknown) => boolean;
}

/** The kind of each option, by its name. */
export type OptionKinds<Options> = Readonly<Record<keyof Options & string, OptionKind>>;

/** What no database keeps as it is. */
export const unkept = /\0|\p{Surrogate}/u;

export const optionKinds = {
  text: { expected: 'a string that is not empty', has: (value) => typeof value === 'string' && value !== '' },
  /** Of a conversation. What is no UTF-8, or has a NUL, is another text once it was kept: the jobs of the one would be those of another. */
  conversation: {
    expected: 'a string that is not empty and can be written as UTF-8, without NUL characters',
    has: (value) => typeof value === 'string' && value !== '' && !unkept.test(value),
  },
  flag: { expected: 'true or false', has: (value) => typeof value === 'boolean' },
  callback: { expected: 'a function', has: (value) => typeof value === 'function' },
  signal: { expected: 'an AbortSignal', has: (value) => value instanceof AbortSignal },
  milliseconds: {
    expected: 'a whole number of milliseconds above 0',
    has: (value) => Number.isSafeInteger(value) && Number(value) > 0,
    isTold: true,
  },
  approver: {
    expected: 'an approver, an object with the function ask',
    has: (value) => hasFunctions(value, 'ask'),
  },
} as const satisfies Readonly<Record<string, OptionKind>>;

/** One that can be `null` too. */
export function orNull(kind: OptionKind): OptionKind {
  return {
    ...kind,
    expected: `${kind.expected}, or null`,
    has: (value) => value === null || kind.has(value),
  };
}

/** Whether it is an object whose keys are what there is to it, unlike arrays, maps, sets and promises. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === 'object' && value !== null && !(Symbol.iterator in value) && !(value instanceof Promise)
  );
}

/** What an object has under these names: of its own or inherited, listed or, as a Proxy may have it, not. */
export function valuesUnder(
  names: readonly string[],
  given: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    names.map((name) => [name, given[name]]).filter(([, value]) => value !== undefined),
  );
}

/** Whether it is an object that has these functions, its own or those of its class. */
export function hasFunctions(value: unknown, ...names: readonly string[]): boolean {
  if (typeof value !== 'object' || value === null) return false;
  // What is no type of ours is looked at by the names alone.
  const given = value as Readonly<Record<string, unknown>>;
  return names.every((name) => typeof given[name] === 'function');
}

/**
 * Whoever calls without types may give anything: a directory under a misspelled name would be another one. `of`: what the options
 * are for, `a call`. Throws a `HandrailError` of the code for the first that is not known, or not of its kind; what is `undefined` is
 * left out. No value is repeated that may be a secret.
 */
export function checkOptions(
  of: string,
  given: unknown,
  kinds: Readonly<Record<string, OptionKind>>,
  code: ErrorCode = 'misuse',
): void {
  if (!isRecord(given))
    throw new HandrailError(code, `${of}: expected an object of options, got ${describeKind(given)}`);
  const names = new Set([...Object.keys(given), ...Object.keys(valuesUnder(Object.keys(kinds), given))]);
  for (const name of names) {
    const value = given[name];
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
    if (kind === undefined) {
      const known = Object.keys(kinds).join(', ');
      const hint = suggestion(name, Object.keys(kinds));
      const end = hint === null ? '' : ` — ${hint}`;
      throw new HandrailError(
        code,
        `${of}: expected only the options ${known}, got ${JSON.stringify(name)}${end}`,
      );
    }
    if (value === undefined || kind.has(value)) continue;
    throw new HandrailError(
      code,
      `${of}: ${name}: expected ${kind.expected}, got ${describeFor(kind, value)}`,
    );
  }
}

/** The same, where those of `needed` have to be there. */
export function checkWhole(
  of: string,
  given: unknown,
  kinds: Readonly<Record<string, OptionKind>>,
  needed: Readonly<Record<string, OptionKind>>,
  code: ErrorCode = 'misuse',
): void {
  checkOptions(of, given, kinds, code);
  for (const [name, { expected }] of Object.entries(needed))
    if (Object(given)[name] === undefined)
      throw new HandrailError(code, `${of}: ${name}: expected ${expected}, got nothing`);
}

/** The same of one argument, which cannot be left out: `of`, `refuse`, is what it was given to. Throws a `HandrailError` of code `misuse`. */
export function checkArgument(of: string, name: string, value: unknown, kind: OptionKind): void {
  if (kind.has(value)) return;
  throw new HandrailError(
    'misuse',
    `${of}: ${name}: expected ${kind.expected}, got ${describeFor(kind, value)}`,
  );
}

/** What is not of a kind. */
function describeFor({ isTold, hasPart }: OptionKind, value: unknown): string {
  const describe = isTold ? describeValue : describeKind;
  if (hasPart === undefined || typeof value !== 'object' || value === null) return describe(value);
  const [place, part] = Object.entries(value).find(([, each]) => !hasPart(each)) ?? [];
  if (place === undefined) return describe(value);
  const name = Array.isArray(value) ? `element ${place}` : JSON.stringify(place);
  return `${describeKind(value)}, of which ${name} is ${describe(part)}`;
}

/** Of which kind a value is, for what may be a secret. */
export function describeKind(value: unknown): string {
  if (value === '') return 'an empty string';
  if (value instanceof Map) return 'a Map';
  if (value instanceof Set) return 'a Set';
  if (value instanceof Promise) return 'a Promise';
  return value === null ? 'null' : Array.isArray(value) ? 'an array' : typeof value;
}
