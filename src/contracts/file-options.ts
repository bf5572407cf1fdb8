import type { JsonSchema } from '../model/contract.ts';
import type { FileText, ReadFile } from '../model/ports.ts';
import type { Problem } from '../model/request.ts';
import { type FileProblem, type FileReading, isRecord } from '../policy/files/read-json.ts';

/** Options that can be given as the path of a file that holds them: by name, how the text of such a file is read. */
export type FileOptions = Readonly<Record<string, (file: string, text: string) => FileReading<unknown>>>;

/** Options with what stands in files, or what is wrong with these. */
type Loaded = { readonly kind: 'loaded'; readonly options: unknown } | Invalid;

interface Invalid {
  readonly kind: 'invalid';
  readonly problems: readonly [Problem, ...Problem[]];
}

/** Puts what a file holds in the place of its path. */
export function loadFiles(fileOptions: FileOptions, given: unknown, readFile: ReadFile): Loaded {
  if (!isRecord(given)) return { kind: 'loaded', options: given };
  const options = { ...given };
  const problems: Problem[] = [];
  for (const [key, read] of Object.entries(fileOptions)) {
    const file = given[key];
    if (typeof file !== 'string') continue;
    const found = readFile(file);
    const reading = found.kind === 'text' ? read(file, found.text) : found;
    if (reading.kind === 'value') options[key] = reading.value;
    else problems.push(...problemsOf(key, file, reading));
  }
  const [first, ...others] = problems;
  return first === undefined
    ? { kind: 'loaded', options }
    : { kind: 'invalid', problems: [first, ...others] };
}

/** For callers that have no files. */
export const withoutFiles: ReadFile = () => ({
  kind: 'unreadable',
  reason: 'files of options cannot be read here',
});

/** The schema of options, some of which can be paths. */
export function withPaths(schema: JsonSchema, fileOptions: FileOptions): JsonSchema {
  const properties = isRecord(schema.properties) ? schema.properties : {};
  const paths = Object.keys(fileOptions).map((key) => {
    const { description, ...held } = isRecord(properties[key]) ? properties[key] : {};
    const path = { type: 'string', description: 'Path of a JSON file that holds it.' };
    return [key, { ...(description !== undefined && { description }), anyOf: [held, path] }] as const;
  });
  return paths.length === 0
    ? schema
    : { ...schema, properties: { ...properties, ...Object.fromEntries(paths) } };
}

/** What is wrong with options, where the schema knows nothing of paths: of what is neither a path nor what a file would hold, both are told. */
export function orPaths(invalid: Invalid, fileOptions: FileOptions, options: unknown): Invalid {
  const tell = (problem: Problem): Problem => {
    const isOption = Object.hasOwn(fileOptions, problem.path);
    if (!isOption || (isRecord(options) && isRecord(options[problem.path]))) return problem;
    return { ...problem, expected: `${problem.expected}, or the path of a JSON file that holds it` };
  };
  const [first, ...others] = invalid.problems;
  return { kind: 'invalid', problems: [tell(first), ...others.map(tell)] };
}

function problemsOf(
  key: string,
  file: string,
  reading: Exclude<FileText, { kind: 'text' }> | Extract<FileReading<unknown>, { kind: 'invalid' }>,
): readonly Problem[] {
  if (reading.kind === 'invalid') return reading.problems.map((problem) => toProblem(key, problem));
  const received = `${JSON.stringify(file)} (${reading.reason})`;
  return [{ path: key, expected: 'the path of a file that can be read', received, hint: null }];
}

function toProblem(key: string, { file, line, expected, received, hint = null }: FileProblem): Problem {
  return { path: `${key} in ${file}:${line}`, expected, received, hint };
}
