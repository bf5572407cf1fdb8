import { expect, test } from 'vitest';
import { explainFailure } from '../../src/backends/local/explain-failure.ts';
import { temporaryDirectory } from '../support/temporary.ts';

test.each([
  ['spawn /usr/bin/bash EAGAIN', '(`ulimit -u`)'],
  ['/usr/bin/bash has made no pipes', '(`ulimit -u`)'],
  ['EMFILE: too many open files, open', '(`ulimit -n`)'],
  ['spawn ENOMEM', 'memory'],
])('of a start that failed with %s it is told what there is no more of', async (reason, told) => {
  const message = `bash could not be started: ${reason}`;
  const { problem } = await explainFailure(
    { kind: 'could_not_start', problem: { code: 'spawn-failed', message } },
    { bashPath: null, path: process.env.PATH ?? '' },
    { cwd: temporaryDirectory(), env: {}, sandbox: null },
  );
  expect(problem.message).toContain(`${message}; `);
  expect(problem.message).toContain(told);
});
