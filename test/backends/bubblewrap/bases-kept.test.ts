import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readlinkSync, rmdirSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { BaseSpec } from '../../../src/backends/bubblewrap/bases/base.ts';
import { createBases } from '../../../src/backends/bubblewrap/bases/bases.ts';
import { findEntering } from '../../../src/backends/bubblewrap/bases/enter-words.ts';
import { createNetworks } from '../../../src/backends/bubblewrap/bases/networks.ts';
import { identitiesOf } from '../../../src/backends/bubblewrap/layout/identities.ts';
import { findExecutable } from '../../../src/backends/local/find-executable.ts';
import { createPipePool, type Pipe } from '../../../src/backends/local/streams/pipes.ts';
import { bubblewrapBackend, lacksBubblewrap, sandboxFor } from '../../support/bubblewrap.ts';
import { isAlive } from '../../support/is-alive.ts';
import { path, planIn, runPlan } from '../../support/local-backend.ts';
import { temporaryDirectory } from '../../support/temporary.ts';

const find = (name: string) => findExecutable(name, path) ?? '';

/** Is in a base, of which it tells by a file of its id, and ends with the lifeline. */
const resident =
  'cd "$1" && : > $$ && exec 5<&1 > /dev/null && echo "${@: -1}$$" >&3 && exec 3>&- && read -r -u 5';

const system = ['/usr', '/bin', '/lib', '/lib64'].flatMap((place) => ['--ro-bind-try', place, place]);

/** Bases that are closed when the test is over, and who is in those that are there. */
function basesIn({ stays = true } = {}) {
  const directory = temporaryDirectory();
  const pool = createPipePool({ bash: find('bash'), mkfifo: find('mkfifo') });
  const taken: Pipe[] = [];
  const take = async () => {
    const pipe = await pool.take();
    taken.push(pipe);
    return pipe;
  };
  const parts = { perl: find('perl'), pool: { ...pool, take } };
  const networks = createNetworks();
  const setns = findEntering(path, process.arch)?.setns ?? 0;
  const bases = createBases({ ...parts, networks, setns, stays });
  onTestFinished(async () => {
    await bases.close();
    await pool.close();
  });
  const shown = ['--bind', directory, directory, '--dev', '/dev'];
  const specOf = (given: Partial<BaseSpec> = {}): BaseSpec => ({
    conversationId: 'a conversation',
    putAway: async () => {},
    keeperWords: (within) => within,
    words: ({ hasNewNetwork }) => [
      ...[find('bwrap'), ...system, ...shown, ...(hasNewNetwork ? ['--unshare-net'] : [])],
      ...[find('bash'), '-c', resident, 'resident', directory],
    ],
    ...{
      key: '',
      mountPoints: [directory],
      shown: [directory],
      stubs: [],
      standing: '',
      networkKey: null,
      home: '',
    },
    ...given,
  });
  /** The ids of those who are in a base. */
  const now = (): readonly number[] => {
    const ids = readdirSync(directory).map(Number);
    return ids.filter((pid) => pid > 0 && isAlive(pid));
  };
  return {
    ...{ bases, directory, specOf },
    take: (given?: Partial<BaseSpec>) => bases.take(specOf(given)),
    now,
    /** The same when what has been let go of is over. */
    async there(): Promise<readonly number[]> {
      await bases.drop(() => false);
      return now();
    },
    /** How many pipes were taken, and which of them are still open. */
    pipes() {
      const names = taken.map(({ fileId }) => `pipe:[${fileId.split(':')[1]}]`);
      return { taken: names.length, open: names.filter((name) => openFiles().includes(name)) };
    },
  };
}

/** What a descriptor of this process leads to. */
function linkOf(name: string): string | null {
  try {
    return readlinkSync(name);
  } catch {
    return null; // It is closed.
  }
}

const isNamespace = (name: string) => linkOf(name)?.startsWith('mnt:') === true;

const openFiles = () => readdirSync('/proc/self/fd').map((fd) => linkOf(`/proc/self/fd/${fd}`));

/** Milliseconds that a base stays after its last command; as long as its shells wait; less where stubs are in the way. */
const idleMs = 60_000;
const standingInIdleMs = 10_000;

describe.skipIf(lacksBubblewrap)('a base', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('is the same for sandboxes that are alike', async () => {
    const { take, there } = basesIn();
    const [one, other] = await Promise.all([take(), take({ conversationId: 'another' })]);
    expect(other.namespaces).toEqual(one.namespaces);
    expect(await there()).toHaveLength(1);
  });

  test('is another one for those that are not', async () => {
    const { take, there } = basesIn();
    await take();
    await take({ key: 'another' });
    expect(await there()).toHaveLength(2);
  });

  test('is another one when something else has come in the place of what stands in', async () => {
    const { directory, take, there } = basesIn();
    const stub = join(directory, 'stub');
    const standing = () => identitiesOf([stub]);
    mkdirSync(stub);
    const one = await take({ stubs: [stub], standing: standing() });
    const again = await take({ stubs: [stub], standing: standing() });
    expect(again.key).toBe(one.key);
    rmdirSync(stub);
    mkdirSync(stub);
    const other = await take({ stubs: [stub], standing: standing() });
    expect(other.key).not.toBe(one.key);
    await one.release();
    await again.release();
    expect(await there()).toHaveLength(1);
  });

  test.each([
    ['a minute', 'nothing stands in for files', [], idleMs],
    ['ten seconds', 'something does', ['/nonexistent/stub'], standingInIdleMs],
  ] as const)('stays for %s after its last command where %s', async (_time, _where, stubs, ms) => {
    const { take, there } = basesIn();
    const { release } = await take({ stubs });
    await vi.advanceTimersByTimeAsync(2 * idleMs);
    expect(await there()).toHaveLength(1); // in use
    await release();
    await vi.advanceTimersByTimeAsync(ms - 1);
    expect(await there()).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    await expect.poll(there).toEqual([]);
  });

  test('has its whole time again when it was used', async () => {
    const { take, there } = basesIn();
    await (await take()).release();
    await vi.advanceTimersByTimeAsync(idleMs - 1);
    const { release } = await take();
    await vi.advanceTimersByTimeAsync(idleMs);
    expect(await there()).toHaveLength(1);
    await release();
    await vi.advanceTimersByTimeAsync(idleMs - 1);
    expect(await there()).toHaveLength(1);
  });

  test('has its time from when the last of several was done with it', async () => {
    const { take, there } = basesIn();
    const [one, other] = await Promise.all([take(), take()]);
    await one.release();
    await vi.advanceTimersByTimeAsync(idleMs - 1);
    await other.release();
    await vi.advanceTimersByTimeAsync(idleMs - 1);
    expect(await there()).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await there()).toEqual([]);
  });

  test('goes with the last sandbox in it when its time is up by then', async () => {
    const { take, there } = basesIn();
    const { hold, release } = await take();
    const sandboxes = [hold(), hold()];
    await release();
    await vi.advanceTimersByTimeAsync(idleMs);
    sandboxes[0]?.release();
    await vi.advanceTimersByTimeAsync(idleMs);
    expect(await there()).toHaveLength(1);
    sandboxes[1]?.release();
    await expect.poll(there).toEqual([]);
  });

  test('stays when a sandbox in it is over before its time is up', async () => {
    const { take, there } = basesIn();
    const { hold, release } = await take();
    const sandbox = hold();
    await release();
    sandbox.release();
    await vi.advanceTimersByTimeAsync(idleMs - 1);
    expect(await there()).toHaveLength(1);
  });

  test('has a time again when somebody takes it whose time was up', async () => {
    const { take, there } = basesIn();
    const first = await take();
    const sandbox = first.hold();
    await first.release();
    await vi.advanceTimersByTimeAsync(idleMs);
    const second = await take();
    sandbox.release();
    await second.release();
    await vi.advanceTimersByTimeAsync(idleMs - 1);
    expect(await there()).toHaveLength(1);
  });

  test('that is not to stay goes with the last who has taken it', async () => {
    const { now, take, there } = basesIn({ stays: false });
    const [one, other] = await Promise.all([take(), take()]);
    await one.release();
    expect(await there()).toHaveLength(1);
    await other.release();
    expect(now()).toEqual([]);
  });

  test('that is not to stay is there for a sandbox after it was released', async () => {
    const { take, there } = basesIn({ stays: false });
    const { hold, release } = await take();
    const sandbox = hold();
    await release();
    expect(await there()).toHaveLength(1);
    sandbox.release();
    await expect.poll(there).toEqual([]);
  });

  test('is put away with those that are such', async () => {
    const { bases, take, there } = basesIn();
    const stubs = ['/nonexistent/stub'];
    await (await take()).release();
    const others = await there();
    await (await take({ stubs, key: 'such' })).release();
    expect(await there()).toHaveLength(2);
    expect(await bases.drop((base) => base.stubs.length > 1)).toBe(false);
    expect(await bases.drop((base) => base.stubs.length > 0)).toBe(true);
    expect(await there()).toEqual(others);
  });

  test('does not keep this process from ending where it goes on for a sandbox in it', async () => {
    const { bases, take } = basesIn();
    const { hold, release } = await take();
    const sandbox = hold();
    await release();
    await bases.close();
    expect(process.getActiveResourcesInfo().filter((kind) => kind === 'ProcessWrap')).toEqual([]);
    sandbox.release();
  });

  test('is not put away as long as somebody has taken it or a sandbox is in it', async () => {
    const { bases, take, there } = basesIn();
    const users = await Promise.all([take(), take()]);
    const sandbox = users[0].hold();
    const isThereAfterDrop = async () => {
      await bases.drop(() => true);
      return (await there()).length === 1;
    };
    await users[0].release();
    expect(await isThereAfterDrop()).toBe(true);
    await users[1].release();
    expect(await isThereAfterDrop()).toBe(true);
    sandbox.release();
    expect(await isThereAfterDrop()).toBe(false);
  });

  test('ends with its conversation, and no other one does', async () => {
    const { bases, take, there } = basesIn();
    await (await take({ conversationId: 'another', key: 'another' })).release();
    const other = await there();
    await (await take()).release();
    await bases.endConversation('a conversation');
    expect(await there()).toEqual(other);
  });

  test('takes no sandbox any more when it was put away, and can be entered by whoever was about to', async () => {
    const { bases, take } = basesIn();
    const { namespaces, hold, release } = await take();
    const sandbox = hold();
    await bases.endConversation('a conversation');
    expect(hold).toThrow('put away meanwhile; run it again');
    sandbox.release();
    expect(namespaces.map(isNamespace)).toEqual([true]);
    await release();
    expect(namespaces.map(isNamespace)).toEqual([false]);
  });

  test('is there for a sandbox that holds it, also when it was put away', async () => {
    const { bases, take, there } = basesIn();
    const { hold } = await take();
    const sandbox = spawn(find('bash'), ['-c', 'read -r'], { stdio: ['pipe', hold().fd, 'ignore'] });
    onTestFinished(() => void sandbox.stdin?.end());
    await bases.close();
    expect(await there()).toHaveLength(1);
    sandbox.stdin?.end();
    await expect.poll(there).toEqual([]);
  });

  test('is waited for when all are closed, also one whose time was up just before', async () => {
    const { bases, now, take } = basesIn();
    await (await take()).release();
    vi.advanceTimersByTime(idleMs);
    await bases.close();
    expect(now()).toEqual([]);
  });

  test.each([
    ['when it is over', {}],
    ['when what was to make it cannot be started', { words: () => ['/nonexistent'] }],
    ['when it does not show what it should', { mountPoints: ['/nonexistent'] }],
  ])('leaves nothing open %s', async (_, given) => {
    const { bases, pipes, take } = basesIn();
    const made = await take(given).catch(() => null);
    await made?.release();
    await bases.close();
    expect(made?.namespaces.filter(isNamespace) ?? []).toEqual([]);
    expect(pipes()).toEqual({ taken: expect.any(Number), open: [] });
    expect(pipes().taken).toBeGreaterThan(0);
  });

  test('has a network to be entered where it has one of its own', async () => {
    const { take } = basesIn();
    expect((await take()).namespaces.map(linkOf)).toEqual([expect.stringMatching(/^mnt:/)]);
    const other = await take({ networkKey: 'a key', key: 'other' });
    expect(other.namespaces.map(linkOf)).toEqual([
      expect.stringMatching(/^net:/),
      expect.stringMatching(/^mnt:/),
    ]);
  });

  test('is made anew when it has ended by itself', async () => {
    const { take, there } = basesIn();
    const { hold, release } = await take();
    const old = await there();
    writeSync(hold().fd, '\n');
    await expect.poll(there).toEqual([]);
    await release();
    await take();
    expect(await there()).toHaveLength(1);
    expect(await there()).not.toEqual(old);
  });

  test('that could not be made is made by the next one who wants it', async () => {
    const { directory, specOf, take, there } = basesIn();
    const only = [find('bash'), '-c', '[ -e "$0/ready" ] && exec "$@"', directory];
    const words: BaseSpec['words'] = (made) => [...only, ...specOf().words(made)];
    await expect(take({ words })).rejects.toThrow('could not be made');
    writeFileSync(join(directory, 'ready'), '');
    await take({ words });
    expect(await there()).toHaveLength(1);
  });

  test('that does not show all that it should is put away', async () => {
    const { take, there } = basesIn();
    await expect(take({ mountPoints: ['/nonexistent'] })).rejects.toThrow('could not be made');
    expect(await there()).toEqual([]);
    await take();
    expect(await there()).toHaveLength(1);
  });
});

describe.skipIf(lacksBubblewrap)('what a conversation has its commands run in', () => {
  test('is made anew where what stands in for a file was taken away', async () => {
    const workspace = temporaryDirectory();
    const backend = bubblewrapBackend({ warm: true });
    const run = async (command: string) => {
      const plan = planIn(workspace, command, { sandbox: sandboxFor(workspace), streams: 'combined' });
      return (await runPlan(backend, plan)).output;
    };
    expect(await run('echo one')).toBe('one\n');
    rmdirSync(join(workspace, '.envrc'));
    expect(await run('echo two > .envrc')).toContain('.envrc: Is a directory');
  });
});
