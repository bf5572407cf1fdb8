import { existsSync } from 'node:fs';
import { Client } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { createServerFactory } from '../../src/adapters/mcp/server.ts';
import type { Bash } from '../../src/index.ts';
import { temporaryBash } from '../support/bash.ts';
import { connectStreams } from '../support/mcp.ts';
import { temporaryDirectory } from '../support/temporary.ts';

/** Has this process do nothing else until a process has ended, and for so long after that. */
function standStill(pid: string, ms: number): void {
  const cell = new Int32Array(new SharedArrayBuffer(4));
  while (existsSync(`/proc/${pid}`)) Atomics.wait(cell, 0, 0, 10);
  Atomics.wait(cell, 0, 0, ms);
}

test('what had ended before its client was to be answered has, though the server stood still until then', async () => {
  const waitMs = 1_000;
  const bash = temporaryBash({ sandbox: 'off', warm: false });
  const context = { conversationId: 'c', workingDirectory: temporaryDirectory() };
  // What is loaded with the first call is there by then.
  await bash.call('bash', { command: 'true' }, context);
  const late: Bash = {
    ...bash,
    call: (name, input, given) =>
      bash.call(name, input, {
        ...given,
        onEvent: (event) => {
          if (event.kind === 'output') standStill(event.text.trim(), 2 * waitMs);
        },
      }),
  };
  const client = new Client({ name: 'test', version: '1.0.0' });
  await connectStreams(
    createServerFactory(late, { version: '1.2.3', waitMs, workingDirectory: context.workingDirectory }),
    client,
  );
  const result = await client.callTool({
    name: 'bash',
    arguments: { command: "bash -c 'echo $$'; (exit 3)", timeout_ms: 60_000 },
  });
  expect(result).toMatchObject({ structuredContent: { status: 'failed', exit_code: 3 } });
});
