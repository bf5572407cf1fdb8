import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { findExecutable } from '../../src/backends/local/find-executable.ts';
import { launch } from '../../src/backends/local/launch.ts';
import { createLauncherPool } from '../../src/backends/local/launchers/launcher-pool.ts';
import { findPrograms } from '../../src/backends/local/preconditions.ts';
import { readProcess, statFields } from '../../src/backends/local/processes/process-table.ts';
import { createLineSplitter } from '../../src/backends/local/streams/line-reader.ts';
import { createPipePool } from '../../src/backends/local/streams/pipes.ts';
import { createWatchdog } from '../../src/backends/local/supervision/watchdog.ts';
import type { Stop } from '../../src/model/exit.ts';
import { heldProcess } from '../support/held-process.ts';
import { localBackend, path, planIn, runPlan } from '../support/local-backend.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const timedOut: Stop = { kind: 'timed_out', timeoutMs: 1 };

describe('a command of a launcher', () => {
  /** What a shell was given by whoever started it, and what it makes of it. Without a bar: that has bash set a trap. */
  const inherited = [
    'env; declare -p; set -o; shopt; trap -p; alias; declare -F; pwd; nice',
    'cat /proc/$$/limits /proc/$$/oom_score_adj; for fd in /proc/$$/fd/*; do echo "open: ${fd##*/}"; done',
    'grep -e ^Sig[BIC] -e ^Umask -e ^NoNewPrivs -e ^Seccomp /proc/self/status',
    // Its own state it reads itself: a child is now and then faster than the shell, which blocks signals until it has noted it.
    'while read -r line; do for name in SigB SigI SigC Umask NoNewPrivs Seccomp; do',
    '[[ $line == "$name"* ]] && echo "shell: $line"; done; done < /proc/$$/status; :',
  ].join('\n');
  /** What no two shells have in common, the mark, and the limit. */
  const own =
    /^(HANDRAIL_CALL|_)=|^declare \S+ (BASHPID|BASH_EXECUTION_STRING|EPOCH\w+|HANDRAIL_CALL|PPID|S?RANDOM|_)\b|^\/proc\/\d+\/|^Max file locks /;
  const linesOf = (output: string): readonly string[] =>
    output
      .replaceAll(/^\/proc\/\d+\//gm, '')
      .split('\n')
      .filter((line) => !own.test(line))
      .sort();

  test.each([
    ['an argument', 0],
    ['in a file', 2_000],
    ['longer than an argument', 200_000],
  ])(
    'has the environment, the signals, the limits and the descriptors that Node gives a bash: %s',
    async (_, length) => {
      const cwd = temporaryDirectory();
      const env = {
        ...{ PATH: path, PWD: cwd, LC_ALL: 'C', SHLVL: '3', OPTIND: '7', 'A-B': 'no name' },
        // Names that somebody could think of who writes a launcher.
        ...{ stat: 'a', fields: 'b', file: 'c', line: 'd', parts: 'e', order: 'f', REPLY: 'g', cwd: 'h' },
      };
      const bash = findExecutable('bash', path) ?? '';
      const bare = spawnSync(bash, ['--noprofile', '--norc', '-c', inherited, 'bash'], {
        ...{ cwd, env, detached: true, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
      });
      const command = `${inherited}; : ${'x'.repeat(length)}`;
      const { output } = await runPlan(localBackend(), planIn(cwd, command, { env }));
      expect(linesOf(bare.stdout)).toEqual(
        expect.arrayContaining([
          'stat=a',
          'A-B=no name',
          'open: 2',
          expect.stringContaining('shell: SigIgn'),
        ]),
      );
      expect(linesOf(output)).toEqual(linesOf(bare.stdout));
    },
  );
});

function pipePool() {
  const [bash = '', mkfifo = ''] = ['bash', 'mkfifo'].map((name) => findExecutable(name, path) ?? '');
  return { bash, pool: createPipePool({ bash, mkfifo }) };
}

describe('a launcher', () => {
  test('closes what its shells read first once, also when all are closed twice at a time', async () => {
    const { bash, pool } = pipePool();
    const launchers = createLauncherPool({ bash, pool, reaper: null });
    launchers.giveBack(await launchers.take({ PATH: path }));
    await Promise.all([launchers.close(), launchers.close()]);
    await pool.close();
  });

  /** A launcher with a shell that waits. */
  async function withWaiting() {
    const { bash, pool } = pipePool();
    const launchers = createLauncherPool({ bash, pool, reaper: null });
    onTestFinished(async () => void (await Promise.all([pool.close(), launchers.close()])));
    const launcher = await launchers.take({ PATH: path });
    onTestFinished(() => launcher.letGo());
    const nowhere = { input: '/dev/null', output: '/dev/null', errors: '/dev/null', terminal: null };
    const waiting = await launcher.prepare({ mark: '0'.repeat(16), ...nowhere });
    if (waiting.kind !== 'waiting') throw new Error('expected a shell that waits');
    return { launcher, waiting };
  }

  test('has a shell that waits go to its directory before it is told to run, and run nothing by that', async () => {
    const { waiting } = await withWaiting();
    const cwd = temporaryDirectory();
    const run = waiting.enter(cwd);
    await expect.poll(() => readlinkSync(`/proc/${waiting.pid}/cwd`)).toBe(cwd);
    expect(await run({ hasPipe: false })).toMatchObject({ kind: 'started' });
  });

  test('tells that nothing has run where a shell that waits cannot go to its directory', async () => {
    const { launcher, waiting } = await withWaiting();
    const run = waiting.enter(join(temporaryDirectory(), 'not there'));
    expect(await run({ hasPipe: false })).toMatchObject({ kind: 'not_started' });
    expect(launcher.isFree()).toBe(false);
  });

  test('ends a shell that waits and has gone to its directory with its launcher', async () => {
    const { launcher, waiting } = await withWaiting();
    waiting.enter(temporaryDirectory());
    launcher.letGo();
    await expect.poll(() => readProcess(waiting.pid)).toBeNull();
  });

  test('takes no other order when a shell that waited has left unread what it was told', async () => {
    const { launcher, waiting } = await withWaiting();
    process.kill(waiting.pid, 'SIGSTOP');
    const told = waiting.enter('/')({ hasPipe: false });
    process.kill(waiting.pid, 'SIGKILL');
    expect((await told).kind).toBe('not_started');
    expect(launcher.isFree()).toBe(false);
  });

  test.each([
    ['200 that is no signal', 'exit 200', {}, { kind: 'exited', code: 200 }],
    ['200 in its POSIX mode', 'exit 200', { POSIXLY_CORRECT: '1' }, { kind: 'exited', code: 200 }],
    ['0 in its POSIX mode', 'exit 0', { POSIXLY_CORRECT: '1' }, { kind: 'exited', code: 0 }],
    ['a signal', 'kill -KILL $$', {}, { kind: 'signalled', signal: 'SIGKILL' }],
    [
      'nothing of another process',
      'printf "[1]+ 1 Exit 5\\n" > /proc/$PPID/fd/3; sleep 0.1; exit 3',
      {},
      { kind: 'exited', code: 3 },
    ],
  ])('tells of the end of a command: %s', async (_, command, more, exit) => {
    const env = { PATH: path, ...more };
    const { run } = await runPlan(localBackend(), planIn(temporaryDirectory(), command, { env }));
    expect(run).toMatchObject({ kind: 'ended', exit });
  });

  test('has one shell, whatever the command writes', async () => {
    const command = [
      'sleep 600 > /dev/null 2>&1 &',
      'read -r stat < "/proc/$!/stat"; fields=(${stat##*) })',
      'printf "shell 1 %s %s\\n" "$!" "${fields[19]}" > "/proc/$PPID/fd/3"; sleep 0.1; echo "$!"',
    ].join('\n');
    const { run, output } = await runPlan(
      localBackend({ warm: false }),
      planIn(temporaryDirectory(), command),
    );
    expect(run).toMatchObject({ kind: 'ended', survivors: [{ pid: Number(output), command: 'sleep 600' }] });
    expect(readProcess(Number(output))).toBe(null);
  });

  test('does not stay when the command has suspended it', async () => {
    const controller = new AbortController();
    const { output } = await runPlan(
      localBackend(),
      planIn(temporaryDirectory(), 'kill -STOP $PPID; echo $PPID; sleep 600'),
      { stop: controller.signal, onOutput: () => controller.abort(timedOut) },
    );
    await expect.poll(() => readProcess(Number(output))).toBe(null);
  });

  test('tells how a command ends that has suspended it', async () => {
    const { run } = await runPlan(localBackend(), planIn(temporaryDirectory(), 'kill -STOP $PPID; exit 3'));
    expect(run).toMatchObject({ exit: { kind: 'exited', code: 3 } });
  });

  test('carries out nothing of an order that was taken back before it was read', async () => {
    const programs = findPrograms({ bashPath: null, path });
    if (programs.kind !== 'found') throw new Error(programs.problem.message);
    const pool = createPipePool(programs);
    const launchers = createLauncherPool({ bash: programs.bash, pool, reaper: null });
    const watchdog = createWatchdog(programs.bash);
    onTestFinished(async () => {
      watchdog.close();
      await Promise.all([pool.close(), launchers.close()]);
    });
    const cwd = temporaryDirectory();
    const launcher = await launchers.take({ PATH: path });
    const always = { ...launchers, take: async () => launcher };
    const parts = { pool, launchers: always, watchdog, programs, warmShells: null, outerMark: null };
    const launchHere = async (command: string, stop = new AbortController()) => {
      const wishes = { stop: stop.signal, enclosure: null };
      const launched = await launch(parts, planIn(cwd, command), () => {}, wishes);
      if (launched.kind !== 'launched') throw new Error(launched.problem.message);
      onTestFinished(() => {
        for (const reader of launched.readers) reader.stop();
      });
      return launched;
    };
    await (await launchHere('true')).ended;
    process.kill(launcher.pid, 'SIGSTOP');
    const stop = new AbortController();
    const launching = launchHere('echo ran > ran', stop);
    await nextTurn();
    await nextTurn();
    stop.abort(timedOut);
    await nextTurn();
    // What the order names by its descriptor is another file now, in which nothing is to be changed.
    const other = join(cwd, 'other');
    writeFileSync(other, 'text');
    const opened = Array.from({ length: 64 }, () => openSync(other, 'r+'));
    onTestFinished(() => {
      for (const fd of opened) closeSync(fd);
    });
    await launching;
    await expect.poll(() => readProcess(launcher.pid)).toBe(null);
    expect(readdirSync(cwd)).toEqual(['other']);
    expect(readFileSync(other, 'utf8')).toBe('text');
  });

  test('waits for long with no more than seven others, however many were needed at once', async () => {
    const backend = localBackend({ warm: false });
    const cwd = temporaryDirectory();
    const together = ': > "$$"; until [ "$(ls | wc -l)" -ge 12 ]; do :; done; echo "$PPID"';
    const runs = Array.from({ length: 12 }, () => runPlan(backend, planIn(cwd, together)));
    const launchers = (await Promise.all(runs)).map(({ output }) => Number(output));
    expect(new Set(launchers).size).toBe(12);
    const waiting = () => launchers.filter((pid) => readProcess(pid) !== null).length;
    expect(waiting()).toBe(12);
    await expect.poll(waiting).toBe(8);
  });

  test('keeps no more of a line without an end than a report can have', () => {
    const lines: string[] = [];
    const take = createLineSplitter((line) => lines.push(line));
    for (let at = 0; at < 100; at += 1) take('x'.repeat(1_000));
    take('y\nstatus 1 0\n');
    expect(lines.map((line) => line.length)).toEqual([4_097, 10]);
  });

  test('that cannot be started leaves no descriptor open', async () => {
    const backend = localBackend();
    const tooLong = planIn(temporaryDirectory(), 'true', { env: { LONG: 'x'.repeat(200_000) } });
    const { run } = await runPlan(backend, tooLong);
    expect(run).toMatchObject({ kind: 'could_not_start', problem: { code: 'spawn-failed' } });
    const before = readdirSync('/proc/self/fd').length;
    for (let at = 0; at < 3; at += 1) await runPlan(backend, tooLong);
    expect(readdirSync('/proc/self/fd').length).toBeLessThan(before);
  });

  test('that is killed from outside is told as lost, and nothing of its command is left', async () => {
    const held = heldProcess();
    const plan = planIn(held.directory, `echo before; kill -KILL $PPID; ${held.command}`);
    const { run, output } = await runPlan(localBackend(), plan);
    expect(run).toMatchObject({ kind: 'ended', exit: { kind: 'lost' } });
    expect(output).toMatch(/^before\n/);
    held.expectGone();
  });

  test.each([
    ['without an end', 'garbage'],
    ['with an end', 'garbage\\0'],
    ['as many as an order has', 'a\\0'.repeat(10)],
    ['more than an order has', 'a\\0'.repeat(25)],
    ['much of it', `${'x'.repeat(30_000)}`],
  ])('goes on after a command has written to its orders, %s', async (_name, garbage) => {
    const backend = localBackend({ warm: false });
    const directory = temporaryDirectory();
    const plan = (command: string) => planIn(directory, command, { streams: 'combined' });
    const stop = { stop: AbortSignal.timeout(20_000) };
    const first = await runPlan(backend, plan(`echo $PPID; printf '${garbage}' > /proc/$PPID/fd/0`), stop);
    expect(first.run).toMatchObject({ kind: 'ended', exit: { kind: 'exited', code: 0 } });
    const second = await runPlan(backend, plan('echo $PPID'), stop);
    expect(second).toMatchObject({ run: { kind: 'ended', exit: { code: 0 } }, output: first.output });
  });

  test('that was stopped while it waited is given no order', async () => {
    const backend = localBackend({ warm: false });
    const plan = planIn(temporaryDirectory(), 'echo $PPID', { streams: 'combined' });
    const launcher = Number((await runPlan(backend, plan)).output);
    onTestFinished(() => void process.kill(launcher, 'SIGCONT'));
    process.kill(launcher, 'SIGSTOP');
    await expect.poll(() => statFields(launcher)[0]).toBe('T');
    expect(Number((await runPlan(backend, plan)).output)).not.toBe(launcher);
  });

  test('is not busy while the shell of its command is suspended, and starts nothing meanwhile', async () => {
    const controller = new AbortController();
    let pid = '';
    const over = runPlan(localBackend(), planIn(temporaryDirectory(), 'echo $PPID; kill -STOP $$'), {
      stop: controller.signal,
      onOutput: (output) => {
        pid = output.trim();
      },
    });
    await expect.poll(() => workOf(pid)?.sleeps ?? 0).toBeGreaterThan(10);
    const before = workOf(pid);
    // How often it has slept, and not how much time is gone: a machine can be slow.
    const sleeps = (): number => (workOf(pid)?.sleeps ?? 0) - (before?.sleeps ?? 0);
    await expect.poll(sleeps).toBeGreaterThan(10);
    const ticks = (workOf(pid)?.ticks ?? 0) - (before?.ticks ?? 0);
    expect(ticks).toBeLessThan(sleeps());
    // Bash 5.2 does not bear that: of a hundred launchers one crashed within three seconds.
    expect(workOf(pid)?.childFaults).toBe(before?.childFaults);
    controller.abort(timedOut);
    await over;
  });
});

/**
 * How often a process gave its processor away, for how many ticks it and the children that it has waited for had one, and
 * how many page faults those children had: no child is without.
 */
function workOf(
  pid: string,
): { readonly sleeps: number; readonly ticks: number; readonly childFaults: string | undefined } | null {
  if (pid === '') return null;
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const fields = statFields(Number(pid));
  const ticks = fields.slice(11, 15).map(Number);
  return {
    sleeps: Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(status)?.[1]),
    ticks: ticks.reduce((sum, one) => sum + one, 0),
    childFaults: fields[8],
  };
}
