import { watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { descriptorsHavePaths } from '../../src/backends/local/streams/descriptor-path.ts';
import { localBackend, planIn, runPlan } from '../support/local-backend.ts';
import { temporaryDirectory } from '../support/temporary.ts';

test.skipIf(!descriptorsHavePaths)(
  'a host has nothing in the directory for temporary files, not for a moment: when it is killed nothing is left',
  async () => {
    const cwd = temporaryDirectory();
    const directory = temporaryDirectory();
    vi.stubEnv('TMPDIR', directory);
    onTestFinished(() => void vi.unstubAllEnvs());
    const seen: string[] = [];
    const watcher = watch(directory, (_event, name) => void seen.push(String(name)));
    onTestFinished(() => watcher.close());
    const backend = localBackend({ warm: true });
    for (const length of [1, 2_000, 200_000])
      expect((await runPlan(backend, planIn(cwd, `echo ${'x'.repeat(length)}`))).output).toHaveLength(
        length + 1,
      );
    // What has come before it is told before it.
    writeFileSync(join(directory, 'last'), '');
    await expect.poll(() => seen).toContain('last');
    // A file without a name is told of by the number of its inode.
    expect(seen.filter((name) => name !== 'last' && !name.startsWith('#'))).toEqual([]);
  },
);
