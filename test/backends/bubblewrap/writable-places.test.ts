import { mkdirSync, readdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createBubblewrapBackend } from '../../../src/backends/bubblewrap/bubblewrap-backend.ts';
import type { Plan } from '../../../src/model/plan.ts';
import { bubblewrapBackend, lacksBubblewrap, pathWith, sandboxFor } from '../../support/bubblewrap.ts';
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

describe.skipIf(lacksBubblewrap)('a workspace within another, while its sandbox is made,', () => {
  /** As where a link is put in the stead of something, and taken away again before anything else is looked at. */
  const showingInstead = (what: string, shown: string): string =>
    pathWith(
      `for ((i = 1; i < $#; i++)); do [[ \${!i} != --*bind || "\${@:i+1:1}" != '${what}' ]] || set -- "\${@:1:i}" '${shown}' "\${@:i+2}"; done`,
    );

  test.each(['outer/inner', 'outer/inner/.git/config'])(
    'is not what a link in the place of %s leads to',
    async (name) => {
      const { world, planFor } = nested();
      mkdirSync(join(world, 'outer/inner/.git'));
      for (const file of ['outer/inner/.git/config', 'secret']) writeFileSync(join(world, file), '');
      const shown = join(world, name === 'outer/inner' ? 'beside' : 'secret');
      const programs = showingInstead(join(world, name), shown);
      const backend = createBubblewrapBackend({ bashPath: null, path: programs, warm: false });
      onTestFinished(() => backend.close());
      const { run } = await runPlan(backend, planFor('outer/inner', 'echo x > file', 'one'));
      expect(run).toMatchObject({ kind: 'could_not_start', problem: { code: 'sandbox-unavailable' } });
      expect(JSON.stringify(run)).toContain(`${join(world, name)} was put elsewhere meanwhile; run it again`);
      expect(readdirSync(join(world, 'beside'))).not.toContain('file');
    },
  );
});
