import { realpathSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { BashResult } from '../../src/index.ts';
import { temporaryBash } from '../support/bash.ts';
import { heldProcess } from '../support/held-process.ts';
import { temporaryDirectory } from '../support/temporary.ts';

/** A bash and one conversation with it. */
function conversation(workingDirectory = temporaryDirectory()) {
  const bash = temporaryBash<unknown, BashResult>({ contract: 'default', sandbox: 'off' });
  const call = async (input: Readonly<Record<string, unknown>>, conversationId = 'c'): Promise<BashResult> =>
    (await bash.run(input, { conversationId, workingDirectory })).result;
  return { bash, call, workingDirectory };
}

const kept = { name: 's', is_new: false, because: null, shell_left: null };

describe('a session of default', () => {
  test('keeps what a call has set for the next one; neither says a word of it', async () => {
    const { call } = conversation();
    const first = await call({ command: 'a=1; cd /; echo set', session: 's' });
    expect([first.text, first.session]).toEqual(['set', { ...kept, is_new: true, because: 'first' }]);
    const second = await call({ command: 'echo "$a"; pwd', session: 's' });
    expect([second.status, second.text, second.session]).toEqual(['ok', '1\n/', kept]);
  });

  test('is one by its name and its conversation', async () => {
    const { call } = conversation();
    await call({ command: 'a=1', session: 's' });
    expect((await call({ command: 'echo "[$a]"', session: 't' })).text).toBe('[]');
    expect((await call({ command: 'echo "[$a]"', session: 's' }, 'd')).text).toBe('[]');
    expect(await call({ command: 'echo "[$a]"' })).toMatchObject({ text: '[]', session: null });
    expect((await call({ command: 'echo "[$a]"', session: 's' })).text).toBe('[1]');
  });

  test('starts in the working directory; workdir is a cd that lasts', async () => {
    const { call, workingDirectory } = conversation();
    const other = realpathSync(temporaryDirectory());
    expect((await call({ command: 'pwd', session: 's' })).text).toBe(workingDirectory);
    expect((await call({ command: 'pwd', session: 's', workdir: other })).text).toBe(other);
    expect((await call({ command: 'pwd', session: 's' })).text).toBe(other);
    expect((await call({ command: 'pwd', session: 's', workdir: '.' })).text).toBe(workingDirectory);
  });

  test('says that its shell has ended, and then that the next one is new', async () => {
    const { call } = conversation();
    const ended = await call({ command: 'echo a; exit 3', session: 's' });
    expect(ended).toMatchObject({ status: 'failed', exit_code: 3, session: { shell_left: 'ended' } });
    expect(ended.text.split('\n')).toEqual([
      'a',
      expect.stringMatching(/^\[exit status 3 after .*\]$/),
      '[the shell of session "s" has ended; the next call there gets a new one]',
    ]);
    const next = await call({ command: 'echo b', session: 's' });
    expect(next.session).toEqual({ ...kept, is_new: true, because: 'ended' });
    expect(next.text).toBe(
      'b\n[session "s" had a new shell, without the variables, functions and directory of the one before]',
    );
    expect((await call({ command: 'echo c', session: 's' })).text).toBe('c');
  });

  test('a command that reaches its time limit is ended, and the shell is kept', async () => {
    const { call, bash } = conversation();
    const held = heldProcess();
    const command = `a=1; cd '${held.directory}'; { echo ready; sleep 600; } 9> leash`;
    const ended = await call({ command, session: 's', timeout_ms: 1_500 });
    held.expectGone();
    expect(ended).toMatchObject({ status: 'timed_out', job: null, session: { shell_left: null } });
    expect(ended.text).toBe('ready\n[timed out after 1.5 s and was ended]');
    expect((await call({ command: 'echo "$a"', session: 's' })).text).toBe('1');
    expect((await bash.call('bash_jobs', {})).text).toBe('[there are no jobs]');
  });

  test('a command that cannot be ended without the shell says so', async () => {
    const { call } = conversation();
    await call({ command: 'a=1', session: 's' });
    const lost = await call({ command: 'exec sleep 600', session: 's', timeout_ms: 1_500 });
    expect(lost).toMatchObject({ status: 'timed_out', session: { ...kept, shell_left: 'lost' } });
    expect(lost.text.split('\n').at(-1)).toBe(
      '[the shell of session "s" had to be ended with the command; the next call there gets a new one, without the variables, functions and directory of the one before]',
    );
    expect((await call({ command: 'echo "[$a]"', session: 's' })).text).toMatch(
      /^\[\]\n\[session "s" had a new shell/,
    );
  });

  test('what a command leaves running goes on there, and is told of once', async () => {
    const { call } = conversation();
    const first = await call({ command: 'sleep 600 > /dev/null 2>&1 & echo "$!"', session: 's' });
    const [pid] = first.text.split('\n');
    expect(first).toMatchObject({ job: null, survivors: [{ pid: Number(pid), command: 'sleep 600' }] });
    expect(first.text).toBe(
      `${pid}\n[what the command has left running goes on in session "s": ${pid} sleep 600]`,
    );
    expect((await call({ command: 'kill -0 "$!" && echo there', session: 's' })).text).toBe('there');
  });

  test('a pipeline that hides a failure is told as elsewhere', async () => {
    const { call } = conversation();
    const result = await call({ command: 'false | cat', session: 's' });
    expect(result.hidden_failures).toEqual([{ part: 'false', status: 1 }]);
  });

  test('names the signal that a status stands for: bash does not', async () => {
    const { call } = conversation();
    const result = await call({ command: "bash -c 'kill -SEGV $$'", session: 's' });
    expect(result).toMatchObject({ status: 'failed', exit_code: 139, signal: null });
    expect(result.text).toMatch(/^\[exit status 139, as of SIGSEGV, after .*, no output\]$/);
  });

  test('is no place for a job', async () => {
    const { call } = conversation();
    expect(await call({ command: 'true', session: 's', run_in_background: true })).toMatchObject({
      status: 'invalid',
      text: '[invalid input: session: expected no session together with run_in_background, got "s" (string) — leave one of them out; in a session, end the command with & to have it run on]',
    });
  });

  test('ends with its conversation', async () => {
    const { bash, call } = conversation();
    const held = heldProcess();
    await call({ command: 'exec 9> leash; setsid sleep 600 &', session: 's', workdir: held.directory });
    expect(held.isGone()).toBe(false);
    await bash.endConversation('c');
    held.expectGone();
    expect((await call({ command: 'true', session: 's' })).session).toEqual({
      ...kept,
      is_new: true,
      because: 'first',
    });
  });
});
