import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { JobPlace } from '../../src/index.ts';
import { createFakeBackend, createFakeClock, exited } from '../../src/testing/index.ts';
import { heldProcess } from '../support/held-process.ts';
import { modesBash } from '../support/modes.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { thrownBy } from '../support/thrown.ts';

/** The result of one call in a directory of its own. */
async function resultOf(input: unknown, options: Readonly<Record<string, unknown>> = {}): Promise<unknown> {
  const { result } = await modesBash(options).run(input, { workingDirectory: temporaryDirectory() });
  return result;
}

const success = (text: string) => ({ kind: 'success', text });
const error = (text: string) => ({ kind: 'error', text });

/** A bash whose commands run until they are stopped, on a clock that is moved by hand. */
function endless(options: Readonly<Record<string, unknown>> = {}) {
  const clock = createFakeClock();
  const backend = createFakeBackend(() => ({ writes: [['output', 'so far\n']], ends: 'when-stopped' }));
  return { clock, backend, bash: modesBash(options, { clock, backend }) };
}

describe('modes', () => {
  test.each([
    [{}, 'command: expected a string, got nothing'],
    [{ command: 7 }, 'command: expected a string, got 7 (number)'],
    [{ command: null }, 'command: expected a string, got null'],
    [{ mode: 'slow' }, 'command: expected a string, got nothing'],
    ['ls', 'expected an object, got "ls" (string)'],
    [
      { command: 'true', mode: 'fast' },
      'mode: expected one of "default", "slow", "background", got "fast" (string)',
    ],
    [
      { command: 'true', mode: 'Slow' },
      'mode: expected one of "default", "slow", "background", got "Slow" (string)',
    ],
    [
      { command: 'true', mode: true },
      'mode: expected one of "default", "slow", "background", got true (boolean)',
    ],
  ])('A-1: input %j is an error that says what is allowed', async (input, message) => {
    expect(await resultOf(input)).toEqual(error(`invalid input: ${message}`));
  });

  test.each([{}, { mode: 'default' }, { mode: 'slow' }])(
    'A-1: with %j a command runs and is waited for',
    async (mode) => {
      expect(await resultOf({ command: 'echo ran', ...mode })).toEqual(success('ran\n'));
    },
  );

  test('A-1: other keys are passed over, as the schema permits them', async () => {
    expect(await resultOf({ command: 'echo ran', slow_ok: true })).toEqual(success('ran\n'));
  });

  test('A-1: the JSON Schema is that of the document', () => {
    expect(modesBash().tools.get('bash').inputSchema).toEqual({
      type: 'object',
      required: ['command'],
      properties: {
        command: { type: 'string', description: 'Shell command to execute via bash -c' },
        mode: {
          type: 'string',
          enum: ['default', 'slow', 'background'],
          description: 'Execution mode: default (30s timeout), slow (15min timeout), background (detached)',
        },
      },
    });
  });

  test.each([
    ['default', 30_000, '30s'],
    [undefined, 30_000, '30s'],
    ['slow', 900_000, '900s'],
  ])('A-2: in the mode %s a command is ended after %d ms and not before', async (mode, timeoutMs, told) => {
    const { clock, backend, bash } = endless();
    let isOver = false;
    const input = { command: 'x', ...(mode && { mode }) };
    const running = bash.run(input).finally(() => {
      isOver = true;
    });
    await expect.poll(() => backend.plans.length).toBe(1);
    clock.advance(timeoutMs - 1);
    await new Promise((resolve) => setImmediate(resolve));
    expect(isOver).toBe(false);
    clock.advance(1);
    expect((await running).result).toEqual(error(`[command timed out after ${told}]\nso far\n`));
  });

  test('A-2: in the background a command has 24 hours', async () => {
    const places: (JobPlace | null)[] = [];
    const backend = {
      ...createFakeBackend(() => ({ ends: 'when-stopped' })),
      run: async (...[, , , keep]: Parameters<ReturnType<typeof createFakeBackend>['run']>) => {
        const place = await keep?.place({ shell: { pid: 1, startTime: null }, mark: 'none' });
        places.push(place ?? null);
        await keep?.kept(null);
        return exited({ kind: 'exited', code: 0 });
      },
    };
    await modesBash({}, { backend }).run({ command: 'x', mode: 'background' });
    expect(places.map((place) => place?.maxMs)).toEqual([24 * 60 * 60 * 1_000]);
  });

  test('A-2: the limits are options, and whole milliseconds above 0', async () => {
    expect(await resultOf({ command: 'sleep 600' }, { defaultTimeoutMs: 250 })).toEqual(
      error('[command timed out after 0.25s]'),
    );
    expect(await resultOf({ command: 'sleep 600', mode: 'slow' }, { slowTimeoutMs: 1_000 })).toEqual(
      error('[command timed out after 1s]'),
    );
    expect(thrownBy(() => modesBash({ slowTimeoutMs: 0 }))).toMatchObject({
      code: 'invalid-options',
      message:
        'options of the contract modes: slowTimeoutMs: expected an integer of at least 1, got 0 (number)',
    });
    expect(thrownBy(() => modesBash({ timeoutMs: 5 }))).toMatchObject({ code: 'invalid-options' });
  });

  test('A-3: the description is the template, with the live working directory', () => {
    const { description } = modesBash().tools.get('bash');
    const expected = (pwd: string) =>
      `Executes shell commands via bash -c, returning combined stdout/stderr.
Bash state changes (working dir, variables, aliases) don't persist between calls.

With mode="background", returns immediately with output redirected to a file.
Use background for servers/demos that need to stay running.

Use mode="slow" for potentially slow commands: builds, downloads,
installs, tests, or any other substantive operation.

IMPORTANT: Keep commands concise. The command input must be less than 60k tokens.
For complex scripts, write them to a file first and then execute the file.

<pwd>${pwd}</pwd>`;
    expect(description({ workingDirectory: '/srv/a b' })).toBe(expected('/srv/a b'));
    expect(description({ workingDirectory: '/' })).toBe(expected('/'));
  });

  test('A-4: one tool serves many conversations at once, each with its own directory and signal', async () => {
    const bash = modesBash();
    const controller = new AbortController();
    const directories = [1, 2, 3].map(() => temporaryDirectory());
    const calls = directories.map((workingDirectory, index) =>
      bash.run({ command: 'pwd; echo x > made' }, { workingDirectory, conversationId: `c${index}` }),
    );
    const cancelled = bash.run(
      { command: 'echo ready; sleep 600' },
      {
        conversationId: 'c0',
        signal: controller.signal,
        onEvent: ({ kind }) => kind === 'output' && controller.abort(),
      },
    );
    expect((await Promise.all(calls)).map(({ text }) => text)).toEqual(directories.map((one) => `${one}\n`));
    expect(directories.every((one) => existsSync(join(one, 'made')))).toBe(true);
    expect((await cancelled).text).toBe('[command cancelled]\nready\n');
  });

  test('A-6: the registry lists the tool and dispatches by its name', async () => {
    const bash = modesBash();
    const { tools } = bash;
    expect(tools.list().map(({ name }) => name)).toEqual(['bash']);
    const workingDirectory = temporaryDirectory();
    const context = bash.context({ conversationId: 'c', workingDirectory });
    expect(context).toMatchObject({ conversationId: 'c', workingDirectory });
    expect((await tools.dispatch('bash', { command: 'echo ran' }, context)).result).toEqual(success('ran\n'));
    expect((await tools.get('bash').run({ command: 'exit 1' }, context)).isError).toBe(true);
  });

  test('A-7: standard output and standard error are one text in the order of writing', async () => {
    const command = 'for i in 1 2 3; do echo "out $i"; echo "err $i" >&2; done';
    expect(await resultOf({ command })).toEqual(success('out 1\nerr 1\nout 2\nerr 2\nout 3\nerr 3\n'));
  });

  test('A-7: there is nothing on standard input, and no terminal', async () => {
    const command = '[ -t 0 ] || [ -t 1 ] || [ -t 2 ] || echo no terminal; cat; (: < /dev/tty) 2>&1 | wc -l';
    expect(await resultOf({ command })).toEqual(success('no terminal\n1\n'));
  });

  test('A-7: nothing of a shell lasts from one call to the next', async () => {
    const bash = modesBash();
    const context = { workingDirectory: temporaryDirectory(), conversationId: 'c' };
    await bash.run({ command: 'x=1; export y=2; alias z=ls; f() { :; }; cd /' }, context);
    const command = 'echo "$x$y"; type z f 2>&1 | grep -c "not found"; pwd';
    expect((await bash.run({ command }, context)).text).toBe(`\n2\n${context.workingDirectory}\n`);
  });

  test.each([
    ['nothing', ''],
    ['blanks', ' \n\t'],
    ['a comment', '# nothing to do'],
  ])('A-7: a script of %s runs and succeeds', async (_name, command) => {
    expect(await resultOf({ command })).toEqual(success(''));
  });

  test('A-7: the environment is the host’s', async () => {
    const bash = modesBash({}, { env: { PATH: process.env.PATH ?? '', SOME_TOKEN: 'kept as it is' } });
    expect((await bash.run({ command: 'echo "$SOME_TOKEN"' })).text).toBe('kept as it is\n');
  });

  test('A-7: what the shell leaves running does not hold the call, goes on, and is known', async () => {
    const held = heldProcess();
    const bash = modesBash();
    const context = { workingDirectory: held.directory, conversationId: 'c' };
    const { result, outcome } = await bash.run({ command: held.inBackground }, context);
    expect(result).toEqual(success('ready\n'));
    expect(outcome).toMatchObject({ kind: 'ended', job: { state: { kind: 'running' } } });
    expect(held.isGone()).toBe(false);
    expect((await bash.running('c')).map(({ job }) => job?.command)).toEqual([held.inBackground]);
    await bash.endConversation('c', { jobs: 'end' });
    held.expectGone();
  });

  test('A-8: a cancelled command says so, and what it had printed; nothing of it is left', async () => {
    const held = heldProcess();
    const controller = new AbortController();
    const { result } = await modesBash().run(
      { command: held.command },
      {
        workingDirectory: held.directory,
        signal: controller.signal,
        onEvent: ({ kind }) => kind === 'output' && controller.abort(),
      },
    );
    expect(result).toEqual(error('[command cancelled]\nready\n'));
    held.expectGone();
  });

  test('A-8: at the time limit the whole tree is ended, and what was printed follows', async () => {
    const held = heldProcess();
    const bash = modesBash({ defaultTimeoutMs: 1_500 });
    const { result } = await bash.run({ command: held.command }, { workingDirectory: held.directory });
    expect(result).toEqual(error('[command timed out after 1.5s]\nready\n'));
    held.expectGone();
  });

  test('A-8: without output the message stands alone', async () => {
    expect(await resultOf({ command: 'sleep 600' }, { defaultTimeoutMs: 1_000 })).toEqual(
      error('[command timed out after 1s]'),
    );
  });

  test('A-8: cancel goes before timeout', async () => {
    const { clock, backend, bash } = endless();
    const controller = new AbortController();
    const running = bash.run({ command: 'x' }, { signal: controller.signal });
    await expect.poll(() => backend.plans.length).toBe(1);
    controller.abort();
    clock.advance(30_000);
    expect((await running).result).toEqual(error('[command cancelled]\nso far\n'));
  });

  test('A-8: a call that is cancelled beforehand starts nothing', async () => {
    const workingDirectory = temporaryDirectory();
    const { result } = await modesBash().run(
      { command: 'touch made' },
      { workingDirectory, signal: AbortSignal.abort() },
    );
    expect(result).toEqual(error('[command cancelled]'));
    expect(existsSync(join(workingDirectory, 'made'))).toBe(false);
  });

  test('A-8: timeout goes before completion: a command that ends itself when it is stopped has timed out', async () => {
    const command = "trap 'echo bye; exit 0' TERM; echo ready; sleep 600 & wait";
    expect(await resultOf({ command }, { defaultTimeoutMs: 1_000 })).toEqual(
      error('[command timed out after 1s]\nready\nbye\n'),
    );
  });

  test('A-8: what ignores to be asked is killed', async () => {
    const held = heldProcess();
    const bash = modesBash({ defaultTimeoutMs: 1_000 });
    const { result } = await bash.run(
      { command: `trap '' TERM; ${held.command}` },
      { workingDirectory: held.directory },
    );
    expect(result).toEqual(error('[command timed out after 1s]\nready\n'));
    held.expectGone();
  });

  test.each([
    ['echo no; exit 3', '[command failed: exit code 3]\nno\n'],
    ['echo no >&2; false', '[command failed: exit code 1]\nno\n'],
    ['exit 7', '[command failed: exit code 7]\n'],
    ['echo x; kill -KILL $$', '[command failed: exit code -1]\nx\n'],
    ['(exit 143)', '[command failed: exit code 143]\n'],
    ['no-such-program-here 2>/dev/null', '[command failed: exit code 127]\n'],
  ])('A-9: %s is an error with its exit code, then its output', async (command, text) => {
    expect(await resultOf({ command })).toEqual(error(text));
  });

  test('A-9: an exit code of 1 that is an answer elsewhere is a failure here', async () => {
    expect(await resultOf({ command: 'echo a | grep b' })).toEqual(error('[command failed: exit code 1]\n'));
  });

  test.each([
    ['printf x', 'x'],
    ['true', ''],
    ['echo only errors >&2', 'only errors\n'],
    [String.raw`printf '\e[31mred\r\na\na\na\n'`, '\x1b[31mred\r\na\na\na\n'],
    [String.raw`printf 'a\377b\n'`, 'a\uFFFDb\n'],
  ])('A-9: %s is a success, with the output alone', async (command, text) => {
    expect(await resultOf({ command })).toEqual(success(text));
  });

  test('A-9: a directory that is not there is an error in words', async () => {
    const workingDirectory = join(temporaryDirectory(), 'missing');
    const { result } = await modesBash().run({ command: 'true' }, { workingDirectory });
    expect(result).toEqual(
      error(
        `[command could not be started: expected a directory to run in, got ${JSON.stringify(workingDirectory)}, which does not exist]`,
      ),
    );
  });

  const mebi = 1024 * 1024;

  test.each([
    ['a quoted text', `printf %s '${'x'.repeat(mebi)}' | wc -c`, `${mebi}\n`],
    ['a here-document', `cat <<'END' | wc -c\n${`${'é'.repeat(31)}x\n`.repeat(mebi / 64)}END`, `${mebi}\n`],
    ['a list of commands', `${'x=y\n: done\n'.repeat(mebi / 11)}echo $x`, 'y\n'],
  ])('A-16: %s of 1 MiB is checked, and runs', async (_name, command, text) => {
    expect(Buffer.byteLength(command)).toBeGreaterThan(mebi - 32);
    expect(await resultOf({ command })).toEqual(success(text));
  });
});
