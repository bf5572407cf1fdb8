import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { findExecutable } from '../../src/backends/local/find-executable.ts';
import { createLocalBackend } from '../../src/backends/local/local-backend.ts';
import { softLimitOf } from '../../src/backends/local/processes/call-limit.ts';
import { backendCases } from '../../src/testing/index.ts';
import { heldProcess } from '../support/held-process.ts';
import { isAlive } from '../support/is-alive.ts';
import { localBackend, path, planIn, runPlan } from '../support/local-backend.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const never = new AbortController().signal;

describe('the local backend', () => {
  for (const { title, check } of backendCases) {
    test(title, async () => {
      await check({ backend: localBackend(), directory: temporaryDirectory(), path });
    });
  }

  test('says that there is no bash on PATH, and where it looked', async () => {
    const directory = temporaryDirectory();
    const run = await localBackend({ path: directory }).run(planIn(directory), () => {}, never, null);
    expect(run).toEqual({
      kind: 'could_not_start',
      problem: {
        code: 'bash-not-found',
        message: `expected an executable bash in the directories of PATH (${directory}), found none; install bash or set "bash" to its path`,
      },
    });
  });

  test.each([
    [
      'a variable',
      { LONG: 'ä'.repeat(70_000) },
      'the variable "LONG" has 140,005 bytes with its name, and a program can be given at most 131,071; make it shorter, or leave it out',
    ],
    [
      'all of it together',
      Object.fromEntries(Array.from({ length: 90 }, (_, index) => [`V${index + 10}`, 'x'.repeat(99_995)])),
      `its environment has ${(9_000_000 + 'PATH='.length + path.length + 1).toLocaleString('en-US')} bytes, and a program can be given at most a quarter of what \`ulimit -s\` says; leave some of it out`,
    ],
  ])('says what of an environment is too much: %s', async (_, variables, reason) => {
    const plan = planIn(temporaryDirectory(), 'echo started', { env: { PATH: path, ...variables } });
    const { run, output } = await runPlan(localBackend(), plan);
    const message = `bash could not be started: spawn E2BIG; ${reason}`;
    expect(run).toEqual({ kind: 'could_not_start', problem: { code: 'spawn-failed', message } });
    expect(output).toBe('');
  });

  test('says that the bash it was to use is not there', async () => {
    const directory = temporaryDirectory();
    const run = await localBackend({ bashPath: `${directory}/bash` }).run(
      planIn(directory),
      () => {},
      never,
      null,
    );
    expect(run).toEqual({
      kind: 'could_not_start',
      problem: {
        code: 'bash-not-found',
        message: `expected an executable bash at ${directory}/bash, found none; install bash or set "bash" to its path`,
      },
    });
  });

  test('ends also what sheds all that it is told by when it is asked to end', async () => {
    const stop = new AbortController();
    const shedding = 'exec -c sleep 600 < /dev/null > /dev/null 2>&1';
    const command = `setsid bash -c 'trap "${shedding}" TERM; echo $$; while :; do read -t 0.1 <> <(:); done' & wait`;
    const { output } = await runPlan(localBackend(), planIn(temporaryDirectory(), command), {
      stop: stop.signal,
      onOutput: () => stop.abort({ kind: 'cancelled' }),
    });
    expect(isAlive(Number(output))).toBe(false);
  });

  test.each([true, false])(
    'tells of what threw away environment, session, output and parent, and ends it: warm %s',
    async (warm) => {
      const held = heldProcess();
      const left = '(setsid env -i sleep 600 < /dev/null > /dev/null 2>&1 &)';
      const command = `exec 9> leash; ${left}; ${left}; exit 3`;
      const { run } = await runPlan(localBackend({ warm }), planIn(held.directory, command));
      expect(run).toMatchObject({
        exit: { kind: 'exited', code: 3 },
        survivors: [{ command: 'sleep 600', holdsOutput: false }, {}],
      });
      held.expectGone();
    },
  );

  test('gives the processes of a call their limit, which is not that of another', async () => {
    const limits = (await outputOf('ulimit -Sx; ulimit -Hx')).trim().split('\n');
    const others = (await outputOf('env -i bash -c "ulimit -Sx; ulimit -Hx"')).trim().split('\n');
    expect(limits[1]).toBe(others[1]);
    expect(Number(limits[0])).toBeLessThan(Number(limits[1]));
    expect(limits[0]).not.toBe(others[0]);
    expect(softLimitOf(process.pid)).not.toBe(limits[0]);
  });

  test('leads a group of its own, in a session that is not that of the host', async () => {
    const ids = await outputOf('read -r stat < /proc/$$/stat; set -- ${stat##*) }; echo "$$ $PPID $3 $4"');
    const [pid, parent, group, session] = ids.trim().split(' ');
    expect({ group, session }).toEqual({ group: pid, session: parent });
    expect(Number(parent)).not.toBe(process.pid);
  });

  test('passes no descriptor but the three to the command', async () => {
    const open = 'for fd in {3..50}; do [ -e /proc/$$/fd/$fd ] && echo "$fd"; done; echo none';
    expect(await outputOf(open)).toBe('none\n');
  });

  test('ends what left the session of a call within a call', async () => {
    const held = heldProcess();
    const inner = createLocalBackend({ bashPath: null, path, outerMark: 'outer' });
    onTestFinished(() => inner.close());
    let marks = '';
    const run = await inner.run(
      planIn(
        held.directory,
        'exec 9> leash; echo "$HANDRAIL_CALL"; setsid sleep 600 > /dev/null 2>&1 & setsid sleep 600 > /dev/null 2>&1 &',
      ),
      (_stream, bytes) => {
        marks += Buffer.from(bytes).toString();
      },
      never,
      null,
    );
    expect(marks).toMatch(/^outer\/[0-9a-f]{16}\n$/);
    expect(run).toMatchObject({ exit: { kind: 'exited', code: 0 }, survivors: [{}, {}] });
    held.expectGone();
  });

  test('takes a shell that is suspended for a while for no end of the command', async () => {
    const wake = "(until grep -q '^State:.T' /proc/$$/status; do :; done; sleep 0.3; kill -CONT $$) &";
    expect(await outputOf(`${wake} kill -STOP $$; echo on`)).toBe('on\n');
  });

  test('tells the command the path of its bash, and goes by the name bash', async () => {
    const bashPath = join(temporaryDirectory(), 'another');
    copyFileSync(findExecutable('bash', path) ?? '', bashPath);
    expect(await outputOf('echo "$0 $BASH"', { bashPath })).toBe(`bash ${bashPath}\n`);
  });

  test('runs twenty commands at once that all wait for each other, each with its own output and end', async () => {
    const backend = localBackend();
    const directory = temporaryDirectory();
    const count = 20;
    const runs = Array.from({ length: count }, async (_, n) => {
      const all = 'there=(at.*); until [ ${#there[@]} = 20 ]; do sleep 0.01; there=(at.*); done';
      const command = `echo ${n} in; touch at.${n}; ${all}; printf '${n} %s\\n' {1..2000}; exit ${n}`;
      return await runPlan(backend, planIn(directory, command));
    });
    const expected = Array.from({ length: count }, (_, n) => ({
      run: expect.objectContaining({ exit: { kind: 'exited', code: n }, survivors: [] }),
      output: [`${n} in`, ...Array.from({ length: 2_000 }, (_line, at) => `${n} ${at + 1}`), ''].join('\n'),
    }));
    expect(await Promise.all(runs)).toEqual(expected);
  });

  test('says that a directory is not there any more, and lets a command remove its own', async () => {
    const backend = localBackend();
    const directory = join(temporaryDirectory(), 'short-lived');
    mkdirSync(directory);
    const first = await runPlan(backend, planIn(directory, 'rmdir "$PWD"; echo "$PWD"; exit 3'));
    expect(first).toMatchObject({ run: { exit: { kind: 'exited', code: 3 } }, output: `${directory}\n` });
    const { run, output } = await runPlan(backend, planIn(directory, 'echo started'));
    expect(run).toMatchObject({ kind: 'could_not_start', problem: { code: 'cwd-not-found' } });
    expect(output).toBe('');
    expect((await runPlan(backend, planIn('/', 'echo on'))).output).toBe('on\n');
  });

  test('says that a directory is not there whose name is longer than any', async () => {
    const { run } = await runPlan(localBackend(), planIn(`/${'a'.repeat(300)}`, 'echo started'));
    expect(run).toMatchObject({ kind: 'could_not_start', problem: { code: 'cwd-not-found' } });
  });

  test('does without a directory for temporary files that is not there', async () => {
    vi.stubEnv('TMPDIR', join(temporaryDirectory(), 'missing'));
    onTestFinished(() => void vi.unstubAllEnvs());
    const { output } = await runPlan(localBackend(), planIn('/', `: ${'x'.repeat(200_000)}; echo on`));
    expect(output).toBe('on\n');
  });

  test('leaves no files behind', async () => {
    const temporary = temporaryDirectory();
    vi.stubEnv('TMPDIR', temporary);
    onTestFinished(() => void vi.unstubAllEnvs());
    const backend = createLocalBackend({ bashPath: null, path });
    const run = await backend.run(planIn(temporary, `: ${'x'.repeat(200_000)}`), () => {}, never, null);
    await backend.close();
    expect(run).toEqual({
      kind: 'ended',
      exit: { kind: 'exited', code: 0 },
      parts: null,
      survivors: [],
      kept: null,
      session: null,
    });
    expect(readdirSync(temporary)).toEqual([]);
  });
});

async function outputOf(command: string, options: { bashPath?: string } = {}): Promise<string> {
  const plan = planIn(temporaryDirectory(), command);
  return (await runPlan(localBackend(options), plan)).output;
}
