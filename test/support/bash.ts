import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Bash, type BashOptions, createBash } from '../../src/index.ts';
import { endJobs } from './jobs.ts';
import { temporaryDirectory } from './temporary.ts';

/** A bash with a state directory of its own; when the test is over it is closed, and its jobs are ended. */
export function temporaryBash<Options, Result>(options: BashOptions<Options, Result>): Bash<Result> {
  const stateDir = options.stateDir ?? join(temporaryDirectory(), 'state');
  const bash = createBash<Options, Result>({ ...options, stateDir });
  onTestFinished(async () => {
    await bash.close();
    await endJobs(stateDir);
  });
  return bash;
}
