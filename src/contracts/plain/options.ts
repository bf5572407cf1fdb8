import { z } from '../schema.ts';
import { maxKeptBytes } from '../units.ts';

/** Asked before a command runs; anything but `true`, and a throw, refuses it. */
export type Confirm = (command: string) => boolean | Promise<boolean>;

export const optionsSchema = z.strictObject({
  cwd: z.string().min(1).optional().describe('Directory to run in; the conversation’s when left out.'),
  denyPatterns: z
    .array(z.string().min(1))
    .default([])
    .describe('A command that contains one of these texts is blocked; tried in order.'),
  timeoutMs: z.int().min(1).default(120_000).describe('Milliseconds until a command is ended.'),
  maxOutputBytes: z
    .int()
    .min(0)
    .max(maxKeptBytes)
    .default(50_000)
    .describe('Bytes that are kept of each stream, from its start.'),
  confirm: z
    .custom<Confirm>(
      (value) => typeof value === 'function',
      'a function, which only the library can be given',
    )
    .optional()
    .describe('Asked before each command; library only.'),
});

/** The options of `plain`, complete. */
export type PlainOptions = z.output<typeof optionsSchema>;
