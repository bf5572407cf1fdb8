import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Bash, type BashOptions, createBash } from '../../src/index.ts';
import { endJobs } from './jobs.ts';
import { temporaryDirectory } from './temporary.ts';

/**
 * A bash with a state directory of its own; when the test is over it is closed, and its jobs are ended. Nobody is asked
 * about a command of `default`, unless its options say so.
 */
export function temporaryBash<Options, Result>(given: BashOptions<Options, Result>): Bash<Result> {
  const stateDir = given.stateDir ?? join(temporaryDirectory(), 'state');
  const contract = given.contract ?? 'default';
  const isDefault = (typeof contract === 'string' ? contract : contract.name) === 'default';
  const options = isDefault ? { approve: 'never', ...given.options } : given.options;
  const bash = createBash<Options, Result>({
    ...given,
    ...(options === undefined ? {} : { options }),
    stateDir,
  });
  onTestFinished(async () => {
    await bash.close();
    await endJobs(stateDir);
  });
  return bash;
}
