import type { HookParts } from './run.ts';

/** Loads the parts of a guard that few answers need. */
export const hookParts: HookParts = {
  guardState: async () => (await import('./guard-state.ts')).guardState,
  allSettings: async () => (await import('./all-settings.ts')).allSettings,
};
