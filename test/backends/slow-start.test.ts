import { describe, expect, onTestFinished, test } from 'vitest';
import { createLocalBackend } from '../../src/backends/local/local-backend.ts';
import { createBash } from '../../src/index.ts';
import { bashWith, path } from '../support/local-backend.ts';
import { temporaryDirectory } from '../support/temporary.ts';

/** A bash that stands still for 1.5 s before it is one. */
const slowly = 'read -t 1.5 <> <(:)\nexec "$real" "$@"';

describe('a shell that takes its time to be started', () => {
  test.each([
    ['a call', true, {}],
    ['a call that no shell waits for', false, {}],
    ['a session', true, { session: 'slow' }],
  ])('counts not as time of the command of %s', async (_of, warm, given) => {
    const bashPath = bashWith(temporaryDirectory(), slowly);
    const bash = createBash({
      ...{ stateDir: temporaryDirectory(), env: { PATH: path }, contract: 'default', sandbox: 'off' },
      backend: createLocalBackend({ bashPath, path, warm }),
    });
    onTestFinished(() => bash.close());
    const input = { command: 'echo done', timeout_ms: 1_200, ...given };
    const where = { workingDirectory: temporaryDirectory(), conversationId: 'one' };
    const result = await bash.run(input, where);
    expect(result).toMatchObject({ text: expect.stringMatching(/^done$/m), isError: false });
  });
});
