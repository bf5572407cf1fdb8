import { afterAll, describe, expect, it } from 'vitest';
import { judge } from './judge.ts';
import { type Laboratory, openLaboratory } from './laboratory.ts';
import { isOfAlphabet, mutant } from './mutations.ts';
import { script } from './scripts.ts';
import { conduct, Mistake } from './trial.ts';

const laboratories = Array.from({ length: 3 }, openLaboratory);
afterAll(() => {
  for (const laboratory of laboratories) laboratory.close();
});

async function holds(laboratory: Laboratory, text: string): Promise<string> {
  const verdict = await judge(laboratory, text);
  if (verdict.kind === 'surprise') throw new Mistake(text, verdict);
  return verdict.kind;
}

describe('everything that bash runs and writes is in the analysis', () => {
  it('for 5,000 scripts of a grammar that bash runs', async () => {
    const counts = await conduct({
      title: 'execution',
      scripts: script,
      count: 9000,
      judges: laboratories,
      judge: holds,
    });
    // The others are not run: of those the analysis says that it does not know what they would do.
    expect(counts.agreed).toBeGreaterThan(5000);
  }, 900_000);

  it('for mutations of every construct, most of which bash refuses', async () => {
    const counts = await conduct({
      title: 'mutations',
      scripts: mutant,
      count: 4000,
      judges: laboratories,
      judge: async (laboratory, text) => (isOfAlphabet(text) ? holds(laboratory, text) : 'left out'),
    });
    expect(counts.agreed).toBeGreaterThan(1000);
    expect(counts['left out'] ?? 0).toBeLessThan(400);
  }, 450_000);
});
