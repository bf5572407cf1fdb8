import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { type CallIdentity, markVariable } from '../../src/backends/local/processes/call-processes.ts';
import { takeLook } from '../../src/backends/local/processes/look.ts';
import { processesAreKnown } from '../../src/backends/local/processes/process-table.ts';
import { createBackground } from '../../src/backends/local/sessions/session-processes.ts';

/** A process that is there until the test is over; its id. */
async function startMarked(mark: string): Promise<number> {
  const env = { [markVariable]: mark };
  const child = spawn('/bin/sh', ['-c', 'echo ready; read -r _'], { env, stdio: ['pipe', 'pipe', 'ignore'] });
  onTestFinished(() => void child.stdin.end());
  await once(child.stdout, 'data');
  return child.pid ?? 0;
}

test.skipIf(!processesAreKnown)(
  'what becomes another program as a command ends is told with it, once',
  async () => {
    const mark = randomBytes(8).toString('hex');
    const marked = await startMarked(mark);
    let isReplaced = true;
    const background = createBackground(async () => {
      const look = takeLook();
      return {
        ...look,
        isBeingReplaced: (pid) => isReplaced && pid === marked,
        environmentValue: (pid, name) =>
          isReplaced && pid === marked ? null : look.environmentValue(pid, name),
      };
    });
    const none = { launcher: null, shell: null, begin: null, sandbox: null };
    const call: CallIdentity = { ...none, mark, outputFiles: new Set() };
    expect(await background.ofCommand(call)).toEqual({ found: [], isSure: false });
    isReplaced = false;
    const seen = await background.ofCommand(call);
    expect(seen).toMatchObject({ found: [{ pid: marked }], isSure: true });
    isReplaced = true;
    expect(await background.adopt(call, seen)).toMatchObject([{ pid: marked }]);
    expect(await background.ofCommand(call)).toEqual({ found: [], isSure: true });
    isReplaced = false;
    expect(await background.ofCommand(call)).toEqual({ found: [], isSure: true });
  },
);
