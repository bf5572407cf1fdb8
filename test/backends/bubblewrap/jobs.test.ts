import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { BashResult, JobListResult, JobToolResult } from '../../../src/index.ts';
import { temporaryBash } from '../../support/bash.ts';
import { lacksBubblewrap } from '../../support/bubblewrap.ts';
import { heldProcess } from '../../support/held-process.ts';
import { temporaryDirectory } from '../../support/temporary.ts';

type AnyResult = BashResult & JobToolResult & JobListResult;

let place = '';

beforeEach(() => {
  place = temporaryDirectory();
  vi.stubEnv('TMPDIR', place);
});
afterEach(() => void vi.unstubAllEnvs());

/** What is private to conversations on this machine. */
function privates(): readonly string[] {
  return readdirSync(place).filter((name) => name.startsWith('handrail-private-'));
}

/** A bash whose commands are confined, and one conversation with it. */
function conversation(
  workingDirectory = temporaryDirectory(),
  stateDir = join(temporaryDirectory(), 'state'),
) {
  const bash = temporaryBash<unknown, AnyResult>({ contract: 'default', sandbox: 'workspace', stateDir });
  const context = { conversationId: 'c', workingDirectory };
  const call = async (tool: string, input: unknown): Promise<AnyResult> =>
    (await bash.call(tool, input, context)).result;
  return { bash, call, workingDirectory, stateDir };
}

const confinement = { kind: 'sandbox', level: 'workspace', network: 'none', problem: null };

/** Fails, and says so, unless it is confined. */
const attempt = 'echo x > .bashrc';

/** A server that writes into a file at which port it is. */
const server = (file = 'port') => `${JSON.stringify(process.execPath)} -e '
  const server = require("net").createServer((socket) => socket.end("here"));
  server.listen(0, "127.0.0.1", () => require("fs").writeFileSync("${file}", String(server.address().port)));'`;

const untilGo = 'exec 9<> <(:); until [ -e go ]; do read -t 0.02 -u 9; done';

describe.skipIf(lacksBubblewrap)('a job in a sandbox', () => {
  test('goes on confined after its call and after its host, with what is private to it, until it ends', async () => {
    const { bash, call, workingDirectory, stateDir } = conversation();
    const command = `echo kept > /tmp/a; ${untilGo}; cat /tmp/a; ${attempt}; exit 4`;
    const started = await call('bash', { command, run_in_background: true });
    expect(started).toMatchObject({ status: 'moved_to_job', confinement, job: { state: 'running' } });
    await bash.close();
    expect(privates()).toHaveLength(1);
    writeFileSync(join(workingDirectory, 'go'), '');
    const next = conversation(workingDirectory, stateDir);
    const read = await next.call('bash_output', { job: started.job?.id, wait_ms: 30_000 });
    expect(read.job).toMatchObject({ state: 'ended', exit_code: 4 });
    expect(read.text).toMatch(/^kept\n.*\.bashrc: Is a directory\n/);
    await expect.poll(privates).toEqual([]);
    await expect.poll(() => readdirSync(workingDirectory)).toEqual(['go']);
  });

  test('is what a command becomes at its time limit, and is ended with all of its processes', async () => {
    const held = heldProcess();
    const { call } = conversation(held.directory);
    const command = `(exec 9> leash; setsid env -i sleep 600 > /dev/null 2>&1 &); echo ready; sleep 600`;
    const moved = await call('bash', { command, timeout_ms: 1_500 });
    expect(moved).toMatchObject({ status: 'moved_to_job', confinement });
    expect(held.isGone()).toBe(false);
    const stopped = await call('bash_stop', { job: moved.job?.id });
    expect(stopped.job).toMatchObject({ state: 'ended' });
    await expect.poll(() => held.isGone()).toBe(true);
  });

  test('is what a command leaves running', async () => {
    const { call, workingDirectory } = conversation();
    const left = await call('bash', { command: `(${untilGo}; ${attempt}; echo over > end) & echo begun` });
    expect(left).toMatchObject({ status: 'ok', confinement, job: { state: 'running' } });
    writeFileSync(join(workingDirectory, 'go'), '');
    const read = await call('bash_output', { job: left.job?.id, wait_ms: 30_000 });
    expect(read.job).toMatchObject({ state: 'ended' });
    expect(readdirSync(workingDirectory)).toContain('end');
    expect(read.text).toContain('.bashrc: Is a directory');
  });

  test('can be typed into, on a terminal too', async () => {
    const { call } = conversation();
    const command = 'read -r line; echo "got $line"; [ -t 0 ] && echo on a terminal';
    const started = await call('bash', { command, run_in_background: true, pty: true });
    await call('bash_input', { job: started.job?.id, text: 'hello', keys: ['Enter'] });
    const read = await call('bash_output', { job: started.job?.id, wait_ms: 30_000 });
    expect(read.text).toContain('got hello');
    expect(read.text).toContain('on a terminal');
  });
});

describe.skipIf(lacksBubblewrap)('calls of a conversation', () => {
  test('reach the server that its first job has started, in its own way and in a session', async () => {
    const { bash, call, workingDirectory } = conversation();
    const { job } = await call('bash', { command: server(), run_in_background: true });
    await expect.poll(() => readdirSync(workingDirectory)).toContain('port');
    const ask = 'exec 3<> "/dev/tcp/127.0.0.1/$(< port)" && cat <&3';
    expect(await call('bash', { command: ask })).toMatchObject({ status: 'ok', text: 'here' });
    expect(await call('bash', { command: ask, session: 's' })).toMatchObject({ status: 'ok', text: 'here' });
    const other = { conversationId: 'another', workingDirectory };
    const refused = (await bash.call('bash', { command: ask }, other)).result;
    expect(refused).toMatchObject({ status: 'failed', text: expect.stringContaining('Connection refused') });
    await call('bash_stop', { job: job?.id });
  });

  test('wait for the port of a server in their network, and for none of this machine', async () => {
    const { call, workingDirectory } = conversation();
    const { job } = await call('bash', {
      command: `${server()} & ${server('other')}`,
      run_in_background: true,
    });
    await expect.poll(() => readdirSync(workingDirectory)).toEqual(expect.arrayContaining(['other', 'port']));
    const ports = ['port', 'other'].map((name) => Number(readFileSync(join(workingDirectory, name), 'utf8')));
    for (const port of ports) {
      const open = await call('bash_output', { job: job?.id, wait_for: { port }, wait_ms: 30_000 });
      expect(open.waited?.met, open.text).toBe(true);
    }
    const outside = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void outside.close());
    await once(outside, 'listening');
    const { port } = outside.address() as AddressInfo; // what listens on a port has one
    const shut = await call('bash_output', { job: job?.id, wait_for: { port }, wait_ms: 300 });
    expect(shut.waited?.met, shut.text).toBe(false);
    await call('bash_stop', { job: job?.id });
  });

  test('wait for the port of what a command has left running', async () => {
    const { call, workingDirectory } = conversation();
    const { job } = await call('bash', { command: `${server()} &` });
    await expect.poll(() => readdirSync(workingDirectory)).toContain('port');
    const port = Number(readFileSync(join(workingDirectory, 'port'), 'utf8'));
    const open = await call('bash_output', { job: job?.id, wait_for: { port }, wait_ms: 30_000 });
    expect(open.waited?.met, open.text).toBe(true);
    await call('bash_stop', { job: job?.id });
  });

  test('are confined in its sessions, and on terminals', async () => {
    const { call } = conversation();
    const first = await call('bash', { command: 'a=1; echo kept > /tmp/a', session: 's' });
    expect(first).toMatchObject({ status: 'ok', confinement });
    const second = await call('bash', { command: `echo "$a"; cat /tmp/a; ${attempt}`, session: 's' });
    expect(second).toMatchObject({ status: 'failed', confinement, session: { is_new: false } });
    expect(second.text).toMatch(/^1\nkept\n.*Is a directory\n/);
    const onTerminal = await call('bash', { command: `[ -t 1 ] && cat /tmp/a && ${attempt}`, pty: true });
    expect(onTerminal).toMatchObject({ status: 'failed', confinement });
    expect(onTerminal.text).toMatch(/^kept\n.*Is a directory/);
  });
});
