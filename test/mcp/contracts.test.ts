import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Machine, temporaryMachine } from '../support/handrail.ts';
import { connect } from '../support/mcp.ts';

/** A client of the contract with such options, in a directory that its commands run in. */
async function serving(contract: string, options: Readonly<Record<string, unknown>> = {}) {
  const machine = temporaryMachine();
  const words = ['--contract', contract, '--options', JSON.stringify(options)];
  const { client } = await connect(machine, { words });
  return {
    machine,
    tools: async () => (await client.listTools()).tools,
    call: async (name: string, input: Record<string, unknown>) =>
      await client.callTool({ name, arguments: input }),
  };
}

function reads(text: unknown, isError: boolean) {
  return { content: [{ type: 'text', text }], isError };
}

function made(machine: Machine): boolean {
  return existsSync(join(machine.directory, 'made'));
}

const hints = { readOnlyHint: false, destructiveHint: true, openWorldHint: true };

describe('handrail mcp --contract modes', () => {
  test('A-1: lists one tool with exactly the schema of the document', async () => {
    const { tools, machine } = await serving('modes');
    expect(await tools()).toEqual([
      {
        name: 'bash',
        title: 'Run a bash command',
        description: expect.stringMatching(
          /^Executes shell commands via bash -c, returning combined stdout\/stderr\.\n/,
        ),
        inputSchema: {
          type: 'object',
          required: ['command'],
          properties: {
            command: { type: 'string', description: 'Shell command to execute via bash -c' },
            mode: {
              type: 'string',
              enum: ['default', 'slow', 'background'],
              description:
                'Execution mode: default (30s timeout), slow (15min timeout), background (detached)',
            },
          },
        },
        annotations: { title: 'Run a bash command', ...hints },
      },
    ]);
    expect((await tools())[0]?.description).toContain(`<pwd>${machine.directory}</pwd>`);
  });

  test('A-9: answers with the output, in the order of writing, and with a failure', async () => {
    const { call } = await serving('modes');
    expect(await call('bash', { command: 'echo out; echo err >&2', mode: 'slow' })).toEqual(
      reads('out\nerr\n', false),
    );
    expect(await call('bash', { command: 'echo no; exit 3' })).toEqual(
      reads('[command failed: exit code 3]\nno\n', true),
    );
  });

  test('A-14: refuses a command of the list and a mode that is none, and runs nothing', async () => {
    const { call, machine } = await serving('modes');
    execFileSync('git', ['init', '--quiet'], { cwd: machine.directory, env: { ...machine.env } });
    const refused = await call('bash', { command: 'touch made; git add -A' });
    expect(refused).toEqual(reads(expect.stringMatching(/^permission denied: blind git add/), true));
    const invalid = await call('bash', { command: 'touch made', mode: 'fast' });
    expect(invalid).toEqual(reads(expect.stringMatching(/^invalid input: mode: .*"background"/), true));
    expect(made(machine)).toBe(false);
  });

  test('A-11: answers at once for a command in the background, whose file it names', async () => {
    const { call } = await serving('modes');
    const result = await call('bash', { command: 'echo begun; exit 4', mode: 'background' });
    const file = '<output_file>(.*)</output_file>';
    const form = new RegExp(`^<pid>(\\d+)</pid>\n${file}\n<reminder>To stop: kill -9 -\\1</reminder>$`);
    expect(result).toEqual(reads(expect.stringMatching(form), false));
    const path = new RegExp(file).exec(JSON.stringify(result.content))?.[1] ?? '';
    await expect
      .poll(() => readFileSync(path, 'utf8'))
      .toBe('begun\n\n\n[background process failed: exit status: 4]\n');
  });
});

describe('handrail mcp --contract workspace', () => {
  const profile = {
    name: 'careful',
    allow: ['tool:bash:echo *'],
    deny: ['tool:bash:touch made'],
    default: 'ask',
  };

  test('C-11: lists one tool with exactly the schema of its parameters, and that of its result', async () => {
    const { tools } = await serving('workspace', { profile });
    expect(await tools()).toEqual([
      {
        name: 'bash',
        title: 'Run a bash command',
        description: expect.stringContaining('Runs a bash command in the workspace, '),
        inputSchema: {
          type: 'object',
          properties: { command: { type: 'string', description: 'The command, for bash.' } },
          required: ['command'],
        },
        outputSchema: expect.objectContaining({
          type: 'object',
          anyOf: [
            expect.objectContaining({ required: expect.arrayContaining(['command', 'exit_code']) }),
            expect.objectContaining({ required: ['decision', 'action', 'reason'] }),
            expect.objectContaining({ required: ['error'] }),
          ],
        }),
        annotations: { title: 'Run a bash command', ...hints },
      },
    ]);
  });

  test('C-5: answers with the result as text and as the object of the document', async () => {
    const { call, tools } = await serving('workspace', { profile });
    await tools(); // From here on the client holds each result against the schema.
    const command = 'echo "$HOME"; echo err >&2; exit 3';
    const result = await call('bash', { command });
    expect(result).toMatchObject({
      isError: false,
      content: [{ type: 'text', text: expect.stringMatching(/^exit code 3 after \d+ ms\nstdout:\n/) }],
    });
    expect(result.structuredContent).toEqual({
      command,
      exit_code: 3,
      stdout: expect.stringMatching(/work\n$/),
      stderr: 'err\n',
      timed_out: false,
      duration_ms: expect.any(Number),
      truncated: false,
    });
  });

  test('C-2: hands back what is denied and what is asked about, and runs nothing', async () => {
    const { call, tools, machine } = await serving('workspace', { profile });
    await tools();
    const says = (told: string) => `the profile "careful" ${told}`;
    const denied = says('denies "tool:bash:touch made"');
    expect(await call('bash', { command: 'touch made' })).toEqual({
      ...reads(`Not run, because it is denied: ${denied}`, true),
      structuredContent: { decision: 'deny', action: 'tool:bash:touch made', reason: denied },
    });
    const asked = says('asks about what none of its patterns fits');
    const action = 'tool:bash:touch  made';
    expect(await call('bash', { command: 'touch  made' })).toEqual({
      ...reads(
        expect.stringContaining(`Not run, because it needs an approval: ${asked}\nAction: ${action}`),
        true,
      ),
      structuredContent: { decision: 'ask', action, reason: asked },
    });
    expect(made(machine)).toBe(false);
  });

  test('C-2: tells of an input that is none and of a mistake in a command', async () => {
    const { call, tools } = await serving('workspace', { profile });
    await tools();
    expect((await call('bash', {})).structuredContent).toEqual({
      error: { kind: 'InvalidArgs', message: 'command: expected a string, got nothing' },
    });
    expect((await call('bash', { command: 'echo "' })).structuredContent).toMatchObject({
      exit_code: 2,
      stderr: expect.stringMatching(/^bash: -c: line 1: unexpected EOF/),
    });
  });
});

describe('handrail mcp --contract envelope', () => {
  test('E-1: lists one tool with exactly the schema of the document', async () => {
    const { tools } = await serving('envelope');
    expect(await tools()).toEqual([
      {
        name: 'Bash',
        title: 'Run a shell command',
        description: 'Execute a shell command within the project sandbox.',
        inputSchema: {
          type: 'object',
          properties: {
            command: {
              type: 'string',
              description: 'The shell command to execute. Command chaining (&&, ||, ;) is allowed.',
            },
            directory: {
              type: 'string',
              description: "Working directory relative to project root. Defaults to '.'.",
              default: '.',
            },
            timeout_ms: {
              type: 'integer',
              description: 'Execution timeout in milliseconds. Default 120000, max 600000.',
              default: 120000,
            },
          },
          required: ['command'],
        },
        annotations: { title: 'Run a shell command', ...hints },
      },
    ]);
  });

  test('E-15: answers with the text of the envelope; what failed is partial and no error', async () => {
    const { call } = await serving('envelope');
    const command = 'echo "$MYCODEAGENT"; exit 3';
    const form =
      /^Command failed: .*; exit 3\n\(Exit code 3\. Took \d+ms\)\n\n--- STDOUT \(2 bytes\) ---\n1$/;
    expect(await call('Bash', { command })).toEqual(reads(expect.stringMatching(form), false));
  });

  test.each([
    ['a program that another tool is better at', { command: 'touch made; ls' }, 'Command blocked by safety'],
    ['a directory outside', { command: 'touch made', directory: '..' }, 'Access denied. Path must be within'],
    ['a limit that is none', { command: 'touch made', timeout_ms: 0 }, 'timeout_ms must be an integer'],
    ['an input without a command', {}, "Missing required parameter 'command'."],
  ])('E-14: refuses %s, and runs nothing', async (_what, input, message) => {
    const { call, machine } = await serving('envelope');
    const result = await call('Bash', input);
    expect(result).toEqual(reads(expect.stringContaining(message), true));
    expect(made(machine)).toBe(false);
  });

  test('E-16: asks about what a rule of the user asks about, and runs nothing', async () => {
    const { call, machine } = await serving('envelope', {
      rules: [{ ask: 'touch', because: 'it is asked about here' }],
    });
    const result = await call('Bash', { command: 'touch made' });
    expect(result).toEqual(reads(expect.stringContaining('approval'), true));
    expect(made(machine)).toBe(false);
  });
});
