import { describe, expect, onTestFinished, test } from 'vitest';
import { createBubblewrapBackend } from '../../../src/backends/bubblewrap/bubblewrap-backend.ts';
import { lacksBubblewrap, pathWith, sandboxFor } from '../../support/bubblewrap.ts';
import { planIn, runPlan } from '../../support/local-backend.ts';
import { temporaryDirectory } from '../../support/temporary.ts';
import { withoutPerl } from '../../support/without-perl.ts';

describe.skipIf(lacksBubblewrap)('a sandbox that is made as a whole', () => {
  // Who waits until it would have to be there waits as long as a test may take.
  test('is not waited for where bubblewrap has ended', { timeout: 25_000 }, async () => {
    const workspace = temporaryDirectory();
    const programs = withoutPerl(temporaryDirectory(), pathWith('exit 1'));
    const backend = createBubblewrapBackend({ bashPath: null, path: programs, warm: false });
    onTestFinished(() => backend.close());
    const { run } = await runPlan(backend, planIn(workspace, 'true', { sandbox: sandboxFor(workspace) }));
    expect(run).toMatchObject({
      kind: 'could_not_start',
      problem: { message: 'bash could not be started: what its sandbox is in could not be made' },
    });
  });
});
