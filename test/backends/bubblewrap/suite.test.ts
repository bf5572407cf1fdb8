import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { backendCases } from '../../../src/testing/index.ts';
import { bubblewrapBackend, lacksBubblewrap, sandboxFor } from '../../support/bubblewrap.ts';
import { path } from '../../support/local-backend.ts';
import { temporaryDirectory } from '../../support/temporary.ts';

describe.skipIf(lacksBubblewrap)('in a sandbox, a backend', () => {
  for (const { title, check } of backendCases) {
    test(title, async () => {
      const directory = temporaryDirectory();
      await check({ backend: bubblewrapBackend(), directory, path, sandbox: sandboxFor(directory) });
      expect(readdirSync(directory).filter((name) => name.startsWith('.'))).toEqual([]);
    });
  }
});
