import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createBash } from '../../src/index.ts';
import { root } from '../support/documents.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { rejectionOf } from '../support/thrown.ts';

test('where its file is not beside the code, as in a bundle, it is said which, and what to do', async () => {
  // Only the build writes the file, and not here.
  const file = join(root, 'src/thread/thread.cjs');
  const bash = createBash({ thread: true, stateDir: temporaryDirectory() });
  expect(await rejectionOf(bash.run({ command: 'true' }))).toMatchObject({
    code: 'thread-lost',
    message: `the thread of this bash could not be started: expected its file at ${file}, where nothing is. A bundler does not take it along: leave handrail out of the bundle, as external, or "thread" out of the options`,
  });
  await bash.close();
});
