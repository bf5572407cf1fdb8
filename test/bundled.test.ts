import { spawnSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from './support/temporary.ts';

const dist = fileURLToPath(new URL('../dist/', import.meta.url));
const packages = fileURLToPath(new URL('../node_modules/', import.meta.url));

/** A program in a directory of its own, in one file that a bundler has made of it and of the package. */
async function bundled(format: 'esm' | 'cjs', options: string): Promise<string> {
  const directory = temporaryDirectory();
  const input = join(directory, 'program.mjs');
  writeFileSync(
    input,
    `import { createBash } from ${JSON.stringify(`${dist}index.js`)};
    async function main() {
      const bash = createBash({ stateDir: 'state', sandbox: 'off', watchable: false, ${options} });
      console.log((await bash.run({ command: 'echo bundled' })).text);
      await bash.close();
    }
    main().catch(({ code, message }) => console.log(code, message));`,
  );
  const bundle = await rolldown({ input, platform: 'node', logLevel: 'silent' });
  const file = join(directory, 'made', format === 'esm' ? 'program.mjs' : 'program.cjs');
  await bundle.write({ file, format, codeSplitting: false });
  await bundle.close();
  return file;
}

function printedBy(file: string): string {
  return spawnSync(process.execPath, [file], { encoding: 'utf8', cwd: join(file, '../..') }).stdout;
}

/** A module that imports this file of the package, as a bundler makes it that knows no `require` in ES modules, as esbuild. */
async function withoutRequire(entry: string): Promise<string> {
  const directory = temporaryDirectory();
  const input = join(directory, 'program.mjs');
  writeFileSync(input, `import * as all from ${JSON.stringify(dist + entry)}; console.log(typeof all);`);
  const bundle = await rolldown({ input, platform: 'neutral', external: /^node:/, logLevel: 'silent' });
  const file = join(directory, 'made', 'program.mjs');
  await bundle.write({ file, format: 'esm', codeSplitting: false });
  await bundle.close();
  return file;
}

describe('the package in a bundle', () => {
  test.each(['index.js', 'backends/docker/index.js'])(
    'of ES modules without require is imported: %s',
    async (entry) => {
      expect(printedBy(await withoutRequire(entry))).toBe('object\n');
    },
  );

  test('says that it has to be left out of one of ES modules', async () => {
    expect(printedBy(await bundled('esm', ''))).toBe(
      'misuse expected the files of handrail as they are installed, got a bundle of them: leave handrail out of it (external), and install it beside\n',
    );
  });

  test('says which package it does not find from one that stands elsewhere', async () => {
    const file = await bundled('cjs', '');
    expect(printedBy(file)).toBe(
      `misuse expected the package libsql for ${file}, which is not there: install handrail again; a bundle leaves it out (external), and has it installed beside\n`,
    );
  });

  test('says that the file of the thread has been left behind', async () => {
    const file = await bundled('cjs', 'thread: true');
    symlinkSync(packages, join(file, '../node_modules'));
    expect(printedBy(file)).toBe(
      `misuse thread: expected the file of the thread at ${join(file, '../thread.cjs')}, which is not there: install handrail again; a bundle leaves it out (external), and has it installed beside\n`,
    );
  });
});
