import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { handrail, mainFile, temporaryMachine } from '../support/handrail.ts';
import { heldProcess } from '../support/held-process.ts';

const denyAll = JSON.stringify({ denyPatterns: ['denied'] });

describe('handrail run', () => {
  test.each([
    ['echo hi', { status: 0, stdout: 'hi\n', stderr: '' }],
    [
      'exit 3',
      { status: 3, stdout: expect.stringMatching(/^\[exit status 3 after .*, no output\]\n$/), stderr: '' },
    ],
    [
      'kill -TERM $$',
      { status: 143, stdout: expect.stringMatching(/^\[ended by SIGTERM after .*\]\n$/), stderr: '' },
    ],
  ])('exits as %j does and prints what a model would be given', async (command, expected) => {
    expect(await handrail(temporaryMachine(), ['run', '--yes', '--', command])).toEqual(expected);
  });

  test('exits with 124 when the command timed out', async () => {
    const words = ['run', '--contract', 'plain', '--timeout-ms', '200', '--', 'echo so far; sleep 600'];
    expect(await handrail(temporaryMachine(), words)).toEqual({
      status: 124,
      stdout: 'Command timed out after 0.2s\n',
      stderr: '',
    });
  });

  test('exits with 123 when the command goes on as a job', async () => {
    const words = ['run', '--timeout-ms', '500', '--', 'echo so far; sleep 600'];
    const env = { HANDRAIL_SANDBOX: 'off' };
    const { status, stdout } = await handrail(temporaryMachine(), words, { env });
    expect(status).toBe(123);
    expect(stdout).toMatch(
      /^so far\n\[still running after (?:[5-9]\d\d|\d{4,}) ms; it goes on as job 1, nothing was ended\..*\]\n$/,
    );
  });

  test('exits with 126 when the command was refused, and with 126 when nobody approved it', async () => {
    const machine = temporaryMachine();
    const denied = await handrail(machine, [
      'run',
      '--contract',
      'plain',
      '--options',
      denyAll,
      '--',
      'echo denied',
    ]);
    const asked = await handrail(machine, ['run', '--options', '{"approve":"always"}', '--', 'echo asked']);
    expect(denied).toEqual({
      status: 126,
      stdout: "Command blocked by safety policy: contains 'denied'\n",
      stderr: '',
    });
    expect(asked).toEqual({
      status: 126,
      stdout: expect.stringContaining('every command is to be approved'),
      stderr: '[handrail: --yes approves what the rules ask about]\n',
    });
  });

  test('exits with 125 when the command could not be started', async () => {
    const { status, stdout } = await handrail(temporaryMachine(), ['run', '--cwd', '/missing', '--', 'true']);
    expect({ status, stdout }).toEqual({
      status: 125,
      stdout: '[could not start: expected a directory to run in, got "/missing", which does not exist]\n',
    });
  });

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'ends the command and exits with 130 on %s',
    async (signal) => {
      const held = heldProcess();
      const words = ['run', '--yes', '--live', '--cwd', held.directory, '--', held.command];
      const printed = await handrail(temporaryMachine(), words, {
        onStdout: ({ pid }, stdout) => stdout === 'ready\n' && process.kill(pid, signal),
      });
      expect(printed).toEqual({ status: 130, stdout: 'ready\n', stderr: '[handrail: cancelled]\n' });
      held.expectGone();
    },
  );

  test('with --live shows what was not run as no terminal obeys it', async () => {
    const words = ['run', '--live', '--', 'touch "a\u202eb"'];
    const { status, stderr } = await handrail(temporaryMachine(), words);
    expect([status, stderr]).toEqual([126, expect.stringContaining('/a<U+202E>b')]);
    expect(stderr).not.toContain('\u202e');
  });

  test('with --live shows both streams whole, as they come', async () => {
    const words = ['run', '--live', '--contract', 'plain', '--', 'seq 20000; echo err >&2; exit 5'];
    const { status, stdout, stderr } = await handrail(temporaryMachine(), words);
    expect(stdout.split('\n')).toHaveLength(20_001);
    expect({ status, stderr }).toEqual({ status: 5, stderr: 'err\n' });
  });

  test('with --json prints the result of the contract', async () => {
    const { status, stdout } = await handrail(temporaryMachine(), [
      'run',
      '--json',
      '--contract',
      'plain',
      '--',
      'exit 4',
    ]);
    expect(status).toBe(4);
    expect(JSON.parse(stdout)).toEqual({
      content: [{ type: 'text', text: 'Exit code: 4\n' }],
      details: { exit_code: 4, success: false },
    });
  });

  test('with --cwd runs in that directory, relative to where it was called', async () => {
    const machine = temporaryMachine();
    mkdirSync(join(machine.directory, 'in here'));
    const { stdout } = await handrail(machine, ['run', '--cwd', 'in here', '--', 'pwd']);
    expect(stdout).toBe(`${machine.directory}/in here\n`);
  });

  const quotesHint = "(the command goes in quotes after --, as in: handrail run -- 'ls -la')\n";

  test.each([
    [['run'], `error: missing required argument 'command'\n${quotesHint}`],
    [['run', 'ls', '-la'], `error: unknown option '-la'\n${quotesHint}`],
    [['run', '--', 'echo', 'a b'], 'handrail: expected one command in quotes after --, got 2 arguments\n'],
    [
      ['run', '--timeout-ms', '1s', '--', 'true'],
      'handrail: --timeout-ms: expected a whole number of milliseconds from 1 to 86400000 (a day), got "1s"\n',
    ],
    [
      ['run', '--timeout-ms', '99999999', '--', 'true'],
      'handrail: --timeout-ms: expected a whole number of milliseconds from 1 to 86400000 (a day), got "99999999"\n',
    ],
    [
      ['run', '--contract', 'plan', '--', 'true'],
      'handrail: settings in --contract: expected one of the contracts default, modes, plain, workspace, session, envelope, got "plan" — did you mean "plain"?\n',
    ],
    [
      ['run', '--contarct', 'plain', '--', 'true'],
      `error: unknown option '--contarct'\n(Did you mean --contract?)\n${quotesHint}`,
    ],
    [
      ['run', '--options', '{', '--', 'true'],
      expect.stringMatching(/^handrail: settings in --options: expected a JSON object, got /),
    ],
    [
      ['run', '--options', '{"maxOutputByte":5000}', '--', 'true'],
      'handrail: settings in --options: options of the contract default: expected only the keys timeoutMs, maxOutputBytes, approve, got the key "maxOutputByte" — did you mean "maxOutputBytes"?\n',
    ],
    [
      ['run', '--contract', 'plain', '--options', '{"cwd":"/"}', '--cwd', '/', '--', 'true'],
      "handrail: expected one directory, got --cwd / and the contract's option cwd /\n",
    ],
    [['audit', 'verify', '--json'], "error: unknown option '--json'\n(--help says what is expected)\n"],
    [['audit', '--limit=5', 'verify'], "error: unknown option '--limit'\n(--help says what is expected)\n"],
    [['grants', 'revoke', '1', '--json'], "error: unknown option '--json'\n(--help says what is expected)\n"],
    [
      ['rum', '--', 'true'],
      "error: unknown command 'rum'\n(Did you mean run?)\n(--help says what is expected)\n",
    ],
  ])('%j is misuse: exit status 2, and a word on what was expected', async (words, stderr) => {
    expect(await handrail(temporaryMachine(), words)).toEqual({ status: 2, stdout: '', stderr });
  });

  test.each([
    [['run', '--', 'true'], 2],
    [['call', 'bash', '{"command":"true"}'], 2],
    [['mcp'], 2],
    [['tools'], 2],
    [['settings'], 2],
    [['explain', 'true'], 2],
    [['check', 'true'], 64],
  ])(
    '%j does not work here where its directory has no name, as of a variable that is not set',
    async ([command = '', ...words], status) => {
      expect(await handrail(temporaryMachine(), [command, '--cwd', '', ...words])).toEqual({
        status,
        stdout: '',
        stderr: 'handrail: --cwd: expected the name of a directory, got ""\n',
      });
    },
  );

  test.each([
    ['explain', 2],
    ['check', 64],
  ])('%s says of a directory that is none that it judges nothing there', async (command, status) => {
    const machine = temporaryMachine();
    writeFileSync(join(machine.directory, 'file'), '');
    for (const [given, why] of [
      ['missing', 'which does not exist'],
      ['file', 'which is not a directory'],
      ['file/below', 'which does not exist'],
    ] as const)
      expect(await handrail(machine, [command, '--cwd', given, 'true'])).toEqual({
        status,
        stdout: '',
        stderr: `handrail: --cwd: expected a directory, got "${given}", ${why}\n`,
      });
  });

  test('a broken settings file starts nothing and is named', async () => {
    const machine = temporaryMachine();
    const file = join(machine.directory, 'handrail.json');
    writeFileSync(file, '{"contract": "plain",}');
    const printed = await handrail(machine, ['run', '--', 'touch made']);
    expect(printed).toEqual({
      status: 2,
      stdout: '',
      stderr: `handrail: settings in ${file}: expected a JSON object, got text that is none (line 1: expected a key in double quotes, got })\n`,
    });
    expect(existsSync(join(machine.directory, 'made'))).toBe(false);
  });

  test('a machine without bash starts nothing and says so', async () => {
    const machine = temporaryMachine();
    const printed = await handrail(machine, ['run', '--', 'true'], { env: { PATH: machine.home } });
    expect(printed).toEqual({
      status: 125,
      stdout: `[could not start: expected an executable bash in the directories of PATH (${machine.home}), found none; install bash or set "bash" to its path]\n`,
      stderr: '',
    });
  });

  test('a state directory that cannot be used starts nothing and says so', async () => {
    const machine = temporaryMachine();
    const stateDir = join(machine.home, 'file', 'state');
    writeFileSync(join(machine.home, 'file'), '');
    const printed = await handrail(machine, ['run', '--', 'touch made'], {
      env: { HANDRAIL_STATE_DIR: stateDir },
    });
    expect(printed.status).toBe(125);
    expect(printed.stdout).toContain(
      `expected a state directory that can be written, got ${stateDir} (${dirname(stateDir)} is not a directory)`,
    );
    expect(existsSync(join(machine.directory, 'made'))).toBe(false);
  });

  test('a bash that the user chose is the one that runs', async () => {
    const machine = temporaryMachine();
    const chosen = join(machine.home, 'my bash');
    const { stdout: bash } = await handrail(machine, ['run', '--', 'echo $BASH']);
    copyFileSync(bash.trim(), chosen);
    const { stdout } = await handrail(machine, ['run', '--', 'echo $BASH'], {
      // A sandbox does not show where it is.
      env: { HANDRAIL_BASH: chosen, HANDRAIL_SANDBOX: 'off' },
    });
    expect(stdout).toBe(`${chosen}\n`);
  });

  test('stops the command when nobody reads its output any more', async () => {
    const machine = temporaryMachine();
    const inner = `'${process.execPath}' '${mainFile}' run --live -- 'yes; :' 2> notes | head -n 2; cat notes`;
    const words = ['run', '--contract', 'plain', '--', inner];
    expect(await handrail(machine, words)).toEqual({
      status: 0,
      stdout: 'Exit code: 0\ny\ny\n[handrail: cancelled]\n\n',
      stderr: '',
    });
  });
});
