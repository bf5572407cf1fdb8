import { expect, onTestFinished, test } from 'vitest';
import { launch } from '../../src/backends/local/launch.ts';
import { createLauncherPool } from '../../src/backends/local/launchers/launcher-pool.ts';
import { findPrograms } from '../../src/backends/local/preconditions.ts';
import { endCall } from '../../src/backends/local/processes/end-call.ts';
import { createPipePool } from '../../src/backends/local/streams/pipes.ts';
import { createWatchdog } from '../../src/backends/local/supervision/watchdog.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const path = process.env.PATH ?? '';

test('a pipe that is closed is no more a sign of the call: its number is given to another file', async () => {
  const programs = findPrograms({ bashPath: null, path });
  if (programs.kind !== 'found') throw new Error(programs.problem.message);
  const { bash } = programs;
  const pool = createPipePool(programs);
  const launchers = createLauncherPool({ bash, pool, reaper: null });
  const watchdog = createWatchdog(bash);
  onTestFinished(async () => {
    pool.close();
    watchdog.close();
    await launchers.close();
  });
  const launched = await launch(
    { pool, launchers, warmShells: null, watchdog, programs, outerMark: null },
    {
      command: 'exec > /dev/null; echo closed >&2; sleep 600',
      ...{ cwd: temporaryDirectory(), env: { PATH: path }, streams: 'apart', input: 'nothing', graceMs: 100 },
      terminal: null,
      session: null,
      root: null,
      sandbox: null,
    },
    () => {},
    { stop: new AbortController().signal, enclosure: null },
  );
  if (launched.kind !== 'launched') throw new Error(launched.problem.message);
  const [output, errors] = launched.readers;
  await output?.ended;
  expect([...launched.call.outputFiles]).toEqual([errors?.fileId]);
  await endCall(launched.call, 100);
  await errors?.ended;
  expect([...launched.call.outputFiles]).toEqual([]);
});
