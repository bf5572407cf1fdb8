import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findExecutable } from '../../src/backends/local/find-executable.ts';
import { type Block, blocksOf, documents, read, root, runners } from '../support/documents.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const shown = documents.flatMap(blocksOf);
const runBy = (runner: keyof typeof runners): readonly Block[] =>
  shown.filter((block) => block.runBy === runner);

test('what runs a block is there, and runs one', () => {
  const named = Object.keys(runners);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  expect(named.filter((path) => !shown.some((block) => block.runBy === path))).toEqual([]);
});

/** Puts a program of this name into a folder that does nothing but say how it was called, in the order of the calls. */
function putProgram(folder: string, name: string, then = ''): void {
  mkdirSync(folder, { recursive: true });
  const text = `#!/bin/sh\nprintf '%s\\n' "${name} $*" >> "$CALLS"\n${then}\n`;
  writeFileSync(join(folder, name), text, { mode: 0o755 });
}

/** How bash ends with these words, and which of those programs it has called. */
function run(words: readonly string[], cwd: string, env: Readonly<Record<string, string>>) {
  const file = join(cwd, 'calls');
  writeFileSync(file, '');
  const bash = findExecutable('bash', process.env.PATH ?? '') ?? '';
  const options = { cwd, env: { ...env, CALLS: file }, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] };
  const { status, stderr } = spawnSync(bash, ['--norc', ...words], options as object);
  return { status, stderr: String(stderr), calls: readFileSync(file, 'utf8').split('\n').slice(0, -1) };
}

describe('.ci/run', () => {
  /** A checkout in which npm, and what installs tools, do nothing but say so; npm fails where its first word is this. */
  function checkout(failing = '') {
    const cwd = temporaryDirectory();
    cpSync(join(root, '.ci/run'), join(cwd, '.ci/run'));
    putProgram(join(cwd, 'scripts'), 'install-test-tools.sh');
    putProgram(join(cwd, 'bin'), 'npm', `[ "$1" != "${failing}" ]`);
    const env = { PATH: `${join(cwd, 'bin')}:${process.env.PATH}` };
    return (words: readonly string[]) => run(words, cwd, env);
  }

  test.each(runBy('.ci/run').map((block) => [block.page, block] as const))(
    'runs what %s shows, word by word and in its order',
    (_page, { text }) => {
      const lines = text.split('\n').map((line) => line.replace(/ +#.*$/, ''));
      expect(lines.filter((line) => !read('.ci/run').includes(line))).toEqual([]);
      const inCheckout = checkout();
      const { calls, status } = inCheckout(['-ec', text]);
      expect(calls.length).toBeGreaterThan(1);
      expect(status).toBe(0);
      const ran = inCheckout(['.ci/run']);
      expect(ran.calls.filter((call) => calls.includes(call))).toEqual(calls);
      expect([ran.status, ran.calls[0]]).toEqual([0, 'install-test-tools.sh ']);
    },
  );

  test.each(['ci', 'start', 'test'])('ends where npm %s fails, and fails itself', (failing) => {
    const { status, calls } = checkout(failing)(['.ci/run']);
    expect(status).toBe(1);
    expect(calls.at(-1)).toMatch(new RegExp(`^npm ${failing}\\b`));
  });
});

describe('scripts/install-test-tools.sh', () => {
  const script = join(root, 'scripts/install-test-tools.sh');

  /** How it calls others where all tools are there but these, for the user of this id. */
  function calls(missing: readonly string[], id: number): readonly string[] {
    const folder = temporaryDirectory();
    const [, list = ''] = /packages=\(([\s\S]*?)\)\n/.exec(readFileSync(script, 'utf8')) ?? [];
    const tools = [...list.matchAll(/\[(\S+)\]=/g)].map(([, tool = '']) => tool);
    for (const tool of tools.filter((one) => !missing.includes(one))) putProgram(folder, tool);
    for (const name of ['apt-get', 'sudo']) putProgram(folder, name);
    writeFileSync(join(folder, 'id'), `#!/bin/sh\necho ${id}\n`, { mode: 0o755 });
    const ran = run([script], folder, { PATH: folder });
    expect(ran).toMatchObject({ status: 0, stderr: '' });
    return ran.calls;
  }

  test.each([
    ['root', 0, ''],
    ['another user', 1000, 'sudo '],
  ])('installs, for %s, what docs/confinement.md has its reader install', (_who, id, before) => {
    const [block, ...others] = runBy('scripts/install-test-tools.sh');
    expect(others).toEqual([]);
    const [, name = ''] = /^apt-get install (\S+)\n$/.exec(block?.text ?? '') ?? [];
    // A file of the system that the script looks for, too, may be missing here.
    const [, also = ''] = / --no-install-recommends (.*)$/.exec(calls([], id).at(-1) ?? '') ?? [];
    expect(calls(['bwrap'], id)).toEqual([
      `${before}apt-get update -qq`,
      `${before}apt-get install -qq -y --no-install-recommends ${name}${also === '' ? '' : ` ${also}`}`,
    ]);
  });
});
