import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { DockerBackendOptions } from '../../../src/backends/docker/options.ts';
import { probeDocker } from '../../../src/backends/docker/probe.ts';
import type { DefaultResult } from '../../../src/index.ts';
import type { Plan } from '../../../src/model/plan.ts';
import type { Backend } from '../../../src/model/ports.ts';
import { temporaryBash } from '../../support/bash.ts';
import { image, imagePath, imageWithoutBash, lacksDocker, leftOut, useDaemon } from '../../support/docker.ts';
import { heldProcess } from '../../support/held-process.ts';
import { planIn, runPlan } from '../../support/local-backend.ts';
import { podmanSocket, type Way, wayTo } from '../../support/podman-socket.ts';
import { temporaryDirectory } from '../../support/temporary.ts';

const hostFile = fileURLToPath(new URL('../fixtures/docker-host.mjs', import.meta.url));

describe.skipIf(lacksDocker)(`a container${leftOut}`, () => {
  const daemon = useDaemon();

  /** A backend for a directory, and what runs commands there. */
  function inContainer(options: Partial<DockerBackendOptions> = {}, workspace = temporaryDirectory()) {
    const backend = daemon.backend(workspace, options);
    const plan = (command: string, given: Partial<Plan> = {}): Plan =>
      planIn(workspace, command, { env: { PATH: imagePath }, streams: 'combined', ...given });
    const run = (command: string, given: Partial<Plan> = {}) => runPlan(backend, plan(command, given));
    return { backend, workspace, plan, run };
  }

  /** The id of the only container. */
  async function onlyContainer(): Promise<string> {
    const [container, ...others] = await daemon.containers();
    if (container === undefined || others.length > 0) throw new Error('expected one container');
    return container.Id;
  }

  /** When nothing holds the way any more, the daemon knows that nobody wants its containers. */
  async function endsWith(way: Way): Promise<void> {
    way.cut();
    await expect.poll(() => daemon.containers()).toEqual([]);
  }

  test("is looked after where the daemon takes the body of a request for the container's input, as Podman does", async () => {
    const { run } = inContainer({ socketPath: await podmanSocket(daemon.socketPath) });
    for (const text of ['one', 'two']) {
      const answer = await run(`echo ${text}`);
      expect(answer.run).toMatchObject({ kind: 'ended', exit: { kind: 'exited', code: 0 } });
      expect(answer.output).toBe(`${text}\n`);
    }
  });

  test('is asked for in the body of a request alone: what is in its line is logged, and proxies bound its length', async () => {
    const lines: string[] = [];
    const { run } = inContainer({
      socketPath: await podmanSocket(daemon.socketPath, (line) => lines.push(line)),
    });
    expect((await run('echo one')).output).toBe('one\n');
    const [create] = lines.filter((line) => line.includes('/containers/create'));
    expect(create?.replace(/\?$/, '')).toMatch(/^POST (\/v[\d.]+)?\/containers\/create$/);
  });

  describe('confines its commands', () => {
    test('to no network but a loopback of their own', async () => {
      const { run } = inContainer();
      expect((await run('cd /sys/class/net; echo *')).output).toBe('lo\n');
    });

    test('to no capabilities, no new privileges, and a filter of system calls', async () => {
      const { run } = inContainer();
      const { output } = await run(
        "grep -E '^(Cap(Eff|Prm|Inh|Bnd|Amb)|NoNewPrivs|Seccomp):' /proc/self/status",
      );
      expect(output.replaceAll('\t', ' ')).toBe(
        `${['Inh', 'Prm', 'Eff', 'Bnd', 'Amb'].map((set) => `Cap${set}: 0000000000000000\n`).join('')}NoNewPrivs: 1\nSeccomp: 2\n`,
      );
    });

    test('to the user that is named', async () => {
      const workspace = temporaryDirectory();
      chownSync(workspace, 12_345, 23_456);
      const { run } = inContainer({ user: '12345:23456' }, workspace);
      const { output } = await run(
        'id -u; id -g; touch made; stat -c %u:%g made; touch /made 2>&1 || echo "not $?"',
      );
      expect(output).toMatch(/^12345\n23456\n12345:23456\n.*not 1\n$/s);
    });

    test('to its limits, and a hog of memory ends alone', async () => {
      const limits = { memoryBytes: 64 * 1024 ** 2, processes: 77, cpus: 0.5 };
      const { run } = inContainer({ limits });
      const { HostConfig } = await (async () => {
        await run('true');
        return await daemon.docker.getContainer(await onlyContainer()).inspect();
      })();
      expect(HostConfig).toMatchObject({
        ...{ Memory: 64 * 1024 ** 2, MemorySwap: 64 * 1024 ** 2, PidsLimit: 77, NanoCpus: 5e8 },
        ...{ NetworkMode: 'none', IpcMode: 'private', Init: true, AutoRemove: true, CapDrop: ['ALL'] },
        ...{ Privileged: false, SecurityOpt: ['no-new-privileges'], PidMode: '' },
      });
      const { output } = await run('cd /sys/fs/cgroup; cat pids.max pids/pids.max 2> /dev/null');
      expect(output).toBe('77\n');
      // 200 MB, which would do no harm if nothing held it.
      const { run: ended } = await run('exec tail -c 200000000 /dev/zero < <(:); exec 2>&-');
      expect(ended).toMatchObject({ kind: 'ended', exit: { kind: 'signalled', signal: 'SIGKILL' } });
      expect((await run('echo there')).output).toBe('there\n');
    });

    test('to the workspace, of all that is on this machine', async () => {
      const beside = temporaryDirectory();
      const { run, workspace } = inContainer();
      const { output } = await run(`echo text > made; [ -e '${beside}' ] || echo none`);
      expect(output).toBe('none\n');
      expect(readFileSync(join(workspace, 'made'), 'utf8')).toBe('text\n');
    });
  });

  test('can be made where the daemon answers', async () => {
    const support = await probeDocker(daemon.socketPath);
    expect(support).toEqual({ kind: 'available', version: (await daemon.docker.version()).Version });
  });

  test('is told by variables what is elsewhere in it', async () => {
    const { run } = inContainer({ env: { HOME: '/home', TOLD: 'yes' } });
    expect(
      (await run('echo $HOME $TOLD $GIVEN', { env: { PATH: imagePath, GIVEN: 'too', HOME: '/x' } })).output,
    ).toBe('/home yes too\n');
  });

  test('has a workspace whose path is no easy one', async () => {
    const workspace = join(temporaryDirectory(), `a "b" it's, src=c:ro\nd`);
    mkdirSync(workspace);
    const { run } = inContainer({}, workspace);
    expect((await run('echo text > made; pwd')).output).toBe(`${workspace}\n`);
    expect(existsSync(join(workspace, 'made'))).toBe(true);
  });

  test('belongs to one conversation, keeps what it wrote, and ends with it', async () => {
    const { backend, run } = inContainer();
    await run('echo one > /tmp/file', { conversationId: 'one' });
    await run('echo two > /tmp/file', { conversationId: 'two' });
    expect((await run('cat /tmp/file', { conversationId: 'one' })).output).toBe('one\n');
    expect((await run('cat /tmp/file', { conversationId: 'two' })).output).toBe('two\n');
    await backend.endConversation('one');
    const two = await onlyContainer();
    expect((await run('cat /tmp/file', { conversationId: 'two' })).output).toBe('two\n');
    expect(await onlyContainer()).toBe(two);
    await backend.close();
    expect(await daemon.containers()).toEqual([]);
  });

  test('has a workspace that was put in the place of another', async () => {
    const { run, workspace } = inContainer();
    await run('echo old > made');
    rmSync(workspace, { recursive: true });
    expect((await run('true')).run).toMatchObject({ problem: { code: 'cwd-not-found' } });
    mkdirSync(workspace);
    expect((await run('cat made || echo new > made')).run).toMatchObject({ exit: { code: 0 } });
    expect(readFileSync(join(workspace, 'made'), 'utf8')).toBe('new\n');
  });

  test('gives an open input to a command that may be written to', async () => {
    const { run } = inContainer();
    // Reading from what is at its end would fail with 1, at once.
    const { output } = await run('read -t 0.1; (($? > 128)) && echo open', { input: 'pipe' });
    expect(output).toBe('open\n');
  });

  test('does not run a command outside of the directory that it has to be in', async () => {
    const { run, workspace } = inContainer();
    await run('mkdir in out; ln -s ../out in/link');
    const root = join(workspace, 'in');
    const { run: refused, output } = await run('echo ran', { root, cwd: join(root, 'link') });
    expect(refused).toMatchObject({ kind: 'could_not_start', problem: { code: 'cwd-outside' } });
    expect(output).toBe('');
    expect((await run('pwd', { root, cwd: root })).output).toBe(`${root}\n`);
  });

  describe('when it ends while a command runs, that is told, and the next gets another', () => {
    test.each([
      [
        'somebody has removed it',
        async (id: string) => await daemon.docker.getContainer(id).remove({ force: true }),
      ],
      ['somebody has stopped it', async (id: string) => await daemon.docker.getContainer(id).stop()],
    ])('%s', async (_name, end) => {
      const { backend, plan, run } = inContainer();
      let told = (): void => {};
      const ready = new Promise<void>((resolve) => {
        told = resolve;
      });
      const running = runPlan(backend, plan('echo ready; sleep 600'), { onOutput: () => told() });
      await ready;
      await end(await onlyContainer());
      const { run: lost } = await running;
      const reason = expect.stringContaining('somebody stopped or removed it');
      expect(lost).toMatchObject({ kind: 'ended', exit: { kind: 'lost', reason } });
      expect((await run('echo again')).output).toBe('again\n');
    });

    test('the command has ended what keeps it', async () => {
      const { run } = inContainer();
      const killsKeeper =
        'for d in /proc/[0-9]*; do grep -q handrail-keepe[r] $d/cmdline && [ $d != /proc/1 ] && kill -9 ${d#/proc/}; done; sleep 600';
      expect((await run(killsKeeper)).run).toMatchObject({ exit: { kind: 'lost' } });
      expect((await run('echo again')).output).toBe('again\n');
    });

    test('the way to the daemon is lost, and with it what is known of the command', async () => {
      const way = await wayTo(daemon.socketPath);
      const { backend, plan } = inContainer({ socketPath: way.socketPath });
      const running = runPlan(backend, plan('echo ready; sleep 600'), { onOutput: () => way.cut() });
      expect((await running).run).toEqual({
        ...{ kind: 'ended', parts: null, survivors: [], kept: null, session: null },
        exit: {
          kind: 'lost',
          reason:
            'the Docker daemon is gone, or does not answer, and with it the way to the container: the command may go on in it until the daemon is there again; how it is doing is not known, and the next one gets a new container',
        },
      });
      await endsWith(way);
    });

    test('the way to the daemon is lost, which another call has found before', async () => {
      const way = await wayTo(daemon.socketPath);
      const { backend, plan, run } = inContainer({ socketPath: way.socketPath });
      let told = (): void => {};
      const ready = new Promise<void>((resolve) => {
        told = resolve;
      });
      const running = runPlan(backend, plan('echo ready; sleep 600'), { onOutput: () => told() });
      await ready;
      way.hold();
      expect((await run('echo ran', { conversationId: 'another' })).run).toMatchObject({
        kind: 'could_not_start',
      });
      way.cut();
      const reason = expect.stringMatching(/^the Docker daemon is gone, or does not answer,/);
      expect((await running).run).toMatchObject({ kind: 'ended', exit: { kind: 'lost', reason } });
      await endsWith(way);
    });

    test.each<[string, (backend: Backend) => Promise<void>]>([
      ['the conversation', async (backend) => await backend.endConversation('one')],
      ['the backend', async (backend) => await backend.close()],
    ])('somebody has ended %s', async (_name, end) => {
      const { backend, plan } = inContainer();
      let ending: Promise<void> | null = null;
      const { run: lost } = await runPlan(backend, plan('echo ready; sleep 600', { conversationId: 'one' }), {
        onOutput() {
          ending ??= end(backend);
        },
      });
      const reason = expect.stringMatching(/^the container was removed, as its conversation was ended/);
      expect(lost).toMatchObject({ kind: 'ended', exit: { kind: 'lost', reason } });
      await ending;
      expect(await daemon.containers()).toEqual([]);
    });

    test('somebody has restarted it, and what has come in its place is put away', async () => {
      const { backend, run } = inContainer();
      await run('true');
      const id = await onlyContainer();
      await daemon.docker
        .getContainer(id)
        .restart({ t: 0 })
        .catch(() => {}); // It may be removed before it is there again.
      await expect.poll(() => daemon.containers()).toEqual([]);
      expect((await run('echo again')).output).toBe('again\n');
      await backend.close();
      expect(await daemon.containers()).toEqual([]);
    });

    test('between two commands it is of no concern', async () => {
      const { run } = inContainer();
      await run('true');
      await daemon.docker.getContainer(await onlyContainer()).remove({ force: true });
      expect((await run('echo again')).output).toBe('again\n');
    });
  });

  describe('whose daemon does not answer any more', () => {
    test('holds up no call that has begun, and no end of the backend', async () => {
      const way = await wayTo(daemon.socketPath);
      const { backend, plan } = inContainer({ socketPath: way.socketPath });
      const stop = new AbortController();
      const running = runPlan(backend, plan('echo ready; sleep 600'), {
        stop: stop.signal,
        onOutput() {
          way.hold();
          stop.abort({ kind: 'cancelled' });
        },
      });
      expect((await running).run).toMatchObject({ kind: 'ended', exit: { kind: 'cancelled' } });
      await backend.close();
      await endsWith(way);
    });

    test('holds up no end of the process, either', async () => {
      const way = await wayTo(daemon.socketPath);
      const words = [hostFile, 'true', temporaryDirectory(), way.socketPath, image, imagePath];
      const host = spawn(process.execPath, words, { stdio: ['pipe', 'pipe', 'inherit'] });
      onTestFinished(() => void host.kill('SIGKILL'));
      const ended = once(host, 'exit');
      for await (const chunk of host.stdout) if (String(chunk).includes('over')) break;
      way.hold();
      host.stdin.end();
      expect(await ended).toEqual([0, null]);
      await endsWith(way);
    });

    test('holds up no call for which something is to be started', async () => {
      const way = await wayTo(daemon.socketPath);
      const { run } = inContainer({ socketPath: way.socketPath });
      await run('true');
      way.hold();
      const [launcher, container] = await Promise.all([
        run('echo ran', { env: { PATH: imagePath, OTHER: 'yes' } }),
        run('echo ran', { conversationId: 'another' }),
      ]);
      expect(launcher.run).toMatchObject({
        problem: {
          code: 'spawn-failed',
          message: 'bash could not be started in the container: the Docker daemon has not answered for 30 s',
        },
      });
      expect(container.run).toMatchObject({
        problem: {
          code: 'container-unavailable',
          message: `no container could be made: the Docker daemon at ${way.socketPath} does not answer; see what it does: journalctl -u docker`,
        },
      });
      expect([launcher.output, container.output]).toEqual(['', '']);
      await endsWith(way);
    });
  });

  test('tells that a command has ended what had started it, and goes on', async () => {
    const { run } = inContainer();
    await run('echo one > /tmp/file');
    const { run: lost, output } = await run('echo before; kill -9 $PPID; sleep 600');
    expect(lost).toMatchObject({ kind: 'ended', exit: { kind: 'lost' } });
    expect(output).toBe('before\n');
    expect((await run('cat /tmp/file; ps -o args | grep -c "[s]leep 600"')).output).toBe('one\n0\n');
  });

  test.each([
    ['an environment that is too large for a program', { A: 'x'.repeat(200_000) }, 'argument list too long'],
    ['a name that no variable has', { '': 'x' }, "variable name can't be empty"],
  ])('tells what the daemon says where bash cannot be started in it: %s', async (_name, env, told) => {
    const { run } = inContainer();
    const { run: refused, output } = await run('echo ran', { env: { PATH: imagePath, ...env } });
    expect(refused).toMatchObject({ kind: 'could_not_start', problem: { code: 'spawn-failed' } });
    expect(refused.kind === 'could_not_start' && refused.problem.message).toMatch(
      new RegExp(`^bash could not be started in the container: .*${told}`, 's'),
    );
    expect(output).toBe('');
    expect((await run('echo there')).output).toBe('there\n');
  });

  test('says nothing in words that could be taken for ours where a command has put something in the place of bash', async () => {
    const { run } = inContainer({ user: '0:0' });
    const other = 'printf \'#!/bin/bash0\\nprintf "no\\\\n[exit status 0]\\\\n"\' > /bin/bash';
    await run(`mv /bin/bash /bin/bash0; ${other}; chmod 755 /bin/bash`);
    const { run: refused } = await run('echo ran', { env: { PATH: imagePath, OTHER: 'yes' } });
    expect(refused).toMatchObject({
      kind: 'could_not_start',
      problem: { message: 'bash could not be started in the container: no⏎[exit status 0]' },
    });
  });

  test('ends with a host that was killed, and all in it', async () => {
    const held = heldProcess();
    const command = 'exec 9> leash; (trap "" TERM; setsid env -i sleep 600) & echo ready; sleep 600';
    const words = [hostFile, command, held.directory, daemon.socketPath, image, imagePath];
    const host = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => void host.kill('SIGKILL'));
    for await (const chunk of host.stdout) if (String(chunk).includes('ready')) break;
    host.kill('SIGKILL');
    await once(host, 'exit');
    await expect.poll(() => held.isGone()).toBe(true);
    await expect.poll(() => daemon.containers()).toEqual([]);
  });

  test('whose host is gone is removed before the first of another', async () => {
    const { run } = inContainer();
    await run('true');
    const { Labels } = (await daemon.containers())[0] ?? {};
    expect(Labels?.['handrail.host']).toMatch(new RegExp(`^${process.pid} \\d+$`));
    const labelled = (labels: object) =>
      daemon.docker.createContainer({ Image: image, Cmd: ['true'], Labels: { ...Labels, ...labels } });
    const gone = await labelled({ 'handrail.host': `${process.pid} 1` });
    const ofAnother = await labelled({ 'handrail.host': `${process.pid} 1`, 'handrail.machine': 'another' });
    const ownLeft = await labelled({});
    onTestFinished(async () => {
      await ofAnother.remove();
      await ownLeft.remove();
    });
    await inContainer().run('true');
    const ids = (await daemon.containers()).map(({ Id }) => Id);
    expect(ids).not.toContain(gone.id);
    expect(ids).toContain(ofAnother.id);
    expect(ids).toContain(ownLeft.id);
  });

  describe('that cannot be made is told of, with what helps', () => {
    test.each<[string, Partial<DockerBackendOptions>, string, RegExp]>([
      [
        'no daemon',
        { socketPath: '/nonexistent' },
        'container-unavailable',
        /no Docker daemon answers at \/nonexistent .*start it/,
      ],
      [
        'no image',
        { image: 'missing:tag' },
        'container-unavailable',
        /no image "missing:tag"; fetch it \(docker pull missing:tag\)/,
      ],
      [
        'no bash',
        { image: imageWithoutBash },
        'bash-not-found',
        /expected a bash on the PATH of the image .*apk add bash/,
      ],
    ])('%s', async (_name, options, code, message) => {
      const { run } = await inContainer(options).run('echo ran');
      expect(run).toMatchObject({ kind: 'could_not_start', problem: { code } });
      expect(run.kind === 'could_not_start' && run.problem.message).toMatch(message);
      expect(await daemon.containers()).toEqual([]);
    });
  });

  test('is told of where its user may not run the bash that there is', async () => {
    const locked = { repo: 'handrail-test', tag: 'locked' };
    const container = await daemon.docker.createContainer({
      Image: image,
      Cmd: ['chmod', '700', '/bin/bash'],
    });
    await container.start();
    await container.wait();
    await container.commit(locked);
    await container.remove();
    const given = { image: `${locked.repo}:${locked.tag}`, user: '12345:23456' };
    const { run } = await inContainer(given).run('echo ran');
    expect(run).toMatchObject({
      kind: 'could_not_start',
      problem: {
        code: 'container-unavailable',
        message: expect.stringContaining('may not run the bash of the image "handrail-test:locked"'),
      },
    });
  });

  test('is where the commands of a bash run, each conversation in its own', async () => {
    const workspace = temporaryDirectory();
    const { backend } = inContainer({ env: { PATH: imagePath } }, workspace);
    const bash = temporaryBash<unknown, DefaultResult>({ backend });
    const run = async (command: string, conversationId: string, more: object = {}) =>
      await bash.run({ command, ...more }, { conversationId, workingDirectory: workspace });
    expect((await run('echo text > /tmp/file; echo $HOSTNAME', 'one')).outcome).toMatchObject({
      kind: 'ended',
    });
    expect((await run('cat /tmp/file', 'one')).text).toBe('text');
    expect((await run('cat /tmp/file', 'two')).text).toContain('No such file');
    expect(await daemon.containers()).toHaveLength(2);
    expect((await run('echo begun; sleep 600', 'two', { timeout_ms: 1_000 })).outcome).toMatchObject({
      kind: 'ended',
      exit: { kind: 'timed_out', timeoutMs: 1_000 },
    });
    const job = await run('sleep 600', 'two', { run_in_background: true });
    expect(job.text).toContain('the backend docker has no jobs');
    await bash.endConversation('one');
    expect(await daemon.containers()).toHaveLength(1);
    await bash.close();
    expect(await daemon.containers()).toEqual([]);
  });

  test('is not made in the time of its first command', async () => {
    const { backend, plan } = inContainer();
    const told: string[] = [];
    const limit = {
      pause() {
        told.push('waits');
        return () => void told.push('goes on');
      },
    };
    const stop = new AbortController().signal;
    await backend.run(plan('echo ran'), () => void told.push('has written'), stop, null, limit);
    expect(told.slice(0, 3)).toEqual(['waits', 'goes on', 'has written']);
  });

  test('does not run a command that was stopped before its launcher had read all of it', async () => {
    const { backend, plan, run } = inContainer();
    await run('true');
    const stop = new AbortController();
    // Called right before the command is written to the launcher, which takes a second for so much.
    const limit = { pause: () => () => void setImmediate(() => stop.abort({ kind: 'cancelled' })) };
    const long = plan(`touch ran; : '${'x'.repeat(1e6)}'`);
    const ended = await backend.run(long, () => {}, stop.signal, null, limit);
    expect(ended).toMatchObject({ kind: 'ended', exit: { kind: 'cancelled' } });
    expect((await run('ls')).output).toBe('');
  });

  test('is made all the same when its first command is stopped meanwhile', async () => {
    const { backend, plan, run } = inContainer();
    const stop = new AbortController();
    const stopped = runPlan(backend, plan('touch made'), { stop: stop.signal });
    await expect.poll(() => daemon.containers()).toHaveLength(1);
    stop.abort({ kind: 'cancelled' });
    expect((await stopped).run).toMatchObject({ kind: 'ended', exit: { kind: 'cancelled' } });
    expect((await run('ls')).output).toBe('');
    expect(await daemon.containers()).toHaveLength(1);
  });
});
