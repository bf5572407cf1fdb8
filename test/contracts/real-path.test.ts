import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Contract, plain, runCommand } from '../../src/index.ts';
import { temporaryBash } from '../support/bash.ts';
import { temporaryDirectory } from '../support/temporary.ts';

test('a contract that reads an input can ask where a path leads', async () => {
  const directory = temporaryDirectory();
  mkdirSync(join(directory, 'place'));
  symlinkSync('place', join(directory, 'link'));
  const [tool] = plain.tools;
  const following: typeof plain = {
    ...plain,
    tools: [
      {
        ...tool,
        decode: (_, { workingDirectory, realPath = (path) => path }) => {
          const cwd = realPath(join(workingDirectory, 'link'));
          return runCommand({ command: 'pwd', cwd, timeoutMs: 60_000 });
        },
      },
    ],
  };
  const bash = temporaryBash({ contract: following as Contract });
  const { text } = await bash.run({}, { workingDirectory: directory });
  expect(text).toBe(`Exit code: 0\n${join(directory, 'place')}\n`);
});
