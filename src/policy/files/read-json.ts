import { suggestion } from '../../model/suggestion.ts';
import { visible } from '../visible.ts';
import { isTooDeep, linesOf } from './json-lines.ts';
import { jsonProblem } from './json-problem.ts';

/** What is wrong in a file: where, what was expected there, and what came instead. */
export interface FileProblem {
  readonly file: string;
  readonly line: number;
  readonly expected: string;
  readonly received: string;
  /** The name that was meant, as a question; left out: none is near. */
  readonly hint?: string | null;
}

/** A value that a file holds, or what is wrong with it. */
export type FileReading<Value> =
  | { readonly kind: 'value'; readonly value: Value }
  | { readonly kind: 'invalid'; readonly problems: readonly [FileProblem, ...FileProblem[]] };

/** Notes what is wrong with the value at a path. `known`: of what that was expected to be one, if it is a name. */
export type Complain = (path: string, expected: string, received: unknown, known?: readonly string[]) => void;

/** Reads a JSON text; `read` says what is wrong with its value, and where. */
export function readJson<Value>(
  file: string,
  text: string,
  read: (value: unknown, complain: Complain) => Value,
): FileReading<Value> {
  if (isTooDeep(text)) {
    const problem = { file, line: 1, expected: 'JSON', received: tooDeep };
    return { kind: 'invalid', problems: [problem] };
  }
  const broken = jsonProblem(text);
  if (broken !== null) {
    const received = `text that is none (${broken.words})`;
    return { kind: 'invalid', problems: [{ file, line: broken.line, expected: 'JSON', received }] };
  }
  const { lines, again } = linesOf(text);
  if (again !== null) {
    const received = `${JSON.stringify(again.key)} once more`;
    return { kind: 'invalid', problems: [{ file, line: again.line, expected: 'each key once', received }] };
  }
  const problems: FileProblem[] = [];
  const value = read(JSON.parse(text), (path, expected, received, known = []) => {
    const hint = typeof received === 'string' ? suggestion(received, known) : null;
    problems.push({ file, line: lineOf(lines, path), expected, received: described(received), hint });
  });
  const [first, ...others] = problems;
  return first === undefined ? { kind: 'value', value } : { kind: 'invalid', problems: [first, ...others] };
}

/** What is said of a text in which values are within one another too deep. */
export const tooDeep = 'text that is nested too deep';

/** The line of a value; for one that is missing, that of what it is missing in. */
function lineOf(lines: ReadonlyMap<string, number>, path: string): number {
  const line = lines.get(path);
  if (line !== undefined || path === '') return line ?? 1;
  return lineOf(lines, path.replace(/(?:^|\.)[^.[]*$|\[\d+\]$/, ''));
}

/** `rules.json:3: expected a text, got 7`, as one line that a terminal does not obey: names and texts of a project are anybody's. */
export function describeFileProblem({ file, line, expected, received, hint = null }: FileProblem): string {
  return visible(
    `${file}:${line}: expected ${expected}, got ${received}${hint === null ? '' : ` — ${hint}`}`,
  );
}

function described(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

/** Whether a value is an object with keys. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Complains about every key that is not known. */
export function onlyKeys(
  record: Readonly<Record<string, unknown>>,
  known: readonly string[],
  path: string,
  complain: Complain,
): void {
  for (const key of Object.keys(record)) {
    if (!known.includes(key)) complain(join(path, key), `only the keys ${known.join(', ')}`, key, known);
  }
}

/** The texts of a list; a single text is a list of one where that is allowed by leaving the brackets out. */
export function texts(value: unknown, path: string, complain: Complain): readonly string[] {
  if (value === undefined) return [];
  if (typeof value === 'string') return [value];
  if (!Array.isArray(value)) {
    complain(path, 'a text, or a list of texts', value);
    return [];
  }
  return value.flatMap((item: unknown, index) => {
    if (typeof item === 'string') return [item];
    complain(`${path}[${index}]`, 'a text', item);
    return [];
  });
}

export function join(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}
