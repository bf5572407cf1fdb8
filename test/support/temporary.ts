import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** An empty directory whose name has a space in it; removed when the test is over. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(realpathSync(tmpdir()), 'handrail test '));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}
