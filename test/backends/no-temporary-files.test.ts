import { expect, onTestFinished, test, vi } from 'vitest';
import { createLocalBackend } from '../../src/backends/local/local-backend.ts';
import { path, planIn, runPlan } from '../support/local-backend.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const disk = vi.hoisted(() => ({ isFull: true }));

vi.mock('../../src/backends/local/streams/unnamed-file.ts', async (original) => {
  const { unnamedFile } = await original<typeof import('../../src/backends/local/streams/unnamed-file.ts')>();
  return {
    unnamedFile(content: string) {
      if (disk.isFull) throw new Error('ENOSPC: no space left on device');
      return unnamedFile(content);
    },
  };
});

test('commands are started once temporary files can be made', async () => {
  const directory = temporaryDirectory();
  const backend = createLocalBackend({ bashPath: null, path });
  onTestFinished(() => backend.close());
  const { run } = await runPlan(backend, planIn(directory));
  expect(run).toMatchObject({ kind: 'could_not_start', problem: { code: 'spawn-failed' } });
  disk.isFull = false;
  expect(await runPlan(backend, planIn(directory, 'echo here'))).toMatchObject({ output: 'here\n' });
});

test('a backend that could not start anything can be closed', async () => {
  disk.isFull = true;
  const backend = createLocalBackend({ bashPath: null, path });
  await runPlan(backend, planIn(temporaryDirectory()));
  await backend.close();
});
