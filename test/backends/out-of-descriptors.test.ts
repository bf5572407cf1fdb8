import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { heldProcess } from '../support/held-process.ts';

const host = fileURLToPath(new URL('fixtures/out-of-descriptors.mjs', import.meta.url));

test('a host that has no descriptor left ends its commands all the same', async () => {
  const held = heldProcess();
  const words = [process.execPath, host, join(held.directory, 'state'), held.directory, held.command];
  const [error, stdout] = await new Promise<readonly [Error | null, string]>((resolve) => {
    execFile('bash', ['-c', 'ulimit -n 200; exec "$@"', 'bash', ...words], (...[failure, printed]) =>
      resolve([failure, printed]),
    );
  });
  expect({ error, stdout }).toEqual({ error: null, stdout: 'cancelled\n' });
  held.expectGone();
});
