import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { HandrailError, messageOf } from '../model/errors.ts';
import { describeFileProblem } from '../policy/files/read-json.ts';
import { type RuleFile, readRuleFile } from '../policy/files/rule-file.ts';
import type { Layer, Scope } from '../policy/layers.ts';
import { type Places, placesOf } from '../policy/paths/places.ts';
import { visible } from '../policy/visible.ts';
import { readTextFile } from './read-text.ts';

/** Files of rules that one source of settings names. */
export interface NamedRules {
  readonly scope: Exclude<Scope, 'shipped'>;
  readonly files: readonly string[];
  /** What the names are relative to. */
  readonly base: string;
  /** Whether the rules may make the policy milder. */
  readonly mayLoosen: boolean;
}

/**
 * The most that the files of rules of a project may have together, in bytes: 128 KiB. Examples are tried, and one of 200 bytes can take 25 ms; whoever waits for
 * an answer of a guard waits 60 s, and then does without.
 */
const mostOfProject = 128 * 1024;

/** Texts of rules whose examples were found to hold, for somebody in a place. */
export interface TriedRules {
  has(text: string, places: Places): boolean;
  add(text: string, places: Places): void;
}

/**
 * Reads the files of rules, the widest scope first. Throws a `HandrailError` with file, line and what was expected. `tried`: what need not be tried again; left
 * out: nothing.
 */
export function readRuleLayers(
  named: readonly NamedRules[],
  directory: string,
  home: string | null,
  tried: TriedRules = nothingTried,
): readonly Layer[] {
  const places = placesOf({ cwd: directory, home });
  for (const { files, base, scope } of named) if (scope === 'project') refuseTooMuch(files, base);
  return named.flatMap(({ scope, files, base, mayLoosen }) =>
    files.map((name) => {
      const file = resolve(base, name);
      return { scope, mayLoosen, file, ...readRules(file, places, tried) };
    }),
  );
}

function refuseTooMuch(files: readonly string[], base: string): void {
  let bytes = 0;
  for (const name of files) {
    const file = resolve(base, name);
    bytes += statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    if (bytes <= mostOfProject) continue;
    const message = `${file}: expected at most ${mostOfProject} bytes of rules of a project, got more`;
    throw new HandrailError('invalid-settings', visible(message));
  }
}

/** The directory of a settings file, which the names in it are relative to. */
export function baseOf(settingsFile: string | null): string {
  return settingsFile === null ? '/' : dirname(settingsFile);
}

/** Reads a file of rules, whose examples are tried as if a command ran in the workspace of `places`. */
export function readRules(path: string, places: Places, tried: TriedRules = nothingTried): RuleFile {
  const text = textOf(path);
  const isTried = tried.has(text, places);
  const reading = readRuleFile(path, text, places, isTried);
  if (reading.kind === 'value') {
    if (!isTried) tried.add(text, places);
    return reading.value;
  }
  throw new HandrailError('invalid-settings', reading.problems.map(describeFileProblem).join('\n'));
}

const nothingTried: TriedRules = { has: () => false, add() {} };

function textOf(path: string): string {
  try {
    return readTextFile(path);
  } catch (error) {
    const message = `${path}: expected a file of rules, got ${messageOf(error)}`;
    throw new HandrailError('invalid-settings', visible(message), { cause: error });
  }
}
