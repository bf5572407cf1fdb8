import type { SandboxLevel } from '../model/sandbox.ts';

const nothingMore = { writable: [], readOnly: [], hidden: [], network: 'none' } as const;

/** The levels that are built in, beside `off`, which is none. */
export const sandboxLevels: readonly SandboxLevel[] = [
  { name: 'workspace', workspace: 'writable', ...nothingMore },
  { name: 'read-only', workspace: 'read-only', ...nothingMore },
];
