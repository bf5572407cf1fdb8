import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createBubblewrapBackend } from '../../../src/backends/bubblewrap/bubblewrap-backend.ts';
import { findExecutable } from '../../../src/backends/local/find-executable.ts';
import type { Plan } from '../../../src/model/plan.ts';
import { bubblewrapBackend, lacksBubblewrap, sandboxFor } from '../../support/bubblewrap.ts';
import { path, planIn, runPlan } from '../../support/local-backend.ts';
import { temporaryDirectory } from '../../support/temporary.ts';

/** Without control groups, which are put away first. */
const unlimited = { limits: { processes: null, memory: null, fileBytes: null, cpuSeconds: null } };

/** A PATH with programs that take their time to put stubs into a workspace and to take them away. */
function unhurriedPath(): string {
  const directory = temporaryDirectory();
  for (const name of ['mkdir', 'rmdir']) {
    const pause = 'read -t 0.02 <> <(:)';
    const script = `${pause}; ${findExecutable(name, path)} "$@"; status=$?; ${pause}; exit "$status"`;
    writeFileSync(join(directory, name), `#!${findExecutable('bash', path)}\n${script}\n`, { mode: 0o755 });
  }
  return [directory, path].join(delimiter);
}

describe.skipIf(lacksBubblewrap)('of a sandbox whose call is cancelled', () => {
  test('before it has been made, nothing is left in the workspace', async () => {
    const workspace = temporaryDirectory();
    const backend = createBubblewrapBackend({ bashPath: null, path: unhurriedPath(), warm: false });
    onTestFinished(() => backend.close());
    const stop = new AbortController();
    const plan = planIn(workspace, 'echo x > ran', { sandbox: sandboxFor(workspace, unlimited) });
    const over = runPlan(backend, plan, { stop: stop.signal });
    const isBeingMade = () => existsSync(join(workspace, 'handrail.json'));
    await expect.poll(isBeingMade, { interval: 1 }).toBe(true);
    stop.abort({ kind: 'cancelled' });
    expect((await over).run).toMatchObject({ kind: 'ended', exit: { kind: 'cancelled' } });
    expect(readdirSync(workspace)).toEqual([]);
  });
});

/** What keeps a sandbox or a base of this workspace, as children of this process. */
function keepersOf(workspace: string): readonly number[] {
  const own = `/proc/${process.pid}/task/${process.pid}/children`;
  const ids = readFileSync(own, 'utf8').trim().split(' ').map(Number);
  return ids.filter((id) => {
    const words = readFileSync(`/proc/${id}/cmdline`, 'utf8').split('\0');
    return words.includes('handrail-keeper') && words.some((word) => word.startsWith(`${workspace}/`));
  });
}

/** A command of the same conversation each time, so that what waits for it is its own. */
function planFor(workspace: string, command: string): Plan {
  const sandbox = sandboxFor(workspace, unlimited);
  return planIn(workspace, command, { conversationId: 'a conversation', sandbox });
}

describe.skipIf(lacksBubblewrap)('what keeps a sandbox and is killed leaves nothing in the workspace', () => {
  test.each([
    { isWhole: false, warm: false, where: 'of a base' },
    { isWhole: false, warm: true, where: 'of a base in which a sandbox waits' },
    { isWhole: true, warm: false, where: 'of a sandbox that was made as a whole' },
  ])('$where, while a command runs', async ({ isWhole, warm }) => {
    const workspace = temporaryDirectory();
    const backend = bubblewrapBackend({ isWhole, warm });
    const plan = (command: string) => planFor(workspace, command);
    if (warm) for (let before = 0; before < 2; before += 1) await runPlan(backend, plan('true'));
    const command = 'echo x > ran; until [[ -e go ]]; do sleep 0.02; done; echo x > .vscode/settings.json';
    const over = runPlan(backend, plan(command));
    await expect.poll(() => existsSync(join(workspace, 'ran'))).toBe(true);
    const keepers = keepersOf(workspace);
    expect(keepers.length).toBeGreaterThan(0);
    for (const keeper of keepers) process.kill(keeper, 'SIGKILL');
    writeFileSync(join(workspace, 'go'), '');
    await over;
    await backend.endConversation('a conversation');
    await expect.poll(() => readdirSync(workspace)).toEqual(['go', 'ran']);
  });

  test('of a base, whose locks what it had started has for a moment longer', async () => {
    const workspace = temporaryDirectory();
    const backend = bubblewrapBackend({ warm: true });
    const sandbox = sandboxFor(workspace, unlimited);
    await runPlan(backend, planIn(workspace, 'true', { conversationId: 'a conversation', sandbox }));
    const holder = spawn('flock', ['-s', workspace, 'bash', '-c', 'echo; exec sleep 0.4']);
    const over = once(holder, 'exit');
    await once(holder.stdout, 'data');
    for (const keeper of keepersOf(workspace)) process.kill(keeper, 'SIGKILL');
    await backend.close();
    expect(readdirSync(workspace)).toEqual([]);
    await over;
  });

  test('of a base that no command is in', async () => {
    const workspace = temporaryDirectory();
    const backend = bubblewrapBackend({ warm: true });
    const sandbox = sandboxFor(workspace, unlimited);
    await runPlan(backend, planIn(workspace, 'true', { conversationId: 'a conversation', sandbox }));
    for (const keeper of keepersOf(workspace)) process.kill(keeper, 'SIGKILL');
    await backend.close();
    await expect.poll(() => readdirSync(workspace)).toEqual([]);
  });
});

/** What this process has started, and what that has, by what each is called. */
function startedBy(pid: number): readonly { readonly pid: number; readonly called: string }[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  return children.map(Number).flatMap((child) => {
    const called = readFileSync(`/proc/${child}/cmdline`, 'utf8').split('\0');
    const name = called.find((word) => word.startsWith('handrail-')) ?? called[0] ?? '';
    return [{ pid: child, called: name }, ...startedBy(child)];
  });
}

describe.skipIf(lacksBubblewrap)('what keeps a sandbox and was stopped goes on when it is let go of:', () => {
  test.each([
    { names: ['handrail-keeper', 'handrail-maker'] },
    { names: ['handrail-keeper', 'handrail-maker'], warm: true },
    { names: ['/bwrap'] },
    { names: ['handrail-keeper', '/bwrap'], isWhole: true },
  ])('%j', async ({ names, isWhole = false, warm = false }) => {
    const workspace = temporaryDirectory();
    const backend = bubblewrapBackend({ isWhole, warm });
    const plan = (command: string) => planFor(workspace, command);
    if (warm) for (let before = 0; before < 2; before += 1) await runPlan(backend, plan('true'));
    const over = runPlan(backend, plan('echo x > ran; until [[ -e go ]]; do sleep 0.02; done'));
    await expect.poll(() => existsSync(join(workspace, 'ran'))).toBe(true);
    const stopped = startedBy(process.pid).filter(({ called }) =>
      names.some((name) => called.endsWith(name)),
    );
    expect(stopped.length).toBeGreaterThan(0);
    for (const { pid } of stopped) process.kill(pid, 'SIGSTOP');
    try {
      writeFileSync(join(workspace, 'go'), '');
      await over;
      await backend.close();
      expect(readdirSync(workspace)).toEqual(['go', 'ran']);
    } finally {
      for (const { pid } of stopped) if (existsSync(`/proc/${pid}`)) process.kill(pid, 'SIGCONT');
    }
  });
});
