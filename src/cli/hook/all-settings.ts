import type { GuardSettings } from '../../settings/guard-settings.ts';
import type { Environment } from '../../settings/host.ts';
import { resolveSettings } from '../../settings/resolve.ts';

/** What a guard needs of settings of any kind. */
export function allSettings(directory: string, env: Environment): GuardSettings {
  const { settings } = resolveSettings({ directory, env, flags: {} });
  return { rules: settings.rules, stateDir: settings.stateDir, contract: settings.contract.name };
}
