import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findExecutable } from '../../src/backends/local/find-executable.ts';
import type { KeptRun, Stop } from '../../src/model/exit.ts';
import type { Keep } from '../../src/model/ports.ts';
import { isAlive } from '../support/is-alive.ts';
import { localBackend, path, planIn, runPlan } from '../support/local-backend.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const otherwise: Stop = { kind: 'timed_out', timeoutMs: 7 };

test('a command that is to go on as a job is ended where its supervisor cannot be started, and no record is kept', async () => {
  const directory = temporaryDirectory();
  const bashPath = join(directory, 'bash');
  symlinkSync(findExecutable('bash', path) ?? '', bashPath);
  const records: (KeptRun | null)[] = [];
  const keep: Keep = {
    survivors: 'keep',
    async place() {
      // From here on it leads nowhere: Node throws for that (ELOOP), and tells by no event.
      rmSync(bashPath);
      symlinkSync('bash', bashPath);
      return { directory, maxOutputBytes: 1_024, maxMs: 60_000 };
    },
    async kept(run) {
      records.push(run);
    },
  };
  const stop = new AbortController();
  const { run, output } = await runPlan(
    localBackend({ bashPath, warm: false }),
    planIn(directory, 'echo $$; exec sleep 600'),
    { stop: stop.signal, keep, onOutput: () => stop.abort({ kind: 'kept', otherwise }) },
  );
  expect(run).toMatchObject({ kind: 'ended', exit: otherwise, kept: null });
  expect(records).toEqual([null]);
  expect(isAlive(Number(output))).toBe(false);
});
