import { expect, onTestFinished, test, vi } from 'vitest';
import { createBubblewrapBackend } from '../../src/backends/bubblewrap/bubblewrap-backend.ts';
import { createLocalBackend } from '../../src/backends/local/local-backend.ts';
import { descriptorsHavePaths } from '../../src/backends/local/streams/descriptor-path.ts';
import { lacksBubblewrap, sandboxFor } from '../support/bubblewrap.ts';
import { path, planIn, runPlan } from '../support/local-backend.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const disk = vi.hoisted(() => ({ full: '/nowhere' }));

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  const writeSync = (fd: number, bytes: NodeJS.ArrayBufferView, ...rest: number[]): number => {
    if (fs.readlinkSync(`/proc/self/fd/${fd}`).startsWith(disk.full))
      throw new Error('ENOSPC: no space left on device');
    return fs.writeSync(fd, bytes, ...rest);
  };
  return { ...fs, writeSync };
});

test.skipIf(!descriptorsHavePaths).each([1, 2_000, 200_000])(
  'a command of %i bytes runs where temporary files are on a disk that is full',
  async (bytes) => {
    disk.full = temporaryDirectory();
    vi.stubEnv('TMPDIR', disk.full);
    onTestFinished(() => void vi.unstubAllEnvs());
    const backend = createLocalBackend({ bashPath: null, path, warm: false });
    onTestFinished(() => backend.close());
    const { output, run } = await runPlan(backend, planIn('/', `echo on # ${'x'.repeat(bytes)}`));
    expect([run.kind, output]).toEqual(['ended', 'on\n']);
  },
);

test.skipIf(lacksBubblewrap)('sandboxes can be made again once there is room', async () => {
  const workspace = temporaryDirectory();
  const plan = planIn(workspace, 'echo on', { sandbox: sandboxFor(workspace) });
  disk.full = '/';
  const closed = createBubblewrapBackend({ bashPath: null, path });
  closed.prepare?.({ sandbox: true });
  await closed.close();
  const backend = createBubblewrapBackend({ bashPath: null, path });
  onTestFinished(() => backend.close());
  expect((await runPlan(backend, plan)).run).toMatchObject({
    kind: 'could_not_start',
    problem: { message: expect.stringContaining('no space left on device') },
  });
  disk.full = '/nowhere';
  expect((await runPlan(backend, plan)).output).toBe('on\n');
});

test.skipIf(!descriptorsHavePaths)('a command that has filled the disk is told as it ended', async () => {
  disk.full = '/nowhere';
  const temporary = temporaryDirectory();
  vi.stubEnv('TMPDIR', temporary);
  onTestFinished(() => void vi.unstubAllEnvs());
  const backend = createLocalBackend({ bashPath: null, path, warm: false });
  onTestFinished(() => backend.close());
  const onOutput = (): void => {
    disk.full = temporary;
  };
  const { output, run } = await runPlan(backend, planIn('/', 'echo full; exit 3'), { onOutput });
  disk.full = '/nowhere';
  expect(output).toBe('full\n');
  expect(run).toMatchObject({ kind: 'ended', exit: { kind: 'exited', code: 3 } });
});
