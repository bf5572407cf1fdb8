import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Exit } from '../../model/exit.ts';
import { type BackendCase, endedWith, type RunOptions, type RunRecord, runPlan } from './backend-case.ts';

/** What is run, and with what. */
export const commandCases: readonly BackendCase[] = [
  ends('tells success', 'true', { kind: 'exited', code: 0 }),
  ends('tells the exit code of the command', 'exit 3', { kind: 'exited', code: 3 }),
  ends('tells the signal that ended the shell by its name', 'kill -SEGV $$', {
    kind: 'signalled',
    signal: 'SIGSEGV',
  }),
  ends('has bash itself refuse what it cannot read', 'if', { kind: 'exited', code: 2 }),
  prints('keeps the streams apart', 'echo out; echo err >&2', { stdout: 'out\n', stderr: 'err\n' }),
  prints(
    'keeps combined streams in the order of writing',
    'for i in 1 2 3; do echo "out $i"; echo "err $i" >&2; done',
    { output: 'out 1\nerr 1\nout 2\nerr 2\nout 3\nerr 3\n' },
    { streams: 'combined' },
  ),
  prints('hands over bytes that are no text', "printf '\\377\\000\\376' | od -An -tx1", {
    stdout: ' ff 00 fe\n',
  }),
  prints('lets the streams be opened by name', 'echo a > /dev/stderr; echo b | tee /dev/stderr', {
    stdout: 'b\n',
    stderr: 'a\nb\n',
  }),
  prints('gives the command nothing to read', 'cat; echo "end $?"', { stdout: 'end 0\n' }),
  prints('gives the command no terminal', '(: < /dev/tty) 2> /dev/null || echo none', { stdout: 'none\n' }),
  prints('runs as bash -c does', 'echo "$0 $# $? ${-//[^ceimsx]/}"', { stdout: 'bash 0 0 c\n' }),
  prints('takes a text that begins like an option for a command', '-x 2> /dev/null; echo $?', {
    stdout: '127\n',
  }),
  {
    title: 'takes a text that is an option for a command',
    async check(harness) {
      const { run } = await runPlan(harness, '-s');
      assert.deepEqual(run.kind === 'ended' && run.exit, { kind: 'exited', code: 127 });
    },
  },
  prints(
    'gives the command the environment of the plan',
    'echo "$GIVEN"; env | grep -c ^GIVEN=',
    {
      stdout: 'yes\n1\n',
    },
    { env: { GIVEN: 'yes' } },
  ),
  {
    title: 'runs in the directory of the plan',
    async check(harness) {
      const { output } = await runPlan(harness, 'pwd -P > here; cat here');
      assert.equal(output.stdout?.trim().split('/').at(-1), harness.directory.split('/').at(-1));
      assert.ok(existsSync(join(harness.directory, 'here')));
    },
  },
  {
    title: 'runs a command of 1 MiB, and it sees itself as a short one does',
    async check(harness) {
      const probe =
        'echo "$0 $# $? ${-//[^ceimsx]/} ${#BASH_EXECUTION_STRING}"; [ -e /proc/self/fd/3 ] && echo open; exit 7\n: ';
      const command = probe.padEnd(1024 * 1024, 'x');
      const { run, output } = await runPlan(harness, command);
      assert.deepEqual(output, { stdout: `bash 0 0 c ${command.length}\n` });
      assert.deepEqual(run, endedWith({ kind: 'exited', code: 7 }));
    },
  },
  {
    title: 'runs a long command with the same quotes, line ends and characters',
    async check(harness) {
      const filler = `: '${'é"\\$`\n'.repeat(40_000)}'\n`;
      const { output } = await runPlan(harness, `${filler}cat <<'end'\n a\\b "$c" é\nend\n`);
      assert.deepEqual(output, { stdout: ' a\\b "$c" é\n' });
    },
  },
];

function ends(title: string, command: string, exit: Exit): BackendCase {
  return {
    title,
    async check(harness) {
      const { run } = await runPlan(harness, command);
      assert.deepEqual(run, endedWith(exit));
    },
  };
}

function prints(
  title: string,
  command: string,
  expected: RunRecord['output'],
  options: RunOptions = {},
): BackendCase {
  return {
    title,
    async check(harness) {
      const { output } = await runPlan(harness, command, options);
      assert.deepEqual(output, expected);
    },
  };
}
