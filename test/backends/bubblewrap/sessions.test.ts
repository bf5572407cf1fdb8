import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Plan } from '../../../src/model/plan.ts';
import type { SandboxLevel } from '../../../src/model/sandbox.ts';
import { bubblewrapBackend, lacksBubblewrap, sandboxFor } from '../../support/bubblewrap.ts';
import { heldProcess } from '../../support/held-process.ts';
import { localBackend, planIn, runPlan } from '../../support/local-backend.ts';
import { temporaryDirectory } from '../../support/temporary.ts';

const session = { key: 's', conversationId: 'a conversation', entersCwd: false };

/** A session in a sandbox for a workspace. */
function sessionIn(workspace = temporaryDirectory()) {
  const backend = bubblewrapBackend();
  const planFor = (command: string, level: Partial<SandboxLevel> = {}, more: Partial<Plan> = {}) =>
    planIn(workspace, command, {
      ...{ session, sandbox: sandboxFor(workspace, level), streams: 'combined' },
      ...more,
    });
  return {
    backend,
    workspace,
    run: async (command: string, level?: Partial<SandboxLevel>, more?: Partial<Plan>) =>
      await runPlan(backend, planFor(command, level, more)),
    stopAfter: async (command: string, sign: string) => {
      const stop = new AbortController();
      const onOutput = (output: string) => {
        if (output.includes(sign)) stop.abort({ kind: 'timed_out', timeoutMs: 1 });
      };
      return await runPlan(backend, planFor(command), { stop: stop.signal, onOutput });
    },
  };
}

describe.skipIf(lacksBubblewrap)('a session in a sandbox', () => {
  test('keeps its variables, its functions and its directory, and is confined in all of its commands', async () => {
    const { run, workspace } = sessionIn();
    mkdirSync(join(workspace, 'sub'));
    await run('a=1; f() { echo "f $a"; }; cd sub');
    const second = await run('f; basename "$PWD"; echo x > ../.bashrc; echo y > new; id -u > /dev/null');
    expect(second.output).toMatch(/^f 1\nsub\n.*Is a directory\n$/);
    expect(second.run).toMatchObject({ session: { found: { isNew: false }, left: null } });
    expect(readdirSync(join(workspace, 'sub'))).toEqual(['new']);
  });

  test('tells standard output and standard error apart, and how pipelines end', async () => {
    const { run } = sessionIn();
    const { run: ended } = await run('false | true', {}, { streams: 'apart' });
    expect(ended).toMatchObject({ exit: { kind: 'exited', code: 0 }, parts: [1, 0] });
  });

  test('takes many commands, long ones too, and leaves no file for them behind', async () => {
    const { run } = sessionIn();
    await run('n=0');
    for (let count = 0; count < 20; count += 1) await run('((n += 1))');
    const { output } = await run(`echo "$n ${'x'.repeat(200_000)}"; ls /dev/handrail`);
    expect(output).toMatch(/^20 x{200000}\n/);
    // Of this command: its text and one pipe beside those that are ready.
    expect(output.match(/^text-.*$/gm)).toHaveLength(1);
  });

  test('a stopped command leaves the shell where it was', async () => {
    const { run, stopAfter } = sessionIn();
    await run('a=1');
    const stopped = await stopAfter('echo ready; sleep 600', 'ready');
    expect(stopped.run).toMatchObject({ exit: { kind: 'timed_out' }, session: { left: null } });
    expect(await run('echo "$a"')).toMatchObject({ output: '1\n' });
  });

  test('what a command leaves running goes on in it, and ends with it', async () => {
    const held = heldProcess();
    const { run, backend } = sessionIn(held.directory);
    const { run: left } = await run('(exec 9> leash; exec setsid env -i sleep 600 > /dev/null 2>&1) & true');
    expect(left).toMatchObject({ survivors: [{ command: 'sleep 600' }] });
    expect(await run('echo goes on')).toMatchObject({ output: 'goes on\n' });
    expect(held.isGone()).toBe(false);
    await backend.endConversation('a conversation');
    held.expectGone();
    expect(readdirSync(held.directory).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  test('has its end told when a command ends it', async () => {
    const { run } = sessionIn();
    const { run: exited } = await run('a=1; exit 3');
    expect(exited).toMatchObject({ exit: { kind: 'exited', code: 3 }, session: { left: 'ended' } });
    const next = await run('echo "[$a]"');
    expect(next.output).toBe('[]\n');
    expect(next.run).toMatchObject({ session: { found: { isNew: true, because: 'ended' } } });
  });

  test('gets a new shell where a plan wants another sandbox, or none', async () => {
    const { run, workspace } = sessionIn();
    await run('a=1');
    const tighter = await run('echo "[$a]"; echo x > new', { workspace: 'read-only' });
    expect(tighter.output).toMatch(/^\[\]\n.*Read-only file system\n$/);
    expect(tighter.run).toMatchObject({ session: { found: { isNew: true, because: 'ended' } } });
    await run('echo x > new', {}, { sandbox: null });
    expect(existsSync(join(workspace, 'new'))).toBe(true);
  });

  test.each<readonly [what: string, before: string, change: string, command: string, left: RegExp]>([
    ['a hidden file that is made', ':', 'echo secret > .env', 'cat .env', /Permission denied/],
    [
      ...(['a hidden file that is replaced', 'echo secret > .env'] as const),
      ...(['echo secret > new && mv new .env', 'cat .env', /Permission denied/] as const),
    ],
    [
      ...(['a hidden directory that is made anew', 'mkdir secrets'] as const),
      ...([
        'mv secrets old && mkdir secrets && echo secret > secrets/one',
        'cat secrets/one',
        /denied/,
      ] as const),
    ],
    [
      ...(['settings of Git that are replaced', 'git init -q'] as const),
      ...([
        'git config a.b c',
        'git config core.hooksPath x; cat .git/config',
        /Device or resource busy/,
      ] as const),
    ],
    ['a start-up file that is made', ':', 'rmdir .bashrc; echo x > .bashrc', 'echo y > .bashrc', /Read-only/],
  ])('shows and changes nothing of %s meanwhile', async (_what, before, change, command, left) => {
    const { run, workspace } = sessionIn();
    const outside = async (text: string) => await runPlan(localBackend(), planIn(workspace, text));
    await outside(before);
    const level = { hidden: ['./.env', './secrets'] };
    expect((await run('a=1; echo goes on', level)).output).toBe('goes on\n');
    expect(await run('echo "[$a]"', level)).toMatchObject({ output: '[1]\n' });
    await outside(change);
    const { run: ended, output } = await run(command, level);
    expect(output).toMatch(left);
    expect(output).not.toMatch(/secret\n|hooksPath =/);
    expect(ended).toMatchObject({ session: { found: { isNew: true, because: 'ended' } } });
  });

  test('goes on where what its sandbox keeps is changed and not replaced', async () => {
    const { run, workspace } = sessionIn();
    writeFileSync(join(workspace, '.bashrc'), 'one\n');
    await run('a=1');
    writeFileSync(join(workspace, '.bashrc'), 'two\n');
    writeFileSync(join(workspace, 'new'), '');
    expect(await run('echo "[$a]"; cat .bashrc')).toMatchObject({ output: '[1]\ntwo\n' });
  });

  test('is not started where its sandbox cannot be whole', async () => {
    const { run, workspace } = sessionIn();
    symlinkSync('/etc', join(workspace, '.vscode'));
    const { run: refused, output } = await run('echo started');
    expect(refused).toMatchObject({ kind: 'could_not_start', problem: { code: 'sandbox-unavailable' } });
    expect(output).toBe('');
  });
});
