import { z } from '../schema.ts';

/** A time limit in milliseconds. */
const limit = (defaultMs: number) => z.int().min(1).default(defaultMs);

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** The limits are those of the contract's document. */
export const optionsSchema = z.strictObject({
  defaultTimeoutMs: limit(30 * second).describe('Milliseconds until a command is ended that names no mode.'),
  slowTimeoutMs: limit(15 * minute).describe('Milliseconds until a command is ended in the mode slow.'),
  backgroundTimeoutMs: limit(24 * hour).describe(
    'Milliseconds until a command is ended in the mode background, rounded up to seconds.',
  ),
});

/** The options of `modes`, complete. */
export type ModesOptions = z.output<typeof optionsSchema>;
