import { unconfined } from '../confine/sandbox-levels.ts';
import { defaultContractName } from '../contracts/registry.ts';
import type { Contract } from '../model/contract.ts';
import type { SandboxRule } from '../model/sandbox.ts';
import type { Layer as RuleLayer } from '../policy/layers.ts';
import { invalidOptions, knownContract } from './chosen-contract.ts';
import { defaultStateDir, type Environment, userSettingsFile } from './host.ts';
import {
  fileLayer,
  flagLayer,
  type Layer,
  refuseUnknownVariables,
  type SettingFlags,
  variableLayer,
} from './layers.ts';
import { findProjectFile } from './locate.ts';
import { readOptionFile } from './option-files.ts';
import { refuseLooseOptions } from './project-options.ts';
import { baseOf, type NamedRules, readRuleLayers } from './rules.ts';
import { sandboxRule } from './sandbox.ts';

/** Everything that can be set, complete. */
export interface Settings {
  readonly contract: Contract;
  /** The contract's options, read and complete. */
  readonly options: unknown;
  /** Rules that hold beside the contract's, the widest scope first. */
  readonly rules: readonly RuleLayer[];
  /** `null`: the first bash on PATH. */
  readonly bash: string | null;
  readonly stateDir: string;
  readonly sandbox: SandboxRule;
  /** `null`: as long as somebody who was asked has not answered. */
  readonly approvalWaitMs: number | null;
  /** Whether the shell of the next command is started before it is wanted. */
  readonly warm: boolean;
}

/** One line of `handrail settings`: a value and where it came from. */
export interface SettingOrigin {
  /** `contract`, `options.plain.timeoutMs`, … */
  readonly name: string;
  readonly value: unknown;
  /** `built-in`, a file's path, `HANDRAIL_CONTRACT`, `--contract`. */
  readonly from: string;
}

/** What settings are resolved from. */
export interface SettingSources {
  /** Where the project is looked for. */
  readonly directory: string;
  readonly env: Environment;
  readonly flags: SettingFlags;
}

/**
 * Resolves every setting once: flags over environment over the user's file over the project's over what is built in.
 * The user's file goes before the project's because a project's can be written by anybody, also by the commands that
 * are run in it: it fills in what the user left open, and undoes nothing. Throws a `HandrailError` that names the
 * source and says what was expected.
 */
export function resolveSettings(sources: SettingSources): {
  readonly settings: Settings;
  readonly origins: readonly SettingOrigin[];
} {
  const { env, directory, flags } = sources;
  refuseUnknownVariables(env);
  const userFile = userSettingsFile(env);
  const projectFile = findProjectFile(directory, userFile);
  const layers = [
    flagLayer(flags),
    variableLayer(env),
    fileLayer(userFile, 'user'),
    fileLayer(projectFile, 'project'),
  ];
  const contract = pick(layers, 'contract', defaultContractName);
  const served = knownContract(contract.value, contract.from);
  const approvalWaitMs = pick(layers, 'approvalWaitMs', null);
  const warm = pick(layers, 'warm', true);
  const bash = pick(layers, 'bash', null);
  const stateDir = pick(layers, 'stateDir', defaultStateDir(env));
  const options = resolveOptions(layers, served);
  const sandbox = resolveSandbox(layers, served);
  const trust = pick(layers, 'trustProjectRules', false);
  const [called, set, user, project] = layers.map(({ values }) => values.rules ?? []);
  const named: readonly NamedRules[] = [
    { scope: 'user', files: user ?? [], base: baseOf(userFile), mayLoosen: true },
    { scope: 'project', files: project ?? [], base: baseOf(projectFile), mayLoosen: trust.value },
    { scope: 'call', files: [...(set ?? []), ...(called ?? [])], base: directory, mayLoosen: true },
  ];
  const rules = readRuleLayers(named, directory, env.HOME ?? null);
  return {
    settings: {
      contract: served,
      options: options.read,
      rules,
      bash: bash.value,
      stateDir: stateDir.value,
      sandbox: sandbox.rule,
      approvalWaitMs: approvalWaitMs.value,
      warm: warm.value,
    },
    origins: [
      contract,
      ...options.origins,
      ...ruleOrigins(layers),
      trust,
      ...sandbox.origins,
      approvalWaitMs,
      warm,
      bash,
      stateDir,
    ],
  };
}

/** Files of rules add up: none of them replaces another. */
function ruleOrigins(layers: readonly Layer[]): readonly SettingOrigin[] {
  return orBuiltIn('rules', [], given(layers, 'rules'));
}

/** What was said of a setting, or that it is as built in. */
function orBuiltIn(name: string, value: unknown, said: readonly SettingOrigin[]): readonly SettingOrigin[] {
  return said.length > 0 ? said : [{ name, value, from: 'built-in' }];
}

/** The project's file is the last of the layers. It cannot take back what the others want. */
function resolveSandbox(layers: readonly Layer[], { sandbox = unconfined }: Contract) {
  const ofUser = layers.slice(0, -1);
  const ofProject = layers.slice(-1);
  const level = pick(ofUser, 'sandbox', sandbox);
  const [projectLevel = null] = given(ofProject, 'sandbox');
  const required = [...given(ofProject, 'sandboxRequired'), pick(ofUser, 'sandboxRequired', false)];
  const whetherRequired = required.find(({ value }) => value) ?? pick(layers, 'sandboxRequired', false);
  const own = given(ofUser, 'sandboxLevels');
  const rule = sandboxRule({ level, projectLevel, required: whetherRequired.value, own });
  const levels = [level, ...(projectLevel === null ? [] : [projectLevel])];
  return { rule, origins: [...levels, whetherRequired, ...orBuiltIn('sandboxLevels', {}, own)] };
}

/** What layers say of a setting. */
function given<Key extends 'rules' | 'sandbox' | 'sandboxRequired' | 'sandboxLevels'>(
  layers: readonly Layer[],
  key: Key,
) {
  return layers.flatMap(({ values, from }) => {
    const value = values[key];
    return value === undefined ? [] : [{ name: key, value, from: from(key) }];
  });
}

type OneValue =
  | 'contract'
  | 'trustProjectRules'
  | 'sandbox'
  | 'sandboxRequired'
  | 'approvalWaitMs'
  | 'warm'
  | 'bash'
  | 'stateDir';

/** The value of the first layer that has one. */
function pick<Key extends OneValue, Default>(layers: readonly Layer[], key: Key, otherwise: Default) {
  for (const layer of layers) {
    const value = layer.values[key];
    if (value !== undefined) return { name: key, value, from: layer.from(key) };
  }
  return { name: key, value: otherwise, from: 'built-in' };
}

/**
 * Options are merged key by key, so that a flag can change one and leave the others. The project's file is the last of the
 * layers, and cannot make anything milder.
 */
function resolveOptions(layers: readonly Layer[], contract: Contract) {
  const [project, ...others] = layers.toReversed();
  if (project !== undefined)
    refuseLooseOptions(
      contract,
      { options: project.optionsOf(contract.name), path: project.from('options') },
      Object.assign({}, ...others.map((layer) => layer.optionsOf(contract.name))),
    );
  const given = new Map<string, { readonly value: unknown; readonly from: string }>();
  for (const layer of layers.toReversed()) {
    for (const [key, value] of Object.entries(layer.optionsOf(contract.name))) {
      given.set(key, { value, from: layer.from('options') });
    }
  }
  const reading = contract.readOptions(
    Object.fromEntries([...given].map(([key, { value }]) => [key, value])),
    readOptionFile,
  );
  if (reading.kind === 'invalid') {
    const sources = [...new Set([...given.values()].map(({ from }) => from))].join(', ');
    throw invalidOptions(sources, contract.name, reading.problems);
  }
  const origins = Object.entries(reading.options as Readonly<Record<string, unknown>>).map(
    ([key, value]) => ({
      name: `options.${contract.name}.${key}`,
      value,
      from: given.get(key)?.from ?? 'built-in',
    }),
  );
  return { read: reading.options, origins };
}
