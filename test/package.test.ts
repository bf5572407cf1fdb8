import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };
import { makeTemporaryDirectory, temporaryDirectory } from './support/temporary.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The package as npm packs it, for all tests here: it takes seconds. */
let packed: { readonly file: string; readonly files: readonly string[] };
let place: string;
beforeAll(() => {
  place = makeTemporaryDirectory();
  const words = ['pack', '--json', '--ignore-scripts', '--silent', '--pack-destination', place];
  const [made]: { filename: string; files: { path: string }[] }[] = JSON.parse(
    execFileSync('npm', words, { cwd: root, encoding: 'utf8' }),
  );
  if (made === undefined) throw new Error('npm has packed nothing');
  packed = { file: join(place, made.filename), files: made.files.map(({ path }) => path) };
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

test('the packed package installs into an empty folder, and works there as a program and as a library', () => {
  const folder = temporaryDirectory();
  const env = {
    ...process.env,
    HOME: folder,
    XDG_STATE_HOME: join(folder, 'state'),
    XDG_CONFIG_HOME: join(folder, 'config'),
  };
  const run = (program: string, words: readonly string[], cwd = folder): string =>
    execFileSync(program, words, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });

  const { cache, userconfig } = JSON.parse(
    execFileSync('npm', ['config', 'list', '--json'], { cwd: root, encoding: 'utf8' }),
  );
  const npm = ['--cache', cache, '--userconfig', userconfig, '--silent'];
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...npm, packed.file]);

  expect(run(join(folder, 'node_modules/.bin/handrail'), ['run', '--', 'echo "from the program"'])).toBe(
    'from the program\n',
  );
  const tools = ['tools', '--contract', 'session'];
  const [{ description }] = JSON.parse(run(join(folder, 'node_modules/.bin/handrail'), tools));
  expect(description).toContain(`Commands run in ${folder} unless workdir`);

  const question = {
    hook_event_name: 'PreToolUse',
    cwd: folder,
    tool_name: 'Bash',
    tool_input: { command: 'git push --force' },
  };
  const hook = join(folder, 'node_modules/.bin/handrail');
  const answer = execFileSync(hook, ['hook', 'claude'], {
    cwd: folder,
    env,
    encoding: 'utf8',
    input: JSON.stringify(question),
  });
  expect(JSON.parse(answer).hookSpecificOutput.permissionDecision).toBe('deny');

  writeFileSync(
    join(folder, 'library.js'),
    `import { createBash, renderCall, toAnsi } from 'handrail';
     import { backendCases } from 'handrail/testing';
     const bash = createBash();
     const { text } = await bash.run({ command: 'echo "from the library"' });
     await bash.close();
     const call = { command: 'ls', description: 'List', state: 'done' };
     console.log(text, backendCases.length > 0, toAnsi(renderCall(call, 80)).split('\\n').length);`,
  );
  expect(run(process.execPath, ['library.js'])).toBe('from the library true 3\n');
});

test('the packed package holds what users need and nothing else', () => {
  const outside = packed.files.filter((path) => !/^dist\/.*\.(c?js|d\.ts)$|^docs\/.*\.md$/.test(path));
  const internal = packed.files.filter((path) => /^dist\/(?:cli|live|state|tui)\/.*\.d\.ts$/.test(path));
  expect(internal).toEqual([]);
  expect(outside).toEqual([
    'ARCHITECTURE.md',
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'THREAT_MODEL.md',
    'package.json',
  ]);
});

test('every module of the packed package is one that an entry leads to', () => {
  const modules = packed.files.filter((path) => path.startsWith('dist/'));
  const reached = reachedFrom(entries, new Set(modules));
  expect(reached.size).toBeGreaterThan(100);
  expect(modules.filter((path) => !reached.has(path))).toEqual([]);
});

test('the packed package depends on what it loads or takes types from, and on nothing else', () => {
  const { dependencies, peerDependencies } = packageJson;
  const named = new Set(packed.files.filter((path) => path.startsWith('dist/')).flatMap(packagesNamedIn));
  const installed = Object.keys(dependencies);
  expect([...named].filter((name) => !(name in dependencies) && !(name in peerDependencies))).toEqual([]);
  // Its code is within the package; its binaries, one of which is loaded by its own name, come with it.
  expect(installed.filter((name) => !named.has(name))).toEqual(['libsql']);
});

/** The packages of this checkout that a module imports, requires or takes types from, as far as its text tells. */
function packagesNamedIn(file: string): readonly string[] {
  const code = readFileSync(join(root, file), 'utf8');
  const names = code.matchAll(/\b(?:from|import|require)[\s(]*["'`]((?:@[\w.-]+\/)?\w[\w.-]*)[/"'`]/g);
  return [...names].flatMap(([, name = '']) =>
    existsSync(join(root, 'node_modules', name, 'package.json')) ? [name] : [],
  );
}

const entries = [...Object.values(packageJson.exports), ...Object.values(packageJson.bin)]
  .flatMap((entry) => (typeof entry === 'string' ? entry : Object.values(entry)))
  .map((path) => path.replace('./', ''));

/** Where names of modules start from that are not told from the file that has them: what is put together at run time. */
const startingPoints = ['dist', 'dist/cli/hook/guard'];

/** The modules that these name, and those that those name: in an import, or in a text that is one. */
function reachedFrom(first: readonly string[], modules: ReadonlySet<string>): ReadonlySet<string> {
  const reached = new Set<string>();
  const waiting = [...first];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (reached.has(file) || !modules.has(file)) continue;
    reached.add(file);
    const names = readFileSync(join(root, file), 'utf8').matchAll(/["'`]((?:\.{1,2}|root)\/[^"'`\s]+)["'`]/g);
    for (const [, name = ''] of names)
      for (const from of [dirname(file), ...startingPoints])
        waiting.push(join(from, name), join(from, name.replace(/\.[jt]s$/, '.d.ts')));
  }
  return reached;
}

test('the library exports what it promises', async () => {
  expect(Object.keys(await import('../src/index.ts')).toSorted()).toEqual([
    'HandrailError',
    'asWritten',
    'bothStreams',
    'characters',
    'contracts',
    'count',
    'createBash',
    'createWorkspaceAgents',
    'cutPath',
    'defaultContract',
    'defineContract',
    'describeProblem',
    'describeReplacement',
    'describeValue',
    'envelope',
    'fold',
    'formatBytes',
    'formatDuration',
    'formatSeconds',
    'hostRuleText',
    'howToApprove',
    'jsonSchemaOf',
    'keyNames',
    'listProcesses',
    'maxAnalysed',
    'maxKeptBytes',
    'modes',
    'plain',
    'readFromModel',
    'readHostRule',
    'readWith',
    'refusalOfHost',
    'renderCall',
    'runCommand',
    'session',
    'shortenCommand',
    'shortenText',
    'statusOf',
    'statuses',
    'stopSignals',
    'toAnsi',
    'whyUnanswered',
    'widthOf',
    'workspace',
    'z',
  ]);
  expect(Object.keys(await import('../src/testing/index.ts')).toSorted()).toEqual([
    'backendCases',
    'createFakeBackend',
    'createFakeClock',
    'exited',
    'limitCases',
  ]);
});
