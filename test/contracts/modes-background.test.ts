import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { handrail, temporaryMachine } from '../support/handrail.ts';
import { heldProcess } from '../support/held-process.ts';
import { modesBash } from '../support/modes.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const answer =
  /^<pid>(\d+)<\/pid>\n<output_file>(\/.*)<\/output_file>\n<reminder>To stop: kill -9 -(\d+)<\/reminder>$/;

/** The three lines of a command in the background. */
function read(text: string): { readonly pid: number; readonly file: string } {
  const [, pid, file, group] = answer.exec(text) ?? [];
  expect(text).toMatch(answer);
  expect(group).toBe(pid);
  return { pid: Number(pid), file: file ?? '' };
}

/** Starts a command in the background. */
async function start(
  command: string,
  {
    options = {},
    workingDirectory = temporaryDirectory(),
  }: { options?: object; workingDirectory?: string } = {},
) {
  const bash = modesBash({ ...options });
  const { result } = await bash.run({ command, mode: 'background' }, { workingDirectory });
  expect(result).toMatchObject({ kind: 'success' });
  return { bash, ...read(result.text) };
}

const contentOf = (file: string) => expect.poll(() => readFileSync(file, 'utf8'));

/** Ends what a test has started, as the reminder says. */
function kill(pid: number): void {
  execFileSync('bash', ['-c', `kill -9 -${pid}`]);
}

describe('modes in the background', () => {
  test('A-11: the answer is there at once, and the command goes on', async () => {
    const held = heldProcess();
    const { pid, file } = await start(held.command, { workingDirectory: held.directory });
    await contentOf(file).toBe('ready\n');
    expect(held.isGone()).toBe(false);
    kill(pid);
    await contentOf(file).toContain('[background process failed: signal: 9 (SIGKILL)]');
  });

  test('A-11: the process of the answer leads its group', async () => {
    const { pid, file } = await start(
      'echo $$; read -r _ pid _ _ group _ < /proc/$$/stat; ps -o pgid= -p $$; sleep 600',
    );
    await contentOf(file).toMatch(new RegExp(`^${pid}\n *${pid}\n$`));
    kill(pid);
  });

  test('A-11: the reminder ends the whole group, as it stands there', async () => {
    const held = heldProcess();
    const { pid, file } = await start(held.command, { workingDirectory: held.directory });
    await contentOf(file).toBe('ready\n');
    kill(pid);
    await expect.poll(() => held.isGone()).toBe(true);
    await contentOf(file).toBe('ready\n\n\n[background process failed: signal: 9 (SIGKILL)]\n');
  });

  test('A-11: the file has both streams in order, and stays after the end', async () => {
    const { bash, file } = await start('echo out; echo err >&2; echo out');
    await contentOf(file).toBe('out\nerr\nout\n\n\n[background process completed]\n');
    await bash.run({ command: 'true' });
    await bash.close();
    expect(readFileSync(file, 'utf8')).toBe('out\nerr\nout\n\n\n[background process completed]\n');
  });

  test('A-11: there is nothing on standard input, and the directory is that of the context', async () => {
    const workingDirectory = temporaryDirectory();
    const { file } = await start('cat; pwd', { workingDirectory });
    await contentOf(file).toBe(`${workingDirectory}\n\n\n[background process completed]\n`);
  });

  test('A-11: many that end at once all have the same three lines', async () => {
    const bash = modesBash();
    const calls = Array.from({ length: 12 }, async (_, index) => {
      const { text } = await bash.run({ command: `exit ${index}`, mode: 'background' });
      return { index, ...read(text) };
    });
    for (const { index, file } of await Promise.all(calls)) {
      const words = index === 0 ? 'completed' : `failed: exit status: ${index}`;
      await contentOf(file).toBe(`\n\n[background process ${words}]\n`);
    }
  });

  test('A-11: what becomes of the call’s signal later does not matter to it', async () => {
    const held = heldProcess();
    const controller = new AbortController();
    const bash = modesBash();
    const { text } = await bash.run(
      { command: held.command, mode: 'background' },
      { workingDirectory: held.directory, signal: controller.signal },
    );
    const { pid, file } = read(text);
    controller.abort();
    await bash.close();
    await contentOf(file).toBe('ready\n');
    expect(held.isGone()).toBe(false);
    kill(pid);
    await expect.poll(() => held.isGone()).toBe(true);
  });

  test('A-11: a command that cannot go on is an error in words, and is not left running', async () => {
    const held = heldProcess();
    const stateDir = join(temporaryDirectory(), 'state');
    mkdirSync(stateDir);
    writeFileSync(join(stateDir, 'jobs'), 'no directory');
    const bash = modesBash({}, { stateDir });
    const { result } = await bash.run(
      { command: held.command, mode: 'background' },
      { workingDirectory: held.directory },
    );
    expect(result).toMatchObject({ kind: 'error' });
    expect(result.text).toMatch(/^\[background process could not be started: .*jobs.*\]$/);
    held.expectGone();
  });

  test('A-11: a call that is cancelled beforehand starts nothing', async () => {
    const input = { command: 'sleep 600', mode: 'background' };
    const { result } = await modesBash().run(input, { signal: AbortSignal.abort() });
    expect(result).toEqual({ kind: 'error', text: '[command cancelled]' });
  });

  test.each([
    ['true', '\n\n[background process completed]\n'],
    ['echo done', 'done\n\n\n[background process completed]\n'],
    ['printf "no line end"', 'no line end\n\n[background process completed]\n'],
    ['echo no; exit 3', 'no\n\n\n[background process failed: exit status: 3]\n'],
    ['exit 137', '\n\n[background process failed: exit status: 137]\n'],
    ['kill -TERM $$', '\n\n[background process failed: signal: 15 (SIGTERM)]\n'],
    ['kill -KILL $$', '\n\n[background process failed: signal: 9 (SIGKILL)]\n'],
  ])('A-12: the file of %s ends with a blank line and how it ended', async (command, content) => {
    const { file } = await start(command);
    await contentOf(file).toBe(content);
  });

  test('A-12: with what the shell leaves running it is over when that is', async () => {
    const directory = temporaryDirectory();
    execFileSync('mkfifo', [join(directory, 'gate')]);
    const { file } = await start('(read -r line < gate; echo "$line") & echo started', {
      workingDirectory: directory,
    });
    await contentOf(file).toBe('started\n');
    writeFileSync(join(directory, 'gate'), 'later\n');
    await contentOf(file).toBe('started\nlater\n\n\n[background process completed]\n');
  });

  test('A-12: when its time is up the whole group is killed, and the file says so', async () => {
    const held = heldProcess();
    const { file } = await start(held.command, {
      workingDirectory: held.directory,
      options: { backgroundTimeoutMs: 1_000 },
    });
    await contentOf(file).toBe('ready\n\n\n[background process error: it was ended when its time was up]\n');
    await expect.poll(() => held.isGone()).toBe(true);
  });

  test.each([
    ['echo start; read -r _ < gate; echo end', 'start\nend\n\n\n[background process completed]\n'],
    ['echo start; read -r _ < gate; exit 5', 'start\n\n\n[background process failed: exit status: 5]\n'],
  ])(
    'A-12: the end of %s is written when the process that started it is gone by then',
    async (command, content) => {
      const machine = temporaryMachine();
      const gate = join(machine.directory, 'gate');
      execFileSync('mkfifo', [gate]);
      const input = JSON.stringify({ command, mode: 'background' });
      const { status, stdout } = await handrail(machine, ['call', 'bash', '--contract', 'modes', input]);
      expect(status).toBe(0);
      const { file } = read(JSON.parse(stdout).text);
      await contentOf(file).toBe('start\n');
      writeFileSync(gate, 'go\n');
      await contentOf(file).toBe(content);
    },
  );

  test('A-12: so is a kill as the reminder says', async () => {
    const machine = temporaryMachine();
    const input = JSON.stringify({ command: 'echo start; sleep 600 | sleep 600', mode: 'background' });
    const { stdout } = await handrail(machine, ['call', 'bash', '--contract', 'modes', input]);
    const { pid, file } = read(JSON.parse(stdout).text);
    await contentOf(file).toBe('start\n');
    kill(pid);
    await contentOf(file).toBe('start\n\n\n[background process failed: signal: 9 (SIGKILL)]\n');
  });
});
