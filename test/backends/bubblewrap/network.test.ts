import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { findExecutable } from '../../../src/backends/local/find-executable.ts';
import type { Run } from '../../../src/model/exit.ts';
import { bubblewrapBackend, lacksBubblewrap, sandboxFor } from '../../support/bubblewrap.ts';
import { heldProcess } from '../../support/held-process.ts';
import { path, planIn, runPlan } from '../../support/local-backend.ts';
import { temporaryDirectory } from '../../support/temporary.ts';

const hostFile = fileURLToPath(new URL('../fixtures/sandbox-host.mjs', import.meta.url));

/** Runs a command that may reach these hosts; its output, standard error with it. */
async function reaching(
  hosts: readonly string[],
  command: string,
  workspace = temporaryDirectory(),
  backend = bubblewrapBackend(),
) {
  const sandbox = sandboxFor(workspace, { network: { hosts } });
  const env = { PATH: path, HOME: '/tmp' };
  const plan = planIn(workspace, command, { sandbox, streams: 'combined', env });
  return await runPlan(backend, plan);
}

/** A server of the host, by its port. */
async function served(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // what listens on a port has one
  return port;
}

const greeting: RequestListener = (request, response) => void response.end(`hello ${request.url}\n`);

/** The files of a directory. */
function filesOf(directory: string): RequestListener {
  return (request, response) => {
    try {
      response.end(readFileSync(join(directory, new URL(request.url ?? '', 'http://x').pathname)));
    } catch {
      response.writeHead(404).end(); // There is no such file.
    }
  };
}

/** Programs that are not everywhere; with `CI` set they have to be. */
function lacks(program: string): boolean {
  return lacksBubblewrap || (!process.env.CI && findExecutable(program, path) === null);
}

describe.skipIf(lacksBubblewrap)('in a sandbox that may reach some hosts', () => {
  test.skipIf(lacks('curl'))('curl reaches those that are listed, by URL and by tunnel', async () => {
    const port = await served(greeting);
    const url = `http://127.0.0.1:${port}`;
    const command = `curl -sS ${url}/plain; curl -sS --proxytunnel ${url}/tunnel; HTTP_PROXY= http_proxy= curl -sS ${url}/all`;
    const { run, output } = await reaching([`127.0.0.1:${port}`], command);
    expect(output).toBe('hello /plain\nhello /tunnel\nhello /all\n');
    expect(run).not.toHaveProperty('deniedHosts');
  });

  test.skipIf(lacks('curl'))('this machine is reached by its name if that is listed', async () => {
    const port = await served(greeting);
    const command = `curl -sS http://localhost:${port}/name`;
    expect((await reaching([`localhost:${port}`], command)).output).toBe('hello /name\n');
    expect((await reaching([`127.0.0.1:${port}`], command)).output).toContain('Failed to connect');
  });

  test.skipIf(lacks('curl'))('others are denied, and told with the run by name', async () => {
    const port = await served(greeting);
    const command = `curl -sS http://Evil.example/; curl -sS https://evil.example/; curl -sS http://127.0.0.1:${port}/`;
    const { run, output } = await reaching([`127.0.0.1:1`], command);
    expect(output).toContain(
      'handrail: evil.example:80 is not among the hosts that this command may reach\n',
    );
    expect(output).toContain('CONNECT tunnel failed, response 403');
    const notListed = { because: 'not-listed' } as const;
    expect(run).toMatchObject({
      kind: 'ended',
      deniedHosts: {
        hosts: [
          { ...notListed, host: 'evil.example', port: 80, rule: 'evil.example:80' },
          { ...notListed, host: 'evil.example', port: 443, rule: 'evil.example:443' },
          { ...notListed, host: '127.0.0.1', port, rule: `127.0.0.1:${port}` },
        ],
        more: 0,
      },
    });
  });

  test('there is no way but the proxy', async () => {
    const port = await served(greeting);
    const tcp = `(exec 3<> /dev/tcp/127.0.0.1/${port}) 2>&1 | grep -q refused && echo refused`;
    const names = 'getent hosts example.com || echo none';
    const interfaces = 'tail -n +3 /proc/net/dev | cut -d: -f1';
    const { output } = await reaching([`127.0.0.1:${port}`], `${tcp}; ${names}; ${interfaces}`);
    expect(output).toMatch(/^refused\nnone\n *lo\n$/);
  });

  test('servers of its own are reached without the proxy', async () => {
    const { output } = await reaching(['example.com'], 'echo "$no_proxy"; echo "$NO_PROXY"');
    expect(output).toBe('localhost,127.0.0.1,::1,0.0.0.0,::\n'.repeat(2));
    // What is listed is one of the host.
    const listed = await reaching(['app.localhost:1', '0.0.0.0:1'], 'echo "$no_proxy"');
    expect(listed.output).toBe('127.0.0.1,::1,::\n');
  });

  test('those that do not know the variables are told of the proxy in their own, beside what they were told', async () => {
    const command =
      'port=${http_proxy##*:}; for name in MAVEN_OPTS GRADLE_OPTS YARN_HTTP_PROXY YARN_HTTPS_PROXY; do echo "${!name//$port/port}"; done';
    const workspace = temporaryDirectory();
    const sandbox = sandboxFor(workspace, { network: { hosts: ['example.com'] } });
    const env = { PATH: path, MAVEN_OPTS: '-Xmx1g', GRADLE_OPTS: '' };
    const plan = planIn(workspace, command, { sandbox, env, streams: 'combined' });
    const java = ['http', 'https']
      .map((kind) => `-D${kind}.proxyHost=127.0.0.1 -D${kind}.proxyPort=port`)
      .join(' ');
    const yarn = 'http://127.0.0.1:port';
    const { output } = await runPlan(bubblewrapBackend(), plan);
    expect(output.split('\n')).toEqual([`-Xmx1g ${java}`, java, yarn, yarn, '']);
  });

  test('nothing of the way to the host is left for the command', async () => {
    const command =
      'for fd in {3..50}; do [ -e /proc/$$/fd/$fd ] && echo "$fd"; done; env | grep ^NODE_; ls /proc/1/fd; cat /proc/[0-9]*/comm | grep perl';
    const { output } = await reaching(['example.com'], command);
    expect(output).toBe('NODE_USE_ENV_PROXY=1\n');
  });

  test('each of several at once has its own hosts, and is told of its own', async () => {
    const port = await served(greeting);
    const workspace = temporaryDirectory();
    const backend = bubblewrapBackend();
    const runs = Array.from({ length: 6 }, async (_, n) => {
      const sandbox = sandboxFor(workspace, {
        network: { hosts: [n % 2 ? `127.0.0.1:${port}` : '127.0.0.1:1'] },
      });
      const command = `curl -sS http://127.0.0.1:${port}/${n}; curl -s http://${n}.example.org/ > /dev/null`;
      const plan = planIn(workspace, command, { sandbox, streams: 'combined' });
      const { run, output } = await runPlan(backend, plan);
      return { output: output.split('\n')[0], denied: deniedOf(run) };
    });
    const all = await Promise.all(runs);
    for (const [n, { output, denied }] of all.entries()) {
      expect(output).toBe(
        n % 2
          ? `hello /${n}`
          : `handrail: 127.0.0.1:${port} is not among the hosts that this command may reach`,
      );
      expect(denied).toEqual(n % 2 ? [`${n}.example.org`] : ['127.0.0.1', `${n}.example.org`]);
    }
  });

  test('what cannot be read as a host starts nothing', async () => {
    const { run, output } = await reaching(['https://example.com'], 'echo started');
    expect(run).toMatchObject({ kind: 'could_not_start', problem: { code: 'sandbox-unavailable' } });
    expect(run.kind === 'could_not_start' && run.problem.message).toContain(
      '"https://example.com" is no host',
    );
    expect(output).toBe('');
  });
});

/** A repository that is served as files, and a clone of it is what is asked for. */
function bareRepository(): string {
  const directory = temporaryDirectory();
  const git = (...words: string[]) => execFileSync('git', words, { cwd: directory, stdio: 'pipe' });
  git('init', '-q', 'work');
  const identity = ['-c', 'user.name=a', '-c', 'user.email=a@example.com'];
  git('-C', 'work', ...identity, 'commit', '-q', '--allow-empty', '-m', 'first');
  git('clone', '-q', '--bare', 'work', 'bare.git');
  git('-C', 'bare.git', 'update-server-info');
  return directory;
}

/** A registry of one package. */
function registry(directory: string): RequestListener {
  mkdirSync(join(directory, 'package'));
  writeFileSync(join(directory, 'package/package.json'), '{"name":"tiny","version":"1.0.0"}');
  execFileSync('tar', ['-czf', 'tiny.tgz', 'package'], { cwd: directory });
  return (request, response) => {
    if (request.url === '/tiny.tgz') return void response.end(readFileSync(join(directory, 'tiny.tgz')));
    const tarball = `http://${request.headers.host}/tiny.tgz`;
    const version = { name: 'tiny', version: '1.0.0', dist: { tarball } };
    const answer = { name: 'tiny', 'dist-tags': { latest: '1.0.0' }, versions: { '1.0.0': version } };
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(answer));
  };
}

describe.skipIf(lacksBubblewrap)('programs know their proxy:', () => {
  test.skipIf(lacks('git'))('git', async () => {
    const port = await served(filesOf(bareRepository()));
    const workspace = temporaryDirectory();
    const command = `git clone -q http://127.0.0.1:${port}/bare.git copy && git -C copy log --format=%s`;
    expect((await reaching([`127.0.0.1:${port}`], command, workspace)).output).toBe('first\n');
    const denied = await reaching(
      ['127.0.0.1:1'],
      `git clone -q http://127.0.0.1:${port}/bare.git other`,
      workspace,
    );
    expect(denied.output).toContain('403');
    expect(denied.run).toMatchObject({ deniedHosts: { hosts: [{ port, because: 'not-listed' }] } });
  });

  test.skipIf(lacks('npm'))('npm', async () => {
    const port = await served(registry(temporaryDirectory()));
    const workspace = temporaryDirectory();
    writeFileSync(join(workspace, 'package.json'), '{}');
    const command = `npm install --registry http://127.0.0.1:${port} --no-audit --no-fund tiny && cat node_modules/tiny/package.json`;
    const { output } = await reaching([`127.0.0.1:${port}`], command, workspace);
    expect(output).toContain('"name":"tiny"');
  });

  test.skipIf(lacks('pip'))('pip', async () => {
    const port = await served((request, response) => {
      response.setHeader('Content-Type', 'text/html').end('<!DOCTYPE html><html></html>');
      asked.push(request.url ?? '');
    });
    const asked: string[] = [];
    const command = `pip download --no-input --disable-pip-version-check --retries 0 --index-url http://127.0.0.1:${port}/simple tiny`;
    const { output } = await reaching([`127.0.0.1:${port}`], command);
    expect(output).toContain('No matching distribution found for tiny');
    expect(asked).toEqual(['/simple/tiny/']);
  });

  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const fetchKnowsProxies = major > 24 || (major === 24 && minor >= 5) || (major === 22 && minor >= 21);
  test.skipIf(!fetchKnowsProxies)('fetch of Node', async () => {
    const port = await served(greeting);
    const script = `fetch('http://127.0.0.1:${port}/fetch').then(async (r) => console.log(await r.text()))`;
    const { output } = await reaching(
      [`127.0.0.1:${port}`],
      `'${process.execPath}' -e "${script}" 2> /dev/null`,
    );
    expect(output).toBe('hello /fetch\n\n');
  });
});

/** How many sockets this process has open, that which listens in a sandbox among them. */
function openSockets(): number {
  const targets = readdirSync('/proc/self/fd').map((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`);
    } catch {
      return ''; // That by which the directory was read.
    }
  });
  return targets.filter((target) => target.startsWith('socket:')).length;
}

describe.skipIf(lacksBubblewrap)('the proxy of a sandbox', () => {
  test('ends with it, with what is under way', async () => {
    const ends: string[] = [];
    const server = createTcpServer((socket) => {
      socket.on('error', () => {}).on('close', () => ends.push('closed'));
    });
    onTestFinished(() => void server.close());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo; // what listens on a port has one
    const command = `exec 3<> /dev/tcp/127.0.0.1/\${http_proxy##*:}; printf 'CONNECT 127.0.0.1:${port} HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n' >&3; read -r line <&3; echo "$line"`;
    const backend = bubblewrapBackend();
    const workspace = temporaryDirectory();
    await runPlan(backend, planIn(workspace, 'true', { sandbox: sandboxFor(workspace) }));
    // With what the backend itself keeps.
    const before = openSockets();
    const { output } = await reaching([`127.0.0.1:${port}`], command, workspace, backend);
    expect(output).toBe('HTTP/1.1 200 Connection Established\r\n');
    await expect.poll(() => ends).toEqual(['closed']);
    await expect.poll(openSockets).toBe(before);
  });

  test.skipIf(lacks('curl'))('serves a job as well, up to the end of the backend', async () => {
    const port = await served(greeting);
    const workspace = temporaryDirectory();
    const directory = temporaryDirectory();
    writeFileSync(join(directory, 'output'), '');
    const until = (name: string) => `until [ -e ${name} ]; do sleep 0.05; done`;
    const get = `curl -sS http://127.0.0.1:${port}`;
    const command = `curl -s http://denied.example/; echo begun; ${until('one')}; ${get}/one; ${until('two')}; ${get}/two; echo over`;
    const sandbox = sandboxFor(workspace, { network: { hosts: [`127.0.0.1:${port}`] } });
    const stop = new AbortController();
    const backend = bubblewrapBackend();
    const { run } = await runPlan(backend, planIn(workspace, command, { sandbox, streams: 'combined' }), {
      stop: stop.signal,
      onOutput: (output) => {
        if (output.includes('begun')) stop.abort({ kind: 'kept', otherwise: { kind: 'cancelled' } });
      },
      keep: {
        survivors: 'keep',
        place: async () => ({ directory, maxOutputBytes: 1_000_000, maxMs: 600_000 }),
        kept: async () => {},
      },
    });
    expect(run).toMatchObject({ kind: 'kept', deniedHosts: { hosts: [{ because: 'not-listed' }] } });
    const output = () => readFileSync(join(directory, 'output'), 'utf8');
    writeFileSync(join(workspace, 'one'), '');
    await expect.poll(output).toContain('hello /one\n');
    await backend.close();
    writeFileSync(join(workspace, 'two'), '');
    await expect.poll(output).toMatch(/Failed to connect to 127\.0\.0\.1 port \d+.*\nover\n/);
    if (run.kind === 'kept') await run.kept.over;
  });

  test('ends with the host that is killed, and the command with both', async () => {
    const port = await served(greeting);
    const held = heldProcess();
    const scratch = temporaryDirectory();
    const command = `exec 9> leash; read -r line < <(echo ready); echo "$line"; sleep 600`;
    const words = [hostFile, command, held.directory, '', `127.0.0.1:${port}`];
    const env = { ...process.env, TMPDIR: scratch };
    const host = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'], env });
    onTestFinished(() => void host.kill('SIGKILL'));
    for await (const chunk of host.stdout) if (String(chunk).includes('ready')) break;
    host.kill('SIGKILL');
    await expect.poll(() => held.isGone()).toBe(true);
    await expect.poll(() => readdirSync(scratch)).toEqual([]);
  });

  test('leaves no file behind', async () => {
    const scratch = temporaryDirectory();
    const before = process.env.TMPDIR;
    process.env.TMPDIR = scratch;
    onTestFinished(() => {
      if (before === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = before;
    });
    const backend = bubblewrapBackend();
    await reaching(['example.com'], 'true', temporaryDirectory(), backend);
    await backend.close();
    expect(readdirSync(scratch).filter((name) => name.startsWith('handrail-'))).toEqual([]);
  });
});

describe.skipIf(lacks('curl'))('hosts of a session', () => {
  /** A session that may reach these hosts; what each of its commands was denied. */
  function sessionReaching(hosts: readonly string[]) {
    const workspace = temporaryDirectory();
    const backend = bubblewrapBackend();
    const session = { key: 's', conversationId: 'a conversation', entersCwd: false };
    const run = async (command: string, to = hosts) => {
      const sandbox = sandboxFor(workspace, { network: { hosts: to } });
      const plan = planIn(workspace, command, { sandbox, session, streams: 'combined' });
      const ended = await runPlan(backend, plan);
      return { ...ended, denied: deniedOf(ended.run) };
    };
    return { run, backend };
  }

  test('are reached by all of its commands, and each is told what it was denied itself', async () => {
    const port = await served(greeting);
    const { run } = sessionReaching([`127.0.0.1:${port}`]);
    const get = `curl -sS http://127.0.0.1:${port}`;
    const first = await run(`${get}/first; curl -s http://one.example/ > /dev/null`);
    expect([first.output, first.denied]).toEqual(['hello /first\n', ['one.example']]);
    const second = await run(`${get}/second; curl -s http://two.example/ > /dev/null`);
    expect([second.output, second.denied]).toEqual(['hello /second\n', ['two.example']]);
    const third = await run(`${get}/third`);
    expect([third.output, third.denied]).toEqual(['hello /third\n', []]);
    expect(third.run).toMatchObject({ session: { found: { isNew: false } } });
  });

  test('another list is another sandbox', async () => {
    const port = await served(greeting);
    const { run } = sessionReaching([`127.0.0.1:${port}`]);
    const get = `curl -sS http://127.0.0.1:${port}/`;
    await run(get);
    const { run: ended, output, denied } = await run(get, ['127.0.0.1:1']);
    expect(ended).toMatchObject({ session: { found: { isNew: true } } });
    expect(output).toContain('is not among the hosts');
    expect(denied).toEqual(['127.0.0.1']);
  });

  test('are served as long as it is there', async () => {
    const port = await served(greeting);
    const { run, backend } = sessionReaching([`127.0.0.1:${port}`]);
    await runPlan(backend, planIn(temporaryDirectory(), 'true', { sandbox: sandboxFor('/tmp') }));
    const before = openSockets();
    await run('true');
    expect(openSockets()).toBeGreaterThan(before);
    await backend.endConversation('a conversation');
    await expect.poll(openSockets).toBe(before);
  });
});

describe.skipIf(lacks('curl'))('hosts of sandboxes that are made beforehand', () => {
  /** Runs a command several times, so that the later ones have a sandbox that waited for them. */
  async function repeated(times: number, hosts: readonly string[], commandOf: (n: number) => string) {
    const workspace = temporaryDirectory();
    const backend = bubblewrapBackend({ warm: true });
    const all = [];
    for (let n = 0; n < times; n += 1) {
      const { run, output } = await reaching(hosts, commandOf(n), workspace, backend);
      all.push({ output, denied: deniedOf(run) });
    }
    return { all, workspace, backend };
  }

  test('are reached from each of them, and each is told what it was denied itself', async () => {
    const port = await served(greeting);
    const command = (n: number) =>
      `curl -sS http://127.0.0.1:${port}/${n}; curl -s http://${n}.example/ > /dev/null`;
    const { all } = await repeated(4, [`127.0.0.1:${port}`], command);
    expect(all).toEqual([0, 1, 2, 3].map((n) => ({ output: `hello /${n}\n`, denied: [`${n}.example`] })));
  });

  test('another list is another sandbox', async () => {
    const port = await served(greeting);
    const command = `curl -sS http://127.0.0.1:${port}/`;
    const { workspace, backend } = await repeated(3, [`127.0.0.1:${port}`], () => command);
    const { output, run } = await reaching(['127.0.0.1:1'], command, workspace, backend);
    expect(output).toContain('is not among the hosts');
    expect(deniedOf(run)).toEqual(['127.0.0.1']);
  });

  test('are closed with one that is never used', async () => {
    const before = openSockets();
    const { backend } = await repeated(2, ['example.com'], () => 'true');
    await expect.poll(openSockets).toBeGreaterThan(before);
    await backend.close();
    await expect.poll(openSockets).toBe(before);
  });
});

/** The hosts that a run was denied, by name. */
function deniedOf(run: Run): readonly string[] {
  const hosts = 'deniedHosts' in run ? (run.deniedHosts?.hosts ?? []) : [];
  return hosts.map(({ host }) => host);
}
