import type { JsonSchema } from '../../model/contract.ts';
import { jsonSchemaOf, z } from '../schema.ts';

const ranSchema = z.strictObject({
  command: z.string().describe('As it was given.'),
  exit_code: z
    .int()
    .nullable()
    .describe('null when the command did not exit by itself: timed out, cancelled, or ended by a signal.'),
  stdout: z.string(),
  stderr: z.string(),
  timed_out: z.boolean(),
  duration_ms: z.int(),
  truncated: z.boolean().describe('Whether the start of a stream was left out.'),
});

const unpermittedSchema = z.strictObject({
  decision: z
    .enum(['deny', 'ask'])
    .describe('Nothing was started. ask: it may run once somebody has approved it.'),
  action: z.string().describe('What was to be permitted.'),
  reason: z.string(),
});

const errorSchema = z.strictObject({
  error: z.strictObject({ kind: z.enum(['InvalidArgs', 'Failed']), message: z.string() }),
});

/** A command that ran. */
export type WorkspaceRan = z.output<typeof ranSchema>;

/** A command that was not permitted. */
export type WorkspaceUnpermitted = z.output<typeof unpermittedSchema>;

/** An input that is none, or a command that this machine could not start. */
export type WorkspaceError = z.output<typeof errorSchema>;

/** What a call of `workspace` answers with. */
export type WorkspaceResult = WorkspaceRan | WorkspaceUnpermitted | WorkspaceError;

/** Clients want the schema of an object, and not only that of several. */
export const resultSchema: JsonSchema = {
  type: 'object',
  ...jsonSchemaOf(z.union([ranSchema, unpermittedSchema, errorSchema])),
};
