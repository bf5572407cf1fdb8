import { sandboxLevels, unconfined } from '../confine/sandbox-levels.ts';
import { contractNames } from '../contracts/names.ts';
import { defaultContractName } from '../contracts/registry.ts';
import { z } from '../contracts/schema.ts';
import { sandboxLevelsSchema } from './sandbox-schema.ts';

/** One setting: everything that reads, shows or documents it goes by this record. */
export interface SettingDefinition {
  readonly key: SettingKey;
  readonly description: string;
  /** The environment variable that sets it. */
  readonly variable: string;
  /** The command line option that sets it; `null` where it has none. */
  readonly flag: string | null;
  /** What it is when nobody sets it, in words. */
  readonly defaultText: string;
  /**
   * Whether a project's file may set it. A project can be anybody's: its file must not choose which program runs, where the
   * record of what ran is kept, or whose rules hold, and can make nothing milder.
   */
  readonly inProject: boolean;
}

export type SettingKey =
  | 'contract'
  | 'options'
  | 'rules'
  | 'trustProjectRules'
  | 'sandbox'
  | 'sandboxRequired'
  | 'sandboxLevels'
  | 'approvalWaitMs'
  | 'warm'
  | 'bash'
  | 'stateDir';

const levelNames = [unconfined, ...sandboxLevels.map(({ name }) => name)];

const isName = (value: unknown): boolean => typeof value === 'string' && value !== '';

/** A name that is looked up later; what is no name at all is told of which there are. */
const nameOf = (known: string) => z.custom<string>(isName, known);

/** What a settings file can hold. */
export const fileSchema = z.strictObject({
  $schema: z.string().optional(),
  contract: nameOf(`one of ${contractNames.join(', ')}`).optional(),
  options: z.record(z.string(), z.record(z.string(), z.unknown())).optional(),
  rules: z.array(z.string().min(1)).optional(),
  trustProjectRules: z.boolean().optional(),
  sandbox: nameOf(`one of ${levelNames.join(', ')}, or a name in sandboxLevels`).optional(),
  sandboxRequired: z.boolean().optional(),
  sandboxLevels: sandboxLevelsSchema.optional(),
  approvalWaitMs: z.int().min(0).optional(),
  warm: z.boolean().optional(),
  bash: z.string().min(1).optional(),
  stateDir: z.string().min(1).optional(),
});

export type SettingsFile = z.output<typeof fileSchema>;

export const definitions: readonly SettingDefinition[] = [
  {
    key: 'contract',
    description: 'The contract that is served.',
    variable: 'HANDRAIL_CONTRACT',
    flag: '--contract',
    defaultText: defaultContractName,
    inProject: false,
  },
  {
    key: 'options',
    description:
      'Options of contracts: in a file an object with a key for each contract, elsewhere those of the chosen one. A project can only make them stricter.',
    variable: 'HANDRAIL_OPTIONS',
    flag: '--options',
    defaultText: 'the contract’s own',
    inProject: true,
  },
  {
    key: 'rules',
    description:
      'Files of rules that hold beside the contract’s; in a settings file, relative to it. Those of a project can only forbid more.',
    variable: 'HANDRAIL_RULES',
    flag: '--rules',
    defaultText: 'none',
    inProject: true,
  },
  {
    key: 'trustProjectRules',
    description:
      'Whether the rules of a project may also allow what would be asked about, and switch rules off.',
    variable: 'HANDRAIL_TRUST_PROJECT_RULES',
    flag: null,
    defaultText: 'false',
    inProject: false,
  },
  {
    key: 'sandbox',
    description:
      'How far commands are confined: off, workspace, read-only, or a level of `sandboxLevels`. What a project asks for is added: it can only forbid more.',
    variable: 'HANDRAIL_SANDBOX',
    flag: '--sandbox',
    defaultText: 'the contract’s own, else off',
    inProject: true,
  },
  {
    key: 'sandboxRequired',
    description:
      'Whether nothing may run on a machine that cannot hold the level; of `off` there is nothing to hold. A project can ask for it and not do without it.',
    variable: 'HANDRAIL_SANDBOX_REQUIRED',
    flag: '--sandbox-required',
    defaultText: 'false: it runs, and the record says that it was not confined',
    inProject: true,
  },
  {
    key: 'sandboxLevels',
    description:
      'Levels of your own by name, each with the places that are `writable`, `readOnly` or `hidden` in it beside those that are built in, what the working directory is, the network (`none`, `host` or a list of hosts), and `limits`.',
    variable: 'HANDRAIL_SANDBOX_LEVELS',
    flag: null,
    defaultText: 'none',
    inProject: false,
  },
  {
    key: 'approvalWaitMs',
    description:
      'Milliseconds that a call waits for your answer before it is handed back, to be approved later and made again.',
    variable: 'HANDRAIL_APPROVAL_WAIT_MS',
    flag: null,
    defaultText: 'as long as somebody who was asked has not answered; with nobody to ask, not at all',
    inProject: false,
  },
  {
    key: 'warm',
    description:
      'Whether the shell of the next command is started before it is wanted: it is a fresh one all the same.',
    variable: 'HANDRAIL_WARM',
    flag: null,
    defaultText: 'true',
    inProject: true,
  },
  {
    key: 'bash',
    description: 'Absolute path of the bash to run.',
    variable: 'HANDRAIL_BASH',
    flag: null,
    defaultText: 'the first on PATH',
    inProject: false,
  },
  {
    key: 'stateDir',
    description: 'Absolute path of the directory for the audit log and for outputs that were cut.',
    variable: 'HANDRAIL_STATE_DIR',
    flag: null,
    defaultText: 'handrail in the XDG state directory',
    inProject: false,
  },
];
