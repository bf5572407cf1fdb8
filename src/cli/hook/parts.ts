import type { HookParts } from './run.ts';

// What few answers need is loaded when it is wanted.

export const loadGuardState: HookParts['guardState'] = async () =>
  (await import('./guard-state.ts')).guardState;

export const loadAllSettings: HookParts['allSettings'] = async () =>
  (await import('./all-settings.ts')).allSettings;
