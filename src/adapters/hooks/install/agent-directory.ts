import { isAbsolute, join } from 'node:path';
import { HandrailError } from '../../../model/errors.ts';

/** Where an agent has its settings: what a variable of its names, or else the usual place. */
interface AgentDirectory {
  readonly env: Readonly<Record<string, string>>;
  readonly variable: string;
  readonly usual: string;
}

/**
 * An empty variable is one that is not set. A relative one is another directory for each that the agent is started in: a hook would be
 * written where the agent does not look, and guard nothing. Throws a `HandrailError` of code `misuse`.
 */
export function agentDirectory({ env, variable, usual }: AgentDirectory): string {
  const given = env[variable] ?? '';
  if (given === '') return usual;
  if (isAbsolute(given)) return given;
  throw new HandrailError(
    'misuse',
    `${variable}: expected an absolute path, got ${JSON.stringify(given)}: it is another directory wherever the agent is started`,
  );
}

/** The same of an XDG directory: its specification has relative values ignored. */
export function xdgDirectory({ env, variable, usual }: AgentDirectory): string {
  const given = env[variable] ?? '';
  return isAbsolute(given) ? given : usual;
}

/** Variables that name where agents have their settings, with what in there is theirs. */
const settingsVariables: Readonly<Record<string, string>> = {
  CLAUDE_CONFIG_DIR: '',
  CODEX_HOME: '',
  COPILOT_HOME: '',
  OPENCODE_CONFIG: '',
  OPENCODE_CONFIG_DIR: '',
  XDG_CONFIG_HOME: 'opencode',
};

/** Where agents have their settings by variables: absolute paths, of directories with all that is in them, and of files. */
export function settingsElsewhere(env: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(settingsVariables).flatMap(([variable, within]) => {
    const given = env[variable] ?? '';
    return isAbsolute(given) ? [join(given, within).replace(/(?<=.)\/$/, '')] : [];
  });
}
