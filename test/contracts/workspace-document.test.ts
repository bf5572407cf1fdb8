import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { heldProcess } from '../support/held-process.ts';
import { harmlessBackend, ran, resultOf, verdictOn, workspaceBash } from '../support/workspace.ts';

/** The tests that the document names, by its names. */
describe('the tests of the document of workspace', () => {
  test('C-12: test_bash_execute_simple_command', async () => {
    expect(await resultOf('echo hello')).toEqual(ran('echo hello', { stdout: 'hello\n' }));
  });

  test('C-12: test_bash_execute_captures_stdout', async () => {
    expect(await resultOf('cat notes.txt')).toMatchObject({ stdout: 'a note\n', stderr: '' });
  });

  test('C-12: test_bash_execute_captures_stderr', async () => {
    expect(await resultOf('echo oops >&2')).toMatchObject({ stdout: '', stderr: 'oops\n' });
  });

  test('C-12: test_bash_execute_returns_exit_code', async () => {
    expect(await resultOf('true')).toMatchObject({ exit_code: 0 });
  });

  test('C-12: test_bash_execute_nonzero_exit_code', async () => {
    const { bash } = workspaceBash();
    const { result, isError } = await bash.run({ command: 'exit 42' });
    expect(result).toEqual(ran('exit 42', { exit_code: 42 }));
    expect(isError).toBe(false);
  });

  test('C-12: test_bash_execute_cwd_is_workspace', async () => {
    const { bash, directory } = workspaceBash();
    expect((await bash.run({ command: 'pwd' })).result).toMatchObject({ stdout: `${directory}\n` });
  });

  test('C-12: test_bash_execute_checks_permission_before_running', async () => {
    const backend = harmlessBackend();
    const { bash } = workspaceBash(
      { profile: { allow: ['tool:bash:echo yes'], default: 'deny' } },
      { backend },
    );
    await bash.run({ command: 'echo no' });
    expect(backend.plans).toEqual([]);
    await bash.run({ command: 'echo yes' });
    expect(backend.plans.map(({ command }) => command)).toEqual(['echo yes']);
  });

  test('C-12: test_bash_execute_denied_command_not_executed', async () => {
    const { bash, directory } = workspaceBash({ profile: { deny: ['tool:bash:touch *'], default: 'allow' } });
    expect((await bash.run({ command: 'touch made' })).result).toMatchObject({ decision: 'deny' });
    expect(existsSync(join(directory, 'made'))).toBe(false);
  });

  test('C-12: test_bash_execute_ask_result_returned_to_caller', async () => {
    const { bash, directory } = workspaceBash({ profile: { ask: ['tool:bash:touch *'], default: 'allow' } });
    expect((await bash.run({ command: 'touch made' })).result).toEqual({
      decision: 'ask',
      action: 'tool:bash:touch made',
      reason: 'the profile "profile" asks about "tool:bash:touch *"',
    });
    expect(existsSync(join(directory, 'made'))).toBe(false);
  });

  test('C-12: test_bash_execute_timeout_kills_process', async () => {
    const held = heldProcess();
    const { bash } = workspaceBash({ workspace: held.directory, timeoutMs: 1_000 });
    await bash.run({ command: held.command });
    held.expectGone();
  });

  test('C-12: test_bash_execute_timeout_returns_timed_out_flag', async () => {
    expect(await resultOf('echo so far; sleep 600', { timeoutMs: 2_000 })).toMatchObject({
      timed_out: true,
      exit_code: null,
      stdout: 'so far\n',
    });
  });

  test('C-12: test_bash_execute_long_running_completes_within_timeout', async () => {
    expect(await resultOf('sleep 0.3; echo done', { timeoutMs: 30_000 })).toMatchObject({
      timed_out: false,
      exit_code: 0,
      stdout: 'done\n',
    });
  });

  test('C-12: test_bash_execute_sigterm_then_sigkill', async () => {
    const { bash, directory } = workspaceBash({ timeoutMs: 2_000 });
    const command = "trap 'echo asked >> signals' TERM; while :; do sleep 0.05; done";
    const { result } = await bash.run({ command });
    expect(result).toMatchObject({ timed_out: true, exit_code: null });
    expect(readFileSync(join(directory, 'signals'), 'utf8')).toContain('asked\n');
    writeFileSync(join(directory, 'signals'), '');
    expect((await bash.run({ command: 'sleep 0.2; cat signals' })).result).toMatchObject({ stdout: '' });
  });

  test('C-12: test_bash_execute_truncates_long_stdout', async () => {
    const command = 'seq 1 9';
    expect(await resultOf(command, { maxOutputLength: 4 })).toEqual(
      ran(command, {
        stdout: '[Output truncated: showing last 4 chars of 18 chars]\n8\n9\n',
        truncated: true,
      }),
    );
  });

  test('C-12: test_bash_execute_truncates_long_stderr', async () => {
    const command = 'seq 1 9 >&2';
    expect(await resultOf(command, { maxOutputLength: 4 })).toEqual(
      ran(command, {
        stderr: '[Output truncated: showing last 4 chars of 18 chars]\n8\n9\n',
        truncated: true,
      }),
    );
  });

  test('C-12: test_bash_execute_empty_output', async () => {
    expect(await resultOf('true')).toEqual(ran('true'));
  });

  test('C-12: test_bash_execute_binary_output_handled', async () => {
    const command = 'head -c 4 /dev/zero; printf "\\200\\377"';
    expect(await resultOf(command)).toEqual(ran(command, { stdout: '\0\0\0\0\uFFFD\uFFFD' }));
  });

  test('C-12: test_bash_execute_env_does_not_contain_discord_token', async () => {
    expect(await resultOf('echo "[${DISCORD_TOKEN-none}]"')).toMatchObject({ stdout: '[none]\n' });
  });

  test('C-12: test_bash_execute_env_does_not_contain_api_keys', async () => {
    const result = await resultOf('env');
    expect(JSON.stringify(result)).not.toMatch(/API_KEY|openai-value|anthropic-value/);
    expect(result).toMatchObject({ exit_code: 0 });
  });

  test('C-12: test_bash_execute_env_contains_path', async () => {
    expect(await resultOf('echo "$PATH"')).toMatchObject({ stdout: `${process.env.PATH}\n` });
  });

  test('C-12: test_bash_execute_env_contains_home', async () => {
    const { bash, directory } = workspaceBash();
    expect((await bash.run({ command: 'echo "$HOME" ~' })).result).toMatchObject({
      stdout: `${directory} ${directory}\n`,
    });
  });

  test('C-12: test_bash_execute_blocklist_rejects_rm_rf_root', async () => {
    expect(await verdictOn('rm -rf /')).toMatchObject({ result: { decision: 'deny' }, started: false });
  });

  test('C-12: test_bash_execute_blocklist_rejects_fork_bomb', async () => {
    expect(await verdictOn(':(){ :|:& };:')).toMatchObject({ result: { decision: 'deny' }, started: false });
  });

  test('C-12: test_bash_execute_blocklist_allows_normal_rm', async () => {
    const { bash, directory } = workspaceBash();
    expect((await bash.run({ command: 'rm notes.txt' })).result).toEqual(ran('rm notes.txt'));
    expect(existsSync(join(directory, 'notes.txt'))).toBe(false);
  });

  test('C-12: test_bash_execute_blocklist_allows_rm_rf_subdir', async () => {
    const { bash, directory } = workspaceBash();
    expect((await bash.run({ command: 'rm -rf subdir' })).result).toEqual(ran('rm -rf subdir'));
    expect(existsSync(join(directory, 'subdir'))).toBe(false);
  });

  test('C-12: test_bash_execute_multiple_concurrent_commands', async () => {
    const { bash } = workspaceBash({ agent: 'a1' });
    // None of them can end before all of them have begun.
    const commands = [1, 2, 3, 4].map(
      (n) => `touch here-${n}; until [ "$(ls here-* | wc -l)" = 4 ]; do sleep 0.02; done; echo ${n}`,
    );
    const results = await Promise.all(commands.map((command) => bash.run({ command })));
    expect(results.map(({ result }) => ('stdout' in result ? result.stdout : ''))).toEqual([
      '1\n',
      '2\n',
      '3\n',
      '4\n',
    ]);
  });

  test('C-12: test_bash_execute_tracks_running_processes', async () => {
    const { bash, directory } = workspaceBash({ agent: 'a1' });
    const command = 'until [ -e go ]; do sleep 0.02; done';
    const call = bash.run({ command });
    await expect.poll(async () => (await bash.running('a1')).map((task) => task.command)).toEqual([command]);
    writeFileSync(join(directory, 'go'), '');
    await call;
    expect(await bash.running('a1')).toEqual([]);
  });

  test('C-12: test_bash_execute_returns_duration_ms', async () => {
    const result = await resultOf('sleep 0.3');
    expect('duration_ms' in result && result.duration_ms).toBeGreaterThanOrEqual(300);
  });
});
