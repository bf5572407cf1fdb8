import { readdirSync, readFileSync } from 'node:fs';
import { expect, onTestFinished, test, vi } from 'vitest';
import { descriptorsHavePaths } from '../../src/backends/local/streams/descriptor-path.ts';
import { unnamedFile } from '../../src/backends/local/streams/unnamed-file.ts';
import { temporaryDirectory } from '../support/temporary.ts';

test.skipIf(!descriptorsHavePaths)('a file without a name has none', () => {
  const directory = temporaryDirectory();
  vi.stubEnv('TMPDIR', directory);
  onTestFinished(() => void vi.unstubAllEnvs());
  const files = Array.from({ length: 50 }, (_, n) => unnamedFile(`text ${n}`));
  onTestFinished(() => {
    for (const file of files) file.close();
  });
  expect(readdirSync(directory)).toEqual([]);
  expect(files.map(({ path }) => readFileSync(path, 'utf8'))).toEqual(files.map((_, n) => `text ${n}`));
});
