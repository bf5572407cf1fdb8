import { afterAll, describe, expect, it } from 'vitest';
import { judgeCommand } from '../../../src/policy/judge-command.ts';
import { shippedPolicy } from '../../../src/policy/rules/shipped.ts';
import { conduct, Mistake } from '../judges/trial.ts';
import { callsOf } from './calls.ts';
import { programsHere, recordedPrograms } from './programs.ts';
import { openWorkshop, type Workshop } from './workshop.ts';

const workshops = Array.from({ length: 3 }, openWorkshop);
afterAll(() => {
  for (const workshop of workshops) workshop.close();
});

const isHunt = process.env.JUDGES_SEED === 'random';

/** Outside of a sandbox, whatever writes, runs something or reads elsewhere is asked about: what is let through does none of that. */
async function judge(workshop: Workshop, call: string): Promise<string> {
  const { directory, home } = workshop;
  const { decision } = judgeCommand(shippedPolicy, call, { cwd: directory, home, root: directory });
  if (decision.verdict !== 'allow') return decision.verdict;
  const deeds = await workshop.make(call);
  if (deeds === 'missing') return deeds;
  if (deeds === null) return 'endless';
  if (deeds.ran || deeds.told || deeds.changed.length > 0) throw new Mistake(call, deeds);
  return 'harmless';
}

describe('a call that is let through outside of a sandbox', () => {
  it('changes nothing, runs nothing and tells nothing from elsewhere, with options at random', async () => {
    const counts = await conduct({
      ...{
        title: 'calls',
        scripts: callsOf(isHunt ? programsHere() : recordedPrograms),
        count: 3000,
        judges: workshops,
        judge,
      },
    });
    expect(counts.harmless).toBeGreaterThan(1000);
  }, 450_000);
});
