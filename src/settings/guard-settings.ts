import { delimiter, dirname, isAbsolute } from 'node:path';
import { markVariable } from '../backends/local/processes/call-processes.ts';
import { sandboxLevels, unconfined } from '../confine/sandbox-levels.ts';
import { contractNames } from '../contracts/names.ts';
import { isTooDeep, linesOf } from '../policy/files/json-lines.ts';
import type { Layer } from '../policy/layers.ts';
import { defaultStateDir, type Environment, userSettingsFile } from './host.ts';
import { findProjectFile, isAbsent } from './locate.ts';
import { readTextFile } from './read-text.ts';
import { baseOf, type NamedRules, readRuleLayers, type TriedRules } from './rules.ts';

/** What of the settings matters to who judges a command and does not run it. */
export interface GuardSettings {
  /** Rules that hold beside the shipped ones, the widest scope first. */
  readonly rules: readonly Layer[];
  readonly stateDir: string;
  readonly settingsDir: string;
  /** The name of the contract that is served here: what a person has allowed for good holds for one. */
  readonly contract: string;
}

/**
 * The settings of a directory if they are simple, as nearly all are: the same as `resolveSettings()` makes of them, in a
 * tenth of the time, because nothing is needed here that describes schemas. `null` where anything is other than plainly right, an unknown
 * key, a wrong type, options: then the one that reads everything has to say what it comes to, or what is wrong. Throws
 * for files of rules what that throws. `tried`: rules that need not be tried again.
 */
export function simpleSettings(
  directory: string,
  env: Environment,
  tried?: TriedRules,
): GuardSettings | null {
  const userPath = userSettingsFile(env);
  const projectPath = findProjectFile(directory, userPath);
  const user = simpleFile(userPath);
  const project = simpleFile(projectPath);
  const variables = simpleVariables(env);
  if (user === null || project === null || variables === null) return null;
  if (userOnly.some((key) => project[key] !== undefined)) return null;
  const named: readonly NamedRules[] = [
    { scope: 'user', files: user.rules ?? [], base: baseOf(userPath), mayLoosen: true },
    {
      scope: 'project',
      files: project.rules ?? [],
      base: baseOf(projectPath),
      mayLoosen: user.trustProjectRules ?? false,
    },
    { scope: 'call', files: variables.rules, base: directory, mayLoosen: true },
  ];
  const [defaultName] = contractNames;
  return {
    rules: readRuleLayers(named, directory, env.HOME ?? null, tried),
    settingsDir: dirname(userPath),
    stateDir: variables.stateDir ?? user.stateDir ?? defaultStateDir(env),
    contract: user.contract ?? defaultName,
  };
}

/** The keys that are simple; what they mean is described with the settings. */
interface SimpleFile {
  readonly contract?: string;
  readonly rules?: readonly string[];
  readonly trustProjectRules?: boolean;
  readonly stateDir?: string;
  readonly bash?: string;
}

/** What a project must not set. */
const userOnly = ['contract', 'trustProjectRules', 'stateDir', 'bash'] as const;

const isText = (value: unknown) => typeof value === 'string';
const isBoolean = (value: unknown) => typeof value === 'boolean';
const isPath = (value: unknown) => typeof value === 'string' && isAbsolute(value);
const levelNames: readonly string[] = [unconfined, ...sandboxLevels.map(({ name }) => name)];
const names: readonly string[] = contractNames;

const simple: Readonly<Record<string, (value: unknown) => boolean>> = {
  $schema: isText,
  contract: (value) => typeof value === 'string' && names.includes(value),
  rules: (value) => Array.isArray(value) && value.every((one) => typeof one === 'string' && one !== ''),
  trustProjectRules: isBoolean,
  sandbox: (value) => typeof value === 'string' && levelNames.includes(value),
  sandboxRequired: isBoolean,
  warm: isBoolean,
  bash: isPath,
  stateDir: isPath,
};

/** A settings file that has simple keys alone; nothing is in one that is not there. */
function simpleFile(path: string | null): SimpleFile | null {
  if (path === null || isAbsent(path)) return {};
  const value = parsed(path);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const isSimple = Object.entries(value).every(
    ([key, one]) => Object.hasOwn(simple, key) && simple[key]?.(one),
  );
  // Every key has just been held against what the type allows.
  return isSimple ? (value as SimpleFile) : null;
}

/** `null` for what cannot be read: who reads everything says why. */
function parsed(path: string): unknown {
  try {
    const text = readTextFile(path);
    if (isTooDeep(text)) return null;
    const value: unknown = JSON.parse(text);
    return linesOf(text).again === null ? value : null;
  } catch {
    return null; // no readable JSON, which is not simple
  }
}

/** The variables, if there are none but those that are read here. */
function simpleVariables(env: Environment) {
  const { HANDRAIL_STATE_DIR: stateDir, HANDRAIL_RULES: rules = '', ...others } = env;
  const isOther = (name: string) => name.startsWith('HANDRAIL_') && name !== markVariable;
  if (Object.keys(others).some(isOther) || (stateDir !== undefined && !isAbsolute(stateDir))) return null;
  return { stateDir, rules: rules.split(delimiter).filter((file) => file !== '') };
}
