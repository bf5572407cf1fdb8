import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createBubblewrapBackend } from '../../../src/backends/bubblewrap/bubblewrap-backend.ts';
import { findExecutable } from '../../../src/backends/local/find-executable.ts';
import { lacksBubblewrap, sandboxFor } from '../../support/bubblewrap.ts';
import { path, planIn, runPlan } from '../../support/local-backend.ts';
import { temporaryDirectory } from '../../support/temporary.ts';

/** Without control groups, which are put away first. */
const unlimited = { limits: { processes: null, memory: null, fileBytes: null, cpuSeconds: null } };

/** A PATH with programs that take their time to put stubs into a workspace and to take them away. */
function unhurriedPath(): string {
  const directory = temporaryDirectory();
  for (const name of ['mkdir', 'rmdir']) {
    const pause = 'read -t 0.02 <> <(:)';
    const script = `${pause}; ${findExecutable(name, path)} "$@"; status=$?; ${pause}; exit "$status"`;
    writeFileSync(join(directory, name), `#!${findExecutable('bash', path)}\n${script}\n`, { mode: 0o755 });
  }
  return [directory, path].join(delimiter);
}

describe.skipIf(lacksBubblewrap)('of a sandbox whose call is cancelled', () => {
  test('before it has been made, nothing is left in the workspace', async () => {
    const workspace = temporaryDirectory();
    const backend = createBubblewrapBackend({ bashPath: null, path: unhurriedPath(), warm: false });
    onTestFinished(() => backend.close());
    const stop = new AbortController();
    const plan = planIn(workspace, 'echo x > ran', { sandbox: sandboxFor(workspace, unlimited) });
    const over = runPlan(backend, plan, { stop: stop.signal });
    const isBeingMade = () => existsSync(join(workspace, 'handrail.json'));
    await expect.poll(isBeingMade, { interval: 1, timeout: 20_000 }).toBe(true);
    stop.abort({ kind: 'cancelled' });
    expect((await over).run).toMatchObject({ kind: 'ended', exit: { kind: 'cancelled' } });
    expect(readdirSync(workspace)).toEqual([]);
  });
});
