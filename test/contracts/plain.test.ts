import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Approver, type PlainResult, plain } from '../../src/index.ts';
import { temporaryBash } from '../support/bash.ts';
import { heldProcess } from '../support/held-process.ts';
import { temporaryDirectory } from '../support/temporary.ts';

function plainBash(
  options: Readonly<Record<string, unknown>> = {},
  parts: { approver?: Approver; path?: string } = {},
) {
  const { approver, path } = parts;
  return temporaryBash({
    contract: plain,
    options,
    ...(approver === undefined ? {} : { approver }),
    ...(path === undefined ? {} : { env: { PATH: path } }),
  });
}

/** The result of one call in a directory of its own. */
async function resultOf(
  input: unknown,
  options: Readonly<Record<string, unknown>> = {},
): Promise<PlainResult> {
  const { result } = await plainBash(options).run(input, { workingDirectory: temporaryDirectory() });
  return result;
}

function text(expected: string, exitCode = 0): PlainResult {
  return {
    content: [{ type: 'text', text: expected }],
    details: { exit_code: exitCode, success: exitCode === 0 },
  };
}

describe('plain', () => {
  test.each([
    [{}, 'command: expected a string, got nothing'],
    [{ command: 7 }, 'command: expected a string, got 7 (number)'],
    [{ command: null }, 'command: expected a string, got null'],
    [undefined, 'expected an object, got nothing'],
    ['ls', 'expected an object, got "ls" (string)'],
    [
      { command: 'echo a\0b' },
      "command: expected text without NUL characters, got a NUL character at offset 6 — write it as an escape that the program understands, such as printf '\\0'",
    ],
  ])('B-1: input %j is refused as InvalidArgs', async (input, message) => {
    expect(await resultOf(input)).toEqual({ error: { kind: 'InvalidArgs', message } });
  });

  test('B-1: keys that the document does not name are passed over', async () => {
    expect(await resultOf({ command: 'echo on', timeout: 1, cwd: '/missing' })).toEqual(
      text('Exit code: 0\non\n'),
    );
  });

  test('B-1: the JSON Schema asks for a command and nothing else', () => {
    expect(plainBash().tools.get('bash').inputSchema).toEqual({
      type: 'object',
      properties: { command: { type: 'string', description: 'The command to run with bash -c.' } },
      required: ['command'],
    });
  });

  test('B-2: a command that contains a denied text is blocked by the first one in the list that it contains', async () => {
    const directory = temporaryDirectory();
    const bash = plainBash({ denyPatterns: ['never', 'b-made', 'touch'] });
    const { result } = await bash.run({ command: 'touch b-made' }, { workingDirectory: directory });
    expect(result).toEqual({
      error: { kind: 'Failed', message: "Command blocked by safety policy: contains 'b-made'" },
    });
    expect(existsSync(join(directory, 'b-made'))).toBe(false);
  });

  test('B-2: a denied text is looked for letter for letter', async () => {
    const options = { denyPatterns: ['rm -rf /', 'a.c'] };
    expect(await resultOf({ command: 'echo abc "rm  -rf"' }, options)).toEqual(
      text('Exit code: 0\nabc rm  -rf\n'),
    );
  });

  test('B-3: the callback is asked after the denied texts', async () => {
    const asked: string[] = [];
    const bash = plainBash({
      denyPatterns: ['blocked'],
      confirm: (command: string) => {
        asked.push(command);
        return true;
      },
    });
    const blocked = await bash.run({ command: 'echo blocked' });
    const confirmed = await bash.run({ command: 'echo fine' });
    expect(blocked.result).toEqual({
      error: { kind: 'Failed', message: "Command blocked by safety policy: contains 'blocked'" },
    });
    expect(confirmed.result).toEqual(text('Exit code: 0\nfine\n'));
    expect(asked).toEqual(['echo fine']);
  });

  test.each([
    ['says no', () => false],
    ['says no later', async () => false],
    ['says nothing', () => undefined],
    [
      'throws',
      () => {
        throw new Error('no screen');
      },
    ],
    [
      'rejects',
      async () => {
        throw new Error('no screen');
      },
    ],
  ])('B-3: a callback that %s refuses the command', async (_name, confirm) => {
    const directory = temporaryDirectory();
    const { result } = await plainBash({ confirm }).run(
      { command: 'touch made' },
      { workingDirectory: directory },
    );
    expect(result).toEqual({ error: { kind: 'Failed', message: 'Command was not confirmed by the user.' } });
    expect(existsSync(join(directory, 'made'))).toBe(false);
  });

  test('B-3: cancelling ends the wait for the callback', async () => {
    const controller = new AbortController();
    const bash = plainBash({
      confirm: () => {
        controller.abort();
        return new Promise(() => {});
      },
    });
    const { result } = await bash.run({ command: 'true' }, { signal: controller.signal });
    expect(result).toEqual({ error: { kind: 'Cancelled', message: 'Command was cancelled.' } });
  });

  test('B-4: the command runs in the configured directory, else in that of the conversation', async () => {
    const configured = temporaryDirectory();
    const conversation = temporaryDirectory();
    const command = 'pwd';
    const inConfigured = await plainBash({ cwd: configured }).run(
      { command },
      { workingDirectory: conversation },
    );
    const inConversation = await plainBash().run({ command }, { workingDirectory: conversation });
    expect(inConfigured.result).toEqual(text(`Exit code: 0\n${configured}\n`));
    expect(inConversation.result).toEqual(text(`Exit code: 0\n${conversation}\n`));
  });

  test('B-4: bytes that are no UTF-8 are replaced, a character in two chunks is whole', async () => {
    const command = "printf 'a\\377b'; printf '\\303'; sleep 0.05; printf '\\251\\n'";
    expect(await resultOf({ command })).toEqual(text('Exit code: 0\na\uFFFDbé\n'));
  });

  test('B-5: a cancelled command is Cancelled, and nothing of it is left running', async () => {
    const held = heldProcess();
    const controller = new AbortController();
    const { result } = await plainBash().run(
      { command: held.command },
      {
        workingDirectory: held.directory,
        signal: controller.signal,
        onEvent: ({ kind }) => kind === 'output' && controller.abort(),
      },
    );
    expect(result).toEqual({ error: { kind: 'Cancelled', message: 'Command was cancelled.' } });
    held.expectGone();
  });

  test('B-5: a command that takes too long is Failed, and nothing of it is left running', async () => {
    const held = heldProcess();
    const bash = plainBash({ timeoutMs: 1_500 });
    const { result } = await bash.run({ command: held.command }, { workingDirectory: held.directory });
    expect(result).toEqual({ error: { kind: 'Failed', message: 'Command timed out after 1.5s' } });
    held.expectGone();
  });

  test('B-5: whole seconds of a timeout are told as such', async () => {
    expect(await resultOf({ command: 'sleep 600' }, { timeoutMs: 1_000 })).toEqual({
      error: { kind: 'Failed', message: 'Command timed out after 1s' },
    });
  });

  test('B-5: a directory that does not exist is Failed to execute', async () => {
    const cwd = join(temporaryDirectory(), 'missing');
    expect(await resultOf({ command: 'true' }, { cwd })).toEqual({
      error: {
        kind: 'Failed',
        message: `Failed to execute: expected a directory to run in, got ${JSON.stringify(cwd)}, which does not exist`,
      },
    });
  });

  test('B-5: a directory that is a file is Failed to execute', async () => {
    const cwd = join(temporaryDirectory(), 'file');
    writeFileSync(cwd, '');
    expect(await resultOf({ command: 'true' }, { cwd })).toEqual({
      error: {
        kind: 'Failed',
        message: `Failed to execute: expected a directory to run in, got ${JSON.stringify(cwd)}, which is not a directory`,
      },
    });
  });

  test('B-5: a machine without bash is Failed to execute', async () => {
    const path = temporaryDirectory();
    const { result } = await plainBash({}, { path }).run({ command: 'true' });
    expect(result).toEqual({
      error: {
        kind: 'Failed',
        message: `Failed to execute: expected an executable bash in the directories of PATH (${path}), found none; install bash or set "bash" to its path`,
      },
    });
  });

  test('B-5: what the shell leaves running does not hold the call, goes on as a job, and is known', async () => {
    const held = heldProcess();
    const bash = plainBash();
    const context = { workingDirectory: held.directory, conversationId: 'c' };
    const { result, outcome } = await bash.run({ command: held.inBackground }, context);
    expect(result).toEqual(text('Exit code: 0\nready\n'));
    expect(outcome).toMatchObject({ kind: 'ended', job: { state: { kind: 'running' } } });
    expect(held.isGone()).toBe(false);
    expect((await bash.running('c')).map(({ job }) => job?.command)).toEqual([held.inBackground]);
    await bash.endConversation('c', { jobs: 'end' });
    held.expectGone();
  });

  test('B-5: the description says what becomes of it, and promises no tool for it', () => {
    const { description } = plainBash().tools.get('bash');
    expect(description({ workingDirectory: '/work' })).toBe(
      [
        'Runs a shell command with bash -c and returns its exit code, standard output and standard error.',
        'It is stopped after 120s; each stream is cut after 50000 bytes.',
        'Each command gets a fresh shell, and there is nothing on standard input.',
        'The call returns when that shell is over. What is left running in the background goes on, and no answer tells of it.',
      ].join('\n'),
    );
  });

  test('B-6: each stream is cut after its first bytes', async () => {
    const command = 'printf 1234567890; printf abcdefghijk >&2';
    expect(await resultOf({ command }, { maxOutputBytes: 10 })).toEqual(
      text('Exit code: 0\nSTDOUT:\n1234567890\nSTDERR:\nabcdefghij\n... (output truncated)'),
    );
  });

  test('B-6: a cut does not divide a character', async () => {
    expect(await resultOf({ command: 'printf aéé' }, { maxOutputBytes: 4 })).toEqual(
      text('Exit code: 0\naé\n... (output truncated)'),
    );
  });

  test('B-6: nothing of a stream is cleaned', async () => {
    const command = String.raw`printf '\e[31mred\r\na\na\na\n1%%\r2%%'`;
    expect(await resultOf({ command })).toEqual(text('Exit code: 0\n\x1b[31mred\r\na\na\na\n1%\r2%'));
  });

  test('B-6: the limit is 50,000 bytes unless configured', async () => {
    const command = 'head -c 50001 /dev/zero | tr "\\0" x';
    expect(await resultOf({ command })).toEqual(
      text(`Exit code: 0\n${'x'.repeat(50_000)}\n... (output truncated)`),
    );
  });

  test('B-7: without standard error the text is the exit code and standard output', async () => {
    expect(await resultOf({ command: 'echo out' })).toEqual(text('Exit code: 0\nout\n'));
  });

  test('B-7: with standard error both streams are named', async () => {
    expect(await resultOf({ command: 'echo out; echo err >&2' })).toEqual(
      text('Exit code: 0\nSTDOUT:\nout\n\nSTDERR:\nerr\n'),
    );
  });

  test('B-7: a shell that was ended by a signal has the exit code -1', async () => {
    expect(await resultOf({ command: 'kill -KILL $$' })).toEqual(text('Exit code: -1\n', -1));
  });

  test('B-8: a non-zero exit code is a result and not an error', async () => {
    const bash = plainBash();
    const { result, isError } = await bash.run({ command: 'echo no; exit 3' });
    expect(result).toEqual(text('Exit code: 3\nno\n', 3));
    expect(isError).toBe(false);
  });

  test('a question that nobody answers is told as one', async () => {
    const unanswering: Approver = { ask: async () => ({ kind: 'unanswered' }) };
    const asking = { ...plain, approver: () => unanswering };
    const bash = temporaryBash({ contract: asking, options: { confirm: () => true } });
    const { result, outcome } = await bash.run({ command: 'true' });
    expect(outcome.kind).toBe('needs_approval');
    expect(result).toEqual({
      error: {
        kind: 'Failed',
        message:
          'Command was not run: it needs an approval that nobody has given (every command is to be confirmed). The user can answer with `handrail approve 1`; after a yes, the very same call is let through once.',
      },
    });
  });
});
