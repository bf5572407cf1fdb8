import { programs as builtinTests } from './builtin-tests.ts';
import { programs as builtinVariables } from './builtin-variables.ts';
import { programs as builtins } from './builtins.ts';
import { programs as files } from './files.ts';
import { programs as git } from './git.ts';
import type { Program } from './program.ts';
import { programs as search } from './search.ts';
import { programs as wrappers } from './wrappers.ts';

/** All topics. No name may be in two of them, which a test checks. */
export const topics: readonly (readonly Program[])[] = [
  builtinTests,
  builtinVariables,
  builtins,
  files,
  git,
  search,
  wrappers,
];

const byName: ReadonlyMap<string, Program> = new Map(
  topics.flat().flatMap((program) => program.names.map((name) => [name, program] as const)),
);

/** What is known of the program of this name, or `null`. */
export function programNamed(name: string): Program | null {
  return byName.get(name) ?? null;
}
