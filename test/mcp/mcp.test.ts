import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv';
import { describe, expect, test } from 'vitest';
import { handrail, type Machine, temporaryMachine } from '../support/handrail.ts';
import { heldProcess } from '../support/held-process.ts';
import { connect, type Era } from '../support/mcp.ts';

/** A tool that asks nobody: what the rules would ask about is not what is tested. */
const unasked = ['--options', '{"approve":"never"}'];

/** A git repository with one commit. */
function repository(machine: Machine): void {
  const git = (...words: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...words], {
      cwd: machine.directory,
      env: { ...machine.env },
    });
  git('init', '--quiet');
  writeFileSync(join(machine.directory, 'file'), 'text\n');
  git('add', 'file');
  git('commit', '--quiet', '--message', 'add a file');
}

describe.each<Era>(['legacy', 'auto'])('handrail mcp, to a client of the %s era', (era) => {
  test('lists the tools of the contract', async () => {
    const machine = temporaryMachine();
    const { client } = await connect(machine, { era });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'bash',
      'bash_output',
      'bash_input',
      'bash_stop',
      'bash_jobs',
    ]);
    expect(tools.slice(0, 1)).toEqual([
      {
        name: 'bash',
        title: 'Run a bash command',
        description: expect.stringContaining(
          `It runs in ${machine.directory} unless workdir says otherwise.`,
        ),
        inputSchema: expect.objectContaining({ type: 'object', required: ['command'] }),
        outputSchema: expect.objectContaining({ type: 'object' }),
        annotations: {
          title: 'Run a bash command',
          readOnlyHint: false,
          destructiveHint: true,
          openWorldHint: true,
        },
      },
    ]);
  });

  test('runs a command in a git repository and answers with a structured result that fits the schema', async () => {
    const machine = temporaryMachine();
    repository(machine);
    const { client } = await connect(machine, { era });
    const { tools } = await client.listTools();
    const result = await client.callTool({
      name: 'bash',
      arguments: {
        command: "git log --format='%s' && git status --short",
        description: 'look at the history',
      },
    });
    expect(result.content).toEqual([{ type: 'text', text: 'add a file' }]);
    expect(result.isError).toBe(false);
    expect(result.structuredContent).toMatchObject({ status: 'ok', exit_code: 0, text: 'add a file' });
    const announced: object = tools[0]?.outputSchema ?? {};
    const validate = new AjvJsonSchemaValidator().getValidator(announced);
    expect(validate(result.structuredContent)).toMatchObject({ valid: true });
    expect(validate({ ...Object(result.structuredContent), status: 'fine' })).toMatchObject({ valid: false });
  });

  test('reports progress while a command runs', async () => {
    const { client } = await connect(temporaryMachine(), { era });
    const reports: { progress: number; message?: string | undefined }[] = [];
    const controller = new AbortController();
    const call = client.callTool(
      { name: 'bash', arguments: { command: 'echo first; echo compiling; sleep 600' } },
      {
        signal: controller.signal,
        onprogress: (report) => {
          reports.push(report);
          if (reports.filter(({ message }) => message === 'compiling').length === 2) controller.abort();
        },
      },
    );
    await expect(call).rejects.toThrow();
    // Before that it was not known what it would write.
    const told = reports.filter(({ message }) => !/^(waiting|running)/.test(message ?? ''));
    expect(told.map(({ message }) => message)).toEqual(['compiling', 'compiling']);
    expect(told[1]?.progress).toBeGreaterThan(told[0]?.progress ?? 0);
  });

  test('ends every process of a command that the client cancels', async () => {
    const held = heldProcess();
    const machine = { ...temporaryMachine(), directory: held.directory };
    const { client } = await connect(machine, { era, words: unasked });
    const controller = new AbortController();
    const call = client.callTool(
      { name: 'bash', arguments: { command: `${held.command}; sleep 60`, workdir: held.directory } },
      { signal: controller.signal, onprogress: () => controller.abort() },
    );
    await expect(call).rejects.toThrow();
    await expect.poll(() => statusOfLastCall(machine)).toBe('cancelled');
    held.expectGone();
  });
});

describe('handrail mcp', () => {
  test('answers an invalid input in the words of the contract', async () => {
    const { client } = await connect(temporaryMachine());
    const result = await client.callTool({ name: 'bash', arguments: { command: 'ls', timeout: 5 } });
    expect(result).toMatchObject({
      isError: true,
      content: [
        { type: 'text', text: expect.stringContaining('got the key "timeout" — did you mean "timeout_ms"?') },
      ],
      structuredContent: { status: 'invalid' },
    });
  });

  test('refuses a tool that there is none of', async () => {
    const { client } = await connect(temporaryMachine());
    await expect(client.callTool({ name: 'bsh', arguments: {} })).rejects.toThrow(
      'expected one of the tools bash, bash_output, bash_input, bash_stop, bash_jobs, got "bsh"',
    );
  });

  test('serves the contract that was chosen', async () => {
    const { client } = await connect(temporaryMachine(), { words: ['--contract', 'plain'] });
    const result = await client.callTool({ name: 'bash', arguments: { command: 'echo out; exit 2' } });
    expect(result).toMatchObject({
      isError: false,
      content: [{ type: 'text', text: 'Exit code: 2\nout\n' }],
    });
    expect(result.structuredContent).toBeUndefined();
  });

  test('runs calls of one connection at once, as one conversation', async () => {
    const machine = temporaryMachine();
    const { client } = await connect(machine, { words: unasked });
    // Each waits for the other: one after the other they would never end.
    const meet = (mine: string, other: string) =>
      client.callTool({
        name: 'bash',
        arguments: {
          command: `touch ${mine}; until [ -e ${other} ]; do sleep 0.01; done; echo met`,
          timeout_ms: 30_000,
        },
      });
    const results = await Promise.all([meet('a', 'b'), meet('b', 'a')]);
    expect(results.map(({ content }) => content)).toEqual([
      [{ type: 'text', text: 'met' }],
      [{ type: 'text', text: 'met' }],
    ]);
    const { stdout } = await handrail(machine, ['audit', '--json']);
    const conversations = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).opened.conversationId);
    expect(new Set(conversations).size).toBe(1);
  });

  test('takes a command of 1 MiB', async () => {
    const { client } = await connect(temporaryMachine(), { words: unasked });
    const command = `echo ${'x'.repeat(1024 * 1024)} | wc -c`;
    const result = await client.callTool({ name: 'bash', arguments: { command } });
    expect(result.content).toEqual([{ type: 'text', text: '1048577' }]);
  });

  test('ends what runs, and itself, when the client closes the connection', async () => {
    const held = heldProcess();
    const machine = { ...temporaryMachine(), directory: held.directory };
    const { client, pid } = await connect(machine, { words: unasked });
    let closed = (): void => {};
    const running = new Promise<void>((resolve) => {
      closed = resolve;
    });
    const call = client
      .callTool(
        { name: 'bash', arguments: { command: held.command, workdir: held.directory } },
        { onprogress: () => closed() },
      )
      .catch(() => 'gone');
    await running;
    await client.close();
    expect(await call).toBe('gone');
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    held.expectGone();
    expect(await statusOfLastCall(machine)).toBe('cancelled');
  });

  test('says why it does not start', async () => {
    expect(await handrail(temporaryMachine(), ['mcp', '--contract', 'none'])).toEqual({
      status: 2,
      stdout: '',
      stderr:
        'handrail: settings in --contract: expected one of the contracts default, modes, plain, workspace, session, envelope, got "none"\n',
    });
  });
});

async function statusOfLastCall(machine: Machine): Promise<string> {
  const { stdout } = await handrail(machine, ['audit', '--json', '--limit', '1']);
  return JSON.parse(stdout).closed?.status ?? 'open';
}

test.each(['default', 'workspace'])(
  'answers fit the schema of %s whatever becomes of a call',
  async (contract) => {
    const { client } = await connect(temporaryMachine(), { words: ['--contract', contract] });
    const { tools } = await client.listTools();
    const announced: object = tools[0]?.outputSchema ?? {};
    const validate = new AjvJsonSchemaValidator().getValidator(announced);
    const calls = [
      [{ command: 'seq 1 20000' }, 'ok'],
      [{ command: 'touch x' }, 'needs_approval'],
      [{ command: 'git push --force' }, 'denied'],
      [{ command: '' }, 'invalid'],
      [{ command: 'false | cat' }, 'ok'],
      [{ command: 'sleep 60', run_in_background: true }, 'moved_to_job'],
    ] as const;
    for (const [given, status] of calls) {
      const { structuredContent } = await client.callTool({ name: tools[0]?.name ?? '', arguments: given });
      expect([given, validate(structuredContent)]).toMatchObject([given, { valid: true }]);
      if (contract === 'default') expect(structuredContent).toMatchObject({ status });
    }
  },
);
