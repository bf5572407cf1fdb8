import { mkdirSync, readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Plan } from '../../../src/model/plan.ts';
import { bubblewrapBackend, lacksBubblewrap, sandboxFor } from '../../support/bubblewrap.ts';
import { planIn, runPlan } from '../../support/local-backend.ts';
import { temporaryDirectory } from '../../support/temporary.ts';

/** A directory with a workspace within another one, and beside both what is not to be written to. */
function nested() {
  const world = realpathSync(temporaryDirectory());
  for (const name of ['outer/inner', 'beside']) mkdirSync(join(world, name), { recursive: true });
  const planFor = (name: string, command: string, conversationId: string): Plan => {
    const workspace = join(world, name);
    const sandbox = { ...sandboxFor(workspace, { readOnly: [world] }), conversationId };
    return planIn(workspace, command, { sandbox, conversationId, streams: 'combined' });
  };
  return { world, planFor };
}

describe.skipIf(lacksBubblewrap).each([false, true])(
  'a workspace within another (made as a whole: %s)',
  (isWhole) => {
    test('is not where a link leads that a command of the other has put in its stead', async () => {
      const { world, planFor } = nested();
      const backend = bubblewrapBackend({ isWhole });
      await runPlan(backend, planFor('outer/inner', 'echo x > file', 'one'));
      await runPlan(backend, planFor('outer', 'mv inner moved && ln -s ../beside inner', 'other'));
      const { run } = await runPlan(backend, planFor('outer/inner', 'echo x > file', 'one'));
      expect(run).toMatchObject({ kind: 'could_not_start', problem: { code: 'sandbox-unavailable' } });
      expect(JSON.stringify(run)).toContain(
        `${world}/outer/inner leads to ${world}/beside, and led to ${world}/outer/inner when the conversation began`,
      );
      expect(readdirSync(join(world, 'beside'))).toEqual([]);
    });

    test('is where it leads for a conversation that begins later', async () => {
      const { world, planFor } = nested();
      const backend = bubblewrapBackend({ isWhole });
      await runPlan(backend, planFor('outer/inner', 'true', 'one'));
      await runPlan(backend, planFor('outer', 'mv inner moved && ln -s moved inner', 'other'));
      await backend.endConversation('one');
      const { run } = await runPlan(backend, planFor('outer/inner', 'echo x > file', 'one'));
      expect(run).toMatchObject({ kind: 'ended', exit: { kind: 'exited', code: 0 } });
      expect(readdirSync(join(world, 'outer/moved'))).toContain('file');
    });
  },
);
