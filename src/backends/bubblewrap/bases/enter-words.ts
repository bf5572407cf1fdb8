import { counted } from '../../local/counted.ts';
import { findExecutable } from '../../local/find-executable.ts';
import { systemCallNames, systemCallNumbers } from '../../local/helpers/perl-functions.ts';
import { machineInProc } from '../arguments.ts';
import type { LimitWords } from '../limits/limits.ts';
import { enterScript } from './enter-script.ts';
import { trialScript } from './trial-script.ts';

/** What bases are entered with. */
export interface Entering {
  /** Absolute path. */
  readonly perl: string;
  /** Those of the system calls that are made. */
  readonly numbers: readonly number[];
  /** That of the one by which a namespace is entered. */
  readonly setns: number;
}

/** `null`: without Perl, or on another kind of processor, sandboxes are made as a whole. */
export function findEntering(path: string | undefined, arch: string): Entering | null {
  const perl = findExecutable('perl', path);
  const numbers = systemCallNumbers[arch];
  const setns = numbers?.[systemCallNames.indexOf('setns')];
  return perl === null || numbers === undefined || setns === undefined ? null : { perl, numbers, setns };
}

/** A sandbox in a base. */
export interface Entry extends LimitWords {
  /** The namespaces of the base by path, in the order to be entered. */
  readonly namespaces: readonly string[];
  /** What lies over parts of /proc: `read-only`, `masked`, or the permissions of an empty directory, and the path. */
  readonly proc: readonly string[];
  /** Set over those of the environment. */
  readonly variables: Readonly<Record<string, string>>;
  /** `null`: there is none. */
  readonly filter: Uint8Array | null;
  /** The name of its desk; empty: it has none. */
  readonly desk: string;
}

/** What of /proc is the machine's. */
export const machineProcWords: readonly string[] = machineInProc.map((path) => `read-only ${path}`);

/** The words that have the words after them run in a base, for who has what reads them; see `enterFunctions`. */
export function entryWords({
  namespaces,
  proc,
  groups,
  rlimits,
  variables,
  filter,
  desk,
}: Entry): readonly string[] {
  const lists = [namespaces, proc, groups, rlimits, Object.entries(variables).flat()];
  return [...lists.flatMap(counted), filter === null ? '' : Buffer.from(filter).toString('hex'), desk];
}

/** The same as those of a program. */
export function enterWords({ perl, numbers }: Entering, entry: Entry): readonly string[] {
  return [perl, '-e', enterScript, '--', ...numbers.map(String), ...entryWords(entry)];
}

/** Those of a trial: a program in a base that these words make. `entry`: without namespaces. */
export function trialWords(
  { perl, numbers }: Entering,
  base: readonly string[],
  entry: Omit<Entry, 'namespaces'>,
): readonly string[] {
  const words = [...numbers.map(String), ...counted(base), ...entryWords({ ...entry, namespaces: [] })];
  return [perl, '-e', trialScript, '--', ...words];
}
