import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, onTestFinished, test } from 'vitest';
import { knownWaits, patienceFor } from '../../src/adapters/mcp/patience.ts';
import { contracts } from '../../src/contracts/contracts.ts';
import { temporaryBash } from '../support/bash.ts';
import { handrail, type Machine, mainFile, temporaryMachine } from '../support/handrail.ts';
import { heldProcess } from '../support/held-process.ts';
import { connect, type Era } from '../support/mcp.ts';
import { connectHttp, initialize, posted, served } from '../support/mcp-http.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const unasked = ['--options', '{"approve":"never"}', '--sandbox', 'off'];

const eras: readonly Era[] = ['legacy', 'auto'];

/** The server as a client starts it, with what it says on standard error; ended with the test. */
function start(machine: Machine, words: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [mainFile, 'mcp', ...words], {
    cwd: machine.directory,
    env: { ...machine.env, ...env },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  return { child, stderr: () => stderr };
}

/** The same over HTTP: where it is, and its token. */
async function startHttp(machine: Machine, words: readonly string[] = [], env: Record<string, string> = {}) {
  const { child, stderr } = start(machine, ['--http', '0', ...words], env);
  await expect.poll(stderr).toMatch(/token.*\n/);
  const [, url = '', note = ''] = /serves MCP on (\S+)\nhandrail: (.*)\n/.exec(stderr()) ?? [];
  return { child, url, note };
}

describe.each(contracts.map(({ name }) => name))('what a client is told of the contract %s', (contract) => {
  test('is short: at most six tools, each description under 2 KB, and nothing of it is lost', async () => {
    const options = contract === 'workspace' ? { profile: allowing } : {};
    const bash = temporaryBash({ contract, options, sandbox: 'off' });
    const workingDirectory = temporaryDirectory();
    const { url } = await served(bash, { workingDirectory });
    const { client } = await connectHttp(url);
    const { tools } = await client.listTools();
    expect(tools.length).toBeLessThanOrEqual(6);
    for (const { description = '' } of tools) expect(Buffer.byteLength(description)).toBeLessThan(2_048);
    const told = [...tools.map(({ description }) => description), client.getInstructions()].join('\n');
    const scope = { workingDirectory, patienceMs: 45_000 };
    const lines = bash.tools.list().flatMap((tool) => tool.description(scope).split('\n'));
    expect(lines.filter((line) => !told.includes(line))).toEqual([]);
  });
});

const allowing = { name: 'any', allow: ['tool:bash:*'], deny: [], default: 'ask' };

describe('a client that waits for a minute at most', () => {
  test.each(
    eras.flatMap((era) => [
      { era, progress: 'none', asked: {} },
      { era, progress: 'asked for', asked: { onprogress: () => {} } },
    ]),
  )(
    'is answered before that, whatever the model asks for ($era, progress: $progress)',
    async ({ era, asked }) => {
      const machine = temporaryMachine();
      const { client } = await connect(machine, { era, words: [...unasked, '--wait-ms', '2000'] });
      const begun = await client.callTool(
        { name: 'bash', arguments: { command: 'echo begun; sleep 600', timeout_ms: 600_000 } },
        asked,
      );
      expect(begun.structuredContent).toMatchObject({ status: 'moved_to_job', job: { state: 'running' } });
      expect(begun.content).toEqual([
        { type: 'text', text: expect.stringMatching(/^begun\n\[still running/) },
      ]);
      const { job } = begun.structuredContent as { job: { id: string } };
      const read = await client.callTool(
        { name: 'bash_output', arguments: { job: job.id, wait_for: 'exit', wait_ms: 600_000 } },
        asked,
      );
      expect(read.structuredContent).toMatchObject({ waited: { met: false }, job: { state: 'running' } });
    },
  );

  test('waits 45 s by default, under the 60 s after which many give up', async () => {
    const { stdout } = await handrail(temporaryMachine(), ['mcp', '--help']);
    expect(stdout).toMatch(/--wait-ms <ms>.*\(default: 45000\)/s);
    expect(patienceFor(knownWaits, { name: 'any', asksForProgress: true })).toBe(45_000);
  });

  test('has a contract without jobs run on: its document says how long', async () => {
    const bash = temporaryBash({ contract: 'plain', sandbox: 'off' });
    const { url } = await served(bash, { workingDirectory: temporaryDirectory(), waitMs: 50 });
    const { client } = await connectHttp(url);
    const result = await client.callTool({ name: 'bash', arguments: { command: 'sleep 0.5; echo over' } });
    expect(result.content).toEqual([{ type: 'text', text: expect.stringContaining('over') }]);
  });
});

describe.each(eras)('the outputs of jobs as resources, to a client of the %s era', (era) => {
  test('are listed and read, whole or in parts, and no others', async () => {
    const bash = temporaryBash({ sandbox: 'off' });
    const { url } = await served(bash, { workingDirectory: temporaryDirectory() });
    const { client } = await connectHttp(url, { era });
    expect((await client.listResources()).resources).toEqual([]);
    expect((await client.listResourceTemplates()).resourceTemplates).toMatchObject([
      { uriTemplate: 'handrail://job/{id}/output{?from_line,lines}' },
    ]);
    const command = 'for n in 1 2 3 4 5; do echo same; done; seq 60000; sleep 600';
    const { structuredContent } = await client.callTool({
      name: 'bash',
      arguments: { command, run_in_background: true },
    });
    const { job } = structuredContent as { job: { id: string } };
    const uri = `handrail://job/${job.id}/output`;
    expect((await client.listResources()).resources).toMatchObject([
      { uri, mimeType: 'text/plain', title: `Job ${job.id} (running): ${command}` },
    ]);
    const read = async (query = '') => {
      const { contents } = await client.readResource({ uri: `${uri}${query}` });
      return contents[0] !== undefined && 'text' in contents[0] ? contents[0].text : '';
    };
    await expect.poll(() => read('?from_line=60005')).toBe('60000\n');
    expect(await read('?from_line=4&lines=4')).toBe('same\nsame\n1\n2\n');
    const whole = await read();
    expect(whole).toMatch(/^(same\n){5}1\n2\n/);
    expect(Buffer.byteLength(whole)).toBeLessThan(257 * 1024);
    const [, next] =
      /left out here: handrail:\/\/job\/\d+\/output\?from_line=(\d+) reads on\]/.exec(whole) ?? [];
    const before = whole.slice(0, whole.indexOf('\n[')).split('\n');
    expect(await read(`?from_line=${next}&lines=1`)).toBe(`${Number(before.at(-1)) + 1}\n`);

    for (const wrong of ['handrail://job/999/output', 'handrail://job', 'file:///etc/hosts', `${uri}/x`])
      await expect(client.readResource({ uri: wrong })).rejects.toThrow(/not found/i);
    await expect(client.readResource({ uri: `${uri}?from_line=0` })).rejects.toThrow(
      'from_line: expected a whole number from 1 on, got "0"',
    );
    await expect(client.readResource({ uri: `${uri}?fromline=4` })).rejects.toThrow(
      `${uri}?fromline=4: expected only the parameters from_line and lines, got "fromline"`,
    );
    const other = await connectHttp(url, { era, headers: { 'handrail-conversation': 'another' } });
    expect((await other.client.listResources()).resources).toEqual([]);
    await expect(other.client.readResource({ uri })).rejects.toThrow(/not found/i);
    const output = await other.client.callTool({ name: 'bash_output', arguments: { job: job.id, lines: 1 } });
    expect(output.content).toEqual([{ type: 'text', text: expect.stringContaining('same') }]);
  });
});

describe('handrail mcp', () => {
  test('answers with a structured form that leaves out what there is nothing to say of', async () => {
    const { client } = await connect(temporaryMachine(), { words: unasked });
    await client.listTools(); // From here on the client holds each result against the schema.
    const { structuredContent } = await client.callTool({
      name: 'bash',
      arguments: { command: 'echo here' },
    });
    expect(structuredContent).toEqual({
      status: 'ok',
      text: 'here',
      call_id: expect.any(String),
      exit_code: 0,
      duration_ms: expect.any(Number),
      total_bytes: 5,
      total_lines: 1,
      confinement: { kind: 'none' },
    });
  });

  test('answers with text alone where the structured form is not wanted', async () => {
    const { client } = await connect(temporaryMachine(), { words: [...unasked, '--no-structured'] });
    expect((await client.listTools()).tools.map(({ outputSchema }) => outputSchema)).toEqual(
      Array.from({ length: 5 }),
    );
    const result = await client.callTool({ name: 'bash', arguments: { command: 'echo here' } });
    expect(result).toEqual({ content: [{ type: 'text', text: 'here' }], isError: false });
  });

  test('says so when a message is too large, and goes on', async () => {
    const { child } = start(temporaryMachine(), unasked);
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const send = (message: object) =>
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    const next = async () => JSON.parse((await lines.next()).value ?? '');
    send(initialize);
    expect(await next()).toMatchObject({ id: 1, result: {} });
    child.stdin.write('{"jsonrpc":"2.0","method":"tools/call","params":{"name":"');
    for (let n = 0; n < 65; n += 1) child.stdin.write(Buffer.alloc(1024 * 1024, 0x78));
    child.stdin.write('"},"id":2}\n');
    expect(await next()).toEqual({
      jsonrpc: '2.0',
      id: 2,
      error: {
        code: -32_600,
        message: 'expected a message of at most 64 MiB; a longer one was left out',
      },
    });
    send({ id: 3, method: 'ping' });
    expect(await next()).toMatchObject({ id: 3, result: {} });
  });

  test('takes no second request of one id while the first is under way', async () => {
    const machine = temporaryMachine();
    const { child } = start(machine, unasked);
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const send = (message: object) =>
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    const call = (id: unknown, command: string) =>
      send({ id, method: 'tools/call', params: { name: 'bash', arguments: { command } } });
    const next = async () => JSON.parse((await lines.next()).value ?? '');
    const refused = (id: unknown) => ({
      jsonrpc: '2.0',
      id: null,
      error: { code: -32_600, message: `expected an id of its own, got ${JSON.stringify(id)} again` },
    });
    const saying = (id: unknown, text: string) => ({ id, result: { content: [{ type: 'text', text }] } });
    send(initialize);
    expect(await next()).toMatchObject({ id: 1, result: {} });
    const until = (name: string) => `until [ -e ${name} ]; do sleep 0.02; done; echo ${name}`;
    call(7, until('first'));
    call(7, 'touch second');
    expect(await next()).toEqual(refused(7));
    call('7', 'touch first; echo other');
    expect([await next(), await next()]).toEqual(
      expect.arrayContaining([expect.objectContaining({ id: 7 }), expect.objectContaining({ id: '7' })]),
    );
    call(7, 'ls');
    expect(await next()).toMatchObject(saying(7, 'first'));
    // What was cancelled is not answered, and its id is free.
    call(8, until('never'));
    send({ method: 'notifications/cancelled', params: { requestId: 8 } });
    call(8, 'echo again');
    expect(await next()).toMatchObject(saying(8, 'again'));
  });

  test('ends when it is asked to, though its client goes on', async () => {
    const { child } = start(temporaryMachine(), unasked);
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...initialize })}\n`);
    await once(child.stdout, 'data');
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  test('ends when its client has sent all, though that reads no answers', async () => {
    const { child } = start(temporaryMachine(), unasked);
    const call = { method: 'tools/call', params: { name: 'bash', arguments: { command: 'seq 5000' } } };
    const calls = Array.from({ length: 100 }, (_, id) => ({ id: id + 2, ...call }));
    for (const message of [initialize, ...calls])
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    const unread = (): number => {
      child.stdout.read(0); // Has what comes kept here, up to a bound: the rest waits in the server.
      return child.stdout.readableLength;
    };
    await expect.poll(unread).toBeGreaterThanOrEqual(16 * 1024);
    child.stdin.end();
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  test('ends what runs, and itself, when its client is killed', async () => {
    const held = heldProcess();
    const machine = { ...temporaryMachine(), directory: held.directory };
    const calls = [
      initialize,
      { method: 'notifications/initialized' },
      { id: 2, method: 'tools/call', params: { name: 'bash', arguments: { command: held.command } } },
    ].map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    const client = `
      const { spawn } = require('node:child_process');
      const server = spawn(process.execPath, ${JSON.stringify([mainFile, 'mcp', ...unasked])});
      server.stdin.write(${JSON.stringify(calls.join(''))});
      console.log(server.pid);
      setInterval(() => {}, 1_000);`;
    const child = spawn(process.execPath, ['-e', client], { cwd: held.directory, env: { ...machine.env } });
    onTestFinished(() => void child.kill('SIGKILL'));
    const [pid] = await once(child.stdout, 'data');
    await expect.poll(() => held.isGone()).toBe(false);
    child.kill('SIGKILL');
    await expect.poll(() => held.isGone()).toBe(true);
    await expect.poll(() => isAlive(Number(pid))).toBe(false);
  });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false; // ESRCH
  }
}

describe('handrail mcp --http', () => {
  test('tells where it is and its token once, serves, and ends when it is asked to', async () => {
    const { child, url, note } = await startHttp(temporaryMachine(), unasked);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
    const [, token] = /^the bearer token, until it ends: ([\w-]{43})$/.exec(note) ?? [];
    const headers = { authorization: `Bearer ${token}` };
    expect((await fetch(url, posted(initialize, headers))).status).toBe(200);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  test.each(eras)('answers the calls that go on when it is asked to end (%s)', async (era) => {
    const machine = temporaryMachine();
    const held = heldProcess();
    const words = [...unasked, '--cwd', held.directory];
    const token = 'of-the-environment-and-long-enough';
    const { child, url } = await startHttp(machine, words, { HANDRAIL_MCP_TOKEN: token });
    const { client } = await connectHttp(url, { era, headers: { authorization: `Bearer ${token}` } });
    const exited = once(child, 'exit');
    // Reported only once it runs.
    const onprogress = (): void => void child.kill('SIGTERM');
    const result = await client.callTool(
      { name: 'bash', arguments: { command: held.command } },
      { onprogress },
    );
    expect(result.structuredContent).toMatchObject({ status: 'cancelled' });
    expect(await exited).toEqual([0, null]);
    held.expectGone();
  });

  test('makes a token where there is none, for its user alone, and takes it the next time', async () => {
    const machine = temporaryMachine();
    const file = join(machine.directory, 'mcp-token');
    const first = await startHttp(machine, ['--token-file', file]);
    expect(first.note).toBe(`made a bearer token, which is in ${file}`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const second = await startHttp(machine, ['--token-file', file]);
    expect(second.note).toBe(`the bearer token is that in ${file}`);
    const headers = { authorization: `Bearer ${readFileSync(file, 'utf8').trim()}` };
    for (const { url } of [first, second])
      expect((await fetch(url, posted(initialize, headers))).status).toBe(200);
  });

  test('makes the directories for it too, for their user alone, and says so', async () => {
    const machine = temporaryMachine();
    const above = join(machine.home, 'not');
    const file = join(above, 'there', 'mcp-token');
    const { note } = await startHttp(machine, ['--token-file', file]);
    expect(note).toBe(`made a bearer token, which is in ${file}, and the directory ${above} with it`);
    for (const made of [above, join(above, 'there')]) expect(statSync(made).mode & 0o777).toBe(0o700);
  });

  test('takes its token from the environment, and passes it on to no command', async () => {
    const token = 'of-the-environment-and-long-enough';
    const words = ['--contract', 'modes', '--options', '{}'];
    const { url, note } = await startHttp(temporaryMachine(), words, { HANDRAIL_MCP_TOKEN: token });
    expect(note).toBe('the bearer token is that of the environment');
    const { client } = await connectHttp(url, { headers: { authorization: `Bearer ${token}` } });
    const result = await client.callTool({ name: 'bash', arguments: { command: 'env' } });
    expect(JSON.stringify(result)).not.toContain(token);
  });

  test('masks its token where a command finds it, in what the model reads and in the record', async () => {
    const machine = temporaryMachine();
    const file = join(machine.directory, 'token');
    const given = 'of-the-environment-and-long-enough';
    const made = await startHttp(machine, [...unasked, '--token-file', file]);
    const set = await startHttp(machine, unasked, { HANDRAIL_MCP_TOKEN: given });
    const found = readFileSync(file, 'utf8').trim();
    for (const [url, token] of [
      [made.url, found],
      [set.url, given],
    ] as const) {
      const { client } = await connectHttp(url, { headers: { authorization: `Bearer ${token}` } });
      const command = `echo 'it is ${token}'`;
      const result = await client.callTool({ name: 'bash', arguments: { command } });
      expect(JSON.stringify(result)).toContain('it is ***');
      expect(JSON.stringify(result)).not.toContain(token);
    }
    const { stdout } = await handrail(machine, ['audit', '--json']);
    expect(stdout).toContain('it is ***');
    for (const token of [found, given]) expect(stdout).not.toContain(token);
  });

  test.each([
    [['--http', 'x'], '--http: expected a whole number from 0 to 65535, got "x"'],
    [['--wait-ms', '5'], '--wait-ms: expected a whole number from 1000 to 86400000, got "5"'],
    [['--token-file', 'x'], '--token-file: expected --http beside it, got none; it is for HTTP alone'],
    [['--http', '0', '--token-file', '.'], '--token-file: expected a file, got ., which is a directory'],
    [
      ['--http', '0', '--token-file', 'open'],
      '--token-file: expected a file that only its user can read, got open, whose mode is 644; chmod 600 it',
    ],
    [
      ['--http', '0', '--token-file', 'open/x'],
      '--token-file: expected a file that can be read, got open/x (ENOTDIR',
    ],
    [
      ['--http', '0', '--token-file', 'round'],
      '--token-file: expected a file that can be read, got round (ELOOP',
    ],
    [
      ['--http', '0', '--token-file', 'nowhere'],
      '--token-file: expected a file that can be read, got nowhere (ENOENT',
    ],
    [
      ['--http', '0', '--token-file', 'short'],
      'short: expected a bearer token of at least 22 characters without spaces, got 1; where there is no file, one is made with a token',
    ],
    [
      ['--http', '0', '--token-file', 'blank'],
      'blank: expected a bearer token of at least 22 characters without spaces, got one with other characters than visible ones of ASCII',
    ],
    [
      ['--http', '0', '--http-host', '192.0.2.1'],
      '--http-host: expected an address of this machine, or 0.0.0.0 for all of them, got "192.0.2.1" (listen EADDRNOTAVAIL',
    ],
    [
      ['--http', '0', '--http-host', 'no.such.invalid'],
      '--http-host: expected an address of this machine, or 0.0.0.0 for all of them, got "no.such.invalid" (getaddrinfo',
    ],
    [
      ['--http', '--allowed-host', 'a.test', '--allowed-host', 'http://b.test'],
      '--allowed-host: expected the name of a host alone, such as box.example, without a scheme or a port, got "http://b.test"',
    ],
    [['--http', '--allowed-host', 'a.test:80'], '--allowed-host: expected the name of a host alone'],
    [['--http', '--allowed-host', ''], '--allowed-host: expected the name of a host alone'],
  ])('says what is wrong with %j', async (words, message) => {
    const machine = temporaryMachine();
    writeFileSync(join(machine.directory, 'open'), 'x', { mode: 0o644 });
    writeFileSync(join(machine.directory, 'short'), 'x', { mode: 0o600 });
    writeFileSync(join(machine.directory, 'blank'), 'x y '.repeat(10), { mode: 0o600 });
    symlinkSync('round', join(machine.directory, 'round'));
    symlinkSync('not there', join(machine.directory, 'nowhere'));
    const { status, stderr } = await handrail(machine, ['mcp', ...words]);
    expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  test('says that a port is taken, and what to give instead', async () => {
    const { child, url } = await startHttp(temporaryMachine());
    const { port } = new URL(url);
    expect(await handrail(temporaryMachine(), ['mcp', '--http', port])).toEqual({
      status: 2,
      stdout: '',
      stderr: `handrail: --http: expected a port that is free, got ${port}, where something listens already (127.0.0.1); give another one, or 0 for any\n`,
    });
    child.kill('SIGTERM');
  });

  test('names the variable whose token is too short', async () => {
    const env = { HANDRAIL_MCP_TOKEN: 'short' };
    const { status, stderr } = await handrail(temporaryMachine(), ['mcp', '--http', '0'], { env });
    expect([status, stderr]).toEqual([
      2,
      'handrail: HANDRAIL_MCP_TOKEN: expected a bearer token of at least 22 characters without spaces, got 5\n',
    ]);
  });
});
