import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { processesAreKnown } from '../../src/backends/local/processes/process-table.ts';
import { blankTextBytes, findBlankText } from '../../src/backends/local/warm/blank-text.ts';

/** The last word of a process, as others see it. */
function lastWord(pid: number): string {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(4).join('\n').trimEnd();
}

test.skipIf(!processesAreKnown)(
  'nothing is left of a text that a shorter one takes the place of',
  async () => {
    const words = ['-c', 'echo; read -r', 'bash', ' '.repeat(blankTextBytes)];
    const child = spawn('bash', words, { stdio: ['pipe', 'pipe', 'ignore'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    await once(child.stdout, 'data'); // By then it is a bash.
    const pid = child.pid ?? 0;
    const text = findBlankText(pid);
    onTestFinished(() => text?.close());
    const longest = 'x'.repeat(blankTextBytes - 1);
    const seen = [lastWord(pid)];
    for (const command of ['id', longest, 'true', ':']) {
      expect(text?.fill(command)).toBe(true);
      seen.push(lastWord(pid));
    }
    expect(seen).toEqual(['# waits for a command', 'id', longest, 'true', ':']);
  },
);
