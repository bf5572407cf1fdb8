import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  openSync,
  readSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { findExecutable } from '../../../src/backends/local/find-executable.ts';
import { lacksBubblewrap } from '../../support/bubblewrap.ts';
import {
  attempt,
  confinedCommands,
  hostFor,
  makesCall,
  makeWorld,
  planFor,
  secret,
  worldsFor,
} from '../../support/escape.ts';
import { path } from '../../support/local-backend.ts';
import { runAs, type SandboxUser, startSandboxHost } from '../../support/sandbox-user.ts';
import { saysWhetherWarm } from '../../support/warm-backend.ts';

/** A process of a user outside, with a secret in its environment; its id. It ends with the test. */
async function victimOf({ words }: SandboxUser): Promise<number> {
  const script = 'process.stdin.resume(); console.log(process.pid)';
  const [first = '', ...others] = [...words, process.execPath, '-e', script];
  const victim = spawn(first, others, {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { PATH: path, TOKEN: secret },
  });
  onTestFinished(() => void victim.stdin.end());
  const [line] = await once(victim.stdout, 'data');
  return Number(line);
}

const refused = /Permission denied|Operation not permitted|Read-only file system/;

/** Only opened, for reading and writing: nothing is ever written to them. */
const settingsOfKernel = [
  ...['/proc/sys/kernel/core_pattern', '/proc/sys/kernel/modprobe', '/proc/sys/kernel/hostname'],
  ...['/proc/sys/vm/overcommit_memory', '/proc/sysrq-trigger', '/proc/sys/net/ipv4/ip_forward'],
  ...['/sys/kernel/uevent_helper', '/sys/power/state', '/sys/kernel/mm/transparent_hugepage/enabled'],
];

/** Told by its end: whoever has the writing end of a FIFO in a world open. */
function leashIn(user: SandboxUser, directory: string): () => boolean {
  const leash = join(directory, 'leash');
  runAs(user, ['mkfifo', leash]);
  const fd = openSync(leash, constants.O_RDONLY | constants.O_NONBLOCK);
  onTestFinished(() => closeSync(fd));
  return () => {
    try {
      return readSync(fd, Buffer.alloc(1)) === 0;
    } catch {
      return false; // EAGAIN: somebody holds the other end.
    }
  };
}

describe.skipIf(lacksBubblewrap).each(confinedCommands)('a command $where', ({ user, isWarm, isWhole }) => {
  const host = hostFor({ user, isWarm, isWhole });
  const nextWorld = worldsFor({ user, isWarm });

  test(isWarm ? 'finds one that has' : 'finds none that has', async () => {
    const output = await attempt(host, makeWorld(user), planFor(makeWorld(user), saysWhetherWarm));
    expect(output).toBe(isWarm ? '1\n' : '0\n');
  });

  test.each([
    ['be asked whether it is there', 'kill -0 "$VICTIM"', /No such process/],
    ['be looked at', 'cat "/proc/$VICTIM/environ" "/proc/$VICTIM/cmdline"', /No such file or directory/],
    [
      'be found by what it has in its environment',
      `grep -rls ${secret.slice(0, -1)}[S] /proc/*/environ; echo over`,
      /^over\n$/,
    ],
    ['be traced', makesCall('ptrace', 16, '0 + $ENV{VICTIM}', 0, 0), /^No such process\n$/],
    [
      'have its namespaces entered',
      'nsenter -t "$VICTIM" -m true; nsenter -t 1 -n true',
      /No such file(.*\n)*.*not permitted/,
    ],
  ])('a process outside cannot %s', async (_what, command, words) => {
    const victim = await victimOf(user);
    const world = nextWorld();
    const plan = planFor(world, command);
    expect(await attempt(host, world, { ...plan, env: { ...plan.env, VICTIM: String(victim) } })).toMatch(
      words,
    );
  });

  test('debuggers work on processes of its own', async () => {
    const world = makeWorld(user);
    const command = `sleep 60 & VICTIM=$!; export VICTIM; ${makesCall('ptrace', 16, '0 + $ENV{VICTIM}', 0, 0)}; kill -9 $!`;
    expect(await attempt(host, world, planFor(world, command))).toMatch(/^made it\n/);
  });

  test.each([
    ['makes a user namespace', makesCall('unshare', 0x10000000), /^Operation not permitted\n$/],
    [
      'makes a user namespace with a process',
      makesCall('clone', 0x10000011, 0, 0, 0, 0),
      /^Operation not permitted\n$/,
    ],
    [
      'makes a process in a way that cannot be looked into',
      makesCall('clone3', 0, 0),
      /^Function not implemented\n$/,
    ],
    ['nests user namespaces', 'unshare -Ur true', refused],
    [
      'nests sandboxes',
      'bwrap --ro-bind / / true',
      /No permissions to create|not permitted|Creating new namespace failed/,
    ],
    ['has a file system mounted', 'mkdir m; mount -t tmpfs none m', /permission denied|must be superuser/],
    [
      'has a file system mounted, in the new way',
      makesCall('fsopen', '(my $type = "tmpfs")', 0),
      /^Operation not permitted\n$/,
    ],
    ['reads the keys of the user', makesCall('keyctl', 0, -4, 0), /^Operation not permitted\n$/],
    ['loads a program into the kernel', makesCall('bpf', 99, 0, 0), /^Operation not permitted\n$/],
    [
      'counts events of the machine',
      makesCall('perf_event_open', 0, 0, 0, -1, 0),
      /^Operation not permitted\n$/,
    ],
    ['handles page faults', makesCall('userfaultfd', 1), /^Operation not permitted\n$/],
    ['has the kernel work by rings', makesCall('io_uring_setup', 0, 0), /^Function not implemented\n$/],
    ['opens by a handle', makesCall('open_by_handle_at', -1, 0, 0), /^Operation not permitted\n$/],
    [
      'reads the log of the kernel',
      `${makesCall('syslog', 10, 0, 0)}; dmesg | head -n 1`,
      /^Operation not permitted\n.*not permitted/,
    ],
    ['makes a device', 'mknod disk b 8 0; mknod null c 1 3', /(.*not permitted\n){2}/],
    [
      'opens a disk',
      'for d in /dev/{sda,vda,nvme0n1,mem,kmsg,port,kvm,fuse}; do : < "$d"; done',
      /(.*No such file or directory\n){8}/,
    ],
  ])('fails when it %s', async (_what, command, words) => {
    const world = nextWorld();
    expect(await attempt(host, world, planFor(world, command))).toMatch(words);
  });

  test.each(settingsOfKernel)('cannot open %s to write to it', async (file) => {
    const world = nextWorld();
    const command = `if [ -e ${file} ]; then exec 9<> ${file} && echo opened; else echo 'Permission denied: not there'; fi`;
    expect(await attempt(host, world, planFor(world, command))).toMatch(refused);
  });

  test('can write to nothing in /proc and /sys but what is of its own processes', async () => {
    const world = makeWorld(user);
    // What is masked is a device by now, which cannot be opened.
    const command = `
      find /proc /sys -path '/proc/[0-9]*' -prune -o -writable ! -type d ! -type l -print 2> /dev/null |
        while IFS= read -r file; do (exec 9<> "$file") 2> /dev/null && echo "$file"; done
      echo over`;
    expect(await attempt(host, world, planFor(world, command))).toBe('over\n');
  });

  test('cannot open a control group to change it', async () => {
    const world = makeWorld(user);
    const command = `
      while IFS= read -r file; do (exec 9<> "$file") 2> /dev/null && echo "opened $file"; done < <(
        find /sys/fs/cgroup \\( -name cgroup.procs -o -name '*.max' -o -name release_agent -o -name '*limit_in_bytes' \\) 2> /dev/null)
      echo over`;
    expect(await attempt(host, world, planFor(world, command))).toBe('over\n');
  });

  test('gains no rights by a program that gives them', async () => {
    const world = makeWorld(user);
    const program = join(world.outside, 'id');
    copyFileSync(findExecutable('id', path) ?? '', program);
    // Of this process's user: for another one, outside of a sandbox it gives the rights of root.
    chmodSync(program, 0o4755);
    const output = await attempt(
      host,
      world,
      planFor(world, '"$OUTSIDE/id" -u; grep NoNewPrivs /proc/self/status'),
    );
    expect(output).toBe(`${user.id}\nNoNewPrivs:\t1\n`);
  });

  test('cannot type on its terminal', async () => {
    const world = makeWorld(user);
    const command = `perl -e 'for (0x5412, 0x541c) { ioctl(STDIN, $_, my $c = "x") or print "$!\\n" }'; stty size`;
    const plan = planFor(world, command, { terminal: { columns: 90, rows: 30 } });
    expect(await attempt(host, world, plan)).toBe(
      'Operation not permitted\r\nOperation not permitted\r\n30 90\r\n',
    );
  });

  test.each([
    ['a session of its own, without an environment', 'setsid env -i bash -c "> up; exec sleep 600"'],
    ['two forks', '(setsid env -i bash -c "(> up; exec sleep 600) &" &)'],
    ['a deaf ear', 'bash -c "trap : TERM HUP INT; > up; exec setsid sleep 600"'],
  ])('does not survive its call by %s', async (_how, command) => {
    const world = makeWorld(user);
    const isGone = leashIn(user, world.project);
    const waits = 'until [ -e up ]; do read -t 0.01 -u 8; done 8<> <(:)';
    const hidden = `exec 9> leash; (${command} > /dev/null 2>&1 &); ${waits}; exit 0`;
    const { run } = await host.run(planFor(world, hidden));
    expect(run).toMatchObject({
      kind: 'ended',
      survivors: [{ command: expect.stringContaining('sleep 600') }],
    });
    expect(isGone()).toBe(true);
  });

  test('leaves nothing behind in what later commands of its host read', async () => {
    const world = makeWorld(user);
    const command = `
      for fd in /proc/[0-9]*/fd/*; do [ -f "$fd" ] && echo 'echo tampered' >> "$fd" && echo wrote; done 2> /dev/null
      cat /proc/$PPID/fd/4`;
    expect(await attempt(host, world, planFor(world, command))).toMatch(/^wrote\n(.*\n)*echo tampered\n/);
    const plan = planFor(world, 'cat /proc/$PPID/fd/4');
    const unconfined = await host.run({ ...plan, sandbox: null });
    for (const output of [await attempt(host, world, plan), unconfined.output]) {
      expect(output).toContain('BASH_ENV');
      expect(output).not.toContain('tampered');
    }
  });

  test('has nothing open that its host was started with', async () => {
    const world = makeWorld(user);
    const opens = ['bash', '--norc', '-c', 'exec 200< "$0" 201<> "$0/file"; exec "$@"', world.outside];
    const leaky = startSandboxHost({ ...user, words: [...user.words, ...opens] }, { isWarm, isWhole });
    onTestFinished(async () => {
      await leaky.close();
      leaky.remove();
    });
    const command = 'for fd in /proc/[0-9]*/fd/*; do fd=${fd##*/}; ((fd > 9)) && echo "$fd"; done; echo over';
    expect(await attempt(leaky, world, planFor(world, command))).toBe('over\n');
  });

  test('sees nothing of what runs in other sandboxes at the same time', async () => {
    const worlds = Array.from({ length: 4 }, () => makeWorld(user));
    const runs = worlds.map(async (world, n) => {
      const command = `
        echo ${n} > /tmp/mine; (exec -a handrail-neighbour sleep 600) & pid=$!; touch ready
        until [ -e go ]; do read -t 0.01 -u 9; done 9<> <(:)
        # Beside what it has made there, the way to its workspace.
        cat /tmp/mine; ls /tmp | wc -l; grep -lsz '^handrail-neighbour' /proc/[0-9]*/cmdline | wc -l
        echo x > "$OTHER/new"; kill -9 "$pid"`;
      const other = worlds[(n + 1) % worlds.length]?.project ?? '';
      const plan = planFor(world, command);
      return await attempt(host, world, { ...plan, env: { ...plan.env, OTHER: other } });
    });
    const all = Promise.all(runs);
    const areReady = () => worlds.every(({ project }) => existsSync(join(project, 'ready')));
    await Promise.race([all, expect.poll(areReady).toBe(true)]);
    for (const { project } of worlds) writeFileSync(join(project, 'go'), '');
    const outputs = await all;
    outputs.forEach((output, n) => {
      expect(output).toMatch(new RegExp(`^${n}\\n2\\n1\\n.*No such file or directory\\n`));
    });
  });
});
