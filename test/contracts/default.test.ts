import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import {
  type Approver,
  type BashResult,
  type CallResult,
  defaultContract,
  type Event,
} from '../../src/index.ts';
import { createFakeBackend, createFakeClock, exited } from '../../src/testing/index.ts';
import { temporaryBash } from '../support/bash.ts';
import { heldProcess } from '../support/held-process.ts';
import { temporaryDirectory } from '../support/temporary.ts';

function defaultBash(options: Readonly<Record<string, unknown>> = {}, approver: Approver | null = null) {
  return temporaryBash<unknown, BashResult>({
    contract: 'default',
    // What is told of a command is the subject here, and not what holds it.
    sandbox: 'off',
    options,
    ...(approver === null ? {} : { approver }),
  });
}

async function call(
  input: unknown,
  options: Readonly<Record<string, unknown>> = {},
): Promise<CallResult<BashResult>> {
  return await defaultBash(options).run(input, { workingDirectory: temporaryDirectory() });
}

/** The result without what differs from call to call; a duration is only checked to be one. */
function steady({ call_id, duration_ms, text, ...result }: BashResult) {
  expect(call_id).toMatch(/^[0-9a-f]{16}$/);
  expect(duration_ms === null || duration_ms >= 0).toBe(true);
  return { ...result, text: text.replace(/after [\d.]+ m?s/, 'after …') };
}

const nothingStarted = {
  exit_code: null,
  exit_meaning: null,
  hidden_failures: [],
  signal: null,
  total_bytes: 0,
  total_lines: 0,
  cut: null,
  job: null,
  survivors: [],
  session: null,
  confinement: null,
  denials: [],
  allow: null,
  findings: [],
  approval: null,
  edited_command: null,
  ended_jobs: [],
};

const unconfined = { kind: 'none', level: null, network: null, granted: null, problem: null };

const ran = { ...nothingStarted, confinement: unconfined, exit_code: 0 };

describe('default', () => {
  test('a command that succeeds is told by its output alone', async () => {
    const { result, isError, text, structured } = await call({ command: 'echo out; echo err >&2; echo out' });
    expect(steady(result)).toEqual({
      ...ran,
      status: 'ok',
      text: 'out\nerr\nout',
      total_bytes: 12,
      total_lines: 3,
    });
    expect({ isError, text, structured }).toEqual({
      isError: false,
      text: 'out\nerr\nout',
      structured: result,
    });
  });

  test('a command that prints nothing says so', async () => {
    const { result } = await call({ command: 'true' });
    expect(steady(result)).toEqual({ ...ran, status: 'ok', text: '[no output]' });
  });

  test('a command that fails tells its exit status after its output, and is no error of the tool', async () => {
    const { result, isError } = await call({ command: 'echo no; exit 3' });
    expect(steady(result)).toEqual({
      ...ran,
      status: 'failed',
      exit_code: 3,
      text: 'no\n[exit status 3 after …]',
      total_bytes: 3,
      total_lines: 1,
    });
    expect(isError).toBe(false);
  });

  test('a command that fails without a word says that too', async () => {
    const { result } = await call({ command: 'false' });
    expect(steady(result)).toEqual({
      ...ran,
      status: 'failed',
      exit_code: 1,
      text: '[exit status 1 after …, no output]',
    });
  });

  test('a shell that is ended by a signal names it', async () => {
    const { result, isError } = await call({ command: 'echo last; kill -SEGV $$' });
    expect(steady(result)).toEqual({
      ...ran,
      status: 'signalled',
      exit_code: null,
      signal: 'SIGSEGV',
      text: 'last\n[ended by SIGSEGV after …]',
      total_bytes: 5,
      total_lines: 1,
    });
    expect(isError).toBe(false);
  });

  test('a cancelled command is ended, and its output so far is kept', async () => {
    const held = heldProcess();
    const controller = new AbortController();
    const { result, isError } = await defaultBash().run(
      { command: held.command },
      {
        workingDirectory: held.directory,
        signal: controller.signal,
        onEvent: ({ kind }) => kind === 'output' && controller.abort(),
      },
    );
    expect(steady(result)).toEqual({
      ...ran,
      status: 'cancelled',
      exit_code: null,
      text: 'ready\n[cancelled after …]',
      total_bytes: 6,
      total_lines: 1,
    });
    expect(isError).toBe(true);
    held.expectGone();
  });

  test('a long output is cut between lines, and the whole of it is in a file', async () => {
    const { result } = await call({ command: 'seq 1 20000' });
    const whole = Array.from({ length: 20_000 }, (_, index) => `${index + 1}\n`).join('');
    const file = result.cut?.file ?? '';
    expect(readFileSync(file, 'utf8')).toBe(whole);
    expect(statSync(file).mode & 0o777).toBe(0o600);

    const [head = '', tail = ''] = result.text.split(/\n\[….*…\]\n/);
    expect(whole.startsWith(`${head}\n`)).toBe(true);
    expect(whole.endsWith(`\n${tail}\n`)).toBe(true);
    expect(head.length + 1).toBeGreaterThan(8_990);
    expect(tail.length + 1).toBeGreaterThan(20_990);
    expect(steady(result)).toEqual({
      ...ran,
      status: 'ok',
      text: `${head}\n[… 14,479 lines, 77 KiB left out here; the whole output is in ${file} …]\n${tail}`,
      total_bytes: whole.length,
      total_lines: 20_000,
      cut: { omitted_bytes: 78_896, omitted_lines: 14_479, file, file_problem: null },
    });
  });

  test('output is cleaned for a model', async () => {
    const { result } = await call({
      command: String.raw`printf '\e[31mred\e[0m\n10%%\r100%%\n'; printf 'same\n%.0s' 1 2 3 4; printf 'a\0b\n'`,
    });
    expect(steady(result)).toEqual({
      ...ran,
      status: 'ok',
      text: 'red\n100%\nsame\n[the line above came 3 more times]\na␀b',
      total_bytes: 46,
      total_lines: 7,
    });
  });

  test('a long output that only cleaning made fit is in a file, as it came', async () => {
    const { result } = await call({ command: 'yes | head -n 20000' });
    const [line, note, told] = result.text.split('\n');
    expect([line, note]).toEqual(['y', '[the line above came 19,999 more times]']);
    const file =
      /^\[the output is shown cleaned up; the whole output is in (.*)\]$/.exec(told ?? '')?.[1] ?? '';
    expect(readFileSync(file, 'utf8')).toBe('y\n'.repeat(20_000));
    expect(steady(result)).toEqual({
      ...ran,
      status: 'ok',
      text: `y\n[the line above came 19,999 more times]\n${told}`,
      total_bytes: 40_000,
      total_lines: 20_000,
    });
  });

  test('a secret of the host is masked in the text and in what is told live', async () => {
    const bash = temporaryBash<unknown, BashResult>({
      contract: 'default',
      env: { PATH: process.env.PATH ?? '', MY_TOKEN: 'abcdef123456' },
    });
    let live = '';
    const onEvent = (event: Event): void => {
      if (event.kind === 'output') live += event.text;
    };
    const command = "printf 'token: abcdef'; printf '123456\\n'";
    const { result } = await bash.run({ command }, { onEvent });
    expect([result.text, live]).toEqual(['token: ***', 'token: ***\n']);
  });

  test('an output of one endless line is cut between characters', async () => {
    const { result } = await call({ command: 'head -c 40000 /dev/zero | tr "\\0" x' });
    const mark = `[… 9.8 KiB left out here; the whole output is in ${result.cut?.file} …]`;
    expect(result.text).toBe(`${'x'.repeat(9_000)}\n${mark}\n${'x'.repeat(21_000)}`);
    expect(result.cut).toMatchObject({ omitted_bytes: 10_000, omitted_lines: 0 });
  });

  test.each([
    [{}, ['[invalid input: command: expected a string that is not empty, got nothing]']],
    [{ command: '' }, ['[invalid input: command: expected a string that is not empty, got "" (string)]']],
    [
      { command: 'ls', timeout_ms: 'soon' },
      ['[invalid input: timeout_ms: expected an integer from 1 to 600000, got "soon" (string)]'],
    ],
    [
      { command: 'ls', timeout_ms: 600_001 },
      ['[invalid input: timeout_ms: expected an integer from 1 to 600000, got 600001 (number)]'],
    ],
    [
      { command: 'ls', cwd: '/', workdirs: '/' },
      [
        '[invalid input: expected only the keys command, description, workdir, timeout_ms, run_in_background, pty, session, allow, got the key "cwd"]',
        '[invalid input: expected only the keys command, description, workdir, timeout_ms, run_in_background, pty, session, allow, got the key "workdirs" — did you mean "workdir"?]',
      ],
    ],
    [
      { command: 'echo \ud800' },
      [
        '[invalid input: command: expected text that can be written as UTF-8, got half of a surrogate pair at offset 5 — send the character whole]',
      ],
    ],
  ])('input %j is refused in words', async (input, lines) => {
    const { result, isError } = await call(input);
    expect(steady(result)).toEqual({ ...nothingStarted, status: 'invalid', text: lines.join('\n') });
    expect(isError).toBe(true);
  });

  test('a directory that does not exist is named', async () => {
    const directory = temporaryDirectory();
    const { result, isError } = await defaultBash().run(
      { command: 'true', workdir: 'missing' },
      { workingDirectory: directory },
    );
    expect(steady(result)).toEqual({
      ...nothingStarted,
      status: 'could_not_start',
      text: `[could not start: expected a directory to run in, got "${directory}/missing", which does not exist]`,
    });
    expect(isError).toBe(true);
  });

  test('a directory that is a file is named', async () => {
    const workdir = join(temporaryDirectory(), 'file');
    writeFileSync(workdir, '');
    const { result } = await call({ command: 'true', workdir });
    expect(steady(result)).toEqual({
      ...nothingStarted,
      status: 'could_not_start',
      text: `[could not start: expected a directory to run in, got "${workdir}", which is not a directory]`,
    });
  });

  test('a state directory that cannot be written keeps everything from starting', async () => {
    const file = join(temporaryDirectory(), 'file');
    writeFileSync(file, '');
    const directory = temporaryDirectory();
    const bash = temporaryBash({ contract: defaultContract, stateDir: join(file, 'state') });
    const { result, recorded } = await bash.run({ command: 'touch made' }, { workingDirectory: directory });
    expect(result).toEqual({
      ...nothingStarted,
      status: 'could_not_start',
      call_id: null,
      duration_ms: null,
      text: `[could not start: nothing was started, because the call could not be recorded: expected a state directory that can be written, got ${file}/state (${file} is not a directory); make it writable or set "stateDir" to another one]`,
    });
    expect(recorded).toEqual({ kind: 'not_opened' });
    expect(() => statSync(join(directory, 'made'))).toThrow('ENOENT');
  });

  const finding = {
    id: 'approve-always',
    verdict: 'ask' as const,
    reason: 'every command is to be approved',
    instead: null,
  };

  test('a command that nobody approved is handed back', async () => {
    const { result, isError } = await call({ command: 'true' }, { approve: 'always' });
    expect(steady(result)).toEqual({
      ...nothingStarted,
      status: 'needs_approval',
      text: [
        "[not run: it needs the user's approval (every command is to be approved), and nobody has answered]",
        '[The user can answer with `handrail approve 1`; after a yes, the very same call is let through once.]',
      ].join('\n'),
      approval: { id: '1', because: 'nobody' },
      findings: [finding],
    });
    expect(isError).toBe(true);
  });

  test('a command that a person refused is denied with the reason given', async () => {
    const no: Approver = { ask: async () => ({ kind: 'refused', reason: 'use make instead' }) };
    const { result, isError } = await defaultBash({ approve: 'always' }, no).run({ command: 'true' });
    expect(steady(result)).toEqual({
      ...nothingStarted,
      status: 'denied',
      text: '[denied by the user: use make instead]',
      findings: [finding],
    });
    expect(isError).toBe(true);
  });

  test('a command that a person approved runs', async () => {
    const yes: Approver = { ask: async () => ({ kind: 'approved' }) };
    const { result } = await defaultBash({ approve: 'always' }, yes).run({ command: 'echo approved' });
    expect(result).toMatchObject({ status: 'ok', text: 'approved' });
  });

  test.each(['rules', 'unconfined'])(
    'a mistake in a command is told by bash where approve is %s: nobody is asked, nothing runs',
    async (approve) => {
      const ask = vi.fn(async () => ({ kind: 'approved' }) as const);
      const bash = defaultBash({ approve }, { ask });
      const directory = temporaryDirectory();
      const { result } = await bash.run(
        { command: 'touch made\necho "unclosed' },
        { workingDirectory: directory },
      );
      expect(result).toMatchObject({ status: 'failed', exit_code: 2, findings: [] });
      expect(result.text).toMatch(
        /^bash: -c: line 2: unexpected EOF while looking for matching `"'\n\[exit status 2 after /,
      );
      expect([readdirSync(directory), ask.mock.calls]).toEqual([[], []]);
    },
  );

  test.each([
    ['a mistake further on', 'git push --force\necho "unclosed'],
    ['a mistake in a command within it', "bash -c 'git push --force\necho \"unclosed'"],
    ['a text that can be read in two ways', 'shopt -s extglob\nls !(x)'],
  ])('where nobody is asked, %s is denied: it could hide what is', async (_what, command) => {
    const backend = createFakeBackend(() => ({ ends: exited({ kind: 'exited', code: 0 }) }));
    const bash = temporaryBash({ contract: 'default', options: { approve: 'never' }, backend });
    const { outcome } = await bash.run({ command });
    expect(outcome).toMatchObject({ kind: 'denied', by: 'policy' });
    expect(backend.plans).toEqual([]);
  });

  test('the approver is asked about the request, and its waiting is not in the duration', async () => {
    const questions: unknown[] = [];
    const clock = createFakeClock();
    const slow: Approver = {
      ask: async (question) => {
        questions.push(question);
        clock.advance(3_600_000);
        return { kind: 'approved' };
      },
    };
    const directory = temporaryDirectory();
    const bash = temporaryBash({
      contract: defaultContract,
      options: { approve: 'always' },
      approver: slow,
      clock,
    });
    const { result } = await bash.run(
      { command: 'true', description: 'do nothing', timeout_ms: 300 },
      { workingDirectory: directory, conversationId: 'c1' },
    );
    expect(result).toMatchObject({ status: 'ok', duration_ms: 0 });
    expect(questions).toMatchObject([
      {
        request: {
          command: 'true',
          cwd: directory,
          timeoutMs: 300,
          lifetime: { kind: 'call-then-job' },
          terminal: null,
          session: null,
          workspace: null,
          root: null,
          access: [],
          description: 'do nothing',
        },
        access: [],
        contract: 'default',
        conversationId: 'c1',
        findings: [finding],
        offers: null,
      },
    ]);
  });

  test('programs find no pager, no editor, no terminal and no secret', async () => {
    const bash = temporaryBash<unknown, BashResult>({
      contract: 'default',
      env: {
        PATH: process.env.PATH ?? '',
        PAGER: 'less',
        EDITOR: 'vim',
        MY_TOKEN: 'abcdef123456',
        PLAIN: 'kept',
        BASH_ENV: '/x',
      },
    });
    const command = 'echo "$PAGER|$GIT_EDITOR|$EDITOR|$TERM|$GIT_TERMINAL_PROMPT|$MY_TOKEN|$PLAIN|$BASH_ENV"';
    const { result } = await bash.run({ command });
    expect(result.text).toBe('cat|false|false|dumb|0||kept|');
  });

  test('the description names the directory and has no more than 1,024 characters', () => {
    const description = defaultBash().tools.get('bash').description({ workingDirectory: '/some/where' });
    expect(description).toContain('It runs in /some/where unless workdir says otherwise.');
    expect(description.length).toBeLessThanOrEqual(1_024);
  });
});
