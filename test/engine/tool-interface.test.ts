import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Contract, defaultContract, HandrailError, plain } from '../../src/index.ts';
import { temporaryBash } from '../support/bash.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const served: readonly Contract[] = [defaultContract, plain];

const toolNames: Readonly<Record<string, readonly string[]>> = {
  default: ['bash', 'bash_output', 'bash_input', 'bash_stop', 'bash_jobs'],
  plain: ['bash'],
};

describe.each(served)('the tools of $name', (contract) => {
  const tools = toolNames[contract.name] ?? [];

  test('A-4: one tool serves many conversations at once, each in its directory and with its own cancel signal', async () => {
    const bash = temporaryBash({ contract, sandbox: 'off' });
    const cancelled = new AbortController();
    const directories = [temporaryDirectory(), temporaryDirectory(), temporaryDirectory()];
    const calls = directories.map((workingDirectory, index) =>
      bash.run(
        // They wait for each other, so that all three are under way at the same time.
        {
          command: `touch started; until [ -e '${directories[(index + 1) % 3]}/started' ]; do sleep 0.01; done; pwd > here; ${index === 2 ? 'sleep 600' : 'cat here'}`,
        },
        {
          workingDirectory,
          conversationId: `conversation ${index}`,
          signal: index === 2 ? cancelled.signal : new AbortController().signal,
        },
      ),
    );
    const [first, second] = await Promise.all(calls.slice(0, 2));
    cancelled.abort();
    const third = await calls[2];
    expect(first?.text).toContain(directories[0]);
    expect(second?.text).toContain(directories[1]);
    expect(first?.text).not.toContain(directories[1]);
    expect(third?.outcome).toMatchObject({ kind: 'ended', exit: { kind: 'cancelled' } });
  });

  test('a description for no directory is for that of this process', async () => {
    const bash = temporaryBash({ contract });
    const described = bash.tools.list().map((tool) => tool.description());
    expect(described).toEqual(
      bash.tools.list().map((tool) => tool.description({ workingDirectory: process.cwd() })),
    );
    await bash.close();
  });

  test('A-4: a call without a conversation gets one of its own', async () => {
    const conversations: string[] = [];
    const recorder = {
      open: async (call: { conversationId: string }) => {
        conversations.push(call.conversationId);
        return `call-${conversations.length}`;
      },
      close: async () => {},
    };
    const bash = temporaryBash({ contract, recorder });
    await bash.run({ command: 'true' });
    await bash.run({ command: 'true' });
    expect(conversations).toHaveLength(2);
    expect(new Set(conversations).size).toBe(2);
  });

  test('A-6: a tool has a name, a description, an input schema, and runs an input in a context', async () => {
    const bash = temporaryBash({ contract });
    const tool = bash.tools.get('bash');
    expect(tool.name).toBe('bash');
    expect(tool.description({ workingDirectory: '/' })).toEqual(expect.any(String));
    expect(tool.inputSchema).toMatchObject({ type: 'object', required: ['command'] });
    const { text } = await tool.run(
      { command: 'echo ran' },
      {
        signal: new AbortController().signal,
        conversationId: 'c',
        workingDirectory: temporaryDirectory(),
        timeoutMs: null,
        patience: null,
        onEvent: null,
        approver: null,
        browser: async () => null,
      },
    );
    expect(text).toContain('ran');
  });

  test('A-6: the registry lists the tools and dispatches to them by name', async () => {
    const bash = temporaryBash({ contract });
    expect(bash.tools.list().map(({ name }) => name)).toEqual(tools);
    const { text } = await bash.call('bash', { command: 'echo dispatched' });
    expect(text).toContain('dispatched');
  });

  test('A-6: a name that no tool has is misuse, and the names there are are told', async () => {
    const bash = temporaryBash({ contract });
    const call = bash.call('sh', { command: 'true' });
    await expect(call).rejects.toThrow(HandrailError);
    await expect(call).rejects.toMatchObject({
      code: 'unknown-tool',
      message: `expected one of the tools ${tools.join(', ')}, got "sh"`,
    });
  });

  test('A-16: a command of 1 MiB runs', async () => {
    const directory = temporaryDirectory();
    const bash = temporaryBash({ contract, sandbox: 'off' });
    const command = `printf %s '${'é'.repeat(524_288)}' > '${join(directory, 'out')}'; wc -c < '${join(directory, 'out')}'`;
    expect(Buffer.byteLength(command)).toBeGreaterThan(1024 * 1024);
    const { text } = await bash.run({ command });
    expect(text).toContain('1048576');
  });
});
