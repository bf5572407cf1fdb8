import { z } from '../contracts/schema.ts';

const places = z
  .array(z.string().regex(/^(\/|~\/|\.\/)[^\0]*$/))
  .default([])
  .describe('Paths that begin with /, with ~/ for the home directory, or with ./ for the workspace.');

/** A level of a user's own, as it stands in a settings file; its name is the key. */
const levelSchema = z.strictObject({
  workspace: z.enum(['writable', 'read-only']).default('writable'),
  network: z.enum(['none', 'host']).default('none'),
  writable: places,
  readOnly: places,
  hidden: places,
});

export const sandboxLevelsSchema = z.record(z.string().min(1), levelSchema);

export type SandboxLevelsFile = z.output<typeof sandboxLevelsSchema>;
