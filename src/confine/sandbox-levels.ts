import type { SandboxLevel } from '../model/sandbox.ts';
import { defaultLimits } from './sandbox-limits.ts';

const nothingMore = {
  writable: [],
  readOnly: [],
  hidden: [],
  network: 'none',
  limits: defaultLimits,
} as const;

const levels: Readonly<Record<string, Omit<SandboxLevel, 'name'>>> = {
  workspace: { workspace: 'writable', ...nothingMore },
  'read-only': { workspace: 'read-only', ...nothingMore },
};

/** The levels that are built in, beside `off`, which is none. */
export const sandboxLevels: readonly SandboxLevel[] = Object.entries(levels).map(([name, level]) => ({
  name,
  ...level,
}));

/** What settings call it when commands are not to be confined. */
export const unconfined = 'off';

/** The levels that a name stands for, among these and those that are built in: one, or none. `undefined`: there is no such name. */
export function levelsNamed(
  name: string,
  own: readonly SandboxLevel[] = [],
): readonly SandboxLevel[] | undefined {
  if (name === unconfined) return [];
  const found = [...sandboxLevels, ...own].find((level) => level.name === name);
  return found && [found];
}
