import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import * as sources from '../src/index.ts';
import { temporaryDirectory } from './support/temporary.ts';

const dist = fileURLToPath(new URL('../dist/', import.meta.url));

/** Tells each module that is imported, on descriptor 3; what those require is in the cache of the program. */
const hooks = `
  import { writeSync } from 'node:fs';
  export async function load(url, context, next) {
    writeSync(1, url + '\\n');
    return await next(url, context);
  }`;

/** Every file that a program of these lines has loaded from the built package and its packages, and every module of Node it names. */
function loadedBy(lines: string): readonly string[] {
  const program = `
    import { createRequire, register } from 'node:module';
    register('data:text/javascript,' + encodeURIComponent(${JSON.stringify(hooks)}));
    const built = await import(${JSON.stringify(`${dist}index.js`)});
    ${lines}
    for (const path of Object.keys(createRequire(import.meta.url).cache)) console.log('file://' + path);
    process.exit(0);`;
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
    cwd: temporaryDirectory(),
  });
  const urls = printed.split('\n').filter((line) => line !== '');
  const names = urls.map((url) => (url.startsWith('file:') ? relative(dist, fileURLToPath(url)) : url));
  return [...new Set(names)].toSorted();
}

describe('importing the package', () => {
  test('loads four small files, and no package and no module of Node', () => {
    const loaded = loadedBy('');
    expect(loaded).toEqual(['errors.cjs', 'index.js', 'load-root.cjs', 'time.cjs']);
    const bytes = loaded.map((name) => statSync(join(dist, name)).size).reduce((sum, size) => sum + size, 0);
    expect(bytes).toBeLessThan(16 * 1024);
  });

  test('gives what the sources give: functions, data, and objects with the same members', async () => {
    const built: Readonly<Record<string, unknown>> = await import(`${dist}index.js`);
    expect(Object.keys(built).toSorted()).toEqual(Object.keys(sources).toSorted());
    expect(shapeOf(built)).toEqual(shapeOf(sources));
  });

  test('gives a list of the very contracts that it gives one by one', async () => {
    const { contracts, ...named }: typeof sources = await import(`${dist}index.js`);
    expect(contracts.map(({ name }) => name)).toEqual(sources.contracts.map(({ name }) => name));
    for (const contract of contracts) expect(Object.values(named)).toContain(contract);
  });

  test('gives the contracts with all that is in them, and a schema library that works', async () => {
    const { contracts, z, jsonSchemaOf }: typeof sources = await import(`${dist}index.js`);
    expect(JSON.parse(JSON.stringify(contracts))).toEqual(JSON.parse(JSON.stringify(sources.contracts)));
    const schema = z.strictObject({ command: z.string().describe('The command.') });
    expect(jsonSchemaOf(schema)).toEqual(sources.jsonSchemaOf(schema));
  });

  test('loads what measures text for a text that is not plain', () => {
    expect(loadedBy("built.widthOf('plain');")).not.toContain('root/widths.cjs');
    expect(loadedBy("if (built.widthOf('\u8868') !== 2) process.abort();")).toContain('root/widths.cjs');
  });

  test('throws errors that can be read where nobody catches them: Node prints the line that has thrown', () => {
    const program = `const { createBash } = await import(${JSON.stringify(`${dist}index.js`)}); createBash({ sandbox: 'some' });`;
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      encoding: 'utf8',
      cwd: temporaryDirectory(),
    });
    expect([status, stderr]).toEqual([1, expect.stringContaining('HandrailError: sandbox: expected one of')]);
    expect(Math.max(...stderr.split('\n').map(({ length }) => length))).toBeLessThan(1_500);
  });

  test('gives the class of the errors that every entry throws', () => {
    const program = `
      const { HandrailError, createBash } = await import(${JSON.stringify(`${dist}index.js`)});
      const { createDockerBackend } = await import(${JSON.stringify(`${dist}backends/docker/index.js`)});
      for (const work of [() => createBash({ contract: 'nameless' }), () => createDockerBackend({})]) {
        try { work() } catch (error) { console.log(error.code, error instanceof HandrailError) }
      }`;
    const printed = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
      encoding: 'utf8',
    });
    expect(printed).toBe('unknown-contract true\ninvalid-options true\n');
  });
});

/** What an export is, with what of it does not depend on its being loaded. */
function shapeOf(exported: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(Object.entries(exported).map(([name, value]) => [name, shape(value)]));
}

function shape(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return typeof value === 'function' ? 'function' : value;
  if (Array.isArray(value)) return value.map(shape);
  return Object.keys(value).toSorted();
}

describe('the first call', () => {
  const call = `
    const bash = built.createBash({ stateDir: 'state', sandbox: 'off', options: { approve: 'never' }, watchable: false });
    const { outcome } = await bash.run({ command: 'true' });
    if (outcome.kind !== 'ended') throw new Error(JSON.stringify(outcome));
    await bash.close();`;

  test('loads the native part of the database and what it looks up of programs, and no other package', () => {
    const loaded = loadedBy(call);
    const packages = loaded.flatMap((name) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(name)?.[1] ?? []);
    expect([...new Set(packages)]).toEqual([expect.stringMatching(/^@libsql\//)]);
    expect(loaded.filter((name) => name.startsWith('root/programs/'))).toEqual([
      'root/programs/shell/builtin-tests.cjs',
      'root/programs/shell/builtin-variables.cjs',
    ]);
  });

  test('does not read the whole of the schema library, which the package has for those who write contracts', () => {
    const files = readdirSync(join(dist, 'root')).filter((name) => name.endsWith('.cjs'));
    const code = files.map((name) => readFileSync(join(dist, 'root', name), 'utf8')).join('\n');
    expect(code.includes('Unrecognized key')).toBe(true);
    expect(code.includes('Ung\\u00fcltige'), 'the messages in German').toBe(false);
  });
});
