import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { HandrailError, messageOf } from '../model/errors.ts';
import { describeFileProblem } from '../policy/files/read-json.ts';
import { type RuleFile, readRuleFile } from '../policy/files/rule-file.ts';
import type { Layer, Scope } from '../policy/layers.ts';
import { type Places, placesOf } from '../policy/paths/places.ts';

/** Files of rules that one source of settings names. */
export interface NamedRules {
  readonly scope: Exclude<Scope, 'shipped'>;
  readonly files: readonly string[];
  /** What the names are relative to. */
  readonly base: string;
  /** Whether the rules may make the policy milder. */
  readonly mayLoosen: boolean;
}

/** Reads the files of rules, the widest scope first. Throws a `HandrailError` with file, line and what was expected. */
export function readRuleLayers(
  named: readonly NamedRules[],
  directory: string,
  home: string | null,
): readonly Layer[] {
  const places = placesOf({ cwd: directory, home });
  return named.flatMap(({ scope, files, base, mayLoosen }) =>
    files.map((name) => {
      const file = resolve(base, name);
      return { scope, mayLoosen, file, ...readRules(file, places) };
    }),
  );
}

/** The directory of a settings file, which the names in it are relative to. */
export function baseOf(settingsFile: string | null): string {
  return settingsFile === null ? '/' : dirname(settingsFile);
}

/** Reads a file of rules, whose examples are tried as if a command ran in the workspace of `places`. */
export function readRules(path: string, places: Places): RuleFile {
  const reading = readRuleFile(path, textOf(path), places);
  if (reading.kind === 'value') return reading.value;
  throw new HandrailError('invalid-settings', reading.problems.map(describeFileProblem).join('\n'));
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const message = `${path}: expected a file of rules, got ${messageOf(error)}`;
    throw new HandrailError('invalid-settings', message, { cause: error });
  }
}
