import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject, onTestFinished } from 'vitest';

/** An empty directory whose name has spaces in it; removed when the test is over, and missed by the run if it is not. */
export function temporaryDirectory(): string {
  const directory = makeTemporaryDirectory();
  onTestFinished(() => remove(directory));
  return directory;
}

/** The same, to be removed by whoever asks for it. */
export function makeTemporaryDirectory(): string {
  return mkdtempSync(join(realpathSync(tmpdir()), inject('temporaryPrefix')));
}

/** Where something else removes a file of it meanwhile, Node 24 takes the rest for removed. */
function remove(directory: string): void {
  do rmSync(directory, { recursive: true, force: true });
  while (existsSync(directory));
}
