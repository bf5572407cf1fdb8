import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readlinkSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { widen } from '../../../src/confine/widen.ts';
import type { Plan } from '../../../src/model/plan.ts';
import type { SandboxLevel } from '../../../src/model/sandbox.ts';
import { bubblewrapBackend, lacksBubblewrap, sandboxFor } from '../../support/bubblewrap.ts';
import { heldProcess } from '../../support/held-process.ts';
import { path, planIn, runPlan } from '../../support/local-backend.ts';
import { canMount, smallDisk, whyNoDisk } from '../../support/small-disk.ts';
import { temporaryDirectory } from '../../support/temporary.ts';

/** Where hosts put what is private: an own directory for each test. */
let place = '';

beforeEach(() => {
  place = temporaryDirectory();
  vi.stubEnv('TMPDIR', place);
});
afterEach(() => void vi.unstubAllEnvs());

function left(): readonly string[] {
  return readdirSync(place).filter((name) => name.startsWith('handrail-private-'));
}

function conversation(conversationId: string, workspace: string, given: Partial<Plan> = {}) {
  const sandbox = { ...sandboxFor(workspace), conversationId };
  return (command: string): Plan => planIn(workspace, command, { sandbox, streams: 'combined', ...given });
}

describe.skipIf(lacksBubblewrap)('what is private to a conversation', () => {
  test('lasts for it, and is seen by nobody else', async () => {
    const backend = bubblewrapBackend();
    const workspace = temporaryDirectory();
    const [mine, others] = [conversation('mine', workspace), conversation('other', workspace)];
    await runPlan(backend, mine('echo kept > /tmp/a; echo too > /var/tmp/b; stat -c %a /tmp > /tmp/mode'));
    const again = await runPlan(backend, mine('cat /tmp/a /var/tmp/b /tmp/mode; ls /var/tmp'));
    expect(again.output).toBe('kept\ntoo\n1777\nb\n');
    const elsewhere = await runPlan(backend, others('ls /tmp /var/tmp | grep -x "[ab]" || echo nothing'));
    expect(elsewhere.output).toBe('nothing\n');
    await backend.endConversation('mine');
    const after = await runPlan(backend, mine('ls /var/tmp; echo end'));
    expect(after.output).toBe('end\n');
    expect(left()).toHaveLength(2);
  });

  test('has the directories on the way to the workspace in their place, where no command puts a link', async () => {
    const backend = bubblewrapBackend();
    const [above, outside] = [temporaryDirectory(), temporaryDirectory()];
    const workspace = join(above, 'way', 'ws');
    mkdirSync(workspace, { recursive: true });
    const mine = conversation('mine', workspace);
    // Where bubblewrap has the files of the machine while it makes a sandbox.
    const replaced = `cd '${above}'; mv way moved 2> /dev/null && ln -s '/oldroot${outside}' way; pwd > '${workspace}/file'`;
    await runPlan(backend, mine(replaced));
    const other = { ...sandboxFor(workspace), conversationId: 'mine', network: 'host' } as const;
    expect((await runPlan(backend, mine('cat file'))).output).toBe(`${above}\n`);
    expect((await runPlan(backend, { ...mine('cat file'), sandbox: other })).output).toBe(`${above}\n`);
    expect(readdirSync(outside)).toEqual([]);
  });

  test.runIf(canMount)(
    `is told of where a full disk has no room for it, and leaves nothing${whyNoDisk}`,
    async () => {
      const workspace = temporaryDirectory();
      const disk = smallDisk();
      expect(() => writeFileSync(join(disk, 'other'), Buffer.alloc(2 * 1024 ** 2))).toThrow('ENOSPC');
      vi.stubEnv('TMPDIR', disk);
      const { run } = await runPlan(bubblewrapBackend(), conversation('mine', workspace)('true'));
      const message = `the command was to be confined, and nothing was started: what is private to its conversation cannot be in ${disk}/handrail-private-`;
      expect(run).toMatchObject({
        kind: 'could_not_start',
        problem: { code: 'sandbox-unavailable', message: expect.stringContaining(message) },
      });
      expect(readdirSync(disk)).toEqual(['other']);
    },
  );

  test('is the same in its sessions', async () => {
    const backend = bubblewrapBackend();
    const workspace = temporaryDirectory();
    const session = { key: 's', conversationId: 'mine', entersCwd: false };
    await runPlan(backend, conversation('mine', workspace, { session })('echo kept > /tmp/a'));
    expect(await runPlan(backend, conversation('mine', workspace)('cat /tmp/a'))).toMatchObject({
      output: 'kept\n',
    });
  });

  /** Runs a command in a workspace where a person has let it write to a directory, or to none. */
  function granting(workspace: string, level: Partial<SandboxLevel> = {}) {
    const backend = bubblewrapBackend();
    const sandbox = { ...sandboxFor(workspace, level), conversationId: 'mine' };
    return async (command: string, path: string | null = null): Promise<string> => {
      const granted = path === null ? [] : [{ kind: 'path', path, access: 'writable' } as const];
      const plan = { sandbox: widen(sandbox, granted, (at) => at), streams: 'combined' } as const;
      return (await runPlan(backend, planIn(workspace, command, plan))).output;
    };
  }

  test('is the same for a call that is allowed more, also after a yes for good', async () => {
    const workspace = temporaryDirectory();
    const settings = join(workspace, '.vscode');
    mkdirSync(settings);
    const run = granting(workspace);
    await run('echo kept > /tmp/a');
    expect(await run('cat /tmp/a; echo too > /var/tmp/b; echo x > .vscode/x', settings)).toBe('kept\n');
    expect(await run('cat /var/tmp/b .vscode/x')).toBe('too\nx\n');
    expect(left()).toHaveLength(1);
  });

  test('is another for a call that is allowed something in it', async () => {
    const run = granting(temporaryDirectory());
    await run('echo kept > /tmp/a');
    expect(await run('cat /tmp/a', temporaryDirectory())).toContain('No such file or directory');
    expect(await run('cat /tmp/a')).toBe('kept\n');
  });

  test('is another for a call that is allowed to write to where it is', async () => {
    const workspace = temporaryDirectory();
    const directory = join(workspace, 'tmp');
    mkdirSync(directory);
    vi.stubEnv('TMPDIR', directory);
    const run = granting(workspace, { workspace: 'read-only' });
    await run('echo kept > /tmp/a');
    expect(await run('cat /tmp/a', directory)).toContain('No such file or directory');
    expect(await run('cat /tmp/a')).toBe('kept\n');
  });

  test('is another under another confinement, where what lies in it could be put away', async () => {
    const backend = bubblewrapBackend();
    const [one, other] = [temporaryDirectory(), temporaryDirectory()];
    await runPlan(backend, conversation('mine', one)('echo kept > /tmp/a'));
    const elsewhere = await runPlan(backend, conversation('mine', other)('ls /tmp/a'));
    expect(elsewhere.output).toContain('No such file or directory');
  });

  test('is not where its commands can write to, and could put a link in its place', async () => {
    const backend = bubblewrapBackend();
    const workspace = temporaryDirectory();
    vi.stubEnv('TMPDIR', join(workspace, 'tmp'));
    mkdirSync(join(workspace, 'tmp'));
    const run = async (command: string) => await runPlan(backend, conversation('mine', workspace)(command));
    expect(await run('echo kept > /tmp/a; ls -A tmp')).toMatchObject({ output: '' });
    expect(await run('cat /tmp/a')).toMatchObject({ output: 'kept\n' });
  });

  test('is nowhere, and nothing is started, where its commands can write to all there is', async () => {
    const backend = bubblewrapBackend();
    vi.stubEnv('TMPDIR', place);
    const sandbox = sandboxFor(temporaryDirectory(), { writable: [place, '/tmp', '/var/tmp'] });
    const { run } = await runPlan(backend, planIn('/', 'true', { sandbox }));
    expect(run).toMatchObject({ kind: 'could_not_start' });
    expect(JSON.stringify(run)).toContain(`in each of ${place}, /tmp, /var/tmp; set TMPDIR to a directory`);
  });

  test('is gone with its conversation, and with its host', async () => {
    const backend = bubblewrapBackend();
    const workspace = temporaryDirectory();
    await runPlan(backend, conversation('mine', workspace)('mkdir -p /tmp/a/b'));
    await runPlan(backend, conversation('other', workspace)('true'));
    expect(left()).toHaveLength(2);
    await backend.endConversation('mine');
    expect(left()).toHaveLength(1);
    await backend.close();
    expect(left()).toEqual([]);
  });

  test('of a killed host is removed when its last command has ended', async () => {
    const held = heldProcess();
    const host = await hostRunning('exec 9> leash; echo ready; sleep 600', held.directory);
    expect(left()).toHaveLength(1);
    host.kill('SIGKILL');
    await once(host, 'exit');
    await expect.poll(left).toEqual([]);
  });

  test('that somebody has removed is made again, and nobody misses it at the end', async () => {
    const backend = bubblewrapBackend({ warm: true });
    const workspace = temporaryDirectory();
    for (const text of ['one', 'two']) {
      const { output } = await runPlan(
        backend,
        conversation('mine', workspace)(`[ -e /tmp/x ] || echo ${text}; touch /tmp/x`),
      );
      expect(output).toBe(`${text}\n`);
      for (const name of left()) rmSync(join(place, name), { recursive: true });
    }
    await expect(backend.close()).resolves.toBeUndefined();
  });

  /** Leaves a directory as a host does that has the id of this process, and has begun at another time. */
  function leave(name: string, owner: string | null, ageMs: number): void {
    const directory = join(place, `handrail-private-${name}`);
    mkdirSync(directory);
    if (owner !== null) writeFileSync(join(directory, 'owner'), owner);
    const since = (Date.now() - ageMs) / 1_000;
    utimesSync(directory, since, since);
  }

  const minute = 60_000;

  test('of a host that was killed while nothing ran is removed by the next one', async () => {
    leave('killed', `${process.pid} 1 ${readlinkSync('/proc/self/ns/pid')}`, 0);
    leave('killed-as-it-began', null, 2 * minute);
    leave('killed-as-it-wrote', '', 2 * minute);
    const backend = bubblewrapBackend();
    await runPlan(backend, conversation('mine', temporaryDirectory())('true'));
    await expect.poll(left).toHaveLength(1);
    expect(left()[0]).not.toContain('killed');
  });

  test('that is given up is removed by the next host, wherever its own was, and not while it is in use', async () => {
    for (const name of ['given-up', 'in-use']) leave(name, `${process.pid} 1 pid:[1]`, 0);
    for (const name of left()) writeFileSync(join(place, name, 'over'), '');
    const using = ['-s', join(place, 'handrail-private-in-use'), 'bash', '-c', 'echo ready; read'];
    const user = spawn('flock', using, { stdio: ['pipe', 'pipe', 'inherit'] });
    await once(user.stdout, 'data');
    const backend = bubblewrapBackend();
    await runPlan(backend, conversation('mine', temporaryDirectory())('true'));
    await backend.close();
    expect(left()).toEqual(['handrail-private-in-use']);
    user.stdin.end();
    await once(user, 'exit');
  });

  test('that cannot be marked as given up is removed all the same, and ends no host that looks for such', async () => {
    leave('marked', null, 0);
    mkdirSync(join(place, 'handrail-private-marked', 'over'));
    const backend = bubblewrapBackend();
    await runPlan(backend, conversation('mine', temporaryDirectory())('true'));
    await backend.close();
    expect(left()).toEqual([]);
  });

  test("of a host that begins to make it, or is in a container, is nobody else's to remove", async () => {
    leave('begun', null, 0);
    leave('written', '', minute / 2);
    leave('contained', `${process.pid} 1 pid:[1]`, 2 * minute);
    const backend = bubblewrapBackend();
    await runPlan(backend, conversation('mine', temporaryDirectory())('true'));
    await backend.close();
    expect(left().toSorted()).toEqual(
      ['begun', 'contained', 'written'].map((name) => `handrail-private-${name}`),
    );
  });
});

const hostFile = fileURLToPath(new URL('../fixtures/sandbox-host.mjs', import.meta.url));

/** A host that has run the command up to where it says that it is ready. */
async function hostRunning(command: string, directory: string): Promise<ChildProcess> {
  const host = spawn(process.execPath, [hostFile, command, directory], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: path, TMPDIR: place },
  });
  onTestFinished(() => void host.kill('SIGKILL'));
  for await (const chunk of host.stdout) if (String(chunk).includes('ready')) break;
  return host;
}
