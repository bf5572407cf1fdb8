import { dirname } from 'node:path';
import type { GuardSettings } from '../../settings/guard-settings.ts';
import { type Environment, userSettingsFile } from '../../settings/host.ts';
import { resolveSettings } from '../../settings/resolve.ts';

/** What a guard needs of settings of any kind. */
export function allSettings(directory: string, env: Environment): GuardSettings {
  const { settings } = resolveSettings({ directory, env, flags: {} });
  const { rules, stateDir, contract } = settings;
  return { rules, stateDir, settingsDir: dirname(userSettingsFile(env)), contract: contract.name };
}
