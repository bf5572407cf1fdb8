import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { session } from '../../src/index.ts';
import { createFakeBackend, exited } from '../../src/testing/index.ts';
import { handrail, temporaryMachine } from '../support/handrail.ts';
import { ran, sessionBash } from '../support/session-contract.ts';
import { temporaryDirectory } from '../support/temporary.ts';

/** A bash whose commands are not run, and what it would have run. */
function unrun(options: Readonly<Record<string, unknown>> = {}, directory = '/project') {
  const backend = createFakeBackend(({ command }) => ({
    writes: [['output', command]],
    ends: exited({ kind: 'exited', code: 0 }),
  }));
  return { backend, ...sessionBash({ backend, options }, directory) };
}

/** The request that an input is read as; `null` when it is refused. */
function requestOf(input: unknown, options: Readonly<Record<string, unknown>> = {}) {
  const read = session.readOptions(options);
  if (read.kind === 'invalid') throw new Error(JSON.stringify(read.problems));
  const scope = { options: read.options, workingDirectory: '/project', env: {} };
  const operation = session.tools[0].decode(input, scope);
  return operation.kind === 'run' ? operation.request : null;
}

describe('the input of session', () => {
  test('D-1: the schema asks for a command and a description', () => {
    const { inputSchema } = sessionBash().bash.tools.get('bash');
    expect(inputSchema).toEqual({
      type: 'object',
      properties: {
        command: { type: 'string', minLength: 1, description: expect.any(String) },
        timeout: { type: 'integer', minimum: 0, description: expect.stringContaining('120000') },
        workdir: { type: 'string', description: expect.any(String) },
        description: { type: 'string', description: expect.any(String) },
      },
      required: ['command', 'description'],
    });
  });

  test('D-1: handrail tools prints it', async () => {
    const { stdout } = await handrail(temporaryMachine(), ['tools', '--contract', 'session']);
    const [tool] = JSON.parse(stdout);
    expect([tool.name, tool.inputSchema]).toEqual(['bash', session.tools[0].inputSchema]);
  });

  test.each([
    ['with a command alone, as of old', { command: 'echo hi' }],
    ['with an empty description', { command: 'echo hi', description: '' }],
    [
      'with null for what may be left out',
      { command: 'echo hi', timeout: null, workdir: null, description: null },
    ],
    [
      'with an empty directory and no time limit',
      { command: 'echo hi', timeout: 0, workdir: '', description: '' },
    ],
    ['with keys that nobody knows', { command: 'echo hi', run_in_background: true, description: '' }],
  ])('D-1: a call %s works', async (_name, input) => {
    const { call } = sessionBash();
    expect(await call(input)).toEqual({
      text: 'hi\n',
      metadata: expect.objectContaining({ description: '', exit_code: 0, output: 'hi\n' }),
    });
  });

  test.each([
    [{}, 'command: expected a string that is not empty, got nothing'],
    [undefined, 'expected an object, got nothing'],
    [null, 'expected an object, got null'],
    [[], 'expected an object, got [] (array)'],
    ['ls', 'expected an object, got "ls" (string)'],
    [{ command: '' }, 'command: expected a string that is not empty, got "" (string)'],
    [{ command: null }, 'command: expected a string that is not empty, got null'],
    [{ command: ['ls'] }, 'command: expected a string that is not empty, got ["ls"] (array)'],
    [{ command: 'ls', timeout: '5' }, 'timeout: expected an integer of at least 0, got "5" (string)'],
    [{ command: 'ls', timeout: 1.5 }, 'timeout: expected an integer of at least 0, got 1.5 (number)'],
    [{ command: 'ls', timeout: -1 }, 'timeout: expected an integer of at least 0, got -1 (number)'],
    [{ command: 'ls', workdir: 7 }, 'workdir: expected a string, got 7 (number)'],
    [{ command: 'ls', description: {} }, 'description: expected a string, got {} (object)'],
    [
      { command: 'ls', workdir: 'a\0b' },
      'expected a directory whose name can be written as UTF-8, without NUL characters, got "/project/a\\u0000b"',
    ],
    [
      { command: 'echo a\0b' },
      "command: expected text without NUL characters, got a NUL character at offset 6 — write it as an escape that the program understands, such as printf '\\0'",
    ],
  ])('D-1: input %j is refused in words, and nothing is run', async (input, message) => {
    const { backend, run } = unrun();
    const { result, text, isError } = await run(input);
    expect(result).toEqual({ error: { kind: 'InvalidParameters', message } });
    expect([text, isError]).toEqual([message, true]);
    expect(backend.plans).toEqual([]);
  });

  test.each([
    [undefined, 120_000],
    [null, 120_000],
    [0, 120_000],
    [1, 1],
    [600_000, 600_000],
    [600_001, 600_000],
    [86_400_000, 600_000],
  ])('D-1: a timeout of %j is %i ms', (timeout, timeoutMs) => {
    expect(requestOf({ command: 'ls', timeout })).toMatchObject({ timeoutMs });
  });

  test('D-1: a command that reaches its timeout is stopped, and what it wrote is told', async () => {
    const { run } = sessionBash();
    const { result, text, isError } = await run({
      command: 'echo before; sleep 600; echo after',
      timeout: 2_000,
    });
    expect(text).toBe('before\nThe command timed out after 2 s and was stopped');
    expect(ran(result).metadata).toMatchObject({ exit_code: null, output: 'before\n' });
    expect(isError).toBe(false);
  });

  test('D-1: a command that times out in silence says so', async () => {
    const { run } = sessionBash();
    const { text } = await run({ command: 'sleep 600', timeout: 300 });
    expect(text).toBe('(no output)\nThe command timed out after 300 ms and was stopped');
  });
});

describe('the directory of session', () => {
  test.each([undefined, null, ''])(
    'D-2: workdir %j is the directory of the conversation',
    async (workdir) => {
      const { output, directory } = sessionBash();
      expect(await output('pwd', { workdir })).toBe(`${directory}\n`);
    },
  );

  test('D-2: it is the configured one if there is one', async () => {
    const project = realpathSync(temporaryDirectory());
    const { output } = sessionBash({ options: { project } });
    expect(await output('pwd')).toBe(`${project}\n`);
  });

  test('D-2: a configured one that is relative is so to that of the conversation', async () => {
    const directory = temporaryDirectory();
    mkdirSync(join(directory, 'sub'));
    const { output } = sessionBash({ options: { project: 'sub' } }, directory);
    expect(await output('pwd')).toBe(`${directory}/sub\n`);
  });

  test('D-2: a workdir that is relative is so to the project', async () => {
    const { output, directory } = sessionBash();
    mkdirSync(join(directory, 'a b', 'c'), { recursive: true });
    expect(await output('pwd', { workdir: 'a b/c' })).toBe(`${directory}/a b/c\n`);
    expect(await output('pwd', { workdir: join(directory, 'a b') })).toBe(`${directory}/a b\n`);
  });

  test('D-2: a workdir that is not there starts nothing', async () => {
    const { call, directory } = sessionBash();
    const message = `expected a directory to run in, got "${directory}/none", which does not exist`;
    expect(await call({ command: 'true', workdir: 'none' })).toEqual({ error: { kind: 'Failed', message } });
  });
});

describe('the result of session', () => {
  test('D-6: the metadata have the times, the description, the exit code and the output', async () => {
    const { call } = sessionBash();
    const before = Date.now();
    const result = ran(
      await call({ command: 'echo out; echo err >&2; sleep 0.2; (exit 3)', description: 'Say it' }),
    );
    const after = Date.now();
    expect(result).toEqual({
      text: 'out\nerr\nExit code 3',
      metadata: {
        start_time: expect.any(Number),
        end_time: expect.any(Number),
        description: 'Say it',
        exit_code: 3,
        output: 'out\nerr\n',
      },
    });
    const { start_time: start, end_time: end } = result.metadata;
    expect([Number.isInteger(start), Number.isInteger(end)]).toEqual([true, true]);
    expect(start).toBeGreaterThanOrEqual(before);
    expect(end - start).toBeGreaterThanOrEqual(200);
    expect(end).toBeLessThanOrEqual(after + 2); // Two clocks, rounded.
  });

  test.each([
    ['30,000 bytes', 'x'.repeat(30_000), 30_000],
    ['30,001 bytes', 'x'.repeat(30_001), 30_000],
    ['characters of three bytes', '読'.repeat(10_001), 10_000],
    ['a character over the limit', `${'x'.repeat(29_999)}é`, 29_999],
    ['a pair over the limit', `${'x'.repeat(29_998)}😀😀`, 29_998],
  ])(
    'D-6: a description of %s is kept up to 30,000 bytes, in whole characters',
    async (_name, description, length) => {
      const { call } = unrun();
      const { metadata } = ran(await call({ command: 'ls', description }));
      expect(metadata.description).toBe(description.slice(0, length));
    },
  );

  test('D-6: a failure is a result and not an error', async () => {
    const { run } = sessionBash();
    expect(await run({ command: 'false' })).toMatchObject({
      text: '(no output)\nExit code 1',
      isError: false,
    });
  });

  test('D-6: an exit code that is an answer says so', async () => {
    const { run } = sessionBash();
    expect((await run({ command: 'echo a | grep b' })).text).toBe(
      '(no output)\nExit code 1 (no line matched)',
    );
  });

  test('D-6: a shell that was ended by a signal has no exit code', async () => {
    const { call, directory } = sessionBash();
    const result = ran(await call({ command: 'kill -KILL $$' }));
    expect(result).toMatchObject({ metadata: { exit_code: null } });
    expect(result.text.split('\n')).toEqual([
      '(no output)',
      'The shell was ended by SIGKILL',
      `The shell of ${directory} has ended; the next call there gets a new one`,
    ]);
  });

  test('D-6: the environment is that of the host', async () => {
    const { output } = sessionBash({
      env: { PATH: process.env.PATH ?? '', SOME_TOKEN: 'kept', PAGER: 'less' },
    });
    expect(await output('echo "$SOME_TOKEN $PAGER"')).toBe('kept less\n');
  });

  test('D-6: unknown options are refused with the nearest known one', () => {
    expect(session.readOptions({ onask: 'deny' })).toEqual({
      kind: 'invalid',
      problems: [
        {
          path: '',
          expected: 'only the keys project, onAsk, maxOutputBytes, maxOutputLines',
          received: 'the key "onask"',
          hint: 'did you mean "onAsk"?',
        },
      ],
    });
  });

  test('D-6: handrail call prints the result; an unknown option is misuse', async () => {
    const machine = temporaryMachine();
    const call = ['call', 'bash', '--contract', 'session'];
    const input = '{"command":"echo é","description":"Say é"}';
    const printed = await handrail(machine, [...call, input]);
    expect(printed.status).toBe(0);
    expect(JSON.parse(printed.stdout)).toEqual({
      text: 'é\n',
      metadata: expect.objectContaining({ description: 'Say é', exit_code: 0, output: 'é\n' }),
    });
    expect((await handrail(machine, [...call, '--options', '{"ban":[]}', input])).status).toBe(2);
  });
});
