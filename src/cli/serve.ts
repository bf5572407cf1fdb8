import { unconfined } from '../confine/sandbox-levels.ts';
import { createBash } from '../create-bash.ts';
import type { Bash } from '../engine/bash.ts';
import type { Approver } from '../model/ports.ts';
import { resolveSettings, type Settings } from '../settings/resolve.ts';
import { directoryOf, misuse, type Terminal } from './terminal.ts';

/** The options that every command has which serves a contract. */
export interface ServeFlags {
  readonly contract?: string;
  readonly options?: string;
  readonly cwd?: string;
  readonly rules?: readonly string[];
  readonly sandbox?: string;
  readonly sandboxRequired?: boolean;
}

/** A bash as flags and settings want it, and where it works. */
export interface Served {
  readonly bash: Bash;
  readonly settings: Settings;
  readonly workingDirectory: string;
}

/** Who types a command may say beforehand that it is meant. */
export const yes: Approver = { ask: async () => ({ kind: 'approved' }), isGivenWithCall: true };

/** Resolves the settings and makes the bash they ask for, which masks `secrets` too. Throws a `HandrailError`. */
export function serve(
  terminal: Terminal,
  flags: ServeFlags,
  approver?: Approver,
  secrets: readonly string[] = [],
): Served {
  const workingDirectory = directoryOf(terminal, '--cwd', flags.cwd);
  const { settings } = resolveSettings({ directory: workingDirectory, env: terminal.env, flags });
  refuseTwoDirectories(flags, settings.options);
  const { levels, required } = settings.sandbox;
  const bash = createBash({
    contract: settings.contract,
    options: settings.options as Readonly<Record<string, unknown>>,
    stateDir: settings.stateDir,
    rules: settings.rules,
    sandbox: levels.length === 0 ? unconfined : levels,
    sandboxRequired: required,
    warm: settings.warm,
    ...(settings.approvalWaitMs === null ? {} : { approvalWaitMs: settings.approvalWaitMs }),
    ...(approver === undefined ? {} : { approver }),
    env: terminal.env,
    secrets,
    ...(settings.bash === null ? {} : { bashPath: settings.bash }),
  });
  return { bash, settings, workingDirectory };
}

/** Some contracts have an option for the directory, which goes before the caller's: the flag would do nothing. */
function refuseTwoDirectories({ cwd }: ServeFlags, options: unknown): void {
  if (cwd === undefined || typeof options !== 'object' || options === null) return;
  if ('cwd' in options && options.cwd !== undefined) {
    throw misuse(
      `expected one directory, got --cwd ${cwd} and the contract's option cwd ${String(options.cwd)}`,
    );
  }
}
