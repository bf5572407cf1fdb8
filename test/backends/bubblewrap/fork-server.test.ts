import { execFileSync } from 'node:child_process';
import {
  closeSync,
  constants,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { entryWords, findEntering } from '../../../src/backends/bubblewrap/bases/enter-words.ts';
import { createForkServer, type ForkServer } from '../../../src/backends/bubblewrap/bases/fork-server.ts';
import { forkServerScript } from '../../../src/backends/bubblewrap/bases/fork-server-script.ts';
import type { Descriptor } from '../../../src/backends/local/enclosure.ts';
import { findExecutable } from '../../../src/backends/local/find-executable.ts';
import { softLimitOf } from '../../../src/backends/local/processes/call-limit.ts';
import { listedChildren } from '../../../src/backends/local/processes/process-table.ts';
import { bubblewrapBackend, lacksBubblewrap, sandboxFor } from '../../support/bubblewrap.ts';
import { isAlive } from '../../support/is-alive.ts';
import { path, planIn, runPlan } from '../../support/local-backend.ts';
import { temporaryDirectory } from '../../support/temporary.ts';

let directory: string;

beforeEach(() => {
  directory = temporaryDirectory();
});
afterEach(() => void vi.useRealTimers());

/** The fork servers of this process. */
function servers(): readonly number[] {
  return listedChildren(process.pid).filter((pid) => isAlive(pid) && nameOf(pid) === 'handrail-fork-server');
}

async function stop(pid: number): Promise<void> {
  process.kill(pid, 'SIGSTOP');
  await expect.poll(() => readFileSync(`/proc/${pid}/stat`, 'latin1')).toContain(') T ');
}

function nameOf(pid: number): string {
  return wordsOf(pid).replace(/[\0 ]+$/, '');
}

/** With what a list of processes shows as spaces. */
function wordsOf(pid: number): string {
  return readFileSync(`/proc/${pid}/cmdline`, 'latin1');
}

/** `before`: lines of a shell script, in the directory of the test, that comes before Perl. */
function server(before = ''): ForkServer {
  const perl = join(directory, 'perl');
  const script = `#!/bin/sh\ncd '${directory}'\n${before}\nexec '${findExecutable('perl', path)}' "$@"\n`;
  writeFileSync(perl, script, { mode: 0o755 });
  return serverBy(perl);
}

/** `perl`: by path. */
function serverBy(perl: string): ForkServer {
  const entering = findEntering(path, process.arch);
  if (entering === null) throw new Error('expected Perl, and a known kind of processor');
  const created = createForkServer({ ...entering, perl });
  onTestFinished(async () => {
    created.close();
    await expect.poll(servers).toEqual([]); // The next test is to see its own alone.
  });
  return created;
}

/** Of a sandbox in these namespaces, which are none: what was to keep it ends as soon as it has opened them. */
function sandboxIn(namespaces: readonly string[]): readonly string[] {
  return entryWords({
    ...{ namespaces, proc: [], groups: [], rlimits: [], variables: {} },
    ...{ filter: null, desk: '' },
  });
}

/** Of a sandbox that cannot be made: what was to keep it ends at once. */
const impossible = sandboxIn(['/nonexistent/namespace']);

/** Tells which process is the first in its sandbox, and where its two words follow each other in the memory of that. */
const memorySearch = String.raw`
  my ($word, %found) = join "", @ARGV;
  sub lines { open my $file, "<", $_[0] or die "$_[0]: $!"; <$file> }
  open my $memory, "<", "/proc/1/mem" or die "memory: $!";
  for (lines("/proc/1/maps")) {
    my ($from, $to) = map { hex } /^(\w+)-(\w+) r/ or next;
    sysseek $memory, $from, 0;
    sysread $memory, my $part, $to - $from;
    $found{$1}++ while $part =~ /($word\d+)/g;
  }
  my ($first) = lines("/proc/1/cmdline") =~ /^([\w-]+)/;
  print "first: $first; found: @{[sort keys %found]}\n";
`;

/** A program that is given this as its input. */
const program = (input: Descriptor | null = null) => ({ words: ['true'], env: {}, descriptors: [input] });

function fileWith(text: string): string {
  const file = join(directory, text);
  writeFileSync(file, text);
  return file;
}

describe.skipIf(lacksBubblewrap)('a fork server', () => {
  test('of a host that is within a call is not told as of that', async () => {
    // What is the shell of other scripts here may know of no such limit.
    const { fork } = server(`exec bash -c 'ulimit -Sx 5; ulimit -Hx 7; exec perl "$@"' perl "$@"`);
    await fork(impossible, program());
    expect(servers().map(softLimitOf)).toEqual(['7']);
  });

  test('declares all that it names', () => {
    const words = ['-Mstrict', '-wc', '-e', forkServerScript];
    const perl = findExecutable('perl', path) ?? '';
    expect(() => execFileSync(perl, words, { stdio: ['ignore', 'ignore', 'pipe'] })).not.toThrow();
  });

  test('that cannot be started at all says nothing of it when it is to be ready, but to who has it fork', async () => {
    // More than a path may have, which Node throws.
    const { prepare, fork } = serverBy(`/${'x'.repeat(5_000)}`);
    expect(prepare).not.toThrow();
    await expect(fork(impossible, program())).rejects.toThrow('ENAMETOOLONG');
  });

  test('is called by its name in the list of processes, and no words follow', async () => {
    await (await server().fork(impossible, program())).ended;
    expect(servers().map((pid) => wordsOf(pid).length < 300)).toEqual([true]);
  });

  test('tells of the process that it has forked, and of its end', async () => {
    // It goes on until somebody opens the other end.
    const fifo = join(directory, 'fifo');
    execFileSync('mkfifo', [fifo]);
    const forked = await server().fork(sandboxIn([fifo]), program());
    expect(forked).toMatchObject({ pid: expect.any(Number), startTime: expect.any(Number) });
    expect(isAlive(forked.pid)).toBe(true);
    closeSync(openSync(fifo, constants.O_WRONLY));
    await forked.ended;
    expect(isAlive(forked.pid)).toBe(false);
  });

  test('hands on no file that has come in the place of the one that was meant', async () => {
    const forks = server('until [ -e go ]; do sleep 0.01; done');
    const meant = openSync(fileWith('meant'), 'r');
    const forking = forks.fork(impossible, program({ fd: meant, access: 'read' }));
    closeSync(meant);
    const other = openSync(fileWith('other'), 'r');
    onTestFinished(() => closeSync(other));
    expect(other).toBe(meant);
    writeFileSync(join(directory, 'go'), '');
    await expect(forking).rejects.toThrow(/^what keeps its sandbox was not started: .*it is another file$/);
  });

  test('waits for nobody to open the other end of a pipe', async () => {
    const fifo = join(directory, 'fifo');
    execFileSync('mkfifo', [fifo]);
    const reading = openSync(fifo, constants.O_RDONLY | constants.O_NONBLOCK);
    onTestFinished(() => closeSync(reading));
    const forked = await server().fork(impossible, program({ fd: reading, access: 'read' }));
    await forked.ended;
  });

  test('that has no descriptor left says so, and takes the next request for what it is', async () => {
    const forks = server();
    const long = { ...program(), env: { EMBLEM: 'long '.repeat(20_000) } };
    await (await forks.fork(impossible, long)).ended;
    const [pid = 0] = servers();
    const limit = (soft: string): void => void execFileSync('prlimit', [`--nofile=${soft}:`, `--pid=${pid}`]);
    const usual = execFileSync('prlimit', ['--nofile', '-o', 'SOFT', '--noheadings', `--pid=${pid}`]);
    limit('3');
    await expect(forks.fork(impossible, long)).rejects.toThrow('Too many open files');
    limit(String(usual).trim());
    await (await forks.fork(impossible, long)).ended;
    expect(servers()).toEqual([pid]);
  });

  test('that ends before it has answered is told of in words, and followed by another', async () => {
    const forks = server('[ -e came ] || { : > came; exit; }');
    const forking = forks.fork(impossible, program());
    await expect(forking).rejects.toThrow('what starts sandboxes has ended; run it again');
    await (await forks.fork(impossible, program())).ended;
  });

  test('that was stopped is followed by another', async () => {
    const forks = server();
    await (await forks.fork(impossible, program())).ended;
    const [pid = 0] = servers();
    await stop(pid);
    await (await forks.fork(impossible, program())).ended;
    await expect.poll(() => isAlive(pid)).toBe(false);
  });

  /** Says nothing until nothing comes any more. A program without an output would count as one that has ended. */
  const mute = 'while read -r line; do :; done; exit';

  test('that does not answer holds nobody up', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const forking = server(mute).fork(impossible, program());
    const told = expect(forking).rejects.toThrow('what starts sandboxes does not answer; run it again');
    await vi.advanceTimersByTimeAsync(10_000);
    await told;
  });

  /** Answers each request when there is a file for it. */
  const slow = 'answer() { until [ -e "$1" ]; do sleep 0.01; done; echo "started $1 $$"; }';
  const answer = (order: number): void => writeFileSync(join(directory, String(order)), '');

  test('that has many to answer is not late for that: each has its time from the one before it on', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const forks = server(`${slow}\nfor order in 1 2 3; do answer $order; done\n${mute}`);
    const forking = [1, 2, 3].map(() => forks.fork(impossible, program()));
    for (const [at, forked] of forking.entries()) {
      await vi.advanceTimersByTimeAsync(6_000);
      answer(at + 1);
      expect(await forked).toMatchObject({ pid: expect.any(Number) });
    }
  });

  test('that answers others meanwhile holds nobody up', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const forks = server(`${slow}\nanswer 2; answer 3\n${mute}`);
    const [left, ...others] = [1, 2, 3].map(() => forks.fork(impossible, program()));
    const told = expect(left).rejects.toThrow('what starts sandboxes does not answer; run it again');
    for (const [at, forked] of others.entries()) {
      await vi.advanceTimersByTimeAsync(4_000);
      answer(at + 2);
      await forked;
    }
    await vi.advanceTimersByTimeAsync(2_000);
    await told;
  });

  test('that has not answered once is followed by another', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const forks = server(`[ -e came ] || { : > came; ${mute}; }`);
    const forking = forks.fork(impossible, program());
    // Else the one that follows could be the first to come.
    await expect.poll(() => existsSync(join(directory, 'came'))).toBe(true);
    const told = expect(forking).rejects.toThrow('what starts sandboxes does not answer; run it again');
    await vi.advanceTimersByTimeAsync(10_000);
    await told;
    await (await forks.fork(impossible, program())).ended;
  });

  test('has one moment at which it would end, whatever it has told before', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const forks = server();
    const reading = openSync(directory, 'r');
    onTestFinished(() => closeSync(reading));
    const forking = forks.fork(impossible, program({ fd: reading, access: 'write' }));
    await expect(forking).rejects.toThrow(/^what keeps its sandbox was not started: .*Is a directory$/);
    await vi.waitFor(() => expect(servers().flatMap(listedChildren)).toEqual([]));
    await (await forks.fork(impossible, program())).ended;
    expect(vi.getTimerCount()).toBe(1);
  });

  test('ends when nothing has been wanted of it for a minute', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await (await server().fork(impossible, program())).ended;
    await vi.advanceTimersByTimeAsync(59_000);
    expect(servers()).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1_000);
    await vi.waitFor(() => expect(servers()).toEqual([]));
  });

  test('that cannot be started is told of in words', async () => {
    const forks = createForkServer({ perl: '/nonexistent/perl', numbers: [], setns: 0 });
    onTestFinished(() => forks.close());
    await expect(forks.fork(impossible, program())).rejects.toThrow(
      'what starts sandboxes could not be started: spawn /nonexistent/perl ENOENT',
    );
  });
});

describe.skipIf(lacksBubblewrap)('a command in a sandbox that was forked', () => {
  /** Milliseconds: less than its end is waited for where nobody tells of it. */
  const soon = { timeout: 10_000 };

  test('goes on without the fork server, and its end is told', soon, async () => {
    const backend = bubblewrapBackend();
    const killServer = async (): Promise<void> => {
      for (const pid of servers()) process.kill(pid, 'SIGKILL');
      await expect.poll(servers).toEqual([]);
      writeFileSync(join(directory, 'go'), '');
    };
    const command = 'echo ready; until [[ -e go ]]; do sleep 0.01; done; echo over; exit 3';
    const plan = planIn(directory, command, { sandbox: sandboxFor(directory) });
    const { run, output } = await runPlan(backend, plan, { onOutput: killServer });
    expect([run, output]).toMatchObject([{ exit: { kind: 'exited', code: 3 } }, 'ready\nover\n']);
    await backend.close();
  });

  test('is over when it has ended, also when the fork server was stopped meanwhile', soon, async () => {
    const stopServer = async (): Promise<void> => {
      for (const pid of servers()) await stop(pid);
      writeFileSync(join(directory, 'go'), '');
    };
    const command = 'echo ready; until [[ -e go ]]; do sleep 0.01; done';
    const plan = planIn(directory, command, { sandbox: sandboxFor(directory) });
    const { run } = await runPlan(bubblewrapBackend(), plan, { onOutput: stopServer });
    expect(run).toMatchObject({ exit: { kind: 'exited', code: 0 } });
  });

  test('is ended by a signal that the fork server does not listen to', async () => {
    const plan = planIn(directory, 'bash -c "kill -PIPE \\$\\$"; echo $?', {
      sandbox: sandboxFor(directory),
    });
    expect((await runPlan(bubblewrapBackend(), plan)).output).toBe('141\n');
  });

  test('has none of its environment in the processes that keep it', async () => {
    const secret = 'EMBLEM=of-nobody-else';
    const env = { PATH: path, EMBLEM: 'of-nobody-else', PERL5OPT: '-MNoSuch', PERLLIB: '/nonexistent' };
    const command = 'echo "$EMBLEM $PERL5OPT $PERLLIB"; until [[ -e go ]]; do sleep 0.01; done';
    const keepers: string[] = [];
    const look = async (): Promise<void> => {
      const below = servers().flatMap(listedChildren);
      for (const pid of [...servers(), ...below, ...below.flatMap(listedChildren)])
        keepers.push(`${nameOf(pid)} ${readFileSync(`/proc/${pid}/environ`, 'latin1').includes(secret)}`);
      writeFileSync(join(directory, 'go'), '');
    };
    const plan = planIn(directory, command, { sandbox: sandboxFor(directory), env });
    const { output } = await runPlan(bubblewrapBackend(), plan, { onOutput: look });
    expect(output).toBe('of-nobody-else -MNoSuch /nonexistent\n');
    expect(keepers).toEqual(['handrail-fork-server false', 'handrail-keeper false', 'handrail-maker false']);
  });

  test('finds nothing of what commands before it were given', async () => {
    const backend = bubblewrapBackend();
    const sandbox = sandboxFor(directory);
    const names = Array.from({ length: 200 }, (_, index) => index);
    const env = Object.fromEntries(names.map((index) => [`EMBLEM_${index}`, `of-nobody-else-${index}`]));
    await runPlan(backend, planIn(directory, 'true', { sandbox, env: { PATH: path, ...env } }));
    const plan = planIn(directory, `perl -e '${memorySearch}' of-nobody- else-`, { sandbox });
    expect((await runPlan(backend, plan)).output).toBe('first: handrail-first; found: \n');
  });

  test('has no descriptor more when its environment names a channel of Node', async () => {
    const env = { PATH: path, NODE_CHANNEL_FD: '11' };
    const command =
      'numbers=(/proc/self/fd/*); for n in "${numbers[@]##*/}"; do [[ $n -gt 4 && -e /proc/self/fd/$n ]] && echo "$n"; done; echo "$NODE_CHANNEL_FD"';
    const plan = planIn(directory, command, { sandbox: sandboxFor(directory), env });
    expect((await runPlan(bubblewrapBackend(), plan)).output).toBe('11\n');
  });

  test('has the variables by the names that they were given', async () => {
    const env = { PATH: path, HANDRAIL_SHELTERED_EMBLEM: 'as it was', PERL_EMBLEM: 'of Perl' };
    const command = 'echo "$HANDRAIL_SHELTERED_EMBLEM, ${EMBLEM-none}, $PERL_EMBLEM"';
    const outputs = ['none' as const, { hosts: ['localhost'] }].map(async (network) => {
      const plan = planIn(directory, command, { sandbox: sandboxFor(directory, { network }), env });
      return (await runPlan(bubblewrapBackend(), plan)).output;
    });
    const expected = 'as it was, none, of Perl\n';
    expect(await Promise.all(outputs)).toEqual([expected, expected]);
  });

  test('is refused in words when a variable has a NUL', async () => {
    const env = { PATH: path, EMBLEM: 'one\0two' };
    const { run } = await runPlan(
      bubblewrapBackend(),
      planIn(directory, 'true', { sandbox: sandboxFor(directory), env }),
    );
    const message =
      'bash could not be started: the variable "EMBLEM" was to be without NUL characters, and has one; set it without, or not at all';
    expect(run).toEqual({ kind: 'could_not_start', problem: { code: 'spawn-failed', message } });
  });

  test('is not started with more environment than a program can have, which is said', async () => {
    const env = { PATH: path, LONG: 'x'.repeat(3_000_000) };
    const plan = planIn(directory, 'true', { sandbox: sandboxFor(directory), env });
    const { run } = await runPlan(bubblewrapBackend(), plan);
    expect(run).toMatchObject({
      problem: {
        code: 'spawn-failed',
        message: expect.stringMatching(
          /bash: Argument list too long; the variable "LONG" has 3,000,005 bytes with its name, and a program can be given at most 131,071; make it shorter, or leave it out$/,
        ),
      },
    });
  });

  test('has its backend closed once, also where that is asked for again meanwhile', async () => {
    const backend = bubblewrapBackend();
    await runPlan(backend, planIn(directory, 'true', { sandbox: sandboxFor(directory) }));
    await expect(Promise.all([backend.close(), backend.close()])).resolves.toBeDefined();
  });

  test('leaves no fork server when its backend is closed', async () => {
    const backend = bubblewrapBackend({ warm: true });
    await runPlan(backend, planIn(directory, 'true', { sandbox: sandboxFor(directory) }));
    expect(servers()).toHaveLength(1);
    await backend.close();
    expect([servers(), readdirSync(directory)]).toEqual([[], []]);
  });
});
