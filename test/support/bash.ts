import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Bash, type BashOptions, createBash } from '../../src/index.ts';
import { temporaryDirectory } from './temporary.ts';

/** A bash with a state directory of its own, closed when the test is over. */
export function temporaryBash<Options, Result>(options: BashOptions<Options, Result>): Bash<Result> {
  const bash = createBash<Options, Result>({ stateDir: join(temporaryDirectory(), 'state'), ...options });
  onTestFinished(() => bash.close());
  return bash;
}
