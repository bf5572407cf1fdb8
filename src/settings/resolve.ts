import { delimiter } from 'node:path';
import { markVariable } from '../backends/local/call-processes.ts';
import { unconfined } from '../confine/sandbox-levels.ts';
import { contractNamed, defaultContractName } from '../contracts/registry.ts';
import { readWith, suggestion, z } from '../contracts/schema.ts';
import type { Contract } from '../model/contract.ts';
import { HandrailError, messageOf } from '../model/errors.ts';
import { describeProblem, type Problem } from '../model/request.ts';
import type { SandboxRule } from '../model/sandbox.ts';
import type { Layer as RuleLayer } from '../policy/layers.ts';
import { definitions, type SettingDefinition, type SettingKey, type SettingsFile } from './definitions.ts';
import { invalid, readSettingsFile, requireAbsolute, withoutPrototype } from './files.ts';
import { defaultStateDir, type Environment, mcpTokenVariable, userSettingsFile } from './host.ts';
import { findProjectFile, isAbsent } from './locate.ts';
import { readOptionFile } from './option-files.ts';
import { baseOf, type NamedRules, readRuleLayers } from './rules.ts';
import { sandboxRule } from './sandbox.ts';
import { type SandboxLevelsFile, sandboxLevelsSchema } from './sandbox-schema.ts';

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
  readonly flags: {
    readonly contract?: string;
    readonly options?: string;
    readonly rules?: readonly string[];
    readonly sandbox?: string;
    readonly sandboxRequired?: boolean;
  };
}

/** One source of settings; its options are those of the chosen contract when it is not a file. */
interface Layer {
  readonly from: (key: SettingKey) => string;
  readonly values: Omit<SettingsFile, 'options'>;
  readonly optionsOf: (contract: string) => Readonly<Record<string, unknown>>;
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
    userLayer(userFile),
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
  return layers.flatMap(({ values, from }) =>
    values.rules === undefined ? [] : [{ name: 'rules', value: values.rules, from: from('rules') }],
  );
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
  return { rule, origins: [...levels, whetherRequired, ...own] };
}

/** What layers say of a setting. */
function given<Key extends 'sandbox' | 'sandboxRequired' | 'sandboxLevels'>(
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

/** Options are merged key by key, so that a flag can change one and leave the others. */
function resolveOptions(layers: readonly Layer[], contract: Contract) {
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

function invalidOptions(source: string, contract: string, problems: readonly Problem[]): HandrailError {
  return invalid(source, `options of the contract ${contract}: ${problems.map(describeProblem).join('; ')}`);
}

/** The contract of that name; the error says who asked for it. */
function knownContract(name: string, source: string): Contract {
  try {
    return contractNamed(name);
  } catch (error) {
    throw new HandrailError('unknown-contract', `settings in ${source}: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

function flagLayer({ contract, options, rules, ...sandbox }: SettingSources['flags']): Layer {
  const parsed = parseOptions('--options', options);
  return {
    from: (key) => definitionOf(key).flag ?? '',
    values: {
      contract,
      ...(rules === undefined ? {} : { rules: [...rules] }),
      sandbox: sandbox.sandbox,
      sandboxRequired: sandbox.sandboxRequired,
    },
    optionsOf: () => parsed,
  };
}

function variableLayer(env: Environment): Layer {
  const values = {
    contract: env.HANDRAIL_CONTRACT,
    approvalWaitMs: readMilliseconds('HANDRAIL_APPROVAL_WAIT_MS', env.HANDRAIL_APPROVAL_WAIT_MS),
    warm: readBoolean('HANDRAIL_WARM', env.HANDRAIL_WARM),
    bash: env.HANDRAIL_BASH,
    stateDir: env.HANDRAIL_STATE_DIR,
    rules: env.HANDRAIL_RULES?.split(delimiter).filter((file) => file !== ''),
    trustProjectRules: readBoolean('HANDRAIL_TRUST_PROJECT_RULES', env.HANDRAIL_TRUST_PROJECT_RULES),
    sandbox: env.HANDRAIL_SANDBOX,
    sandboxRequired: readBoolean('HANDRAIL_SANDBOX_REQUIRED', env.HANDRAIL_SANDBOX_REQUIRED),
    sandboxLevels: readLevels('HANDRAIL_SANDBOX_LEVELS', env.HANDRAIL_SANDBOX_LEVELS),
  };
  requireAbsolute('HANDRAIL_BASH', 'bash', values.bash);
  requireAbsolute('HANDRAIL_STATE_DIR', 'stateDir', values.stateDir);
  const parsed = parseOptions('HANDRAIL_OPTIONS', env.HANDRAIL_OPTIONS);
  return { from: (key) => definitionOf(key).variable, values, optionsOf: () => parsed };
}

/**
 * A user who sets options of the built-in contract, and names no contract, means that one: a project must not get rid
 * of the options by choosing another.
 */
function userLayer(path: string): Layer {
  const layer = fileLayer(path, 'user');
  const meansBuiltIn = Object.keys(layer.optionsOf(defaultContractName)).length > 0;
  if (layer.values.contract !== undefined || !meansBuiltIn) return layer;
  return { ...layer, values: { ...layer.values, contract: defaultContractName } };
}

function fileLayer(path: string | null, scope: 'user' | 'project'): Layer {
  const file = path === null || isAbsent(path) ? {} : readSettingsFile(path, scope);
  for (const [name, options] of Object.entries(file.options ?? {})) {
    const reading = knownContract(name, path ?? '').readOptions(options, readOptionFile);
    if (reading.kind === 'invalid') throw invalidOptions(path ?? '', name, reading.problems);
  }
  return {
    from: () => path ?? '',
    values: file,
    optionsOf: (contract) => file.options?.[contract] ?? {},
  };
}

function readMilliseconds(source: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw invalid(source, `expected a whole number of milliseconds, got ${JSON.stringify(text)}`);
}

function readBoolean(source: string, text: string | undefined): boolean | undefined {
  if (text === undefined || text === 'true' || text === 'false')
    return text === undefined ? text : text === 'true';
  throw invalid(source, `expected true or false, got ${JSON.stringify(text)}`);
}

function parseOptions(source: string, text: string | undefined): Readonly<Record<string, unknown>> {
  return text === undefined ? {} : parseJson(source, text, z.record(z.string(), z.unknown()));
}

function readLevels(source: string, text: string | undefined): SandboxLevelsFile | undefined {
  return text === undefined ? undefined : parseJson(source, text, sandboxLevelsSchema);
}

function parseJson<Value>(source: string, text: string, schema: z.ZodType<Value>): Value {
  let value: unknown;
  try {
    value = JSON.parse(text, withoutPrototype);
  } catch (error) {
    throw invalid(source, `expected a JSON object, got ${messageOf(error)}`, error);
  }
  const reading = readWith(schema, value);
  if (reading.kind === 'invalid') throw invalid(source, reading.problems.map(describeProblem).join('; '));
  return reading.value;
}

function definitionOf(key: SettingKey): SettingDefinition {
  const definition = definitions.find((candidate) => candidate.key === key);
  if (definition === undefined) throw new Error(`no definition of the setting ${key}`);
  return definition;
}

function refuseUnknownVariables(env: Environment): void {
  const known = definitions.map(({ variable }) => variable);
  for (const name of Object.keys(env)) {
    if (
      !name.startsWith('HANDRAIL_') ||
      name === markVariable ||
      name === mcpTokenVariable ||
      known.includes(name)
    )
      continue;
    const hint = suggestion(name, known);
    throw invalid(
      'the environment',
      `expected only ${known.join(', ')}, got ${name}${hint === null ? '' : ` — ${hint}`}`,
    );
  }
}
