import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { workspace } from '../../src/index.ts';
import { temporaryBash } from '../support/bash.ts';
import { heldProcess } from '../support/held-process.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { allowAll, harmlessBackend, ran, resultOf, safeEnv, workspaceBash } from '../support/workspace.ts';

describe('workspace', () => {
  test('C-1: a command runs in the workspace of the options, else in the directory of the conversation', async () => {
    const { bash, directory } = workspaceBash();
    const conversation = temporaryDirectory();
    const context = { workingDirectory: conversation };
    expect((await bash.run({ command: 'pwd' }, context)).result).toEqual(
      ran('pwd', { stdout: `${directory}\n` }),
    );
    const without = temporaryBash({ contract: workspace, options: { profile: allowAll } });
    expect((await without.run({ command: 'pwd' }, context)).result).toEqual(
      ran('pwd', { stdout: `${conversation}\n` }),
    );
  });

  test('C-1: a workspace that is not absolute is one in the directory of the conversation', async () => {
    const workingDirectory = temporaryDirectory();
    mkdirSync(join(workingDirectory, 'agent'));
    const bash = temporaryBash({ contract: workspace, options: { workspace: 'agent', profile: allowAll } });
    expect((await bash.run({ command: 'pwd; echo $HOME' }, { workingDirectory })).result).toMatchObject({
      stdout: `${join(workingDirectory, 'agent')}\n`.repeat(2),
    });
  });

  test('C-1: the defaults are 120 seconds, 50,000 characters and no overrides', () => {
    expect(workspace.readOptions({})).toEqual({
      kind: 'options',
      options: { timeoutMs: 120_000, maxOutputLength: 50_000, envOverrides: {} },
    });
  });

  test.each([
    [{}, 'command: expected a string, got nothing'],
    [{ command: 7 }, 'command: expected a string, got 7 (number)'],
    ['ls', 'expected an object, got "ls" (string)'],
  ])('C-1: input %j is an error in words', async (input, message) => {
    const { bash } = workspaceBash();
    const { result, isError } = await bash.run(input);
    expect(result).toEqual({ error: { kind: 'InvalidArgs', message } });
    expect(isError).toBe(true);
  });

  test('C-1: what the caller alone may say is not taken from the input', async () => {
    const { bash, directory } = workspaceBash();
    const input = { command: 'pwd', workspace: '/', profile: null, timeoutMs: 1 };
    expect((await bash.run(input)).result).toEqual(ran('pwd', { stdout: `${directory}\n` }));
  });

  test('C-1: a workspace that is not there is told, and nothing is started', async () => {
    const missing = join(temporaryDirectory(), 'missing');
    expect(await resultOf('true', { workspace: missing })).toEqual({
      error: {
        kind: 'Failed',
        message: `Failed to execute: expected a directory to run in, got ${JSON.stringify(missing)}, which does not exist`,
      },
    });
  });

  test('C-4: at its time limit everything that a command has started is ended', async () => {
    const held = heldProcess();
    const { bash } = workspaceBash({ workspace: held.directory, timeoutMs: 1_500 });
    const { result, isError } = await bash.run({ command: held.command });
    expect(result).toEqual(ran(held.command, { exit_code: null, stdout: 'ready\n', timed_out: true }));
    expect(isError).toBe(true);
    held.expectGone();
  });

  test('C-4: a command is asked to end before it is made to, and its last words are kept', async () => {
    const command = "trap 'echo asked; exit 0' TERM; echo before; while :; do sleep 0.05; done";
    expect(await resultOf(command, { timeoutMs: 1_000 })).toEqual(
      // Bash tells of the `sleep` that was ended.
      ran(command, {
        exit_code: null,
        stdout: 'before\nasked\n',
        stderr: expect.any(String),
        timed_out: true,
      }),
    );
  });

  test('C-4: a command that does not listen is killed after two seconds of grace', async () => {
    const command = "trap 'echo asked' TERM; while :; do sleep 0.05; done";
    const result = await resultOf(command, { timeoutMs: 1_500 });
    expect(result).toEqual(
      ran(command, {
        exit_code: null,
        stdout: expect.any(String),
        stderr: expect.any(String),
        timed_out: true,
      }),
    );
    expect('duration_ms' in result && result.duration_ms).toBeGreaterThanOrEqual(3_500);
    expect('stdout' in result && result.stdout).toContain('asked\n');
  });

  test('C-4: what a command starts to clean up after itself has the grace as well', async () => {
    const command = "trap 'sleep 0.3 && echo cleaned; exit' TERM; sleep 600 & wait";
    expect(await resultOf(command, { timeoutMs: 1_500 })).toMatchObject({
      ...{ stdout: 'cleaned\n', exit_code: null, timed_out: true },
    });
  });

  test('C-4: the limit of a call goes before that of the agent', async () => {
    const { bash } = workspaceBash();
    const { result } = await bash.run({ command: 'sleep 600' }, { timeoutMs: 300 });
    expect(result).toMatchObject({ timed_out: true, exit_code: null });
  });

  test('C-4: a command that does not need its time is not timed out', async () => {
    expect(await resultOf('exit 5', { timeoutMs: 30_000 })).toEqual(ran('exit 5', { exit_code: 5 }));
  });

  test('C-4: what a finished command leaves running does not hold the call, and goes on as a task', async () => {
    const held = heldProcess();
    const { bash } = workspaceBash({ workspace: held.directory, agent: 'a1' });
    const { result } = await bash.run({ command: held.inBackground });
    expect(result).toEqual(ran(held.inBackground, { stdout: 'ready\n' }));
    expect(held.isGone()).toBe(false);
    expect((await bash.running('a1')).map(({ command }) => command)).toEqual([held.inBackground]);
    await bash.endConversation('a1', { jobs: 'end' });
    held.expectGone();
  });

  test('C-5: a result has seven fields and no other', async () => {
    const command = 'echo out; echo err >&2; exit 3';
    const result = await resultOf(command);
    expect(result).toEqual(ran(command, { exit_code: 3, stdout: 'out\n', stderr: 'err\n' }));
    expect(Object.keys(result)).toEqual([
      'command',
      'exit_code',
      'stdout',
      'stderr',
      'timed_out',
      'duration_ms',
      'truncated',
    ]);
  });

  test('C-5: a shell that was ended by a signal has no exit code', async () => {
    expect(await resultOf('echo last; kill -KILL $$')).toEqual(
      ran('echo last; kill -KILL $$', { exit_code: null, stdout: 'last\n' }),
    );
  });

  test('C-5: a cancelled command has no exit code, and was not timed out', async () => {
    const held = heldProcess();
    const controller = new AbortController();
    const { bash } = workspaceBash({ workspace: held.directory });
    const { result } = await bash.run(
      { command: held.command },
      {
        signal: controller.signal,
        onEvent: ({ kind }) => kind === 'output' && controller.abort(),
      },
    );
    expect(result).toEqual(ran(held.command, { exit_code: null, stdout: 'ready\n' }));
    held.expectGone();
  });

  test('C-5: the command is told as it was given, and the milliseconds are whole', async () => {
    const command = '  echo "a  b"\n\t# ☃\n';
    const result = await resultOf(command);
    expect(result).toEqual(ran(command, { stdout: 'a  b\n' }));
    expect('duration_ms' in result && Number.isInteger(result.duration_ms)).toBe(true);
  });

  test('C-7: a command has the listed variables, with the workspace as home, and nothing else of the host', async () => {
    const backend = harmlessBackend();
    const { bash, directory } = workspaceBash({}, { backend });
    await bash.run({ command: 'env' });
    expect(backend.plans[0]?.env).toEqual({
      PATH: process.env.PATH,
      HOME: directory,
      USER: 'agent',
      LANG: 'C.UTF-8',
      LC_ALL: 'C.UTF-8',
      TERM: 'dumb',
      SHELL: '/bin/bash',
      TMPDIR: '/tmp',
      PWD: directory,
    });
  });

  test('C-8: a command of more than 1 MiB is looked into, and runs', async () => {
    const command = `: ${'x'.repeat(1024 * 1024)}; echo on`;
    expect(await resultOf(command)).toEqual(ran(command, { stdout: 'on\n' }));
  });

  test('C-7: the overrides come last', async () => {
    const envOverrides = { HOME: '/elsewhere', LANG: 'C', EXTRA: 'a=b ü' };
    expect(await resultOf('echo "$HOME|$LANG|$EXTRA"', { envOverrides })).toMatchObject({
      stdout: '/elsewhere|C|a=b ü\n',
    });
  });

  test('C-7: no token or key of the host is seen by a real command', async () => {
    const result = await resultOf('env; cat /proc/self/environ | tr "\\0" "\\n"');
    const stdout = 'stdout' in result ? result.stdout : '';
    expect(stdout).toContain('PATH=');
    for (const value of ['discord-value', 'anthropic-value', 'openai-value', '_KEY=', '_TOKEN=', 'EDITOR='])
      expect(stdout).not.toContain(value);
  });

  test.each([{ 'A=B': 'x' }, { '': 'x' }, { A: 'x\0' }])('C-7: overrides %j are refused', (envOverrides) => {
    expect(workspace.readOptions({ envOverrides })).toMatchObject({
      kind: 'invalid',
      problems: [
        {
          path: 'envOverrides',
          expected: 'variables whose names are not empty and without "=", and no NUL characters',
        },
      ],
    });
  });

  test('C-11: the tool is in the registry, with the schema of its parameters', () => {
    const { bash } = workspaceBash();
    expect(bash.tools.list().map(({ name }) => name)).toEqual(['bash']);
    expect(bash.tools.get('bash').inputSchema).toEqual({
      type: 'object',
      properties: { command: { type: 'string', description: 'The command, for bash.' } },
      required: ['command'],
    });
    expect(bash.tools.get('bash').outputSchema).toMatchObject({ type: 'object' });
  });

  test('C-11: its description names the directory and the limits', () => {
    const bash = temporaryBash({ contract: workspace, options: { timeoutMs: 90_000 } });
    expect(bash.tools.get('bash').description({ workingDirectory: '/srv/a1' })).toBe(
      [
        'Runs a bash command in the workspace, /srv/a1, and returns its exit code, standard output and standard error.',
        'It is stopped after 1 min 30 s; of each stream the last 50,000 characters are kept.',
        'Each call gets a fresh shell with nothing on standard input. What a command leaves running in the background goes on.',
        'A command that is denied is not run; one that needs an approval is not run before somebody has given it.',
      ].join('\n'),
    );
  });

  test('C-1: nothing is left of one call for the next, and there is nothing to read', async () => {
    const { bash, directory } = workspaceBash({}, { env: safeEnv() });
    await bash.run({ command: 'x=1; cd subdir; touch made' });
    expect((await bash.run({ command: 'echo "[$x]"; pwd; cat' })).result).toMatchObject({
      stdout: `[]\n${directory}\n`,
      exit_code: 0,
    });
    expect(existsSync(join(directory, 'subdir/made'))).toBe(true);
  });

  test('C-1: a file in the place of the workspace is told', async () => {
    const file = join(temporaryDirectory(), 'file');
    writeFileSync(file, '');
    expect(await resultOf('true', { workspace: file })).toMatchObject({ error: { kind: 'Failed' } });
  });
});
