import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createBubblewrapBackend } from '../../../src/backends/bubblewrap/bubblewrap-backend.ts';
import { findExecutable } from '../../../src/backends/local/find-executable.ts';
import { lacksBubblewrap, sandboxFor } from '../../support/bubblewrap.ts';
import { path, planIn, runPlan } from '../../support/local-backend.ts';
import { temporaryDirectory } from '../../support/temporary.ts';

test.skipIf(lacksBubblewrap)('a bash that the sandbox does not show is told of', async () => {
  const workspace = temporaryDirectory();
  const bash = join(temporaryDirectory(), 'bash');
  copyFileSync(findExecutable('bash', path) ?? '', bash);
  const backend = createBubblewrapBackend({ bashPath: bash, path });
  onTestFinished(() => backend.close());
  const plan = planIn(workspace, 'echo started', { sandbox: sandboxFor(workspace) });
  const message = expect.stringContaining('the sandbox does not show that bash');
  expect((await runPlan(backend, plan)).run).toEqual({
    ...{ kind: 'could_not_start', problem: { code: 'spawn-failed', message } },
  });
});
