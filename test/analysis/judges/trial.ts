import fc from 'fast-check';
import { seed } from '../../support/seed.ts';

/** A trial of many scripts, several at a time. */
export interface Trial<Judge> {
  readonly title: string;
  readonly scripts: fc.Arbitrary<string>;
  readonly count: number;
  /** What judges, one for each of those that work at the same time. */
  readonly judges: readonly Judge[];
  /** Judges one script: the name of what came of it, which is counted. Throws where the script shows a mistake. */
  readonly judge: (judge: Judge, script: string) => Promise<string>;
}

/**
 * Judges all scripts, prints the seed and how many of each kind there were, and returns the counts. The first script that
 * shows a mistake is made as small as it will be, and the trial fails with it.
 */
export async function conduct<Judge>(trial: Trial<Judge>): Promise<Readonly<Record<string, number>>> {
  const scripts = fc.sample(trial.scripts, { seed, numRuns: trial.count });
  const counts: Record<string, number> = {};
  const failures: number[] = [];
  const rest = scripts.entries();
  await Promise.all(
    trial.judges.map(async (judge) => {
      for (const [index, script] of rest) {
        const kind = await kindOf(trial, judge, script);
        counts[kind] = (counts[kind] ?? 0) + 1;
        if (kind === 'mistake') failures.push(index);
      }
    }),
  );
  process.stdout.write(`${trial.title}: JUDGES_SEED=${seed} ${JSON.stringify(counts)}\n`);
  const [first] = failures.toSorted((a, b) => (scripts[a]?.length ?? 0) - (scripts[b]?.length ?? 0));
  if (first !== undefined) await shrink(trial, first);
  return counts;
}

async function kindOf<Judge>(trial: Trial<Judge>, judge: Judge, script: string): Promise<string> {
  try {
    return await trial.judge(judge, script);
  } catch (error) {
    if (error instanceof Mistake) return 'mistake';
    throw error;
  }
}

/** Finds the smallest script that shows the mistake, from the one at this place among the scripts of the seed. */
async function shrink<Judge>({ scripts, judges, judge }: Trial<Judge>, index: number): Promise<void> {
  const [only] = judges;
  if (only === undefined) throw new TypeError('a trial without a judge');
  const property = fc.asyncProperty(scripts, async (script) => {
    await judge(only, script);
  });
  await fc.assert(property, { seed, path: String(index), numRuns: 1 });
  throw new Error(`script ${index} of seed ${seed} showed a mistake once, and not again`);
}

/** What a script shows that is not as it should be. */
export class Mistake extends Error {
  constructor(script: string, found: unknown) {
    super(`${JSON.stringify(script)}\n${JSON.stringify(found, null, 2)}`);
    this.name = 'Mistake';
  }
}
