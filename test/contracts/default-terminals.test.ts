import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findExecutable } from '../../src/backends/local/find-executable.ts';
import type { BashResult, JobListResult, JobToolResult } from '../../src/index.ts';
import { temporaryBash } from '../support/bash.ts';
import { heldProcess } from '../support/held-process.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const less = findExecutable('less', process.env.PATH);

type AnyResult = BashResult & JobToolResult & JobListResult;
type Call = (tool: string, input: unknown, signal?: AbortSignal) => Promise<AnyResult>;

/** One conversation. */
function conversation() {
  const bash = temporaryBash<unknown, AnyResult>({ contract: 'default', sandbox: 'off' });
  const context = { conversationId: 'c', workingDirectory: temporaryDirectory() };
  const call: Call = async (tool, input, signal) =>
    (await bash.call(tool, input, signal === undefined ? context : { ...context, signal })).result;
  return { call, directory: context.workingDirectory };
}

/** A job on a terminal that has written that it is ready. */
async function startReady(call: Call, command: string, pattern = '^ready$'): Promise<string> {
  const { job, text } = await call('bash', { command, pty: true, run_in_background: true });
  const id = job?.id ?? '';
  if (!new RegExp(pattern, 'm').test(text)) await call('bash_output', { job: id, wait_for: { pattern } });
  return id;
}

/** Resolves when the job waits for input. */
async function untilItWaits(call: Call, job: string): Promise<AnyResult> {
  let listed: AnyResult | undefined;
  await expect
    .poll(async () => {
      listed = await call('bash_jobs', {});
      return listed.jobs.find(({ id }) => id === job)?.waiting_for_input;
    })
    .toBe(true);
  if (listed === undefined) throw new Error('never listed');
  return listed;
}

describe('a call with a terminal', () => {
  test('is asked about for what may be typed, where one without is for nobody being there', async () => {
    const options = { approve: 'rules' };
    const bash = temporaryBash({ contract: 'default', sandbox: 'off', options });
    const reasonsOf = async (pty: boolean) => {
      const judged = await bash.judge('bash', { command: 'python3', pty });
      return judged.kind === 'judged' ? judged.decision.findings.map(({ reason }) => reason) : [];
    };
    expect(await reasonsOf(true)).toEqual(['what is typed to python3 is not looked at']);
    expect(await reasonsOf(false)).toEqual(['python3 waits for somebody at a terminal, and there is nobody']);
  });

  test('tells how a command ended itself when it was interrupted, as by Ctrl-C', async () => {
    const { call } = conversation();
    // What is typed there goes to all in the group of the terminal.
    const command = "trap 'exit 6' INT; sleep 0.1 & kill -INT 0; wait";
    for (let round = 0; round < 10; round += 1)
      expect(await call('bash', { command, pty: true })).toMatchObject({ status: 'failed', exit_code: 6 });
  });

  test('gives the text of the screen, and counts what came', async () => {
    const { call } = conversation();
    const bar =
      "for n in 1 2 3; do printf '\\r\\033[K\\033[32m%s0%%\\033[0m' $n; done; echo; stty size; echo $TERM";
    const result = await call('bash', { command: `${bar}; exit 3`, pty: true });
    expect(result).toMatchObject({ status: 'failed', exit_code: 3, total_lines: 3, job: null });
    expect(result.text).toMatch(/^30%\n40 120\nxterm-256color\n\[exit status 3 after .*\]$/);
  });

  test('leaves colours and questions to the command, and keeps pagers off', async () => {
    const { call } = conversation();
    const command = 'echo "${PIP_PROGRESS_BAR-unset} ${GIT_TERMINAL_PROMPT-unset} $PAGER"';
    expect((await call('bash', { command, pty: true })).text).toBe('unset unset cat');
    expect((await call('bash', { command })).text).toBe('off 0 cat');
  });

  test('shows what was there before when a full-screen program is over', async () => {
    const { call } = conversation();
    const command =
      "echo before; printf '\\033[?1049h\\033[2J\\033[Hfull screen'; printf '\\033[?1049l'; echo after";
    expect((await call('bash', { command, pty: true })).text).toBe('before\nafter');
  });

  test('ends with everything in it when it is cancelled', async () => {
    const { call } = conversation();
    const held = heldProcess();
    const controller = new AbortController();
    const running = call(
      'bash',
      {
        command: `${held.command.replace('echo ready', 'echo ready; touch up')}`,
        workdir: held.directory,
        pty: true,
      },
      controller.signal,
    );
    await expect.poll(() => isThere(join(held.directory, 'up'))).toBe(true);
    controller.abort();
    expect(await running).toMatchObject({ status: 'cancelled', job: null });
    held.expectGone();
  });

  test('becomes a job at its time limit; ending that ends all of it, also what has thrown its environment away', async () => {
    const { call } = conversation();
    const held = heldProcess();
    const command = `${held.inBackground}; bash -c 'set -m; env -i sleep 600 & :'; bash -c 'set -m; sleep 600 & wait'`;
    const moved = await call('bash', { command, workdir: held.directory, pty: true, timeout_ms: 1_500 });
    expect(moved.status).toBe('moved_to_job');
    expect(moved.text).toMatch(
      /^ready\n\[still running after [\d.]+ s; it goes on as job 1, nothing was ended\./,
    );
    expect(moved.job).toMatchObject({ state: 'running', waiting_for_input: false });
    const stopped = await call('bash_stop', { job: '1' });
    held.expectGone();
    expect(stopped.job).toMatchObject({ state: 'ended', signal: 'SIGTERM' });
  });

  test('tells what it left running, which goes on as a job', async () => {
    const { call } = conversation();
    const held = heldProcess();
    const left = await call('bash', {
      command: `${held.inBackground}; exit 0`,
      workdir: held.directory,
      pty: true,
    });
    expect(left).toMatchObject({ status: 'ok', exit_code: 0, job: { state: 'running' } });
    expect(left.survivors.length).toBeGreaterThan(2);
    expect(held.isGone()).toBe(false);
    await call('bash_stop', { job: left.job?.id });
    held.expectGone();
  });
});

describe('a call that waits for input on its terminal', () => {
  test('becomes a job before its time is up, says who waits, and is typed to', async () => {
    const { call } = conversation();
    const command = 'read -r -p "name? " name; echo "hi $name"; exit 4';
    const asked = await call('bash', { command, pty: true, timeout_ms: 600_000 });
    expect(asked).toMatchObject({
      status: 'moved_to_job',
      job: { state: 'running', waiting_for_input: true },
    });
    expect(asked.text.split('\n')).toEqual([
      'name?',
      `[it is waiting for input: ${command}]`,
      expect.stringMatching(
        /^\[it goes on as job 1\. bash_input types\. bash_output reads on and can wait for it, bash_stop ends it; its output is in .*\]$/,
      ),
    ]);
    const typed = await call('bash_input', { job: '1', text: 'bob', keys: ['Enter'] });
    expect(typed.text).toBe('[job 1 was given 4 bytes]');
    const over = await call('bash_output', { job: '1', wait_for: 'exit' });
    expect(over.text).toMatch(/^name\? bob\nhi bob\n\[job 1 has ended after .*: exit status 4\]$/);
    expect(over.job).toMatchObject({ exit_code: 4, waiting_for_input: false });
    const file = readFileSync(over.job?.output_file ?? '', 'utf8');
    expect(file).toBe('name? bob\r\nhi bob\r\n\n\n[background process failed: exit status: 4]\n');
  });

  test('is told of at its time limit too', async () => {
    const { call } = conversation();
    const asked = await call('bash', { command: 'printf "go? "; head -n 1', pty: true, timeout_ms: 2_000 });
    expect(asked.text).toMatch(
      /^go\?\n\[it is waiting for input: head -n 1\]\n\[still running after 2(\.\d)? s; /,
    );
    expect(asked.job?.waiting_for_input).toBe(true);
  });
});

describe('a job with a terminal', () => {
  test('is told to wait for input also where the clock was set back since it wrote', async () => {
    const { call } = conversation();
    const job = await startReady(call, 'echo ready; read -r line');
    const { jobs } = await untilItWaits(call, job);
    const anHourAhead = Date.now() / 1_000 + 3_600;
    utimesSync(jobs[0]?.output_file ?? '', anHourAhead, anHourAhead);
    await untilItWaits(call, job);
  });

  test('is told to wait for input, in the list and with its output, until it is given some', async () => {
    const { call } = conversation();
    const job = await startReady(call, 'echo ready; read -r line; echo "got $line"; sleep 600');
    expect((await untilItWaits(call, job)).text).toMatch(/^job 1 is running and waits for input \(/);
    const read = await call('bash_output', { job, wait_for: 'idle' });
    expect(read.text).toMatch(/\[it is waiting for input: echo ready; read .*\]\n\[job 1 is running\]$/);
    expect(read.job?.waiting_for_input).toBe(true);
    await call('bash_input', { job, text: 'x\n' });
    await call('bash_output', { job, wait_for: { pattern: 'got x' } });
    const later = await call('bash_output', { job, wait_for: 'idle' });
    expect(later.text).not.toContain('waiting');
    expect(later.job?.waiting_for_input).toBe(false);
  });

  test.each([
    ['that sleeps', 'echo ready; sleep 600'],
    ['whose shell waits for a child', 'echo ready; sleep 600 & wait'],
    ['that reads what another process of it is to write', 'echo ready; sleep 600 | cat'],
    ['that reads a FIFO', 'mkfifo fifo; echo ready; cat <> fifo'],
  ])('is not told to wait for input: one %s', async (_title, command) => {
    const { call } = conversation();
    const job = await startReady(call, command);
    const read = await call('bash_output', { job, wait_for: 'idle' });
    expect(read).toMatchObject({ waited: { met: true }, job: { waiting_for_input: false } });
    expect((await call('bash_jobs', {})).jobs).toMatchObject([{ id: job, waiting_for_input: false }]);
  });

  test('asks for a password that is not shown', async () => {
    const { call } = conversation();
    const command =
      'stty -echo; printf "Password: "; read -r word; stty echo; echo; echo "${#word} letters, ready"';
    const { job } = await call('bash', { command, pty: true, run_in_background: true });
    await untilItWaits(call, job?.id ?? '');
    await call('bash_input', { job: job?.id, text: 'quiet', keys: ['Enter'] });
    const over = await call('bash_output', { job: job?.id, wait_for: 'exit' });
    expect(over.text).toMatch(/^Password:\n5 letters, ready\n/);
    expect(readFileSync(over.job?.output_file ?? '', 'utf8')).not.toContain('quiet');
  });

  test('has an interactive shell: keys, an interrupt, and its end', async () => {
    const { call } = conversation();
    const shell = "PS1='ready> ' PROMPT_COMMAND= INPUTRC=/dev/null exec bash --norc --noprofile -i";
    const job = await startReady(call, shell, 'ready>');
    await call('bash_input', { job, text: 'echo $((6 * 6)); echo un; sleep 600', keys: ['Enter'] });
    await call('bash_output', { job, wait_for: { pattern: '^un$' } });
    await call('bash_input', { job, keys: ['C-c'] });
    await call('bash_input', { job, text: 'echo status-$?', keys: ['Enter'] });
    const interrupted = await call('bash_output', { job, wait_for: { pattern: '^status-130' } });
    expect(interrupted.waited?.met).toBe(true);
    await call('bash_input', { job, keys: ['Up', 'Enter'] });
    expect((await call('bash_output', { job, wait_for: { pattern: '^status-0' } })).waited?.met).toBe(true);
    await call('bash_input', { job, eof: true });
    const over = await call('bash_output', { job, wait_for: 'exit' });
    expect(over.job).toMatchObject({ state: 'ended', exit_code: 0 });
  });

  test('reads to the end of its input, also in the middle of a line', async () => {
    const { call } = conversation();
    const job = await startReady(call, 'echo ready; cat > given; exit 5');
    const typed = await call('bash_input', { job, text: 'one\ntwo', eof: true });
    expect(typed.text).toMatch(/; the last of them tells the end of the input\]$/);
    const over = await call('bash_output', { job, wait_for: 'exit' });
    expect(over.job).toMatchObject({ state: 'ended', exit_code: 5 });
    expect((await call('bash', { command: 'od -An -c given' })).text).toMatch(/^ +o +n +e +\\n +t +w +o$/);
  });

  test('shows a full-screen program as it is, and what was there before once it is over', async () => {
    const { call } = conversation();
    const draw =
      "printf '\\033[?1049h\\033[2J'; printf '\\033[1;1Hload 1'; printf '\\033[2;3Htasks'; printf '\\033[1;6H2'";
    const command = `echo before; ${draw}; read -rsn1; printf '\\033[?1049l'; echo after`;
    const { job: started } = await call('bash', { command, pty: true, run_in_background: true });
    const job = started?.id ?? '';
    await untilItWaits(call, job);
    const full = await call('bash_output', { job, from_line: 1 });
    expect(full.text).toMatch(/^load 2\n {2}tasks\n\[it is waiting/);
    expect((await call('bash_output', { job, search: 'load' })).text).toMatch(/^1: load 2\n/);
    await call('bash_input', { job, text: 'q' });
    const over = await call('bash_output', { job, wait_for: 'exit' });
    expect(over.text).toMatch(/^before\nafter\n\[job 1 has ended/);
  });

  test.runIf(process.env.CI === 'true')('pages with less, which is there where it has to be', () => {
    expect(less).not.toBeNull();
  });

  const paging = less === null ? 'pages with less, which is not installed here' : 'pages with less';
  test.skipIf(less === null)(paging, async () => {
    const { call, directory } = conversation();
    writeFileSync(
      join(directory, 'lines'),
      Array.from({ length: 200 }, (_, n) => `line ${n + 1}\n`).join(''),
    );
    const { job: started } = await call('bash', {
      command: 'LESS= LESSOPEN= less lines',
      pty: true,
      run_in_background: true,
    });
    const job = started?.id ?? '';
    await untilItWaits(call, job);
    expect((await call('bash_output', { job, from_line: 1 })).text).toMatch(/^line 1\n(.*\n)*line 39\nlines/);
    await call('bash_input', { job, keys: ['Space'] });
    const second = await call('bash_output', { job, wait_for: { pattern: 'line 78' } });
    expect(second.text).toMatch(/^line 40\n(.*\n)*line 78\n:/);
    await call('bash_input', { job, text: 'q' });
    expect((await call('bash_output', { job, wait_for: 'exit' })).job).toMatchObject({ exit_code: 0 });
  });

  test('is found by the lines that are read there, under the numbers that they are read by', async () => {
    const { call } = conversation();
    const job = await startReady(
      call,
      "printf 'a\\r\\n10%%\\r\\033[K\\033[1mdo\\033[0mne\\nready\\n'; sleep 600",
    );
    expect((await call('bash_output', { job, search: '^done$' })).text).toMatch(/^2: done\n/);
    expect((await call('bash_output', { job, from_line: 2, lines: 1 })).text).toMatch(/^done\n\[job/);
    expect((await call('bash_output', { job, from_line: -1 })).text).toMatch(/^ready\n\[job/);
  });

  test('is waited for by what reads on the line, whatever its colours', async () => {
    const { call } = conversation();
    const job = await startReady(call, "echo ready; read -r x; printf '\\033[1mdo\\033[0mne\\n'; sleep 600");
    await call('bash_input', { job, text: '\n' });
    expect((await call('bash_output', { job, wait_for: { pattern: '^done$' } })).waited?.met).toBe(true);
  });

  test('is ended by force when it does not listen, and is known to have been', async () => {
    const { call } = conversation();
    const job = await startReady(call, 'trap "" TERM HUP; echo ready; while :; do sleep 1; done');
    expect((await call('bash_stop', { job })).job).toMatchObject({ state: 'ended', signal: 'SIGKILL' });
  });

  test('gives only what is new, each time', async () => {
    const { call } = conversation();
    const job = await startReady(call, 'echo ready; while read -r line; do echo "<$line>"; done');
    await call('bash_input', { job, text: 'one\n' });
    const first = await call('bash_output', { job, wait_for: { pattern: '<one>' } });
    expect(first.text).toMatch(/(^|\n)one\n<one>\n\[job 1 is running\]$/);
    await call('bash_input', { job, text: 'two\n' });
    const second = await call('bash_output', { job, wait_for: { pattern: '<two>' } });
    expect(second.text).toBe('two\n<two>\n[job 1 is running]');
  });
});

describe('a job whose input is a pipe', () => {
  test('is told to wait for input while it reads it', async () => {
    const { call } = conversation();
    const { job } = await call('bash', {
      command: 'read -r a; read -r b; sleep 600',
      run_in_background: true,
    });
    await untilItWaits(call, job?.id ?? '');
    await call('bash_input', { job: job?.id, text: 'x\n' });
    await untilItWaits(call, job?.id ?? '');
    await call('bash_input', { job: job?.id, text: 'y\n' });
    const read = await call('bash_output', { job: job?.id, wait_for: 'idle' });
    expect(read.job?.waiting_for_input).toBe(false);
  });
});

function isThere(path: string): boolean {
  try {
    readFileSync(path);
    return true;
  } catch {
    return false; // Not yet.
  }
}
