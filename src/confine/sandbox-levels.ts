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
