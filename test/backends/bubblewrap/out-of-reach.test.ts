import { chmodSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { bubblewrapBackend, lacksBubblewrap, sandboxFor } from '../../support/bubblewrap.ts';
import { handrail, temporaryMachine } from '../../support/handrail.ts';
import { planIn, runPlan } from '../../support/local-backend.ts';
import { directoryOf, giveTo, sandboxUsers } from '../../support/sandbox-user.ts';

const isRoot = process.getuid?.() === 0;
const user = sandboxUsers.find(({ id }) => id !== 0);

/** A directory below one of another user, with these permissions. */
function directoryBelow(mode: number): string {
  if (user === undefined) throw new Error('expected an ordinary user');
  const directory = join(directoryOf(user, 'of another'), 'work');
  mkdirSync(directory);
  giveTo(user, directory);
  chmodSync(dirname(directory), mode);
  return directory;
}

const reason = (directory: string): string =>
  `root in a sandbox has no rights over the files of others, and cannot reach ${directory}: ${dirname(directory)} is the user ${user?.id}’s, and lets no others in`;
const advice =
  'run Handrail as that user, or have the working directory, HOME and the state directory elsewhere';

describe.skipIf(lacksBubblewrap || !isRoot)('root, below a directory of another user', () => {
  test.each([{ isWhole: false }, { isWhole: true }])(
    'is told that it gets no sandbox where only that one gets in, and why: %o',
    async (how) => {
      const backend = bubblewrapBackend(how);
      onTestFinished(() => backend.close());
      const workspace = directoryBelow(0o700);
      const { run } = await runPlan(backend, planIn(workspace, 'true', { sandbox: sandboxFor(workspace) }));
      const message = `the command was to be confined, and nothing was started: ${reason(workspace)}; ${advice}`;
      expect(run).toEqual({ kind: 'could_not_start', problem: expect.objectContaining({ message }) });
    },
  );

  test('has commands run where there is a way through', async () => {
    const backend = bubblewrapBackend();
    onTestFinished(() => backend.close());
    const workspace = directoryBelow(0o711);
    const { run } = await runPlan(backend, planIn(workspace, 'true', { sandbox: sandboxFor(workspace) }));
    expect(run).toMatchObject({ kind: 'ended', exit: { kind: 'exited', code: 0 } });
  });

  test('is told by handrail doctor, for the state directory', async () => {
    const machine = temporaryMachine();
    const stateDir = directoryBelow(0o700);
    const env = { HANDRAIL_STATE_DIR: stateDir };
    const { status, stdout } = await handrail(machine, ['doctor'], { env });
    expect([status, stdout]).toEqual([
      1,
      expect.stringContaining(
        `missing  sandbox          level workspace: nothing runs; ${reason(stateDir).replace(stateDir, join(stateDir, 'jobs'))}\n         → ${advice}\n`,
      ),
    ]);
  });
});
