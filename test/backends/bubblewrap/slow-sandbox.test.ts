import { readdirSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createBubblewrapBackend } from '../../../src/backends/bubblewrap/bubblewrap-backend.ts';
import { createBash } from '../../../src/index.ts';
import type { Backend } from '../../../src/model/ports.ts';
import { lacksBubblewrap, pathWith, sandboxFor } from '../../support/bubblewrap.ts';
import { path, planIn, runPlan } from '../../support/local-backend.ts';
import { temporaryDirectory } from '../../support/temporary.ts';

function backendWith(before: string): Backend {
  return createBubblewrapBackend({ bashPath: null, path: pathWith(before), warm: false });
}

const forSeconds = (seconds: number): string => `read -t ${seconds} <> <(:)`;

describe.skipIf(lacksBubblewrap)('a sandbox that takes its time to be made', () => {
  test.each([
    ['a call', {}],
    ['a session', { session: 'slow' }],
  ])('counts not as time of the command of %s', async (_of, given) => {
    const workspace = temporaryDirectory();
    const bash = createBash({
      ...{ stateDir: temporaryDirectory(), env: { PATH: path }, contract: 'default' },
      ...{ backend: backendWith(forSeconds(3)), sandbox: 'workspace', sandboxRequired: true },
    });
    onTestFinished(() => bash.close());
    const input = { command: 'echo done', timeout_ms: 2_500, ...given };
    const result = await bash.run(input, { workingDirectory: workspace, conversationId: 'one' });
    expect(result).toMatchObject({ text: expect.stringMatching(/^done$/m), isError: false });
  });
});

describe.skipIf(lacksBubblewrap)('a sandbox that never comes', () => {
  test.each([
    ['alone', null],
    ['in a session', { key: 'key', conversationId: 'a conversation', entersCwd: true }],
  ])('holds up no call that is cancelled, %s, and no backend that is closed', async (_how, session) => {
    const workspace = temporaryDirectory();
    const backend = backendWith(forSeconds(600));
    const stop = new AbortController();
    const plan = planIn(workspace, 'echo x > ran', { sandbox: sandboxFor(workspace), session });
    const over = runPlan(backend, plan, { stop: stop.signal });
    await expect.poll(() => readdirSync(workspace)).toContain('handrail.json');
    stop.abort({ kind: 'cancelled' });
    expect((await over).run).toMatchObject({ kind: 'ended', exit: { kind: 'cancelled' } });
    await backend.close();
    await expect.poll(() => readdirSync(workspace)).toEqual([]);
  });
});
