import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { backendCases, limitCases } from '../../../src/testing/index.ts';
import { bubblewrapBackend, lacksBubblewrap, sandboxFor } from '../../support/bubblewrap.ts';
import { path, planIn, runPlan } from '../../support/local-backend.ts';
import { temporaryDirectory } from '../../support/temporary.ts';
import { saysWhetherWarm, warmBackend } from '../../support/warm-backend.ts';

describe.skipIf(lacksBubblewrap).each([
  ['in a sandbox', { isWhole: false }],
  ['in a sandbox that is made as a whole', { isWhole: true }],
])('%s, a backend', (_, made) => {
  for (const { title, check } of backendCases) {
    test(title, async () => {
      const directory = temporaryDirectory();
      await check({ backend: bubblewrapBackend(made), directory, path, sandbox: sandboxFor(directory) });
      expect(readdirSync(directory).filter((name) => name.startsWith('.'))).toEqual([]);
    });
  }
});

describe.skipIf(lacksBubblewrap).each([
  ['in a sandbox with limits', () => bubblewrapBackend()],
  ['in a sandbox with limits that has waited', () => warmBackend(bubblewrapBackend({ warm: true }))],
])('%s, a backend', (_, open) => {
  const held = { memoryBytes: 64 * 1024 ** 2, processes: 64 };
  const { memoryBytes: bytes, processes } = held;
  const limits = { processes, memory: { kind: 'bytes', bytes }, fileBytes: null, cpuSeconds: null } as const;
  for (const { title, check } of limitCases) {
    test(title, async () => {
      const directory = temporaryDirectory();
      await check({ backend: open(), directory, path, sandbox: sandboxFor(directory, { limits }), ...held });
    });
  }
});

describe.skipIf(lacksBubblewrap)('in a sandbox that has waited, a backend', () => {
  for (const { title, check } of backendCases) {
    test(title, async () => {
      const directory = temporaryDirectory();
      const backend = warmBackend(bubblewrapBackend({ warm: true }));
      await check({ backend, directory, path, sandbox: sandboxFor(directory) });
      await backend.close();
      expect(readdirSync(directory).filter((name) => name.startsWith('.'))).toEqual([]);
    });
  }

  test('is there for the third command of a kind', async () => {
    const directory = temporaryDirectory();
    const backend = bubblewrapBackend({ warm: true });
    const plan = planIn(directory, saysWhetherWarm, { sandbox: sandboxFor(directory) });
    for (const isWarm of ['0\n', '0\n', '1\n']) expect((await runPlan(backend, plan)).output).toBe(isWarm);
    const other = { ...plan, sandbox: sandboxFor(directory, { workspace: 'read-only' }) };
    expect((await runPlan(backend, other)).output).toBe('0\n');
  });
});
