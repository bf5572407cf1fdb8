import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryMachine } from '../support/handrail.ts';
import { heldProcess } from '../support/held-process.ts';
import { connect } from '../support/mcp.ts';
import { ran, sessionBash } from '../support/session-contract.ts';

/** A session with two directories in the project. */
function twoDirectories() {
  const made = sessionBash();
  for (const name of ['a', 'b']) mkdirSync(join(made.directory, name));
  return made;
}

describe('the shell of a directory', () => {
  test.each([
    ['a variable', 'x=1', 'echo "$x"', '1\n'],
    ['a variable of the environment', 'export x=1', `bash -c 'echo "$x"'`, '1\n'],
    ['a function', 'f() { echo "f $1"; }', 'f 1', 'f 1\n'],
    ['an alias', "alias hi='echo hi'", 'hi', 'hi\n'],
    ['an option', 'set -f', 'echo *', '*\n'],
    ['an option of bash', 'shopt -s nullglob', 'echo none*', '\n'],
    ['a cd', 'mkdir sub; cd sub', 'basename "$PWD"', 'sub\n'],
    ['the exit status of the last command', '(exit 3)', 'echo "$?"', '3\n'],
  ])('D-3: %s lasts from call to call there', async (_name, first, second, expected) => {
    const { output } = sessionBash();
    await output(first);
    expect(await output(second)).toBe(expected);
  });

  test('D-3: nothing of it is seen from the shell of another directory', async () => {
    const { output } = twoDirectories();
    await output('x=1; f() { echo f; }; set -u; cd ..', { workdir: 'a' });
    const look = 'echo "[${x-}]"; type -t f; [[ $- == *u* ]] && echo u; basename "$PWD"';
    expect(await output(look, { workdir: 'b' })).toBe('[]\nb\n');
    expect(await output(look)).toMatch(/^\[\]\nhandrail test /);
  });

  test('D-3: a cd in it does not make it the shell of another directory', async () => {
    const { output } = twoDirectories();
    await output('cd ../b; x=a', { workdir: 'a' });
    expect(await output('echo "[$x]"', { workdir: 'b' })).toBe('[]\n');
    expect(await output('echo "[$x]"; basename "$PWD"', { workdir: 'a' })).toBe('[a]\nb\n');
  });

  test('D-3: nothing of it is seen from another conversation', async () => {
    const { output } = sessionBash();
    await output('x=1');
    expect(await output('echo "[$x]"', {}, { conversationId: 'd' })).toBe('[]\n');
    expect(await output('echo "[$x]"')).toBe('[1]\n');
  });

  test('D-3: calls that name no conversation share their shells', async () => {
    const { bash, directory } = sessionBash();
    await bash.run({ command: 'x=1' }, { workingDirectory: directory });
    expect((await bash.run({ command: 'echo "$x"' }, { workingDirectory: directory })).text).toBe('1\n');
  });

  test.each(['.', './', 'a/..', 'a/../', '/whole/', '/whole//', 'link', 'a/../link/'])(
    'D-3: the project called %s has one shell with the project itself',
    async (spelling) => {
      const { output, directory } = twoDirectories();
      symlinkSync(directory, join(directory, 'link'));
      await output('x=1');
      const workdir = spelling.replace('/whole', directory);
      expect(await output('echo "[$x]"', { workdir })).toBe('[1]\n');
    },
  );

  test('D-3: a timed-out command is stopped without losing the shell', async () => {
    const held = heldProcess();
    const { run, output } = sessionBash({}, held.directory);
    await output('x=1');
    const { text } = await run({ command: `(${held.command})`, timeout: 1_500 });
    expect(text).toBe('ready\nThe command timed out after 1.5 s and was stopped');
    held.expectGone();
    expect((await run({ command: 'echo "$x"' })).text).toBe('1\n');
  });

  test('D-3: a cancelled command is stopped without losing the shell', async () => {
    const held = heldProcess();
    const { run, output } = sessionBash({}, held.directory);
    await output('x=1');
    const controller = new AbortController();
    const { result, text } = await run(
      { command: `(${held.command})` }, // The shell itself must not hold it.
      { signal: controller.signal, onEvent: ({ kind }) => kind === 'output' && controller.abort() },
    );
    expect(text).toBe('ready\nThe command was cancelled and stopped');
    expect(ran(result).metadata.exit_code).toBe(null);
    held.expectGone();
    expect(await output('echo "$x"')).toBe('1\n');
  });

  test('D-3: where the shell could not be kept, that result says so, and the next one', async () => {
    const { run, directory } = sessionBash();
    await run({ command: 'x=1' });
    const lost = await run({ command: 'exec sleep 600', timeout: 700 });
    expect(lost.text.split('\n')).toEqual([
      '(no output)',
      'The command timed out after 700 ms and was stopped',
      `The command had to be ended together with the shell of ${directory}; the next call there gets a new one`,
    ]);
    expect((await run({ command: 'echo "[$x]"' })).text).toBe(
      `[]\nThe shell of before was lost; this was a new one in ${directory}: the variables, functions, options and directory of before are gone`,
    );
    expect((await run({ command: 'echo again' })).text).toBe('again\n');
  });

  test('D-3: a command that ends the shell says so, and the next one', async () => {
    const { run, directory } = sessionBash();
    expect((await run({ command: 'x=1; echo bye; exit 4' })).text).toBe(
      `bye\nExit code 4\nThe shell of ${directory} has ended; the next call there gets a new one`,
    );
    expect((await run({ command: 'echo "[$x]"' })).text).toBe(
      `[]\nThe shell of before has ended; this was a new one in ${directory}: the variables, functions, options and directory of before are gone`,
    );
  });

  test('D-3: what is started with & runs on in the shell, is told of once, and ends with the conversation', async () => {
    const held = heldProcess();
    const { bash, run } = sessionBash({}, held.directory);
    const first = await run({ command: 'exec 9> leash; sleep 600 > /dev/null 2>&1 & echo "$!"' });
    const [pid = ''] = first.text.split('\n');
    expect(first.text).toBe(
      `${pid}\nWhat the command has left running goes on in this shell: ${pid} sleep 600`,
    );
    expect((await run({ command: 'kill -0 "$!" && echo there' })).text).toBe('there\n');
    expect(held.isGone()).toBe(false);
    await bash.endConversation('c');
    held.expectGone();
  });

  test('D-3: calls in one directory wait for each other, those in two do not', async () => {
    const { output, directory } = twoDirectories();
    const slow = output('until [ -e go ]; do sleep 0.01; done; x=1; echo slow');
    const after = output('echo "after $x"');
    await output('touch ../go', { workdir: join(directory, 'a') });
    expect(await Promise.all([slow, after])).toEqual(['slow\n', 'after 1\n']);
  });

  test('D-3: handrail mcp keeps the shells for as long as the client is there', async () => {
    const machine = temporaryMachine();
    mkdirSync(join(machine.directory, 'other'));
    const words = ['--contract', 'session', '--options', '{"onAsk":"allow"}'];
    const { client } = await connect(machine, { words });
    const call = async (input: Record<string, unknown>) =>
      await client.callTool({ name: 'bash', arguments: { description: 'Try it', ...input } });
    await call({ command: 'x=1; cd /; f() { echo "f: $x in $PWD"; }' });
    expect(await call({ command: 'f' })).toMatchObject({
      content: [{ type: 'text', text: 'f: 1 in /\n' }],
      isError: false,
    });
    expect(await call({ command: 'f', workdir: 'other' })).toMatchObject({
      content: [{ text: expect.stringContaining('Exit code 127') }],
    });
  });
});
