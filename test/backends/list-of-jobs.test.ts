import { statSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import type { BashResult, JobToolResult } from '../../src/index.ts';
import { temporaryBash } from '../support/bash.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const looks = vi.hoisted(() => ({ taken: 0 }));

vi.mock('../../src/backends/local/processes/look.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('../../src/backends/local/processes/look.ts')>();
  const takeLook = (): ReturnType<typeof original.takeLook> => {
    looks.taken += 1;
    return original.takeLook();
  };
  return { ...original, takeLook };
});

test('a list of jobs looks at the processes of this machine once, and tells which of them wait for input', async () => {
  const bash = temporaryBash<unknown, BashResult & JobToolResult>({ contract: 'default', sandbox: 'off' });
  const context = { conversationId: 'c', workingDirectory: temporaryDirectory() };
  const commands = ['read -r one', 'sleep 600', 'read -r three', 'sleep 600'];
  const started = await Promise.all(
    commands.map((command) => bash.call('bash', { command, run_in_background: true }, context)),
  );
  const files = started.map(({ result }) => result.job?.output_file ?? '');
  // What has only just been written to may have more to say.
  await expect
    .poll(() => files.every((file) => Date.now() - statSync(file).mtimeMs >= 500), { timeout: 10_000 })
    .toBe(true);
  looks.taken = 0;
  const { text } = (await bash.call('bash_jobs', {}, context)).result;
  expect(looks.taken).toBe(1);
  expect(text.split('\n').filter((line) => line.includes('waits for input'))).toHaveLength(2);
});
