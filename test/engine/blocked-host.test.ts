import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { temporaryBash } from '../support/bash.ts';
import { temporaryDirectory } from '../support/temporary.ts';

/** Has this process do nothing else until a process has ended, and its time limit has passed by then. */
function standStill(pid: string, timeoutMs: number): void {
  const cell = new Int32Array(new SharedArrayBuffer(4));
  while (existsSync(`/proc/${pid}`)) Atomics.wait(cell, 0, 0, 10);
  Atomics.wait(cell, 0, 0, 2 * timeoutMs);
}

const approver = { ask: async () => ({ kind: 'approved' }) as const };

test.each([
  ['default', 'a call', {}],
  ['default', 'a session', { session: 's' }],
  ['session', 'a call', { description: 'Exits' }],
] as const)(
  'what had ended in time has, though the host stood still until its time was up: %s, %s',
  async (contract, _what, input) => {
    const timeoutMs = 1_000;
    const directory = temporaryDirectory();
    const bash = temporaryBash({ contract, sandbox: 'off', warm: false, approver });
    const context = { conversationId: 'c', workingDirectory: directory };
    // The shell of the session, and what is loaded with the first call, is there by then.
    await bash.run({ command: 'true', ...input }, context);
    const time = contract === 'default' ? { timeout_ms: timeoutMs } : { timeout: timeoutMs };
    const command = "bash -c 'echo $$'; (exit 3)";
    const { outcome } = await bash.run(
      { command, ...input, ...time },
      {
        ...context,
        onEvent: (event) => {
          if (event.kind === 'output') standStill(event.text.trim(), timeoutMs);
        },
      },
    );
    expect(outcome).toMatchObject({ kind: 'ended', exit: { kind: 'exited', code: 3 }, job: null });
  },
  60_000,
);
