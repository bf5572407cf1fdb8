import { chmodSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { lacksBubblewrap, sandboxFor } from '../../support/bubblewrap.ts';
import { planIn } from '../../support/local-backend.ts';
import { directoryOf, giveTo, sandboxUsers, startSandboxHost } from '../../support/sandbox-user.ts';

const user = sandboxUsers.find(({ id }) => id !== 0);

/** Runs a command as an ordinary user; what came of it. */
async function runIn(workspace: string, command: string, { isWhole = false } = {}) {
  if (user === undefined) throw new Error('expected an ordinary user');
  const host = startSandboxHost(user, { isWhole });
  onTestFinished(async () => {
    await host.close();
    host.remove();
  });
  const sandbox = sandboxFor(workspace);
  const { run, output } = await host.run(planIn(workspace, command, { sandbox, streams: 'combined' }));
  return { run, output };
}

const ended = { kind: 'ended', exit: { kind: 'exited', code: 0 } };

describe.skipIf(lacksBubblewrap || user === undefined)(
  'a workspace in which the user can make nothing',
  () => {
    test.each([{ isWhole: false }, { isWhole: true }])('has commands run: %o', async (how) => {
      const command = 'for name in .git .envrc; do mkdir "$name" 2> /dev/null || echo "not $name"; done';
      const { run, output } = await runIn('/usr/share', command, how);
      expect([run, output]).toEqual([expect.objectContaining(ended), 'not .git\nnot .envrc\n']);
    });

    test('is not opened for writing by them, where it belongs to the user', async () => {
      if (user === undefined) return;
      const workspace = directoryOf(user);
      mkdirSync(join(workspace, 'sub'));
      giveTo(user, workspace);
      chmodSync(workspace, 0o555);
      onTestFinished(() => chmodSync(workspace, 0o755)); // For it to be removed.
      const command = 'ls; chmod u+w . 2> /dev/null; mkdir .git 2> /dev/null || echo not';
      const { run, output } = await runIn(workspace, command);
      expect([run, output]).toEqual([expect.objectContaining(ended), 'sub\nnot\n']);
      expect(readdirSync(workspace)).toEqual(['sub']);
    });
  },
);
