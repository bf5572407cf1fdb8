import { z } from '../schema.ts';
import { maxKeptBytes } from '../units.ts';

/** Milliseconds until a command is stopped that names no limit: 2 minutes. */
export const defaultTimeoutMs = 120_000;

/** The longest time limit that a call can have: 10 minutes. */
export const maxTimeoutMs = 600_000;

/** Bytes of output that are given: 50 KiB. */
const defaultOutputBytes = 50 * 1_024;

/** Lines of output that are given. */
const defaultOutputLines = 2_000;

export const optionsSchema = z.strictObject({
  project: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Directory of the project, where commands run that name none; the conversation’s when left out.',
    ),
  onAsk: z
    .enum(['ask', 'deny', 'allow'])
    .default('ask')
    .describe(
      'What becomes of a request for permission: a person is asked, or it is denied or allowed at once.',
    ),
  maxOutputBytes: z
    .int()
    .min(1)
    .max(maxKeptBytes)
    .default(defaultOutputBytes)
    .describe('Bytes of output that are given; of more, the middle is left out.'),
  maxOutputLines: z
    .int()
    .min(1)
    .default(defaultOutputLines)
    .describe('Lines of output that are given; of more, the middle is left out.'),
});

/** The options of `session`, complete. */
export type SessionOptions = z.output<typeof optionsSchema>;
