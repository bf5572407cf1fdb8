import assert from 'node:assert/strict';
import { closeSync, constants, openSync, readSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type BackendHarness, runPlan } from './backend-case.ts';

/**
 * Tells at once whether any process of a command is alive: they all inherit the writing end of a FIFO, and its reading
 * end comes to its end only when the last of them is gone.
 */
export async function createLeash(
  harness: BackendHarness,
): Promise<{ readonly hold: string; assertNobodyHolds(): void }> {
  const path = join(harness.directory, 'leash');
  rmSync(path, { force: true });
  await runPlan(harness, 'mkfifo leash');
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  return {
    hold: 'exec 9> leash',
    assertNobodyHolds() {
      try {
        // Throws EAGAIN while somebody holds the other end.
        assert.equal(readSync(fd, Buffer.alloc(1)), 0, 'nothing was to be written to the leash');
      } finally {
        closeSync(fd);
      }
    },
  };
}
