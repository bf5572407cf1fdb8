import { expect, onTestFinished, test, vi } from 'vitest';
import { createLocalBackend } from '../../src/backends/local/local-backend.ts';
import { temporaryDirectory } from '../support/temporary.ts';

vi.mock('@lydell/node-pty/requireBinary.js', () => {
  throw new Error('Cannot find package');
});

test('without the package, a command that wants a terminal is not started, and told what to install', async () => {
  const path = process.env.PATH ?? '';
  const backend = createLocalBackend({ bashPath: null, path });
  onTestFinished(() => backend.close());
  const plan = {
    command: 'touch started',
    cwd: temporaryDirectory(),
    env: { PATH: path },
    streams: 'combined',
    input: 'nothing',
    graceMs: 100,
    session: null,
    root: null,
    sandbox: null,
  } as const;
  const sink = (): void => {};
  const terminal = { columns: 80, rows: 24 };
  const run = await backend.run({ ...plan, terminal }, sink, new AbortController().signal, null);
  expect(run).toMatchObject({ kind: 'could_not_start', problem: { code: 'terminal-unavailable' } });
  expect(run.kind === 'could_not_start' && run.problem.message).toMatch(
    /^there are no terminals: install @lydell\/node-pty version 1 beside handrail \(npm install @lydell\/node-pty@1\); /,
  );
  const other = await backend.run({ ...plan, terminal: null }, sink, new AbortController().signal, null);
  expect(other).toMatchObject({ kind: 'ended', exit: { kind: 'exited', code: 0 } });
});
