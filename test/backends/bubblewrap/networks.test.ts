import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readlinkSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createNetworks, type Network } from '../../../src/backends/bubblewrap/bases/networks.ts';
import { findExecutable } from '../../../src/backends/local/find-executable.ts';
import { listedChildren } from '../../../src/backends/local/processes/process-table.ts';
import { lacksBubblewrap } from '../../support/bubblewrap.ts';
import { path } from '../../support/local-backend.ts';

/** The id of a process in a network of its own, until the test is over. */
async function processApart(): Promise<number> {
  const words = ['--unshare-user', '--unshare-net', '--die-with-parent', '--dev-bind', '/', '/'];
  const child = spawn(findExecutable('bwrap', path) ?? '', [...words, 'sh', '-c', 'echo; read end'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(async () => {
    child.stdin.end();
    await once(child, 'exit');
  });
  await once(child.stdout, 'data');
  const [pid] = listedChildren(child.pid ?? 0);
  if (pid === undefined) throw new Error('expected a process below bubblewrap');
  return pid;
}

/** Makes one that is to be made, and tells its path; that of any other. */
function pathOf(network: Network, pid: number): string | null {
  return network.kind === 'new' ? network.madeWith(pid) : network.path;
}

function networkAt(file: string | null): string | null {
  try {
    return readlinkSync(file ?? '');
  } catch {
    return null;
  }
}

describe.skipIf(lacksBubblewrap)('the network of a conversation', () => {
  test('is made by who asks for it first, and others have that one once it is', async () => {
    const networks = createNetworks();
    const pid = await processApart();
    const first = await networks.take('a key');
    const others = [networks.take('a key'), networks.take('a key')];
    const kinds: string[] = [];
    for (const other of others) void other.then(({ kind }) => kinds.push(kind));
    const different = await networks.take('another key');
    expect([first.kind, different.kind, kinds]).toEqual(['new', 'new', []]);
    const made = pathOf(first, pid);
    expect(networkAt(made)).toBe(networkAt(`/proc/${pid}/ns/net`));
    expect((await Promise.all(others)).map((other) => pathOf(other, 0))).toEqual([made, made]);
    for (const taken of [first, ...(await Promise.all(others)), different]) taken.release();
  });

  test('is made by the next where the first has not', async () => {
    const networks = createNetworks();
    const pid = await processApart();
    const first = await networks.take('a key');
    const [second, third] = [networks.take('a key'), networks.take('a key')];
    first.release();
    const next = await second;
    expect(next.kind).toBe('new');
    const made = pathOf(next, pid);
    expect(await third).toMatchObject({ kind: 'made', path: made });
    for (const taken of [next, await third]) taken.release();
    expect(networkAt(made)).toBeNull();
  });

  test('is there until the last who has it lets go of it, each once', async () => {
    const networks = createNetworks();
    const pid = await processApart();
    const first = await networks.take('a key');
    const made = pathOf(first, pid);
    const second = await networks.take('a key');
    first.release();
    first.release();
    expect(networkAt(made)).toMatch(/^net:/);
    second.release();
    expect(networkAt(made)).toBeNull();
    const again = await networks.take('a key');
    expect(again.kind).toBe('new');
    again.release();
  });

  test('is none that is not apart from that of this machine', async () => {
    const networks = createNetworks();
    const child = spawn('sh', ['-c', 'read end'], { stdio: ['pipe', 'ignore', 'inherit'] });
    onTestFinished(() => void child.stdin.end());
    const pid = child.pid ?? 0;
    const taken = await networks.take('a key');
    expect(pathOf(taken, pid)).toBeNull();
    child.stdin.end();
    await once(child, 'exit');
    expect(pathOf(taken, pid)).toBeNull(); // It is there no more.
    expect(pathOf(taken, await processApart())).not.toBeNull();
    taken.release();
  });
});
