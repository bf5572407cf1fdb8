import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createBubblewrapBackend } from '../../../src/backends/bubblewrap/bubblewrap-backend.ts';
import { findExecutable } from '../../../src/backends/local/find-executable.ts';
import { listedChildren } from '../../../src/backends/local/processes/process-table.ts';
import type { SandboxLevel } from '../../../src/model/sandbox.ts';
import { bubblewrapBackend, lacksBubblewrap, sandboxFor } from '../../support/bubblewrap.ts';
import { heldProcess } from '../../support/held-process.ts';
import { isAlive } from '../../support/is-alive.ts';
import { localBackend, path, planIn, runPlan } from '../../support/local-backend.ts';
import { temporaryDirectory } from '../../support/temporary.ts';

const hostFile = fileURLToPath(new URL('../fixtures/sandbox-host.mjs', import.meta.url));

interface Surroundings {
  readonly level?: Partial<SandboxLevel>;
  readonly home?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a command in a sandbox for a workspace; its output, standard error with it. */
async function sandboxed(workspace: string, command: string, { level, home, env }: Surroundings = {}) {
  const sandbox = sandboxFor(workspace, level, home ?? null);
  const plan = planIn(workspace, command, { sandbox, streams: 'combined', env: { PATH: path, ...env } });
  return await runPlan(bubblewrapBackend(), plan);
}

/** A workspace with a repository in it. */
function repository(): string {
  const workspace = temporaryDirectory();
  mkdirSync(join(workspace, '.git/hooks'), { recursive: true });
  writeFileSync(join(workspace, '.git/config'), '[core]\n');
  return workspace;
}

/** With `env`, whether a command runs where it can reach no process of this machine. */
const isInside = '[[ $HOST_NAMESPACE && $(readlink /proc/self/ns/pid) != "$HOST_NAMESPACE" ]]';
const env = { HOST_NAMESPACE: readlinkSync('/proc/self/ns/pid') };

describe.skipIf(lacksBubblewrap)('in a sandbox', () => {
  test('what is hidden can be neither read nor listed, nor can it be written to', async () => {
    const home = temporaryDirectory();
    mkdirSync(join(home, '.ssh'));
    writeFileSync(join(home, '.ssh/id'), 'secret');
    writeFileSync(join(home, '.npmrc'), 'secret');
    const command = `cd '${home}'; cat .ssh/id; ls .ssh; cat .npmrc; echo x > .npmrc; echo x > .ssh/new`;
    const { output } = await sandboxed(temporaryDirectory(), command, { home });
    expect(output.match(/Permission denied/g)).toHaveLength(5);
    expect(output).not.toContain('secret');
    expect(readFileSync(join(home, '.npmrc'), 'utf8')).toBe('secret');
  });

  test('of settings with secrets those are shown that are none, unless a level hides the file', async () => {
    const home = temporaryDirectory();
    const settings = 'ignore-scripts=true\n//npm.example.com/:_authToken=secret\n';
    writeFileSync(join(home, '.npmrc'), settings);
    const command = `cat '${home}/.npmrc'; echo x > '${home}/.npmrc'`;
    const { output } = await sandboxed(temporaryDirectory(), command, { home });
    expect(output).toMatch(
      /^; What else is in this file is hidden here\.\nignore-scripts=true\n.*Read-only file system\n$/,
    );
    expect(readFileSync(join(home, '.npmrc'), 'utf8')).toBe(settings);
    const level = { hidden: ['~/.npmrc'] };
    const { output: hidden } = await sandboxed(temporaryDirectory(), command, { home, level });
    expect(hidden.match(/Permission denied/g)).toHaveLength(2);
    expect(hidden).not.toContain('ignore-scripts');
  });

  test('the workspace can be written to, and what is beside it cannot', async () => {
    const outside = temporaryDirectory();
    const workspace = temporaryDirectory();
    const level = { readOnly: [outside] };
    const command = `echo in > new; cat new; echo x > '${outside}/new'; mkdir '${outside}/new'`;
    const { output } = await sandboxed(workspace, command, { level });
    expect(output).toMatch(/^in\n/);
    expect(output.match(/Read-only file system/g)).toHaveLength(2);
    expect(readdirSync(workspace)).toEqual(['new']);
    expect(readdirSync(outside)).toEqual([]);
  });

  test('a workspace that is to be read only is', async () => {
    const workspace = temporaryDirectory();
    const { output } = await sandboxed(workspace, 'echo x > new', { level: { workspace: 'read-only' } });
    expect(output).toContain('Read-only file system');
    expect(readdirSync(workspace)).toEqual([]);
  });

  test.each([
    ['a hook', 'echo x > .git/hooks/pre-commit'],
    ['the configuration', 'echo x >> .git/config'],
    ['the configuration, by taking its place', 'echo x > new; mv -f new .git/config'],
    ['the configuration, by a hard link', 'ln .git/config new'],
    ['the hooks, by moving them', 'mv .git/hooks hooks'],
    ['the repository, by moving it', 'mv .git moved'],
    ['a start-up file that is not there', 'echo x > .bashrc'],
    ['settings of an editor that are not there', 'mkdir -p .vscode/x'],
    ['a stub, by removing it', 'rmdir .bashrc'],
    ['a stub, by moving it', 'mv .bashrc moved'],
  ])('a command cannot change %s', async (_what, attempt) => {
    const workspace = repository();
    const { run } = await sandboxed(workspace, `! { ${attempt}; }`);
    expect(run).toMatchObject({ kind: 'ended', exit: { kind: 'exited', code: 0 } });
    expect(readFileSync(join(workspace, '.git/config'), 'utf8')).toBe('[core]\n');
    expect(readdirSync(join(workspace, '.git')).toSorted()).toEqual(['config', 'hooks']);
    expect(readdirSync(join(workspace, '.git/hooks'))).toEqual([]);
    expect(readdirSync(workspace).filter((name) => !['new', 'hooks', 'moved'].includes(name))).toEqual([
      '.git',
    ]);
  });

  test('many in one workspace at once keep their stubs, and leave none', async () => {
    const workspace = temporaryDirectory();
    const backend = bubblewrapBackend();
    const sandbox = sandboxFor(workspace);
    const runs = Array.from({ length: 8 }, async (_, n) => {
      // Each goes on after the one before it is over: the last one is alone.
      const turn = `until [ -e over.${n} ]; do read -t 0.01 -u 9; done`;
      const command = `exec 9<> <(:); ${n === 0 ? 'true' : turn}; echo x > .bashrc; echo "$?"`;
      const ended = await runPlan(backend, planIn(workspace, command, { sandbox, streams: 'apart' }));
      writeFileSync(join(workspace, `over.${n + 1}`), '');
      return ended.output;
    });
    for (const output of await Promise.all(runs)) expect(output).toMatch(/Is a directory/);
    expect(readdirSync(workspace).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  test('there is no network, not even the servers of this machine', async () => {
    const server = createServer((socket) => socket.end('reached\n')).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo; // what listens on a port has one
    const command = `cat < /dev/tcp/127.0.0.1/${port}; tail -n +3 /proc/net/dev | cut -d: -f1`;
    const closed = await sandboxed(temporaryDirectory(), command);
    expect(closed.output).toMatch(/Connection refused\n[^\n]*\n *lo\n$/);
    const open = await sandboxed(temporaryDirectory(), command, { level: { network: 'host' } });
    expect(open.output).toMatch(/^reached\n/);
  });

  test('all processes that a command can end are its own', async () => {
    const held = heldProcess();
    const outside = runPlan(localBackend(), planIn(held.directory, 'exec 9> leash; echo ready; sleep 600'), {
      stop: AbortSignal.timeout(60_000),
    });
    const checked = await sandboxed(temporaryDirectory(), `${isInside} && echo inside`, { env });
    expect(checked.output).toBe('inside\n');
    const { run } = await sandboxed(temporaryDirectory(), `${isInside} && kill -9 -1`, { env });
    expect(run).toMatchObject({ kind: 'ended', exit: { kind: 'lost' } });
    expect(held.isGone()).toBe(false);
    void outside;
  });

  test('what ends all that is in its sandbox has run, also where nothing of it is left when its host comes to look', async () => {
    let isBusy = true;
    onTestFinished(() => {
      isBusy = false;
    });
    const holdUp = (): void => {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 30);
      if (isBusy) setImmediate(holdUp);
    };
    holdUp();
    const command = `${isInside} && echo ran && kill -9 -1`;
    const runs = Array.from(
      { length: 6 },
      async () => await sandboxed(temporaryDirectory(), command, { env }),
    );
    for (const { run, output } of await Promise.all(runs)) {
      expect(output).toBe('ran\n');
      expect(run).toMatchObject({ kind: 'ended', exit: { kind: 'lost' } });
    }
  });

  test('what threw away everything that it could be told by is found, and ended', async () => {
    const held = heldProcess();
    const command = 'exec 9> leash; (setsid env -i sleep 600 > /dev/null 2>&1 &) ; exit 0';
    const { run } = await sandboxed(held.directory, command);
    expect(run).toMatchObject({ survivors: [{ command: 'sleep 600', holdsOutput: false }] });
    held.expectGone();
  });

  test('a command has no rights to take, and no descriptor but the three', async () => {
    const command =
      'grep -E "^(CapEff|CapBnd|NoNewPrivs):" /proc/$$/status; unshare -Ur true || echo none; for fd in {3..50}; do [ -e /proc/$$/fd/$fd ] && echo "$fd"; done; echo end';
    const { output } = await sandboxed(temporaryDirectory(), command);
    expect(output).toMatch(/^CapEff:\t0{16}\nCapBnd:\t0{16}\nNoNewPrivs:\t1\nunshare: .*\nnone\nend\n$/);
  });

  test('on a terminal a command has it for its own', async () => {
    const workspace = temporaryDirectory();
    const plan = planIn(workspace, '[ -t 0 ] && stty size < /dev/tty; echo x > .bashrc', {
      ...{ sandbox: sandboxFor(workspace), streams: 'combined', terminal: { columns: 90, rows: 30 } },
    });
    const { output } = await runPlan(bubblewrapBackend(), plan);
    expect(output).toMatch(/^30 90\r\n.*Is a directory\r\n$/);
  });

  test.each([false, true])(
    'a directory that it does not show is told to be none, in a session: %s',
    async (isKept) => {
      const workspace = temporaryDirectory();
      const elsewhere = temporaryDirectory();
      const session = isKept ? { key: 's', conversationId: 'a conversation', entersCwd: false } : null;
      const plan = planIn(elsewhere, 'echo started', { sandbox: sandboxFor(workspace), session });
      const { run, output } = await runPlan(bubblewrapBackend(), plan);
      const message = expect.stringMatching(/, which the sandbox does not show; /);
      expect(run).toEqual({ kind: 'could_not_start', problem: { code: 'cwd-not-accessible', message } });
      expect(output).toBe('');
    },
  );

  test.each([
    ['itself', ''],
    ['in what it leads to', '/within'],
  ])('a workspace by a link in a directory that is private there is told to be none, %s', async (_, rest) => {
    const target = temporaryDirectory();
    mkdirSync(join(target, 'within'));
    const link = join(temporaryDirectory(), 'link');
    symlinkSync(target, link);
    const { run, output } = await sandboxed(`${link}${rest}`, 'echo started');
    const message = `expected a directory to run in, got "${link}${rest}", which is reached by ${link}, a symbolic link in a directory that the sandbox has of its own; name what it leads to: "${target}${rest}"`;
    expect(run).toEqual({ kind: 'could_not_start', problem: { code: 'cwd-not-accessible', message } });
    expect(output).toBe('');
  });

  test('nothing is started with a link in the place of what is to be kept', async () => {
    const workspace = temporaryDirectory();
    symlinkSync('/etc', join(workspace, '.vscode'));
    const { run, output } = await sandboxed(workspace, 'echo started');
    expect(run).toMatchObject({ kind: 'could_not_start', problem: { code: 'sandbox-unavailable' } });
    expect(run.kind === 'could_not_start' && run.problem.message).toContain(
      `${workspace}/.vscode is a symbolic link`,
    );
    expect(output).toBe('');
  });
});

describe('without a sandbox, a command that is to be confined is not started', () => {
  const sandbox = sandboxFor('/nonexistent/workspace');

  test('by a backend that confines nothing', async () => {
    const plan = planIn(temporaryDirectory(), 'echo started', { sandbox });
    expect(await runPlan(localBackend(), plan)).toMatchObject({
      run: { kind: 'could_not_start', problem: { code: 'sandbox-unavailable' } },
      output: '',
    });
  });

  test('where there is no bubblewrap', async () => {
    const programs = temporaryDirectory();
    for (const name of ['bash', 'mkfifo', 'cat'])
      symlinkSync(findExecutable(name, path) ?? '', join(programs, name));
    const backend = createBubblewrapBackend({ bashPath: null, path: programs });
    onTestFinished(() => backend.close());
    const { run } = await runPlan(backend, planIn(temporaryDirectory(), 'echo started', { sandbox }));
    expect(run).toEqual({
      kind: 'could_not_start',
      problem: {
        code: 'sandbox-unavailable',
        message: `the command was to be confined, and nothing was started: no bwrap on PATH (${programs}); install bubblewrap`,
      },
    });
  });

  test('in a kept shell either', async () => {
    const session = { key: 's', conversationId: 'c', entersCwd: false };
    const plan = planIn(temporaryDirectory(), 'echo started', { sandbox, session });
    expect(await runPlan(localBackend(), plan)).toMatchObject({
      run: { kind: 'could_not_start', problem: { code: 'sandbox-unavailable' } },
      output: '',
    });
  });
});

/** A host that has run the command up to where it says that it is ready. */
async function hostRunning(command: string, directory: string, terminal: string): Promise<ChildProcess> {
  const host = spawn(process.execPath, [hostFile, command, directory, terminal], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void host.kill('SIGKILL'));
  for await (const chunk of host.stdout) if (String(chunk).includes('ready')) break;
  return host;
}

describe.skipIf(lacksBubblewrap).each([
  ['', ''],
  [' on a terminal', 'terminal'],
])('when the host is killed, nothing of a sandbox%s is left', (_where, terminal) => {
  test.each([
    [
      'ignores being asked',
      'trap "" TERM INT HUP; (trap "" TERM; sleep 600) & echo ready; while :; do sleep 1; done',
    ],
    ['threw everything away', '(setsid env -i sleep 600 > /dev/null 2>&1 &); echo ready; sleep 600'],
  ])('of a command that %s', async (_what, command) => {
    const held = heldProcess();
    const host = await hostRunning(`exec 9> leash; ${command}`, held.directory, terminal);
    expect(readdirSync(held.directory)).toContain('.bashrc');
    const helpers = listedChildren(host.pid ?? 0).filter(isAlive);
    expect(helpers).not.toEqual([]);
    host.kill('SIGKILL');
    await once(host, 'exit');
    await expect.poll(() => held.isGone()).toBe(true);
    await expect.poll(() => helpers.filter(isAlive)).toEqual([]);
    await expect.poll(() => readdirSync(held.directory)).toEqual(['leash']);
  });
});
