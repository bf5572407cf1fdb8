import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { handrail, mainFile, temporaryMachine } from '../support/handrail.ts';
import { heldProcess } from '../support/held-process.ts';

describe('handrail ends the command and itself', () => {
  test('on SIGQUIT', async () => {
    const held = heldProcess();
    const words = ['run', '--yes', '--live', '--cwd', held.directory, '--', held.command];
    const printed = await handrail(temporaryMachine(), words, {
      onStdout: ({ pid }, stdout) => stdout === 'ready\n' && process.kill(pid, 'SIGQUIT'),
    });
    expect(printed).toEqual({ status: 130, stdout: 'ready\n', stderr: '[handrail: cancelled]\n' });
    held.expectGone();
  });

  test('when its standard output cannot be written, and says why', async () => {
    const held = heldProcess();
    const machine = temporaryMachine();
    const words = [mainFile, 'run', '--yes', '--live', '--cwd', held.directory, '--', held.command];
    const child = spawn(process.execPath, words, {
      cwd: machine.directory,
      env: machine.env,
      stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
    });
    let stderr = '';
    child.stderr?.on('data', (chunk) => {
      stderr += chunk;
    });
    const status = await new Promise((resolve) => child.on('close', resolve));
    expect(status).toBe(130);
    expect(stderr).toMatch(/^handrail: standard output cannot be written: ENOSPC/);
    held.expectGone();
  });

  test.each([
    ['what a command wrote', ['run', '--sandbox', 'off', '--no-live', '--', 'echo hi'], 74],
    [
      'what a command that failed wrote',
      ['run', '--sandbox', 'off', '--no-live', '--', 'echo hi; exit 3'],
      3,
    ],
    ['a list', ['tools'], 74],
    ['the first of many answers', ['explain', '--batch'], 74],
  ])('without a success when %s cannot be written', async (_what, words, status) => {
    const machine = temporaryMachine();
    const full = openSync('/dev/full', 'w');
    onTestFinished(() => closeSync(full));
    const { directory: cwd, env } = machine;
    const ended = spawnSync(process.execPath, [mainFile, ...words], {
      cwd,
      env,
      stdio: ['pipe', full, 'pipe'],
      encoding: 'utf8',
      input: '{"command": "ls"}\n'.repeat(100),
    });
    expect(ended).toMatchObject({ status, stderr: expect.stringMatching(/cannot be written: ENOSPC/) });
  });

  test('on SIGTERM, though nobody reads its output', async () => {
    const machine = temporaryMachine();
    const written = join(machine.directory, 'written');
    writeFileSync(written, '');
    const flood = 'while printf "%04096d" 0; do echo >> written; done';
    const words = ['run', '--yes', '--sandbox', 'off', '--contract', 'plain', '--live', '--', flood];
    const child = spawn(process.execPath, [mainFile, ...words], {
      cwd: machine.directory,
      env: machine.env,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    let before = 0;
    const isHeldUp = (): boolean => {
      const now = statSync(written).size;
      const isSame = now > 0 && now === before;
      before = now;
      return isSame;
    };
    await expect.poll(isHeldUp, { interval: 300 }).toBe(true);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([130, null]);
  });

  test.each([
    ['plain', 124],
    ['default', 123],
  ])(
    'when the reader of its output is slow, without keeping what it has not read: %s',
    async (contract, expected) => {
      const machine = temporaryMachine();
      const child = spawn(
        process.execPath,
        [mainFile, 'run', '--contract', contract, '--live', '--timeout-ms', '3000', '--', 'yes'],
        {
          cwd: machine.directory,
          env: machine.env,
          stdio: ['ignore', 'pipe', 'pipe'],
        },
      );
      child.stdout?.pause();
      let most = 0;
      const exited = new Promise((resolve) => child.on('exit', resolve));
      const status = await Promise.race([
        exited,
        expect
          .poll(() => {
            most = Math.max(most, residentBytes(child.pid));
            return child.stderr?.read() !== null || child.exitCode !== null;
          })
          .toBe(true)
          .then(() => {
            child.stdout?.resume();
            return exited;
          }),
      ]);
      expect(status).toBe(expected);
      expect(most).toBeLessThan(300 * 2 ** 20);
    },
  );
});

/** The memory that a process has; 0 when it is over. */
function residentBytes(pid: number | undefined): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096;
  } catch {
    return 0; // It is over.
  }
}

describe('handrail refuses', () => {
  test('settings of the user that are there and cannot be read', async () => {
    const machine = temporaryMachine();
    const directory = join(machine.home, '.config/handrail');
    mkdirSync(directory, { recursive: true });
    symlinkSync('handrail.json', join(directory, 'handrail.json'));
    const { status, stderr } = await handrail(machine, ['run', '--', 'echo ran']);
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: expect.stringMatching(
        `^handrail: settings in ${directory}/handrail.json: .*a link that leads to itself`,
      ),
    });
  });

  test('the key __proto__ at every level', async () => {
    const machine = temporaryMachine();
    writeFileSync(
      join(machine.directory, 'handrail.json'),
      '{"options":{"plain":{"__proto__":{"timeoutMs":1}}}}',
    );
    const { status, stderr } = await handrail(machine, ['settings']);
    expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining('the key "__proto__"') });
  });

  test('to keep more in memory than there is sense in', async () => {
    const { status, stderr } = await handrail(temporaryMachine(), [
      'run',
      '--options',
      '{"maxOutputBytes":1000000000000}',
      '--',
      'echo ran',
    ]);
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: expect.stringContaining('expected an integer from 1000 to 16777216'),
    });
  });

  test('a state directory in which nothing can be made', async () => {
    const { status, stdout } = await handrail(temporaryMachine(), ['run', '--', 'echo ran'], {
      env: { HANDRAIL_STATE_DIR: '/proc/handrail/state' },
    });
    expect({ status, stdout }).toEqual({
      status: 125,
      stdout: expect.stringContaining(
        'expected a state directory that can be written, got /proc/handrail/state',
      ),
    });
  });

  test('arguments with bytes that are no UTF-8, which would be another command', async () => {
    const machine = temporaryMachine();
    const run = `'${process.execPath}' '${mainFile}' run -- "$(printf "printf '\\377'")"; echo "status $?"`;
    const { stdout } = spawnSync('bash', ['-c', run], {
      cwd: machine.directory,
      env: machine.env,
      encoding: 'utf8',
    });
    expect(stdout).toBe('status 2\n');
    const written = await handrail(machine, ['run', '--', "printf '\uFFFD'"]);
    expect(written).toMatchObject({ status: 0, stdout: '\uFFFD\n' });
  });

  test('to be called in a directory whose path is longer than the system tells', () => {
    const machine = temporaryMachine();
    const deeper = 'for ((at = 0; at < 25; at++)); do mkdir "$1" && cd "$1" || exit; done';
    // Node cannot remove it.
    const script = `(${deeper}; '${process.execPath}' '${mainFile}' run -- true; echo "status $?"); rm -rf -- "$1"`;
    const { stdout, stderr } = spawnSync('bash', ['-c', script, 'bash', 'd'.repeat(200)], {
      cwd: machine.directory,
      env: machine.env,
      encoding: 'utf8',
    });
    expect(stderr).toMatch(
      /^handrail: the directory that handrail was called in has a path that is too long /,
    );
    expect(stdout).toBe('status 2\n');
  });

  test('to be called in a directory that is gone', async () => {
    const machine = temporaryMachine();
    const inner = `mkdir d && cd d && rmdir ../d && '${process.execPath}' '${mainFile}' run -- 'echo ran'; echo "status $?"`;
    // Not confined: a sandbox need not show where this project is.
    const { stdout } = await handrail(machine, ['run', '--yes', '--sandbox', 'off', '--', inner]);
    expect(stdout).toMatch(/handrail: the directory that handrail was called in is gone .*\nstatus 2\n$/);
  });
});
