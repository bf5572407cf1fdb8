import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { builtRoot } from '../../support/built.ts';
import { temporaryDirectory } from '../../support/temporary.ts';

const host = fileURLToPath(new URL('fixtures/unloadable.mjs', import.meta.url));

test('a program is known again once what is known of it can be loaded, as there are descriptors again', async () => {
  const directory = temporaryDirectory();
  const words = [process.execPath, host, builtRoot, join(directory, 'state'), directory];
  const printed = await new Promise((resolve) => {
    execFile('bash', ['-c', 'ulimit -n 200; exec "$@"', 'bash', ...words], (_error, stdout) =>
      resolve(stdout),
    );
  });
  expect(printed).toBe('allow EMFILE allow\n');
});
