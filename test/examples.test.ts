import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './support/documents.ts';
import { newerNode } from './support/newer-node.ts';
import { compile, execute, install } from './support/package-user.ts';
import { temporaryDirectory } from './support/temporary.ts';

const examples = join(root, 'examples');

/** What each example prints. */
const printed: Readonly<Record<string, string>> = {
  'own-contract.ts': [
    '{"ran":true,"ended":{"kind":"exited","code":0},"tail":"99\\n100\\n","whole":null}',
    '{"ran":false,"because":"curl talks to another host"}',
    '{"ran":true,"ended":{"kind":"exited","code":0},"tail":"> /srv/x\\n","whole":null}',
    '{"ran":false,"because":"/srv/x is not in the project"}',
    '',
  ].join('\n'),
  'own-backend.ts': [
    'from bash',
    '[exit status 3 after …]',
    '[could not start: nothing was started: the backend spawning has no jobs; run the command as a call, with a time limit that is long enough]',
    'not kept: runs a command of 1 MiB, and it sees itself as a short one does',
    'not kept: runs a long command with the same quotes, line ends and characters',
    'not kept: keeps what is written shortly after the end of the shell',
    '',
  ].join('\n'),
  'approvals.ts': [
    'ls: ended',
    'asked about mkdir build (write-file)',
    'mkdir build: ended',
    'asked about mkdir -p build (write-file)',
    'mkdir -p build: ended',
    'mkdir -p build: ended',
    'asked about node build.js (run-file)',
    'node build.js: denied [denied by the user: no programs today]',
    'git add .: denied [denied by the policy: it would stage everything there is, files that nobody has looked at too]',
    '',
  ].join('\n'),
  'jobs.ts': [
    '1 runs',
    'up',
    'got hello',
    'down',
    '[job … has ended after …: exit status 0]',
    'told of its end: ended',
    '',
  ].join('\n'),
  'mcp-client.ts': [
    'bash bash_output bash_input bash_stop bash_jobs',
    'failed false hello',
    'denied true [denied by the policy: it would stage everything there is, files that nobody has looked at too]',
    'moved_to_job false one',
    'one',
    'two',
    '[job … after …: exit status 0]',
    '',
  ].join('\n'),
};

/** A project that has the package installed, with the examples compiled as its user would. */
async function compiled(): Promise<string> {
  const directory = temporaryDirectory();
  install(directory, ['@modelcontextprotocol']);
  cpSync(examples, directory, { recursive: true });
  writeFileSync(join(directory, 'package.json'), '{"type": "module"}');
  expect(await compile(directory, { include: '*.ts' })).toBe('');
  return directory;
}

/** Each is a program that starts others: it may take longer than a test that hangs. */
const exampleTimeout = 240_000;

test('every example is well typed, and prints what is said here', { timeout: exampleTimeout }, async () => {
  const directory = await compiled();
  const names = readdirSync(examples).filter((name) => name.endsWith('.ts')); // What is in a folder is of others.
  const env = { PATH: process.env.PATH, XDG_STATE_HOME: join(directory, 'state') };
  const outputs = names.map(async (name) => {
    const file = join(directory, 'out', name.replace(/ts$/, 'js'));
    const { stdout } = await execute(process.execPath, [file], { cwd: directory, env });
    return [name, stdout] as const;
  });
  expect(Object.fromEntries(await Promise.all(outputs))).toEqual(printed);
});

test.skipIf(newerNode === null)(
  'every example runs as it is in a checkout, in an empty directory, as docs/README.md says',
  { timeout: exampleTimeout },
  async () => {
    const outputs = Object.keys(printed).map(async (name) => {
      const cwd = temporaryDirectory();
      const env = { PATH: process.env.PATH, XDG_STATE_HOME: join(temporaryDirectory(), 'state') };
      return [name, (await execute(newerNode ?? '', [join(examples, name)], { cwd, env })).stdout] as const;
    });
    expect(Object.fromEntries(await Promise.all(outputs))).toEqual(printed);
  },
);

test('a contract of one’s own takes less than 100 lines, with the bash that has it', () => {
  const [contract = ''] =
    /^[\s\S]*?^const bash = .*$/m.exec(readFileSync(join(examples, 'own-contract.ts'), 'utf8')) ?? [];
  expect(contract.split('\n').length).toBeGreaterThan(50);
  expect(contract.split('\n').length).toBeLessThan(100);
});

test.each(Object.keys(printed))('%s checks itself', (name) => {
  expect(readFileSync(join(examples, name), 'utf8')).toMatch(/^ *assert\./m);
});

/** Names that a file imports, with the file that they come from. */
function importsOf(file: string): readonly { readonly name: string; readonly from: string }[] {
  const statements = readFileSync(file, 'utf8').matchAll(/^import (?:type )?\{([^}]*)\} from '(\.[^']+)';/gm);
  return [...statements].flatMap(([, names = '', from = '']) =>
    names
      .split(',')
      .map((name) => name.trim().replace(/^type /, ''))
      .filter((name) => name !== '')
      .map((name) => ({ name, from: join(file, '..', from) })),
  );
}

test('the contracts that Handrail brings along use nothing that a user could not', () => {
  const contracts = join(root, 'src/contracts');
  const offered = ['index.ts', 'policy/index.ts', 'analysis/index.ts']
    .map((name) => readFileSync(join(root, 'src', name), 'utf8'))
    .join('\n');
  const files = readdirSync(contracts, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.includes('/') && name.endsWith('.ts'))
    .map((name) => ({
      name,
      folder: join(contracts, name.split('/')[0] ?? ''),
      path: join(contracts, name),
    }));
  const used = files.flatMap(({ name, folder, path }) =>
    importsOf(path)
      .filter(({ from }) => !from.startsWith(`${folder}/`))
      .map((one) => ({ ...one, by: name })),
  );
  expect(used.length).toBeGreaterThan(10);
  const missing = used.filter(
    ({ name }) => !new RegExp(String.raw`\b${name.split(' as ')[0]}\b`).test(offered),
  );
  expect(missing.map(({ name, by }) => `${name} in ${by}`)).toEqual([]);
});
