import { expect, onTestFinished, test } from 'vitest';
import { endCall } from '../../src/backends/local/end-call.ts';
import { findExecutable } from '../../src/backends/local/find-executable.ts';
import { launch } from '../../src/backends/local/launch.ts';
import { createLauncherPool } from '../../src/backends/local/launcher-pool.ts';
import { createPipePool } from '../../src/backends/local/pipes.ts';
import { createWatchdog } from '../../src/backends/local/watchdog.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const path = process.env.PATH ?? '';

test('a pipe that is closed is no more a sign of the call: its number is given to another file', async () => {
  const bash = findExecutable('bash', path) ?? '';
  const pool = createPipePool(findExecutable('mkfifo', path) ?? '');
  const launchers = createLauncherPool({ bash, pool });
  const watchdog = createWatchdog(bash);
  onTestFinished(async () => {
    pool.close();
    watchdog.close();
    await launchers.close();
  });
  const launched = await launch(
    { pool, launchers, watchdog, outerMark: null },
    {
      command: 'exec > /dev/null; echo closed >&2; sleep 600',
      ...{ cwd: temporaryDirectory(), env: { PATH: path }, streams: 'apart', input: 'nothing', graceMs: 100 },
      session: null,
    },
    () => {},
    new AbortController().signal,
  );
  if (launched.kind !== 'launched') throw new Error(launched.problem.message);
  const [output, errors] = launched.readers;
  await output?.ended;
  expect([...launched.call.outputInodes]).toEqual([errors?.inode]);
  await endCall(launched.call, 100);
  await errors?.ended;
  expect([...launched.call.outputInodes]).toEqual([]);
});
