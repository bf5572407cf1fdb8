import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { optionsSchema } from '../../src/contracts/envelope/options.ts';
import { createBash, envelope } from '../../src/index.ts';
import { temporaryBash } from '../support/bash.ts';
import { type HeldProcess, heldProcess } from '../support/held-process.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { answerTo, project, withoutTime } from './envelope-bash.ts';

/** The answer when nothing ran. */
function refusal(input: unknown, code: string, message: string, more: object = {}): unknown {
  const command = (input as { command?: unknown } | null)?.command;
  const shown = typeof command === 'string' ? command : '';
  const data = { stdout: '', stderr: '', exit_code: null, signal: null, truncated: false };
  return {
    status: 'error',
    data: { ...data, command: shown, directory: '.' },
    error: { code, message },
    text: `Command failed: ${shown}\n(Exit code null. Took 0ms)\nError: ${message}`,
    stats: { time_ms: 0, stdout_bytes: 0, stderr_bytes: 0 },
    context: { cwd: '.', params_input: input, directory_resolved: '.' },
    ...more,
  };
}

/** Processes that are held, without a program that is refused. */
function holding(): HeldProcess {
  const held = heldProcess();
  // It writes nothing, should it see the end of what it reads before it is ended itself.
  const allowed = (command: string) => command.replace('| cat', '| sort');
  return { ...held, command: allowed(held.command), inBackground: allowed(held.inBackground) };
}

const timeLimit = 'timeout_ms must be an integer between 1 and 600000.';
const missing = "Missing required parameter 'command'.";

describe('envelope: input', () => {
  test('E-1: the tool is Bash, with the schema of the document and nothing more', () => {
    const [tool] = createBash({ contract: envelope }).tools.list();
    expect(tool?.name).toBe('Bash');
    expect(tool?.description({ workingDirectory: '/' })).toBe(
      'Execute a shell command within the project sandbox.',
    );
    expect(tool?.inputSchema).toEqual({
      type: 'object',
      properties: {
        command: {
          type: 'string',
          description: 'The shell command to execute. Command chaining (&&, ||, ;) is allowed.',
        },
        directory: {
          type: 'string',
          description: "Working directory relative to project root. Defaults to '.'.",
          default: '.',
        },
        timeout_ms: {
          type: 'integer',
          description: 'Execution timeout in milliseconds. Default 120000, max 600000.',
          default: 120000,
        },
      },
      required: ['command'],
    });
  });

  test.each([
    [{}, missing],
    [{ command: null }, missing],
    [{ command: '' }, missing],
    [{ command: ' \n' }, missing],
    [{ directory: '..', timeout_ms: 0 }, missing],
    [[], missing],
    [null, missing],
    ['true', missing],
    [{ command: 7 }, 'command must be a string.'],
    [{ command: 'true', timeout_ms: 0 }, timeLimit],
    [{ command: 'true', timeout_ms: 600_001 }, timeLimit],
    [{ command: 'true', timeout_ms: 1.5 }, timeLimit],
    [{ command: 'true', timeout_ms: '1000' }, timeLimit],
    [{ command: 'true', timeout_ms: null }, timeLimit],
    [{ command: 'true', timeout_ms: 0, directory: '..' }, timeLimit],
    [{ command: 'true', directory: 7 }, 'directory must be a string.'],
    [{ command: 'true', pty: 'yes' }, 'pty must be a boolean.'],
    [{ command: 'true', background: 1 }, 'background must be a boolean.'],
    [{ command: 'true', run_in_background: 'no' }, 'run_in_background must be a boolean.'],
  ])('E-1: input %j is refused: %s', async (input, message) => {
    const given = input as { directory?: unknown } | null;
    const outside = given?.directory === '..' ? '..' : '.';
    const context = { cwd: '.', params_input: input, directory_resolved: outside };
    expect(withoutTime(await answerTo(input))).toEqual(refusal(input, 'INVALID_PARAM', message, { context }));
  });

  test.each([1_000, 600_000])(
    'E-1: a time limit of %d and keys that nobody knows are accepted',
    async (limit) => {
      const input = { command: 'echo hi', timeout_ms: limit, description: 'greets', directory: '' };
      expect((await answerTo(input)).status).toBe('success');
    },
  );

  test('E-14: a text that bash cannot be given is an INVALID_PARAM', async () => {
    const result = await answerTo({ command: 'echo \0' });
    expect(result).toMatchObject({ status: 'error', error: { code: 'INVALID_PARAM' } });
    expect(result.text).toContain(
      'Error: The command cannot be run: command: expected text without NUL characters',
    );
  });
});

describe('envelope: answer', () => {
  test('E-2: a success is status, data, text, stats and context', async () => {
    const input = { command: 'echo hi', extra: [1] };
    expect(withoutTime(await answerTo(input))).toEqual({
      status: 'success',
      data: {
        ...{ stdout: 'hi\n', stderr: '', exit_code: 0, signal: null, truncated: false },
        ...{ command: 'echo hi', directory: '.' },
      },
      text: 'Command succeeded: echo hi\n(Exit code 0. Took 0ms)\n\n--- STDOUT (3 bytes) ---\nhi',
      stats: { time_ms: 0, stdout_bytes: 3, stderr_bytes: 0 },
      context: { cwd: '.', params_input: input, directory_resolved: '.' },
    });
  });

  test.each([
    ['true', 'success'],
    ['exit 3', 'partial'],
    ['git --no-such-option', 'partial'],
    ['sudo true', 'error'],
  ])('E-2: the answer to %s is a %s, which alone has an error', async (command, status) => {
    const result = await answerTo({ command });
    const keys = ['context', 'data', 'stats', 'status', 'text'];
    expect(result.status).toBe(status);
    expect(Object.keys(result).toSorted()).toEqual(
      (status === 'error' ? [...keys, 'error'] : keys).toSorted(),
    );
  });

  test('E-3: the command is told verbatim, the directory from the project root', async () => {
    const command = '  printf "%s" "a\tb"  # é\n';
    const result = await answerTo({ command, directory: './src//deep/../' });
    expect(result.data).toEqual({
      ...{ stdout: 'a\tb', stderr: '', exit_code: 0, signal: null, truncated: false },
      ...{ command, directory: 'src' },
    });
  });

  test('E-3: a command that a signal has ended has no exit code, and the name of the signal', async () => {
    const { status, data, text } = await answerTo({ command: 'echo out; kill -KILL $$' });
    expect([status, data.exit_code, data.signal]).toEqual(['partial', null, 'SIGKILL']);
    expect(text.replace(/\d+ms/, '0ms')).toBe(
      'Command failed: echo out; kill -KILL $$\n(Exit code null. Took 0ms)\n[Ended by signal SIGKILL.]\n\n--- STDOUT (4 bytes) ---\nout',
    );
  });

  test('E-3: bytes that are no UTF-8 are replaced and counted as they were', async () => {
    const { data, stats } = await answerTo({ command: "printf 'a\\377b\\303\\251'" });
    expect([data.stdout, stats.stdout_bytes]).toEqual(['a\uFFFDbé', 5]);
  });

  test('E-4: the context has the directory twice and the input as received; the stats are whole numbers', async () => {
    const root = project();
    const input = { command: 'pwd; echo é >&2; sleep 0.01', directory: join(root, 'src/deep') };
    const { context, stats, data } = await answerTo(input, { root });
    expect(context).toEqual({ cwd: 'src/deep', params_input: input, directory_resolved: 'src/deep' });
    expect(stats).toEqual({ time_ms: expect.any(Number), stdout_bytes: data.stdout.length, stderr_bytes: 3 });
    expect(Number.isInteger(stats.time_ms) && stats.time_ms >= 10).toBe(true);
  });

  test('E-4: the project root is that of the options, else where the conversation works', async () => {
    const root = project();
    const asked = await answerTo(
      { command: 'pwd -P', directory: 'src' },
      { root: temporaryDirectory(), options: { projectRoot: root } },
    );
    const named = await answerTo({ command: 'pwd -P' }, { root, options: { projectRoot: 'lib' } });
    expect(asked.data.stdout).toBe(`${join(root, 'src')}\n`);
    expect(named.data.stdout).toBe(`${join(root, 'lib')}\n`);
  });

  test('E-5: a non-zero exit is partial, with all of the output', async () => {
    const { status, data } = await answerTo({ command: 'echo out; echo err >&2; exit 3' });
    expect([status, data.stdout, data.stderr, data.exit_code]).toEqual(['partial', 'out\n', 'err\n', 3]);
  });

  test.each(['echo out', 'echo err >&2'])(
    'E-5: a command that takes too long after %s is partial',
    async (first) => {
      const held = holding();
      const command = held.command.replace('echo ready', first);
      const result = await answerTo({ command, timeout_ms: 1_500 }, { root: held.directory });
      expect([result.status, result.data.exit_code]).toEqual(['partial', null]);
      expect(result.text).toContain('(Exit code null. Took ');
      expect(result.text).toContain('\n[Timed out after 1500ms, and was ended.]\n\n--- STD');
      held.expectGone();
    },
  );

  test('E-5: one that has written nothing by then is an error, TIMEOUT', async () => {
    const result = await answerTo({ command: 'sleep 600', timeout_ms: 300 });
    expect(withoutTime(result)).toEqual(
      refusal({ command: 'sleep 600', timeout_ms: 300 }, 'TIMEOUT', 'Command timed out with no output.', {
        text: 'Command failed: sleep 600\n(Exit code null. Took 0ms)\nError: Command timed out with no output.\n[Timed out after 300ms, and was ended.]',
      }),
    );
    expect(result.stats.time_ms).toBeGreaterThanOrEqual(300);
  });

  test('E-5: what is cancelled is told like what takes too long', async () => {
    const held = holding();
    const controller = new AbortController();
    const onEvent = ({ kind }: { kind: string }) => kind === 'output' && controller.abort();
    const context = { signal: controller.signal, onEvent };
    const some = await answerTo({ command: held.command }, { root: held.directory, context });
    expect([some.status, some.data.stdout, some.data.exit_code]).toEqual(['partial', 'ready\n', null]);
    held.expectGone();
    const none = await answerTo({ command: 'true' }, { context: { signal: AbortSignal.abort() } });
    expect(none).toMatchObject({
      status: 'error',
      error: {
        code: 'EXECUTION_ERROR',
        message: 'Command failed: it was cancelled before it had written anything.',
      },
    });
  });
});

describe('envelope: directory', () => {
  const outside = 'Access denied. Path must be within project root.';

  test.each(['..', '../other', 'src/../..', '/', '/etc', 'src/../../project-other'])(
    'E-6: the directory %s is denied',
    async (directory) => {
      const result = await answerTo({ command: 'true', directory });
      expect(result).toMatchObject({ status: 'error', error: { code: 'ACCESS_DENIED', message: outside } });
      expect(result.context.cwd).toBe('.');
    },
  );

  test('E-6: symbolic links are followed: out of the project is denied, within it is not', async () => {
    const root = project();
    symlinkSync('src/absent', join(root, 'dangling'));
    symlinkSync('itself', join(root, 'itself'));
    const codeOf = async (directory: string) => {
      const result = await answerTo({ command: 'true', directory }, { root });
      return result.status === 'error' ? result.error.code : result.status;
    };
    expect(await codeOf('out')).toBe('ACCESS_DENIED');
    expect(await codeOf('self/out')).toBe('ACCESS_DENIED');
    expect(await codeOf('deep')).toBe('success');
    expect(await codeOf('src/../deep')).toBe('success');
    expect(await codeOf('dangling')).toBe('NOT_FOUND');
    expect(await codeOf('itself')).toBe('PERMISSION_DENIED');
  });

  test('E-6: of what a link out of the project leads to, nothing is told', async () => {
    const root = project();
    writeFileSync(join(root, '../file'), '');
    symlinkSync('/nowhere/at/all', join(root, 'nowhere'));
    symlinkSync('out/absent', join(root, 'absent'));
    const nowhere = ['nowhere', 'nowhere/x', 'self/nowhere', 'absent'];
    for (const directory of ['out/absent', 'out/file', 'out/file/x', 'self/out/absent', ...nowhere]) {
      const result = await answerTo({ command: 'true', directory }, { root });
      expect(result).toMatchObject({ status: 'error', error: { code: 'ACCESS_DENIED', message: outside } });
    }
  });

  test('E-6: an absolute directory is in the project by whatever name it is called', async () => {
    const root = project();
    const link = join(root, '../link');
    symlinkSync(root, link);
    const placeOf = async (directory: string, projectRoot: string) => {
      const { status, context } = await answerTo({ command: 'true', directory }, { root: projectRoot });
      return [status, context.cwd, context.directory_resolved];
    };
    const deep = ['success', 'src/deep', 'src/deep'];
    expect(await placeOf(join(root, 'src/deep'), link)).toEqual(deep);
    expect(await placeOf(join(link, 'src/deep'), root)).toEqual(deep);
    expect(await placeOf(root, link)).toEqual(['success', '.', '.']);
    expect(await placeOf(join(link, 'out'), root)).toEqual(['error', '.', '../link/out']);
  });

  test('E-14: a directory that does not exist is NOT_FOUND, a file is an INVALID_PARAM', async () => {
    const root = project();
    const absent = { command: 'true', directory: './absent/x' };
    const context = { cwd: 'absent/x', params_input: absent, directory_resolved: 'absent/x' };
    const data = { ...(refusal(absent, '', '') as { data: object }).data, directory: 'absent/x' };
    expect(withoutTime(await answerTo(absent, { root }))).toEqual(
      refusal(absent, 'NOT_FOUND', "Directory './absent/x' does not exist.", { context, data }),
    );
    expect(await answerTo({ command: 'true', directory: 'notes' }, { root })).toMatchObject({
      status: 'error',
      error: { code: 'INVALID_PARAM', message: "'notes' is not a directory." },
    });
  });

  test('E-14: parameters go before the directory, its name before the rules, the rules before its state', async () => {
    const codes: string[] = [];
    for (const [command, directory] of [
      ['sudo true', '..'],
      ['sudo true', 'absent'],
      ['sudo true', 'out'],
      ['true', 'absent'],
    ]) {
      const result = await answerTo({ command, directory });
      codes.push(result.status === 'error' ? result.error.message.slice(0, 15) : result.status);
    }
    expect(codes).toEqual(['Access denied. ', 'Command blocked', 'Command blocked', "Directory 'abse"]);
  });

  test('E-14: a blocked command starts nothing, and is an INVALID_PARAM with reason and hint', async () => {
    const root = project();
    const input = { command: 'touch made; ls' };
    expect(withoutTime(await answerTo(input, { root }))).toEqual(
      refusal(input, 'INVALID_PARAM', 'Command blocked by safety rules.', {
        text: 'Command failed: touch made; ls\n(Exit code null. Took 0ms)\nError: Command blocked by safety rules.\nReason: ls is not run here: there is a tool for it.\nHint: Use the LS tool.',
      }),
    );
    expect(existsSync(join(root, 'made'))).toBe(false);
  });

  test('E-14: what the machine cannot start is an EXECUTION_ERROR with the details', async () => {
    const result = await answerTo({ command: 'true' }, { env: { PATH: temporaryDirectory() } });
    expect(result).toMatchObject({ status: 'error', error: { code: 'EXECUTION_ERROR' } });
    expect(result.status === 'error' && result.error.message).toMatch(
      /^Command failed: expected an executable bash in the directories of PATH/,
    );
  });
});

describe('envelope: output', () => {
  test('E-12: nothing is cut unless a limit is set', async () => {
    const command = 'printf "%02000000d" 0; printf "%01000000d" 0 >&2';
    const { status, data, stats } = await answerTo({ command });
    expect([status, data.truncated]).toEqual(['success', false]);
    expect([data.stdout.length, data.stderr.length]).toEqual([2_000_000, 1_000_000]);
    expect([stats.stdout_bytes, stats.stderr_bytes]).toEqual([2_000_000, 1_000_000]);
  });

  test('E-12: output at the limit is whole, one byte more is cut and partial, with the file that has it all', async () => {
    const options = { maxOutputBytes: 6 };
    const whole = await answerTo({ command: 'printf 123456; printf 123456 >&2' }, { options });
    expect([whole.status, whole.data.truncated, whole.data.stdout]).toEqual(['success', false, '123456']);
    const cut = await answerTo({ command: 'printf 1234567; printf 1 >&2' }, { options });
    expect([cut.status, cut.data.truncated, cut.data.stdout, cut.data.stderr]).toEqual([
      ...['partial', true, '123456', '1'],
    ]);
    expect([cut.data.exit_code, cut.stats.stdout_bytes]).toEqual([0, 7]);
    const file = /^\[The whole stdout is in (?<file>.*)\]$/m.exec(cut.text)?.groups?.file ?? '';
    expect(readFileSync(file, 'utf8')).toBe('1234567');
    expect(cut.text.replace(file, 'FILE').replace(/\d+ms/, '0ms')).toBe(
      [
        'Command succeeded: printf 1234567; printf 1 >&2',
        '(Exit code 0. Took 0ms)',
        '[The whole stdout is in FILE]',
        '',
        '--- STDOUT (7 bytes) ---',
        '123456',
        '',
        '--- STDERR (1 bytes) ---',
        '1',
        '',
        '[Truncated: Output exceeded limit. Narrow command or redirect to file.]',
      ].join('\n'),
    );
  });

  test('E-12: a cut does not divide a character', async () => {
    const { data } = await answerTo({ command: 'printf aéé' }, { options: { maxOutputBytes: 4 } });
    expect(data.stdout).toBe('aé');
  });

  test('E-12: memory is bounded without a limit too: above 16 MiB a stream is cut', async () => {
    const MiB = 1024 * 1024;
    const { status, data, stats, text } = await answerTo({
      command: `printf '%0${MiB}d' {1..17}; printf '%0${MiB}d' {1..16} >&2`,
    });
    expect([status, data.truncated]).toEqual(['partial', true]);
    expect([data.stdout.length, data.stderr.length]).toEqual([16 * MiB, 16 * MiB]);
    expect([stats.stdout_bytes, stats.stderr_bytes]).toEqual([17 * MiB, 16 * MiB]);
    expect(text.endsWith('\n[Truncated: Output exceeded limit. Narrow command or redirect to file.]')).toBe(
      true,
    );
    await expect(
      answerTo({ command: 'true' }, { options: { maxOutputBytes: 16 * MiB + 1 } }),
    ).rejects.toThrow('maxOutputBytes: expected an integer from 0 to 16777216');
  });

  test('E-13: the parent’s environment is inherited, with MYCODEAGENT=1 over it', async () => {
    const env = { GREETING: 'hello', API_TOKEN: 'abc', MYCODEAGENT: '0' };
    const { data } = await answerTo({ command: 'echo $GREETING $API_TOKEN $MYCODEAGENT' }, { env });
    expect(data.stdout).toBe('hello abc 1\n');
    const home = await answerTo(
      { command: "bash -c 'echo $MYCODEAGENT $HOME'" },
      { env: { HOME: '/a/home' } },
    );
    expect(home.data.stdout).toBe('1 /a/home\n');
  });

  test('E-15: a failure has its headline, its exit code and the streams that are not empty', async () => {
    const { text } = await answerTo({ command: 'echo err >&2; exit 1' });
    expect(text.replace(/\d+ms/, '0ms')).toBe(
      'Command failed: echo err >&2; exit 1\n(Exit code 1. Took 0ms)\n\n--- STDERR (4 bytes) ---\nerr',
    );
  });

  test('E-15: without output the text is the first two lines, and the time is that of the stats', async () => {
    const { text, stats } = await answerTo({ command: 'true' });
    expect(text).toBe(`Command succeeded: true\n(Exit code 0. Took ${stats.time_ms}ms)`);
  });

  test('E-15: the model reads the text, and an error is one', async () => {
    const bash = temporaryBash({ contract: envelope });
    const context = { workingDirectory: project() };
    const failed = await bash.run({ command: 'exit 3' }, context);
    const blocked = await bash.run({ command: 'ls' }, context);
    expect([failed.text, failed.isError, blocked.text, blocked.isError]).toEqual([
      ...[failed.result.text, false, blocked.result.text, true],
    ]);
  });
});

describe('envelope: extensions', () => {
  test('E-5: what a command leaves running does not hold the call; it is told and kept as a job', async () => {
    const held = holding();
    const bash = temporaryBash({ contract: envelope });
    const { result, outcome } = await bash.run(
      { command: held.inBackground },
      { workingDirectory: held.directory },
    );
    expect([result.status, result.data.exit_code, result.data.stdout]).toEqual(['success', 0, 'ready\n']);
    if (outcome.kind !== 'ended' || outcome.job === null) throw new Error('expected a job');
    const { id, outputFile, shell } = outcome.job;
    expect(result.text).toMatch(/\n\[Still running in the background: \d+ .*sleep 600/);
    expect(result.text).toContain(
      `]\n[Job: ${id}]\n[Output file: ${outputFile}]\n[To stop: kill -9 -- -${[shell, ...outcome.survivors].map(({ pid }) => pid).join(' ')}]\n\n--- STDOUT`,
    );
    expect(held.isGone()).toBe(false);
  });

  test('E-16: what has left the group of its shell is stopped as the text says, too', async () => {
    const held = holding();
    const bash = temporaryBash({ contract: envelope });
    const context = { workingDirectory: held.directory };
    const { result } = await bash.run({ command: 'exec 9> leash; setsid sleep 600 & echo ready' }, context);
    const [, stop] = /\[To stop: (.*)\]/.exec(result.text) ?? [];
    expect(held.isGone()).toBe(false);
    const stopped = await bash.run({ command: stop }, context);
    expect(stopped.result.status).toBe('success');
    await expect.poll(() => held.isGone()).toBe(true);
  });

  test.each(['background', 'run_in_background'])(
    'E-16: with %s the answer comes at once, with pid, job, output file and how to stop it',
    async (name) => {
      const held = holding();
      const bash = temporaryBash({ contract: envelope });
      const context = { workingDirectory: held.directory };
      const { result, outcome } = await bash.run({ command: held.command, [name]: true }, context);
      if (outcome.kind !== 'moved_to_job') throw new Error('expected a job');
      const { id, outputFile, shell } = outcome.job;
      expect([result.status, result.data.exit_code, result.data.signal]).toEqual(['success', null, null]);
      expect(result.text.replace(/\d+ms/, '0ms').split('\n\n')[0]).toBe(
        [
          `Command succeeded: ${held.command}`,
          '(Exit code null. Took 0ms)',
          `[Runs in the background with pid ${shell.pid}.]`,
          `[Job: ${id}]`,
          `[Output file: ${outputFile}]`,
          `[To stop: kill -9 -- -${shell.pid}]`,
        ].join('\n'),
      );
      await expect.poll(() => readFileSync(outputFile, 'utf8')).toBe('ready\n');
      const stopped = await bash.run({ command: `kill -9 -- -${shell.pid}` }, context);
      expect(stopped.result.status).toBe('success');
      await expect.poll(() => held.isGone()).toBe(true);
    },
  );

  test('E-16: a background command is not waited for, however short it is', async () => {
    const { status, data } = await answerTo({ command: 'exit 3', background: true });
    expect([status, data.exit_code]).toEqual(['success', null]);
  });

  test.each([
    [{ background: true }, 86_400_000, { kind: 'job', settleMs: 0, input: 'nothing' }],
    [{ run_in_background: true, timeout_ms: 5 }, 5, { kind: 'job', settleMs: 0, input: 'nothing' }],
    [{}, 120_000, { kind: 'call', survivors: 'keep' }],
    [{ timeout_ms: 600_000 }, 600_000, { kind: 'call', survivors: 'keep' }],
  ])(
    'E-16: in the background 24 hours are the limit, unless one was asked for: %j',
    (given, timeoutMs, lifetime) => {
      const scope = { options: optionsSchema.parse({}), workingDirectory: '/work', env: {} };
      expect(envelope.tools[0].decode({ command: 'true', ...given }, scope)).toMatchObject({
        kind: 'run',
        request: { timeoutMs, lifetime },
      });
    },
  );

  test('E-16: the rules hold for the background too', async () => {
    const result = await answerTo({ command: 'top', background: true });
    expect(result).toMatchObject({ status: 'error', error: { message: 'Command blocked by safety rules.' } });
  });

  test('E-16: with pty the command has a terminal, and what is on its screen is the standard output', async () => {
    const without = await answerTo({ command: '[ -t 0 ] || [ -t 1 ] || echo none' });
    const { status, data } = await answerTo({
      command: String.raw`[ -t 0 ] && [ -t 1 ] && printf 'a terminal\r\e[1mA\n'; echo err >&2`,
      pty: true,
    });
    expect(without.data.stdout).toBe('none\n');
    expect([status, data.stdout, data.stderr]).toEqual(['success', 'A terminal\nerr\n', '']);
  });

  test('E-16: on a terminal an interactive program goes on as a job once it waits for somebody to type', async () => {
    const root = project();
    writeFileSync(join(root, 'long'), 'line\n'.repeat(200));
    const result = await answerTo({ command: 'less long', pty: true }, { root });
    expect([result.status, result.data.exit_code]).toEqual(['success', null]);
    expect(result.data.stdout).toContain('line\nline\n');
    expect(result.text).toMatch(
      /\n\[Goes on in the background with pid \d+\.\]\n\[Job: (\w+)\]\n.*\n.*\n\[It waits for input: less long\. To type: handrail input \1\]/,
    );
  });
});
