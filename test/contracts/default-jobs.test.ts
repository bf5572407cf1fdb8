import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Approver, Bash, BashResult, Job, JobListResult, JobToolResult } from '../../src/index.ts';
import { temporaryBash } from '../support/bash.ts';
import { heldProcess } from '../support/held-process.ts';
import { bashWith } from '../support/local-backend.ts';
import { temporaryDirectory } from '../support/temporary.ts';

type AnyResult = BashResult & JobToolResult & JobListResult;

function defaultBash(options: Readonly<Record<string, unknown>> = {}): Bash<AnyResult> {
  return temporaryBash<unknown, AnyResult>({ contract: 'default', options, sandbox: 'off' });
}

/** A bash and one conversation with it. */
function conversation(options: Readonly<Record<string, unknown>> = {}) {
  const bash = defaultBash(options);
  const context = { conversationId: 'c', workingDirectory: temporaryDirectory() };
  const call = async (tool: string, input: unknown): Promise<AnyResult> =>
    (await bash.call(tool, input, context)).result;
  return { bash, call, ...context };
}

/** What a command waits for, so that it is sure to reach its time limit before it ends. */
const untilGo = 'until [ -e go ]; do sleep 0.02; done';

function readIfThere(file: string): string | null {
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

/** Lets it go on. */
function go(directory: string): void {
  writeFileSync(join(directory, 'go'), '');
}

const noneToWriteTo =
  '[job 1 was not given the input: there is none to write to, as what was not started in the background or on a terminal has none, or it has been ended]';

/** Starts a job that runs until it is told to go on by a line on its input. */
async function startReader(call: (tool: string, input: unknown) => Promise<AnyResult>): Promise<string> {
  const command = 'echo ready; while read -r line; do echo "got $line"; done; echo over; exit 4';
  const { job } = await call('bash', { command, run_in_background: true });
  return job?.id ?? '';
}

test('a command for the background is a job also where bash takes its time to start', async () => {
  const isLauncher = '[[ $* == *handrail-launcher* ]]';
  const slowly = `${isLauncher} && read -t 4 <> <(:); exec -a "$0" "$real" "$@"`;
  const bashPath = bashWith(temporaryDirectory(), slowly);
  const bash = temporaryBash<unknown, AnyResult>({ contract: 'default', sandbox: 'off', bashPath });
  const context = { conversationId: 'c', workingDirectory: temporaryDirectory() };
  const { result } = await bash.call('bash', { command: 'sleep 600', run_in_background: true }, context);
  expect(result).toMatchObject({ status: 'moved_to_job', job: { state: 'running' } });
});

test.each(['\\n', '\\r\\n'])(
  'a search shows no line of a secret that has several, with line ends %j',
  async (end) => {
    const secret = ['-----BEGIN KEY-----', 'c3dvcmRmaXNo', 'aHVudGVyMjI=', '-----END KEY-----'].join('\n');
    const bash = temporaryBash<unknown, AnyResult>({ sandbox: 'off', secrets: [secret] });
    const context = { conversationId: 'c', workingDirectory: temporaryDirectory() };
    const call = async (tool: string, input: unknown): Promise<AnyResult> =>
      (await bash.call(tool, input, context)).result;
    const command = `printf '${['key:', ...secret.split('\n'), 'over'].join(end)}${end}'; sleep 600`;
    const { job } = await call('bash', { command, run_in_background: true });
    const found = await call('bash_output', { job: job?.id, search: '^[^[]', wait_for: { pattern: 'over' } });
    expect(found.text).not.toMatch(/c3dv|aHVu/);
    expect(found.text).toContain('key:');
    expect(found.text.match(/\*\*\*/g)).toHaveLength(4);
  },
);

describe.each([
  ['a character', 'one caf\\303', '\\251 two', 'one caf', 'é two'],
  ['an escape sequence', 'one \\e[3', '1mtwo\\e[0m', 'one ', 'two'],
  ['a title of the window', 'one \\e]0;ti', 'tle\\atwo', 'one ', 'two'],
  ['a secret', 'one swordf', 'ish two', 'one ', '*** two'],
])('%s that is written in two parts', (_what, first, second, begin, end) => {
  const start = (command: string, how: object) => {
    const bash = temporaryBash<unknown, AnyResult>({ sandbox: 'off', secrets: ['swordfish'] });
    const context = { conversationId: 'c', workingDirectory: temporaryDirectory() };
    const call = async (tool: string, input: unknown): Promise<AnyResult> =>
      (await bash.call(tool, input, context)).result;
    return { call, ...context, moved: call('bash', { command, ...how }) };
  };
  const last = `${untilGo}; printf '${second}\\n'; sleep 600`;

  test('is told whole when it has come, where the call has ended in between', async () => {
    const { call, moved, workingDirectory } = start(`printf '${first}'; ${last}`, { timeout_ms: 2_000 });
    const { text, job } = await moved;
    expect(text.split('\n')[0]).toBe(begin);
    expect((await call('bash_output', { job: job?.id })).text).toBe(`[nothing new]\n[job 1 is running]`);
    go(workingDirectory);
    const rest = await call('bash_output', { job: job?.id, wait_for: { pattern: 'two' } });
    expect(rest.text).toBe(`${end}\n[job 1 is running]`);
  });

  test('is told whole when it has come, where the output is read in between', async () => {
    const command = `echo begun; read -r; printf '${first}'; ${last}`;
    const { call, moved, workingDirectory } = start(command, { run_in_background: true });
    const { job } = await moved;
    const size = statSync(job?.output_file ?? '').size;
    await call('bash_input', { job: job?.id, text: '\n' });
    await expect.poll(() => statSync(job?.output_file ?? '').size).toBeGreaterThan(size);
    const read = async (input: object) => (await call('bash_output', { job: job?.id, ...input })).text;
    expect(await read({ from_line: 2 })).toBe(`${begin}\n[job 1 is running]`);
    expect(await read({})).toBe(`${begin}\n[job 1 is running]`);
    go(workingDirectory);
    expect(await read({ wait_for: { pattern: 'two' } })).toBe(`${end}\n[job 1 is running]`);
    const whole = readFileSync(job?.output_file ?? '', 'utf8');
    expect(whole.startsWith('begun\none ')).toBe(true);
    expect(await read({ from_line: 2 })).toBe(`${begin}${end}\n[job 1 is running]`);
  });
});

describe('a command that reaches its time limit', () => {
  test('goes on as a job; the result has the output so far and says so', async () => {
    const { call } = conversation();
    const held = heldProcess();
    const moved = await call('bash', { command: held.command, workdir: held.directory, timeout_ms: 1_500 });
    const { job } = moved;
    expect(moved).toMatchObject({ status: 'moved_to_job', exit_code: null, total_bytes: 6, survivors: [] });
    expect(moved.text.split('\n')).toEqual([
      'ready',
      expect.stringMatching(
        /^\[still running after [\d.]+ s; it goes on as job 1, nothing was ended\. bash_output reads on and can wait for it, bash_stop ends it; its output is in .*\]$/,
      ),
    ]);
    expect(job).toMatchObject({ id: '1', state: 'running', command: held.command, cwd: held.directory });
    expect(held.isGone()).toBe(false);
    const stopped = await call('bash_stop', { job: '1' });
    held.expectGone();
    expect(stopped.job).toMatchObject({ state: 'ended', signal: 'SIGTERM' });
  });

  test('goes on as a job also when it has not started by then', async () => {
    const { call } = conversation();
    const moved = await call('bash', { command: 'sleep 600', timeout_ms: 1 });
    expect(moved).toMatchObject({ status: 'moved_to_job', job: { state: 'running' } });
  });

  test('goes on as a job also when its caller waits no longer before it has started', async () => {
    const bash = defaultBash({ approve: 'always' });
    const workingDirectory = temporaryDirectory();
    const waiting = new AbortController();
    const approver: Approver = {
      async ask() {
        waiting.abort();
        return { kind: 'approved' };
      },
    };
    const context = { conversationId: 'c', workingDirectory, approver, patience: waiting.signal };
    const { outcome } = await bash.run({ command: `${untilGo}; echo over > ended` }, context);
    expect(outcome.kind).toBe('moved_to_job');
    go(workingDirectory);
    await expect.poll(() => readIfThere(join(workingDirectory, 'ended'))).toBe('over\n');
  });

  test('keeps all of its output in a file for its owner alone, what came before and what came after', async () => {
    const { call, workingDirectory } = conversation();
    const command = 'seq 1 20000; until [ -e go ]; do sleep 0.05; done; seq 20001 40000';
    const { job } = await call('bash', { command, timeout_ms: 2_000 });
    go(workingDirectory);
    const output = await call('bash_output', { job: job?.id, wait_for: 'exit' });
    expect(output.waited).toMatchObject({ met: true });
    const file = job?.output_file ?? '';
    const numbers = Array.from({ length: 40_000 }, (_, index) => `${index + 1}\n`).join('');
    expect(readFileSync(file, 'utf8')).toBe(`${numbers}\n\n[background process completed]\n`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(output.total_bytes).toBe(numbers.length);
  });

  test('is told apart from one that ended by itself', async () => {
    const { call } = conversation();
    const ended = await call('bash', { command: 'echo done', timeout_ms: 30_000 });
    expect([ended.status, ended.text, ended.job]).toEqual(['ok', 'done', null]);
  });
});

describe('a command that is to run in the background', () => {
  test('is a job that is told of at once', async () => {
    const { call } = conversation();
    const id = await startReader(call);
    const listed = await call('bash_jobs', {});
    expect(listed.jobs).toMatchObject([{ id, state: 'running' }]);
    expect(listed.text).toMatch(/^job 1 is running \(echo ready; while/);
  });

  test('says at once that it ended in its first second, and is no job', async () => {
    const { call } = conversation();
    const command = 'echo starting; echo "no such port" >&2; exit 7';
    const died = await call('bash', { command, run_in_background: true });
    expect(died).toMatchObject({ status: 'failed', exit_code: 7, job: null });
    expect(died.text).toMatch(
      /^starting\nno such port\n\[exit status 7 after .*\]\n\[it was to run in the background and ended at once; there is no job\]$/,
    );
  });

  test('takes input, and the end of it', async () => {
    const { call } = conversation();
    const job = await startReader(call);
    const first = await call('bash_input', { job, text: 'one\ntwo', keys: ['Enter'] });
    expect(first.text).toBe(`[job ${job} was given 8 bytes]`);
    const read = await call('bash_output', { job, wait_for: { pattern: 'got two' } });
    expect(read).toMatchObject({ waited: { met: true } });
    expect(read.text).toBe(`got one\ngot two\n[job ${job} is running]`);
    const last = await call('bash_input', { job, eof: true });
    expect(last.text).toBe(`[job ${job} was given 0 bytes; its input has been ended]`);
    const over = await call('bash_output', { job, wait_for: 'exit' });
    expect(over.text).toMatch(/^over\n\[job 1 has ended after .*: exit status 4\]$/);
    expect(over.job).toMatchObject({ state: 'ended', exit_code: 4 });
    const late = await call('bash_input', { job, text: 'x' });
    expect(late.text).toBe(`[job ${job} was not given the input: the job is not running]`);
  });

  test('takes more input than a pipe holds, as it reads it', async () => {
    const { call } = conversation();
    const { job } = await call('bash', { command: 'sleep 1.5; wc -c', run_in_background: true });
    const text = 'x'.repeat(300_000);
    const given = await call('bash_input', { job: job?.id, text, eof: true });
    expect(given.text).toBe(`[job 1 was given 300,000 bytes; its input has been ended]`);
    const over = await call('bash_output', { job: job?.id, wait_for: 'exit' });
    expect(over.text).toMatch(/^300000\n\[job 1 has ended after .*: exit status 0\]$/);
  });

  test('that does not read its input is told of what it had no room for, and is not told that the input has ended', async () => {
    const { call } = conversation();
    const { job } = await call('bash', { command: 'sleep 600', run_in_background: true });
    const text = 'x'.repeat(65_536 + 1_000);
    const given = await call('bash_input', { job: job?.id, text, eof: true });
    expect(given.text).toBe(
      '[job 1 was given 65,536 bytes, and not the last 1,000 bytes: it does not read its input, which has not been ended]',
    );
    const more = await call('bash_input', { job: job?.id, text: 'y' });
    expect(more.text).toBe(
      '[job 1 was not given the input: the job does not read its input, and what was written before fills it]',
    );
  });

  test('that was given no input at its start says what has one', async () => {
    const { call } = conversation();
    const { job } = await call('bash', { command: 'sleep 600', timeout_ms: 300 });
    const given = await call('bash_input', { job: job?.id, text: 'y' });
    expect(given.text).toBe(noneToWriteTo);
  });

  test('whose input was ended takes nothing more', async () => {
    const { call } = conversation();
    const { job } = await call('bash', { command: 'cat; sleep 600', run_in_background: true });
    await call('bash_input', { job: job?.id, eof: true });
    expect((await call('bash_input', { job: job?.id, text: 'y' })).text).toBe(noneToWriteTo);
  });

  test('takes the end of its input also when that comes at once', async () => {
    const { call } = conversation();
    for (let time = 0; time < 5; time += 1) {
      const { job } = await call('bash', { command: 'cat; exit 5', run_in_background: true });
      await call('bash_input', { job: job?.id, eof: true });
      const over = await call('bash_output', { job: job?.id, wait_for: 'exit' });
      expect(over.job).toMatchObject({ state: 'ended', exit_code: 5 });
    }
  });

  test('is ended when its own time is up', async () => {
    const { call } = conversation();
    const { job } = await call('bash', {
      command: 'echo begun; sleep 600',
      run_in_background: true,
      timeout_ms: 2_000,
    });
    const over = await call('bash_output', { job: job?.id, wait_for: 'exit' });
    expect(over.text).toMatch(/: its time was up\]$/);
    expect(readFileSync(job?.output_file ?? '', 'utf8')).toBe(
      'begun\n\n\n[background process error: it was ended when its time was up]\n',
    );
  });
});

describe('what a command leaves running', () => {
  test('goes on as a job, and the result names it', async () => {
    const { call } = conversation();
    const held = heldProcess();
    const command =
      'exec 9> leash; sleep 600 & sleep 601 > /dev/null 2>&1 & setsid sleep 602 & echo ready; exit 3';
    const left = await call('bash', { command, workdir: held.directory });
    expect(left).toMatchObject({ status: 'failed', exit_code: 3, job: { id: '1', state: 'running' } });
    expect(left.survivors.map(({ command, holds_output }) => ({ command, holds_output }))).toEqual(
      expect.arrayContaining([
        { command: 'sleep 600', holds_output: true },
        { command: 'sleep 601', holds_output: false },
        { command: 'sleep 602', holds_output: true },
      ]),
    );
    expect(left.text).toMatch(
      /^ready\n\[exit status 3 after .*\]\n\[what the command has left running goes on as job 1: \d+ sleep 60\d; .*\]$/,
    );
    const stopped = await call('bash_stop', { job: '1' });
    held.expectGone();
    expect(stopped.job).toMatchObject({ state: 'ended', exit_code: 3 });
  });

  test('is written to the job’s file as long as it writes', async () => {
    const { call, workingDirectory } = conversation();
    const command = '(until [ -e go ]; do sleep 0.05; done; echo late) & echo early';
    const { job } = await call('bash', { command });
    await call('bash', { command: `touch '${workingDirectory}/go'` });
    const output = await call('bash_output', { job: job?.id, wait_for: 'exit' });
    expect(output.text).toMatch(/^late\n\[job 1 has ended after .*: exit status 0\]$/);
  });
});

describe('bash_output', () => {
  test('gives what is new since it was last asked, and says when there is nothing', async () => {
    const { call } = conversation();
    const job = await startReader(call);
    expect((await call('bash_output', { job })).text).toBe(`[nothing new]\n[job ${job} is running]`);
    await call('bash_input', { job, text: 'a\n' });
    await call('bash_output', { job, wait_for: { pattern: 'got a' } });
    expect((await call('bash_output', { job })).text).toBe(`[nothing new]\n[job ${job} is running]`);
  });

  test('finds what is waited for in the whole output where parts of that are wanted, also what was read before', async () => {
    const { call } = conversation();
    const { job } = await call('bash', { command: 'seq 1 500; sleep 600', timeout_ms: 2_000 });
    await call('bash_output', { job: job?.id, wait_for: 'idle' });
    const wait_for = { pattern: '^7$' };
    const known = await call('bash_output', { job: job?.id, wait_for, from_line: -1 });
    expect(known).toMatchObject({ waited: { met: true } });
    expect(known.text).toBe('500\n[job 1 is running]');
    const anew = await call('bash_output', { job: job?.id, wait_for, wait_ms: 1 });
    expect(anew).toMatchObject({ waited: { met: false } });
    expect(anew.text).toMatch(/ did not come about within .*; line 7, which was told before, matches\]$/m);
    const none = await call('bash_output', { job: job?.id, wait_for: { pattern: 'none' }, wait_ms: 1 });
    expect(none.text).toMatch(/ did not come about within [^;]*\]$/m);
  });

  test('gives lines by number, from the start and from the end', async () => {
    const { call } = conversation();
    const { job } = await call('bash', { command: 'seq 1 500; sleep 600', timeout_ms: 2_000 });
    await call('bash_output', { job: job?.id, wait_for: 'idle' });
    const text = async (input: object) => (await call('bash_output', { job: job?.id, ...input })).text;
    const state = '[job 1 is running]';
    expect(await text({ from_line: 10, lines: 2 })).toBe(`10\n11\n${state}`);
    expect(await text({ from_line: -2 })).toBe(`499\n500\n${state}`);
    expect(await text({ from_line: 600 })).toBe(`[no such line: the whole output has 500 lines]\n${state}`);
  });

  test('searches the whole output, and tells the numbers of the lines', async () => {
    const { call } = conversation();
    const command = "seq 1 3000; printf '\\e[31mred 99\\e[0m\\n'; sleep 600";
    const { job } = await call('bash', { command, timeout_ms: 2_000 });
    await call('bash_output', { job: job?.id, wait_for: 'idle' });
    const found = await call('bash_output', { job: job?.id, search: '^(299.|red 99)$' });
    const lines = Array.from({ length: 10 }, (_, index) => `${2_990 + index}: ${2_990 + index}`);
    expect(found.text).toBe([...lines, '3001: red 99', '[job 1 is running]'].join('\n'));
    const none = await call('bash_output', { job: job?.id, search: 'nowhere' });
    expect(none.text).toBe('[no line matches]\n[job 1 is running]');
    const within = async (range: object) =>
      (await call('bash_output', { job: job?.id, search: '0$', ...range })).text;
    expect(await within({ from_line: 2_985, lines: 6 })).toBe('2990: 2990\n[job 1 is running]');
    expect(await within({ from_line: -3 })).toBe('3000: 3000\n[job 1 is running]');
    expect(await within({ lines: 9 })).toBe('[no line matches]\n[job 1 is running]');
  });

  test('searches all of a line, however long it is, and tells what is around the match', async () => {
    const { call } = conversation();
    const filler = (bytes: number): string => `head -c ${bytes} /dev/zero | tr '\\0' x`;
    const command = `${filler(6_000)}; printf ' first '; ${filler(3_000_000)}; echo ' last'; printf ' end'; sleep 600`;
    const { job } = await call('bash', { command, run_in_background: true });
    // With a search the line may have come, and have been told, before this.
    await call('bash_output', { job: job?.id, wait_for: { pattern: ' end' }, search: 'end$' });
    const texts = async (search: string): Promise<string[]> =>
      (await call('bash_output', { job: job?.id, search })).text.split('\n');
    const state = '[job 1 is running]';
    expect(await texts('first')).toEqual([expect.stringMatching(/^1: …x{1023} first x{3066}…$/), state]);
    expect(await texts('last')).toEqual([expect.stringMatching(/^1: …x{4091} last$/), state]);
    expect(await texts('x')).toEqual([expect.stringMatching(/^1: x{4096}…$/), state]);
    expect(await texts('end$')).toEqual(['2:  end', state]);
  });

  test('tells nothing of what matches that a terminal would obey', async () => {
    const { call } = conversation();
    const lines = [
      'clear \\e[2J \\e]0;title\\a \\ec',
      'bell \\a back \\b\\b delete \\177 zero \\0',
      'command \\e_x\\e\\\\ \\302\\2332J',
      'drawn \\r over',
      'unfinished \\e]0;rest',
      'ends as on Windows\\r',
    ];
    const command = `printf '${lines.map((line) => `${line}\\n`).join('')}'; sleep 600`;
    const { job } = await call('bash', { command, run_in_background: true });
    const found = await call('bash_output', { job: job?.id, search: '(Windows|[^s])$' });
    expect(found.text.split('\n')).toEqual([
      '1: clear   ',
      '2: bell  back ␈␈ delete  zero ␀',
      '3: command  ',
      '4: drawn ␍ over',
      '5: unfinished ',
      '6: ends as on Windows',
      '[job 1 is running]',
    ]);
  });

  test('refuses a pattern that takes too long', async () => {
    const { call } = conversation();
    const command = `echo ${'a'.repeat(60)}b; ${untilGo}; sleep 600`;
    const { job } = await call('bash', { command, run_in_background: true });
    const pattern = '^(a+)+$';
    const words =
      '[invalid input: pattern: expected a regular expression that is matched within a second, got "^(a+)+$" — a repetition within another, as in (a+)+, can take for ever]';
    expect((await call('bash_output', { job: job?.id, search: pattern })).text).toBe(words);
    const input = { job: job?.id, wait_for: { pattern }, from_line: 1 };
    expect((await call('bash_output', input)).text).toBe(words);
  });

  test('says so when the file of its output is gone', async () => {
    const { call } = conversation();
    const { job } = await call('bash', { command: 'echo there; sleep 600', run_in_background: true });
    await call('bash_input', { job: job?.id, eof: true }); // Who watches over it has the file open by then.
    rmSync(job?.output_file ?? '');
    const gone = `[${job?.output_file} does not have all: it has been removed]\n[job 1 is running]`;
    expect((await call('bash_output', { job: job?.id })).text).toBe(`[nothing new]\n${gone}`);
    expect((await call('bash_output', { job: job?.id, search: 'there' })).text).toBe(
      `[no line matches]\n${gone}`,
    );
  });

  test('refuses a pattern that is none, by the name that it was given', async () => {
    const { call } = conversation();
    const { job } = await call('bash', { command: 'sleep 600', timeout_ms: 300 });
    const refused = await call('bash_output', { job: job?.id, search: '(' });
    expect(refused).toMatchObject({ status: 'invalid', job: null });
    expect(refused.text).toBe(
      '[invalid input: search: expected a regular expression, got "(" (Unterminated group)]',
    );
    const waited = await call('bash_output', { job: job?.id, wait_for: { pattern: '[z-a]' }, search: 'a' });
    expect(waited.text).toBe(
      '[invalid input: wait_for.pattern: expected a regular expression, got "[z-a]" (Range out of order in character class)]',
    );
  });

  test('waits until the job is silent', async () => {
    const { call } = conversation();
    const command = 'for i in 1 2 3; do echo $i; sleep 0.3; done; sleep 600';
    const { job } = await call('bash', { command, timeout_ms: 100 });
    const idle = await call('bash_output', { job: job?.id, wait_for: 'idle' });
    expect(idle.waited?.met).toBe(true);
    expect(idle.text).toMatch(/3\n\[job 1 is running\]$/);
  });

  test('waits until a port is open', async () => {
    const { call } = conversation();
    const { job } = await call('bash', { command: 'sleep 600', timeout_ms: 100 });
    const server = createServer();
    onTestFinished(() => void server.close());
    const port = await new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => {
        const address = server.address();
        resolve(typeof address === 'object' && address !== null ? address.port : 0);
      });
    });
    const open = await call('bash_output', { job: job?.id, wait_for: { port } });
    expect(open.waited?.met).toBe(true);
    // Of a port nothing is seen in the output.
    expect(open.text).toMatch(
      /^\[nothing new\]\n\[what was waited for came about after [^\]]+\]\n\[job 1 is running\]$/,
    );
    await new Promise((resolve) => server.close(resolve));
    const closed = await call('bash_output', { job: job?.id, wait_for: { port }, wait_ms: 300 });
    expect(closed.waited?.met).toBe(false);
    expect(closed.text).toMatch(
      /\[what was waited for did not come about within 3\d\d ms\]\n\[job 1 is running\]$/,
    );
  });

  test('ends a wait with the job', async () => {
    const { call } = conversation();
    const { job } = await call('bash', { command: 'sleep 1', timeout_ms: 100 });
    const output = await call('bash_output', {
      job: job?.id,
      wait_for: { pattern: 'never' },
      wait_ms: 60_000,
    });
    expect(output).toMatchObject({ waited: { met: false }, job: { state: 'ended', exit_code: 0 } });
  });

  test('says which jobs there are when it is asked for another', async () => {
    const { call } = conversation();
    expect((await call('bash_output', { job: '9' })).text).toBe(
      '[invalid input: job: expected the id of a job; there are none, got "9"]',
    );
    await call('bash', { command: 'sleep 600', timeout_ms: 100 });
    expect((await call('bash_stop', { job: 'x' })).text).toBe(
      '[invalid input: job: expected one of the jobs 1, got "x"]',
    );
  });
});

describe('bash_stop', () => {
  test('only sends the signal that it is given', async () => {
    const { call } = conversation();
    const command = "trap 'echo hup' HUP; echo ready; while :; do sleep 0.05; done";
    const { job } = await call('bash', { command, timeout_ms: 2_000 });
    const stopped = await call('bash_stop', { job: job?.id, signal: 'SIGHUP' });
    expect(stopped.text).toBe('[job 1 is running]');
    const heard = await call('bash_output', { job: job?.id, wait_for: { pattern: 'hup' } });
    expect(heard.waited?.met).toBe(true);
  });

  test('says that the job was over before', async () => {
    const { call, workingDirectory } = conversation();
    const { job } = await call('bash', { command: untilGo, timeout_ms: 50 });
    go(workingDirectory);
    await call('bash_output', { job: job?.id, wait_for: 'exit' });
    const stopped = await call('bash_stop', { job: job?.id });
    expect(stopped.text).toMatch(/^\[job 1 was over before: it has ended after .*: exit status 0\]$/);
  });
});

describe('the end of a job', () => {
  test('is told once, to the conversation that started it, with its next result', async () => {
    const { bash, call, workingDirectory } = conversation();
    const { job } = await call('bash', { command: `${untilGo}; exit 5`, timeout_ms: 50 });
    go(workingDirectory);
    const file = join(job?.output_file ?? '', '..', 'end');
    await expect
      // Room is made for it from the start: it has been written when its line has an end.
      .poll(() => readFileSync(file, 'utf8'))
      .toMatch(/\n$/);
    const stranger = await bash.run({ command: 'echo other' }, { conversationId: 'another' });
    expect(stranger.result.text).toBe('other');
    const next = await call('bash', { command: 'echo next' });
    expect(next.text).toMatch(/^next\n\[job 1 has ended after .*: exit status 5 \(until .*; exit 5\)\]$/);
    expect(next.ended_jobs).toMatchObject([{ id: '1', exit_code: 5 }]);
    expect((await call('bash', { command: 'echo last' })).text).toBe('last');
  });

  test('is an event for the library', async () => {
    const ended: Job[] = [];
    const bash = temporaryBash<unknown, AnyResult>({
      contract: 'default',
      onJobEnd: (job) => ended.push(job),
    });
    const workingDirectory = temporaryDirectory();
    await bash.run({ command: `${untilGo}; exit 6`, timeout_ms: 50 }, { workingDirectory });
    go(workingDirectory);
    await expect
      .poll(() => ended)
      .toMatchObject([{ id: '1', state: { kind: 'ended', exit: { kind: 'exited', code: 6 } } }]);
  });
});
