import { delimiter } from 'node:path';
import { markVariable } from '../backends/local/processes/call-processes.ts';
import { readWith, z } from '../contracts/schema.ts';
import { describeProblem } from '../model/request.ts';
import { suggestion } from '../model/suggestion.ts';
import { invalidOptions, knownContract } from './chosen-contract.ts';
import { definitions, type SettingDefinition, type SettingKey, type SettingsFile } from './definitions.ts';
import { invalid, noJsonObject, parsedOnce, readSettingsFile, requireAbsolute } from './files.ts';
import { type Environment, mcpTokenVariable } from './host.ts';
import { isAbsent } from './locate.ts';
import { readOptionFile } from './option-files.ts';
import { type SandboxLevelsFile, sandboxLevelsSchema } from './sandbox-schema.ts';

/** One source of settings; its options are those of the chosen contract when it is not a file. */
export interface Layer {
  readonly from: (key: SettingKey) => string;
  readonly values: Omit<SettingsFile, 'options'>;
  readonly optionsOf: (contract: string) => Readonly<Record<string, unknown>>;
}

/** What of the settings is said on the command line. */
export interface SettingFlags {
  readonly contract?: string;
  readonly options?: string;
  readonly rules?: readonly string[];
  readonly sandbox?: string;
  readonly sandboxRequired?: boolean;
}

export function flagLayer({ contract, options, rules, ...sandbox }: SettingFlags): Layer {
  const parsed = parseOptions('--options', options);
  if (rules?.includes('')) throw invalid('--rules', 'expected the name of a file, got ""');
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

export function variableLayer(env: Environment): Layer {
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

export function fileLayer(path: string | null, scope: 'user' | 'project'): Layer {
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
    value = parsedOnce(text);
  } catch (error) {
    throw noJsonObject(source, error);
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

export function refuseUnknownVariables(env: Environment): void {
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
