import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { bubblewrapBackend, lacksBubblewrap, sandboxFor } from '../../support/bubblewrap.ts';
import { planIn, runPlan } from '../../support/local-backend.ts';
import { directoryOf, giveTo, sandboxUsers, startSandboxHost } from '../../support/sandbox-user.ts';
import { temporaryDirectory } from '../../support/temporary.ts';

const ended = { kind: 'ended', exit: { kind: 'exited', code: 0 } };

describe.skipIf(lacksBubblewrap)('with a directory that a level lets them write to commands run', () => {
  test.each([
    ['.git', /Read-only file system\nx\nas it was\n$/],
    ['.git/info', /Read-only file system\nx\nas it was\n$/],
    // What is in it elsewhere is not there, and is not stood in for.
    ['.github', /^x\nx\n$/],
  ])('where %s in it is a file', async (name, shown) => {
    const [workspace, other] = [temporaryDirectory(), temporaryDirectory()];
    mkdirSync(dirname(join(other, name)), { recursive: true });
    writeFileSync(join(other, name), 'as it was\n');
    const command = `echo x > "${other}/new"; echo x > "${other}/${name}"; cat "${other}/new" "${other}/${name}"`;
    const sandbox = sandboxFor(workspace, { writable: [other] });
    const plan = planIn(workspace, command, { sandbox, streams: 'combined' });
    const { run, output } = await runPlan(bubblewrapBackend(), plan);
    expect(run).toMatchObject(ended);
    expect(output).toMatch(shown);
  });

  test('where the user may not look into what is in it', async () => {
    const user = sandboxUsers.find(({ id }) => id !== 0);
    if (user === undefined) throw new Error('expected an ordinary user');
    const [workspace, other] = [directoryOf(user), directoryOf(user)];
    mkdirSync(join(other, '.git'));
    mkdirSync(join(other, 'closed'));
    giveTo(user, other);
    for (const name of ['.git', 'closed']) {
      chmodSync(join(other, name), 0);
      onTestFinished(() => chmodSync(join(other, name), 0o755)); // For it to be removed.
    }
    const host = startSandboxHost(user);
    onTestFinished(async () => {
      await host.close();
      host.remove();
    });
    const command = `cd "${other}"; echo x > new; chmod u+rwx .git; mkdir .git/hooks; cat new`;
    const sandbox = sandboxFor(workspace, { writable: [other, join(other, 'closed')] });
    const { run, output } = await host.run(planIn(workspace, command, { sandbox, streams: 'combined' }));
    expect(run).toMatchObject(ended);
    expect(output).toMatch(/Read-only file system\n.*Permission denied\nx\n$/);
  });
});
