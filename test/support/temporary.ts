import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject, onTestFinished } from 'vitest';

/** An empty directory whose name has spaces in it; removed when the test is over, and missed by the run if it is not. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(realpathSync(tmpdir()), inject('temporaryPrefix')));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}
