import { randomInt } from 'node:crypto';

/**
 * What generated scripts begin with: the same for every run, so that what fails is what was changed. JUDGES_SEED is another
 * one, or `random` for a hunt: what that finds becomes a case of its own.
 */
export const seed = seedOf(process.env.JUDGES_SEED ?? '1');

function seedOf(text: string): number {
  return text === 'random' ? randomInt(2 ** 31) : Number(text);
}
