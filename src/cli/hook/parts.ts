import type { HookParts } from './run.ts';

// What few answers need is loaded when it is wanted.

export const loadStateGrants: HookParts['grantsInState'] = async () =>
  (await import('./state-grants.ts')).grantsInState;

export const loadAllSettings: HookParts['allSettings'] = async () =>
  (await import('./all-settings.ts')).allSettings;
