import { readdirSync, readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { descriptorsHavePaths } from '../../src/backends/local/descriptor-path.ts';
import { unnamedFile } from '../../src/backends/local/unnamed-file.ts';
import { temporaryDirectory } from '../support/temporary.ts';

test.skipIf(!descriptorsHavePaths)('a file without a name is never seen with one', async () => {
  const directory = temporaryDirectory();
  vi.stubEnv('TMPDIR', directory);
  onTestFinished(() => void vi.unstubAllEnvs());
  let made = 0;
  const files = Array.from({ length: 50 }, async (_, n) => {
    const file = await unnamedFile(`text ${n}`);
    made += 1;
    return file;
  });
  const seen: string[] = [];
  do {
    seen.push(...readdirSync(directory));
    await setImmediate();
  } while (made < files.length);
  const all = await Promise.all(files);
  onTestFinished(async () => void (await Promise.all(all.map((file) => file.close()))));
  expect(all.map(({ path }) => readFileSync(path, 'utf8'))).toEqual(files.map((_, n) => `text ${n}`));
  expect(seen).toEqual([]);
});
