import { isAbsolute } from 'node:path';
import { contractNames } from '../contracts/names.ts';
import { readWith } from '../contracts/schema.ts';
import { HandrailError, messageOf } from '../model/errors.ts';
import { describeProblem, type Problem } from '../model/request.ts';
import { isTooDeep, linesOf } from '../policy/files/json-lines.ts';
import { jsonProblem } from '../policy/files/json-problem.ts';
import { tooDeep } from '../policy/files/read-json.ts';
import { visible } from '../policy/visible.ts';
import { definitions, fileSchema, type SettingKey, type SettingsFile } from './definitions.ts';
import { readTextFile } from './read-text.ts';

/** Reads a settings file. Throws a `HandrailError` of code `invalid-settings` that names the file and the place. */
export function readSettingsFile(path: string, scope: 'user' | 'project'): SettingsFile {
  const reading = readWith(fileSchema, parseFile(path));
  if (reading.kind === 'invalid')
    throw invalid(path, reading.problems.map(withContract).map(describeProblem).join('; '));
  const misplaced = definitions.find(
    ({ key, inProject }) => !inProject && scope === 'project' && has(reading.value, key),
  );
  if (misplaced !== undefined) {
    throw invalid(
      path,
      `${misplaced.key} cannot be set by a project; set it in the user's file or in ${misplaced.variable}`,
    );
  }
  for (const key of ['bash', 'stateDir'] as const) requireAbsolute(path, key, reading.value[key]);
  return reading.value;
}

/** Throws unless the value is an absolute path or nothing. */
export function requireAbsolute(source: string, key: SettingKey, value: string | undefined): void {
  if (value === undefined || isAbsolute(value)) return;
  throw invalid(source, `${key}: expected an absolute path, got ${JSON.stringify(value)}`);
}

/** An option that stands where a contract's name should is the slip that is made most. */
function withContract(problem: Problem): Problem {
  const [, name] = /^options\.([^.]+)$/.exec(problem.path) ?? [];
  if (name === undefined || contractNames.some((known) => known === name)) return problem;
  const example = `{${JSON.stringify(contractNames[0])}: {${JSON.stringify(name)}: …}}`;
  return { ...problem, hint: `options stand under the name of their contract, as in ${example}` };
}

/** As one line that a terminal does not obey: what a project's file is called, and what it holds, is anybody's. */
export function invalid(source: string, problem: string, cause?: unknown): HandrailError {
  return new HandrailError('invalid-settings', visible(`settings in ${source}: ${problem}`), { cause });
}

function parseFile(path: string): unknown {
  try {
    return parsedOnce(readTextFile(path));
  } catch (error) {
    throw noJsonObject(path, error);
  }
}

/** Throws also for what would be read otherwise than it looks: of a key that is there twice the first value is lost. */
export function parsedOnce(text: string): unknown {
  if (isTooDeep(text)) throw new Error(tooDeep);
  const problem = jsonProblem(text);
  if (problem !== null) throw new Error(`text that is none (line ${problem.line}: ${problem.words})`);
  const value: unknown = JSON.parse(text, withoutPrototype);
  const { again } = linesOf(text);
  if (again === null) return value;
  throw new Error(`the key ${JSON.stringify(again.path)} twice, the second time on line ${again.line}`);
}

/** What is said of a text that could not be read as one. */
export function noJsonObject(source: string, error: unknown): HandrailError {
  return invalid(source, `expected a JSON object, got ${messageOf(error)}`, error);
}

/** `__proto__` is no key that anything here has, and is lost on the way where objects are copied. */
function withoutPrototype(key: string, value: unknown): unknown {
  if (key === '__proto__') throw new Error('the key "__proto__"');
  return value;
}

function has(file: SettingsFile, key: SettingKey): boolean {
  return file[key] !== undefined;
}
