import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createBubblewrapBackend } from '../../../src/backends/bubblewrap/bubblewrap-backend.ts';
import { findExecutable } from '../../../src/backends/local/find-executable.ts';
import { bubblewrapBackend, lacksBubblewrap, sandboxFor } from '../../support/bubblewrap.ts';
import { path, planIn, runPlan } from '../../support/local-backend.ts';
import { temporaryDirectory } from '../../support/temporary.ts';

const isRoot = process.getuid?.() === 0;

const modeOf = (path: string): number => lstatSync(path).mode & 0o7777;

/** What a directory has that was made by hand. */
function usualMode(): number {
  const made = join(temporaryDirectory(), 'made');
  mkdirSync(made);
  return modeOf(made);
}

function sandboxedIn(workspace: string, command: string) {
  return planIn(workspace, command, { sandbox: sandboxFor(workspace), streams: 'combined' });
}

describe.skipIf(lacksBubblewrap)('what stands in for files', () => {
  test('is put away by the last of two hosts, also where directories hand on their group', async () => {
    const workspace = temporaryDirectory();
    chmodSync(workspace, 0o2755);
    const hosts = [bubblewrapBackend(), bubblewrapBackend()];
    const runs: Promise<unknown>[] = [];
    for (const [at, host] of hosts.entries()) {
      const command = `echo > began-${at}; until [[ -e end-${at} ]]; do sleep 0.02; done`;
      runs.push(runPlan(host, sandboxedIn(workspace, command)));
      await expect.poll(() => existsSync(join(workspace, `began-${at}`))).toBe(true);
    }
    expect(modeOf(join(workspace, '.envrc'))).toBe(0o7555);
    for (const [at, run] of runs.entries()) {
      writeFileSync(join(workspace, `end-${at}`), '');
      await run;
    }
    expect(readdirSync(workspace)).toEqual(['began-0', 'began-1', 'end-0', 'end-1']);
  });

  test.skipIf(!isRoot)('is a directory like others once root has put something into it', async () => {
    const workspace = temporaryDirectory();
    const backend = bubblewrapBackend({ warm: true });
    await runPlan(backend, sandboxedIn(workspace, 'true'));
    writeFileSync(join(workspace, '.vscode/settings.json'), '{}');
    const { output } = await runPlan(backend, sandboxedIn(workspace, 'echo x > .vscode/settings.json'));
    expect(output).toMatch(/Read-only file system/);
    await backend.close();
    expect(readdirSync(workspace)).toEqual(['.vscode']);
    expect(modeOf(join(workspace, '.vscode'))).toBe(usualMode());
    expect(readFileSync(join(workspace, '.vscode/settings.json'), 'utf8')).toBe('{}');
  });

  test.each([
    { mode: 0o700, what: 'what a link in its place leads to' },
    { mode: 0o5555, what: 'what stands in elsewhere, where a link in its place leads there' },
  ])('says nothing of who may read $what', async ({ mode }) => {
    const [workspace, world] = [temporaryDirectory(), temporaryDirectory()];
    const [aside, secret] = [join(world, 'aside'), join(world, 'secret')];
    mkdirSync(secret);
    chmodSync(secret, mode);
    // As a command of a workspace that this one is in could at that moment.
    const exchange = `for one; do [[ $one != */.vscode ]] || { mv "$one" '${aside}'; ln -s '${secret}' "$one"; }; done`;
    const script = `#!${findExecutable('bash', path)} -p\n${exchange}\nexec ${findExecutable('rmdir', path)} "$@"\n`;
    writeFileSync(join(world, 'rmdir'), script, { mode: 0o755 });
    const programs = [world, path].join(delimiter);
    const backend = createBubblewrapBackend({ bashPath: null, path: programs, warm: false });
    onTestFinished(() => backend.close());
    await runPlan(backend, sandboxedIn(workspace, 'true'));
    await backend.close();
    expect(readdirSync(workspace)).toEqual(['.vscode']);
    expect(modeOf(secret)).toBe(mode);
  });
});

describe.skipIf(lacksBubblewrap)('where the settings of an agent are in a directory with much else', () => {
  const attempts = [
    'echo x > .github/hooks/x.json',
    'mkdir .github/copilot/x',
    'echo x > .github/lsp.json',
    'rm -rf .github/hooks',
    'mv .github other',
  ];
  const write = 'mkdir -p .github/workflows && echo x > .github/workflows/ci.yml';

  test.each([{ warm: false }, { warm: true }])('only they are kept (warm: $warm)', async ({ warm }) => {
    const workspace = temporaryDirectory();
    const backend = bubblewrapBackend({ warm });
    for (let time = 0; time < 3; time += 1) {
      const command = `${write}; ${attempts.map((one) => `(${one}) 2> /dev/null || echo kept`).join('; ')}`;
      const { output } = await runPlan(backend, sandboxedIn(workspace, command));
      expect(output.trim().split('\n')).toEqual(attempts.map(() => 'kept'));
    }
    await backend.close();
    expect(readdirSync(workspace)).toEqual(['.github']);
    expect(readdirSync(join(workspace, '.github'))).toEqual(['workflows']);
    expect(modeOf(join(workspace, '.github'))).toBe(usualMode());
  });

  test('nothing is left where nothing was made in it, and what a command lets others do is', async () => {
    const workspace = temporaryDirectory();
    const backend = bubblewrapBackend();
    await runPlan(backend, sandboxedIn(workspace, 'ls .github; chmod 755 .github'));
    expect(readdirSync(workspace)).toEqual([]);
    await runPlan(backend, sandboxedIn(workspace, 'echo > .github/x; chmod 700 .github'));
    expect(modeOf(join(workspace, '.github'))).toBe(0o700);
  });

  test('the directory that is there stays as it is', async () => {
    const workspace = temporaryDirectory();
    mkdirSync(join(workspace, '.github/hooks'), { recursive: true });
    writeFileSync(join(workspace, '.github/hooks/x.json'), 'old\n');
    const before = statSync(join(workspace, '.github')).mode;
    const backend = bubblewrapBackend();
    const command = `${write}; (echo x > .github/hooks/x.json) 2> /dev/null; cat .github/hooks/x.json`;
    expect((await runPlan(backend, sandboxedIn(workspace, command))).output).toBe('old\n');
    expect(readdirSync(join(workspace, '.github'))).toEqual(['hooks', 'workflows']);
    expect(statSync(join(workspace, '.github')).mode).toBe(before);
  });

  test('of two sandboxes the one that ends last takes away what stands in', async () => {
    const workspace = temporaryDirectory();
    const backend = bubblewrapBackend();
    const first = 'echo > began; until [[ -e end ]]; do sleep 0.02; done; echo x > .github/hooks/x';
    const over = runPlan(backend, sandboxedIn(workspace, first));
    await expect.poll(() => existsSync(join(workspace, 'began'))).toBe(true);
    const other = bubblewrapBackend();
    await runPlan(other, sandboxedIn(workspace, 'true'));
    await other.close();
    writeFileSync(join(workspace, 'end'), '');
    expect((await over).output).toMatch(/Read-only file system/);
    expect(readdirSync(workspace)).toEqual(['began', 'end']);
  });
});
