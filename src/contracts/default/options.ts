import { z } from '../schema.ts';
import { maxKeptBytes } from '../units.ts';

/** The longest time limit that a model can ask for: 10 minutes. */
export const maxTimeoutMs = 600_000;

/**
 * The time limit when the model names none: 45 s. Many MCP clients give up on a call after 60 s; what the command has
 * written is to be told before they do.
 */
const defaultTimeoutMs = 45_000;

/** Bytes of output that a model is given: 30,000, which is 8,000 to 10,000 tokens, and what other agents settled on. */
const defaultOutputBytes = 30_000;

/** Milliseconds that a call is waited for at most, whatever the model asks for. */
export function longestWaitMs(patienceMs: number | null): number {
  return Math.min(maxTimeoutMs, patienceMs ?? maxTimeoutMs);
}

export const timeLimit = z.int().min(1).max(maxTimeoutMs);

export const optionsSchema = z.strictObject({
  timeoutMs: timeLimit
    .default(defaultTimeoutMs)
    .describe('Milliseconds until a command goes on as a job that names no limit.'),
  maxOutputBytes: z
    .int()
    .min(1_000)
    .max(maxKeptBytes)
    .default(defaultOutputBytes)
    .describe('Bytes of output that a model is given; the rest is in a file.'),
  approve: z
    .enum(['rules', 'always', 'unconfined', 'never'])
    .default('rules')
    .describe(
      'Whether a person is asked: when the rules say so, before every command, only about what its sandbox does not hold, or never. What the rules deny is denied in any case.',
    ),
});

export type DefaultOptions = z.output<typeof optionsSchema>;
