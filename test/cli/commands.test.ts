import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { handrail, type Machine, temporaryMachine } from '../support/handrail.ts';

describe('handrail call', () => {
  test('takes its input as an argument and prints the result as one line of JSON', async () => {
    const { status, stdout } = await handrail(temporaryMachine(), [
      'call',
      'bash',
      '--contract',
      'plain',
      '{"command":"echo hi"}',
    ]);
    expect({ status, result: JSON.parse(stdout), lines: stdout.split('\n').length }).toEqual({
      status: 0,
      result: {
        content: [{ type: 'text', text: 'Exit code: 0\nhi\n' }],
        details: { exit_code: 0, success: true },
      },
      lines: 2,
    });
  });

  test('takes its input from standard input', async () => {
    const stdin = JSON.stringify({ command: `echo ${'x'.repeat(200_000)} | wc -c` });
    const { stdout } = await handrail(temporaryMachine(), ['call', 'bash', '--contract', 'plain'], { stdin });
    expect(JSON.parse(stdout).content[0].text).toBe('Exit code: 0\n200001\n');
  });

  test('approves with --yes what would be asked about, and nothing that is denied', async () => {
    const machine = temporaryMachine();
    const profile = { name: 'p', ask: ['tool:bash:echo *'], default: 'deny' };
    writeFileSync(join(machine.directory, 'profile.json'), JSON.stringify(profile));
    const call = async (command: string, ...flags: readonly string[]): Promise<unknown> => {
      const words = ['--contract', 'workspace', '--options', '{"profile":"profile.json"}', ...flags];
      const { stdout } = await handrail(machine, ['call', 'bash', ...words, JSON.stringify({ command })]);
      return JSON.parse(stdout);
    };
    expect(await call('echo a')).toMatchObject({ decision: 'ask', action: 'tool:bash:echo a' });
    expect(await call('echo a', '--yes')).toMatchObject({ stdout: 'a\n', exit_code: 0 });
    expect(await call('true', '--yes')).toMatchObject({ decision: 'deny', action: 'tool:bash:true' });
  });

  test.each([
    ['at its time limit', { timeout_ms: 2_000 }],
    ['in the background', { run_in_background: true }],
  ])(
    'tells of a command that cannot go on as a job, with all that it has written: %s',
    async (_when, how) => {
      const machine = temporaryMachine();
      mkdirSync(machine.stateDir, { recursive: true });
      writeFileSync(join(machine.stateDir, 'jobs'), ''); // Where their directory would be.
      const command = 'trap "echo asked; exit" TERM; echo begun; while :; do sleep 0.05; done';
      const words = ['call', '--sandbox', 'off', '--yes', 'bash', JSON.stringify({ command, ...how })];
      const { status, stdout } = await handrail(machine, words);
      expect(status).toBe(0);
      const { text, ...result } = JSON.parse(stdout);
      expect(result).toMatchObject({ status: 'timed_out', job: null });
      const lines = text.split('\n');
      expect(lines).toEqual(expect.arrayContaining(['begun', 'asked']));
      expect(lines.slice(-2)).toEqual([
        expect.stringMatching(/^\[timed out after [\d.]+ m?s and was ended\]$/),
        expect.stringContaining('could not go on as a job: ENOTDIR'),
      ]);
      const { stdout: record } = await handrail(machine, ['audit', '--json']);
      expect(record).toContain('"timed_out"');
    },
  );

  test('refuses options that name a file which is not what it is to be', async () => {
    const machine = temporaryMachine();
    writeFileSync(join(machine.directory, 'profile.json'), '{"name": "p",\n"deny": 7}');
    const words = ['--contract', 'workspace', '--options', '{"profile":"profile.json"}'];
    expect(await handrail(machine, ['call', 'bash', ...words, '{"command":"true"}'])).toEqual({
      status: 2,
      stdout: '',
      stderr:
        'handrail: settings in --options: options of the contract workspace: profile in profile.json:2: expected a list of patterns such as "tool:bash:npm test", got 7\n',
    });
  });

  test.each([
    [
      '{"command":7}',
      { error: { kind: 'InvalidArgs', message: 'command: expected a string, got 7 (number)' } },
    ],
    ['["true"]', { error: { kind: 'InvalidArgs', message: 'expected an object, got ["true"] (array)' } }],
  ])('exits with 2 where the input %j is invalid, and prints the result', async (input, result) => {
    const printed = await handrail(temporaryMachine(), ['call', 'bash', '--contract', 'plain', input]);
    expect({ ...printed, stdout: JSON.parse(printed.stdout) }).toEqual({
      status: 2,
      stdout: result,
      stderr: '',
    });
  });

  test.each([
    ['a command that failed', 'exit 3', { status: 'failed', exit_code: 3 }],
    ['a command that was not approved', 'git push', { status: 'needs_approval' }],
  ])('exits with 0 also when the result tells of %s', async (_what, command, result) => {
    const input = JSON.stringify({ command });
    const printed = await handrail(temporaryMachine(), ['call', 'bash', input]);
    expect({ ...printed, stdout: JSON.parse(printed.stdout) }).toEqual({
      status: 0,
      stdout: expect.objectContaining(result),
      stderr: '',
    });
  });

  test('names its exit statuses in its help', async () => {
    const { stdout } = await handrail(temporaryMachine(), ['call', '--help']);
    expect(stdout.slice(stdout.indexOf('Exit status:'))).toBe(
      [
        'Exit status:',
        '  0   there is a result, which also tells how a command failed or why it was refused',
        '  2   the call was not understood, or the input was invalid',
        '  74  all went well, but what was to be printed could not be written',
        '',
      ].join('\n'),
    );
  });

  test.each([
    [
      ['call', 'Bash', '{}'],
      'handrail: expected one of the tools bash, bash_output, bash_input, bash_stop, bash_jobs, got "Bash"\n',
    ],
    [
      ['call', 'bash', '{'],
      expect.stringMatching(
        /^handrail: expected the tool's input as JSON, as an argument or on standard input, got text that is none \(.+\)\n$/,
      ),
    ],
    [
      ['call', 'bash'],
      "handrail: expected the tool's input as JSON, as an argument or on standard input, got nothing\n",
    ],
    [['call'], "error: missing required argument 'tool'\n(--help says what is expected)\n"],
    [['hook', 'install'], "error: missing required argument 'agent'\n(--help says what is expected)\n"],
  ])('%j is misuse: exit status 2', async (words, stderr) => {
    expect(await handrail(temporaryMachine(), words)).toEqual({ status: 2, stdout: '', stderr });
  });
});

describe('handrail tools', () => {
  test('prints names, descriptions and JSON Schemas', async () => {
    const { status, stdout } = await handrail(temporaryMachine(), ['tools', '--contract', 'plain']);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toEqual([
      {
        name: 'bash',
        description: expect.stringContaining('Runs a shell command with bash -c'),
        inputSchema: {
          type: 'object',
          properties: { command: { type: 'string', description: 'The command to run with bash -c.' } },
          required: ['command'],
        },
      },
    ]);
  });
});

describe('handrail settings', () => {
  test('prints every setting and where its value came from', async () => {
    const machine = temporaryMachine();
    const projectFile = join(machine.directory, 'handrail.json');
    const userFile = join(machine.home, '.config/handrail/handrail.json');
    mkdirSync(join(machine.home, '.config/handrail'), { recursive: true });
    writeFileSync(projectFile, JSON.stringify({ options: { plain: { timeoutMs: 5, maxOutputBytes: 6 } } }));
    writeFileSync(userFile, JSON.stringify({ options: { plain: { maxOutputBytes: 7 } } }));
    const { status, stdout } = await handrail(
      machine,
      ['settings', '--json', '--options', '{"denyPatterns":["x"]}'],
      {
        env: { HANDRAIL_STATE_DIR: join(machine.home, 'state'), HANDRAIL_CONTRACT: 'plain' },
      },
    );
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toEqual([
      { name: 'contract', value: 'plain', from: 'HANDRAIL_CONTRACT' },
      { name: 'options.plain.denyPatterns', value: ['x'], from: '--options' },
      { name: 'options.plain.timeoutMs', value: 5, from: projectFile },
      { name: 'options.plain.maxOutputBytes', value: 7, from: userFile },
      { name: 'rules', value: [], from: 'built-in' },
      { name: 'trustProjectRules', value: false, from: 'built-in' },
      { name: 'sandbox', value: 'off', from: 'built-in' },
      { name: 'sandboxRequired', value: false, from: 'built-in' },
      { name: 'sandboxLevels', value: {}, from: 'built-in' },
      { name: 'approvalWaitMs', value: null, from: 'built-in' },
      { name: 'warm', value: true, from: 'built-in' },
      { name: 'bash', value: null, from: 'built-in' },
      { name: 'stateDir', value: join(machine.home, 'state'), from: 'HANDRAIL_STATE_DIR' },
    ]);
  });

  test('prints a table for people', async () => {
    const { stdout } = await handrail(temporaryMachine(), ['settings']);
    expect(stdout).toMatch(/^SETTING +VALUE +FROM\ncontract +"default" +built-in\n/);
  });
});

describe('handrail audit', () => {
  async function recordThree(machine: Machine): Promise<void> {
    await handrail(machine, ['run', '--', 'echo one']);
    await handrail(machine, ['run', '--', 'echo two; exit 2']);
    await handrail(machine, ['call', 'bash', '{"command":3}']);
  }

  test('lists every call, refused ones too, newest first', async () => {
    const machine = temporaryMachine();
    await recordThree(machine);
    const { status, stdout } = await handrail(machine, ['audit']);
    const rows = stdout
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => line.split(/ {2,}/).slice(2));
    expect(status).toBe(0);
    expect(rows).toEqual([
      ['invalid', 'default', 'bash {"command":3}'],
      ['failed', 'default', 'echo two; exit 2'],
      ['ok', 'default', 'echo one'],
    ]);
  });

  test('tells long blanks by their number, which would push what follows out of the row', async () => {
    const machine = temporaryMachine();
    await handrail(machine, ['run', '--', `echo a;${' '.repeat(90)}echo b`]);
    expect((await handrail(machine, ['audit'])).stdout).toContain('echo a;⟨90 blanks⟩echo b');
  });

  test('filters by status, by pattern and by time', async () => {
    const machine = temporaryMachine();
    await recordThree(machine);
    const commands = async (...words: readonly string[]) => {
      const { stdout } = await handrail(machine, ['audit', '--json', ...words]);
      return stdout
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line).closed.command);
    };
    expect(await commands('--status', 'failed')).toEqual(['echo two; exit 2']);
    expect(await commands('--grep', 'echo (one|three)')).toEqual(['echo one']);
    expect(await commands('--since', '1h', '--limit', '2')).toEqual([null, 'echo two; exit 2']);
    expect(await commands('--since', '2099-01-01')).toEqual([]);
  });

  test('ends a look for a pattern that would take for ever, which no signal could', async () => {
    const machine = temporaryMachine();
    await handrail(machine, ['run', '--', `echo ${'a'.repeat(60)}!`]);
    for (const json of [[], ['--json']])
      expect(await handrail(machine, ['audit', '--grep', '(a+)+$', ...json])).toEqual({
        status: 2,
        stdout: '',
        stderr:
          'handrail: --grep: expected a regular expression that is matched within a second, got "(a+)+$"; a repetition within another, as in (a+)+, can take for ever\n',
      });
  });

  test.each(['Pacific/Auckland', 'America/Los_Angeles'])(
    'takes a time as those that it lists, also where people have another one (%s)',
    async (zone) => {
      const machine = temporaryMachine();
      await handrail(machine, ['run', '--', 'echo one']);
      const env = { ...machine.env, TZ: zone };
      const { stdout } = await handrail(machine, ['audit'], { env });
      const [, listed = ''] = / (20\S+:\d\d)\.\d+Z /.exec(stdout) ?? [];
      const later = new Date(Date.parse(`${listed}Z`) + 1_000).toISOString().slice(0, listed.length);
      expect((await handrail(machine, ['audit', '--since', listed], { env })).stdout).toContain('echo one');
      expect((await handrail(machine, ['audit', '--since', later], { env })).stdout).toBe('no calls found\n');
    },
  );

  test('prints one entry whole, by the beginning of its id', async () => {
    const machine = temporaryMachine();
    const env = { SOME_TOKEN: 'echo-one-secret', HANDRAIL_SANDBOX: 'off' };
    await handrail(machine, ['run', '--', 'echo one; exit 2'], { env });
    const list = await handrail(machine, ['audit', '--json']);
    const { id } = JSON.parse(list.stdout);
    const { status, stdout } = await handrail(machine, ['audit', id.slice(0, 8)]);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      id,
      openedAt: expect.any(Number),
      opened: {
        contract: 'default',
        tool: 'bash',
        backend: 'local',
        conversationId: expect.any(String),
        workingDirectory: machine.directory,
        input: { command: 'echo one; exit 2' },
        hostPid: expect.any(Number),
      },
      closed: {
        at: expect.any(Number),
        command: 'echo one; exit 2',
        cwd: machine.directory,
        status: 'failed',
        outcome: {
          kind: 'ended',
          exit: { kind: 'exited', code: 2 },
          startedAt: expect.any(Number),
          durationMs: expect.any(Number),
          note: null,
          survivors: [],
          session: null,
          job: null,
          refusal: null,
          confinement: { kind: 'none' },
          denials: [],
          grantable: [],
          streams: { output: { bytes: 4, lines: 1, spill: null } },
        },
      },
    });
  });

  test('takes no empty text for the beginning of an id, also where there is but one call', async () => {
    const machine = temporaryMachine();
    await handrail(machine, ['run', '--', 'true']);
    expect(await handrail(machine, ['audit', ''])).toEqual({
      status: 2,
      stdout: '',
      stderr: 'handrail: expected the id of a call in the audit log, got ""; handrail audit lists them\n',
    });
  });

  test('does not store the values of secrets', async () => {
    const machine = temporaryMachine();
    const env = { SOME_TOKEN: 'hunter2-hunter2' };
    await handrail(machine, ['run', '--', 'echo hunter2-hunter2 "$SOME_TOKEN"'], { env });
    const { stdout } = await handrail(machine, ['audit', '--json'], { env });
    expect(JSON.parse(stdout).closed.command).toBe('echo *** "$SOME_TOKEN"');
    expect(stdout).not.toContain('hunter2');
  });

  test('shows control characters of a command and does not send them to the terminal', async () => {
    const machine = temporaryMachine();
    await handrail(machine, ['run', '--', 'echo \u001b[31mred\u202e\ntrue']);
    const { stdout } = await handrail(machine, ['audit']);
    expect(stdout).toContain('echo ␛[31mred<U+202E>⏎true\n');
  });

  test.each([['jobs'], ['output', '1'], ['stop', '1']])(
    'of jobs in a state directory that cannot be used, %s says on standard error which it is',
    async (...words) => {
      const machine = temporaryMachine();
      const file = join(machine.directory, 'file');
      writeFileSync(file, '');
      const env = { HANDRAIL_STATE_DIR: file };
      const { status, stdout, stderr } = await handrail(machine, words, { env });
      expect([status, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(/^handrail: nothing was started, because the call could not be recorded: /);
      expect(stderr).toContain(`got ${file} (${file} is not a directory)`);
      const told = await handrail(machine, [...words, '--json'], { env });
      expect(JSON.parse(told.stdout)).toMatchObject({ status: 'could_not_start' });
    },
  );

  test('verifies that the log is whole', async () => {
    const machine = temporaryMachine();
    await recordThree(machine);
    expect(await handrail(machine, ['audit', 'verify'])).toEqual({
      status: 0,
      stdout: 'intact: 6 rows\n',
      stderr: '',
    });
  });

  test('says that there are no calls', async () => {
    expect(await handrail(temporaryMachine(), ['audit'])).toEqual({
      status: 0,
      stdout: 'no calls found\n',
      stderr: '',
    });
  });

  test.each([
    [
      ['audit', '--status', 'fine'],
      /^handrail: --status: expected one of ok, failed, .*, open, got "fine"\n$/,
    ],
    [
      ['audit', '--since', 'yore'],
      /^handrail: --since: expected a time of UTC or a span such as 2026-01-31, 90m, 2h, 7d, got "yore"\n$/,
    ],
    [
      ['audit', '--grep', '('],
      /^handrail: --grep: expected a regular expression, got "\(" \(Unterminated group\)\n$/,
    ],
    [
      ['audit', '--grep', 'a: [z-a]'],
      /^handrail: --grep: expected a regular expression, got "a: \[z-a\]" \(Range out of order in character class\)\n$/,
    ],
    [
      ['audit', '--limit', '0'],
      /^handrail: --limit: expected a whole number from 1 to 9007199254740991, got "0"\n$/,
    ],
    [
      ['audit', '--limit', '999999999999999999999'],
      /^handrail: --limit: expected a whole number from 1 to 9007199254740991, got "9{21}"\n$/,
    ],
    [['help', 'nope'], /^handrail: help: unknown command "nope"; handrail --help lists them\n$/],
    [
      ['help', 'jbos'],
      /^handrail: help: unknown command "jbos" — did you mean "jobs"\?; handrail --help lists them\n$/,
    ],
    [
      ['help', 'audit', 'verfy'],
      /^handrail: help: unknown command "verfy" — did you mean "verify"\?; handrail audit --help lists them\n$/,
    ],
    [['help', 'run', 'x'], /^handrail: help: unknown command "x"; handrail run --help lists them\n$/],
    [['output', '9'], /^handrail: job: expected the id of a job; there are none, got "9"\n$/],
    [['wait', ''], /^handrail: job: expected a string that is not empty, got "" \(string\)\n$/],
    [['rules', ''], /^handrail: rules: expected the name of a file, got ""\n$/],
    [
      ['explain', '--rules', '', 'ls'],
      /^handrail: settings in --rules: expected the name of a file, got ""\n$/,
    ],
    [['settings', '--rules', ''], /^handrail: settings in --rules: expected the name of a file, got ""\n$/],
    [['import', 'claude', ''], /^handrail: import: expected the name of a file, got ""\n$/],
    [
      ['mcp', '--http', '0', '--token-file', ''],
      /^handrail: --token-file: expected the name of a file, got ""\n$/,
    ],
    [
      ['audit', 'ffff'],
      /^handrail: expected the id of a call in the audit log, got "ffff"; handrail audit lists them\n$/,
    ],
    [
      ['grants', 'revoke', '99'],
      /^handrail: expected the id of a grant, got "99"; handrail grants lists them\n$/,
    ],
  ])('%j is misuse: exit status 2', async (words, stderr) => {
    expect(await handrail(temporaryMachine(), words)).toEqual({
      status: 2,
      stdout: '',
      stderr: expect.stringMatching(stderr),
    });
  });
});

test.each([
  [['help'], 'Usage: handrail [options] [command]'],
  [['help', 'run'], 'Usage: handrail run [options] <command...>'],
  [['help', 'check'], 'Usage: handrail check [options] <command>'],
  [['help', 'help'], 'Usage: handrail [options] [command]'],
  [['help', 'audit', 'verify'], 'Usage: handrail audit verify [options]'],
])('help that is asked for by %j is no mistake', async (words, usage) => {
  const { status, stdout, stderr } = await handrail(temporaryMachine(), words);
  expect([status, stdout.split('\n')[0], stderr]).toEqual([0, usage, '']);
});

test('help that nobody has asked for is one', async () => {
  const { status, stdout, stderr } = await handrail(temporaryMachine(), []);
  expect([status, stdout, stderr.split('\n')[0]]).toEqual([2, '', 'Usage: handrail [options] [command]']);
});

describe('handrail doctor', () => {
  test('says what the machine has', async () => {
    const machine = temporaryMachine();
    const { status, stdout } = await handrail(machine, ['doctor', '--json']);
    const checks: { name: string; status: string; found: string }[] = JSON.parse(stdout);
    expect(status).toBe(0);
    expect(checks.map(({ name }) => name)).toEqual([
      'node',
      'settings',
      'bash',
      'mkfifo',
      'cat',
      'state directory',
      'process table',
      'orphans',
      'terminals',
      'sandbox',
      'sandbox hosts',
      'containers',
    ]);
    expect(checks.find(({ name }) => name === 'bash')?.found).toMatch(/^\/.*bash \(GNU bash, version \d/);
    expect(checks.find(({ name }) => name === 'terminals')).toMatchObject({ status: 'ok', advice: null });
    expect(checks.find(({ name }) => name === 'state directory')?.found).toBe(
      `${machine.stateDir} (0 audit rows)`,
    );
  });

  test('says what is missing and what to do about it', async () => {
    const machine = temporaryMachine();
    const { status, stdout } = await handrail(machine, ['doctor'], { env: { PATH: machine.home } });
    expect(status).toBe(1);
    expect(stdout).toContain(
      `missing  bash             none on PATH (${machine.home})\n         → install bash, or set "bash" to its path\n`,
    );
  });

  test('says what keeps it from making containers', async () => {
    const machine = temporaryMachine();
    const env = { DOCKER_HOST: 'unix:///nonexistent/docker.sock' };
    const { stdout } = await handrail(machine, ['doctor'], { env });
    expect(stdout).toMatch(
      /^limited {2}containers {7}none: no Docker daemon answers at .*ENOENT.*\n {9}→ start it \(systemctl start docker\), or set/m,
    );
  });

  test('says what is wrong with the settings', async () => {
    const machine = temporaryMachine();
    const { status, stdout } = await handrail(machine, ['doctor'], { env: { HANDRAIL_CONTRAKT: 'plain' } });
    expect(status).toBe(1);
    expect(stdout).toContain('got HANDRAIL_CONTRAKT — did you mean "HANDRAIL_CONTRACT"?');
  });
});
