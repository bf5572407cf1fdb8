import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { BashResult, JobToolResult } from '../../src/index.ts';
import { temporaryBash } from '../support/bash.ts';
import { temporaryDirectory } from '../support/temporary.ts';

/** A job that has written `first`, which was told, and writes `second` once `go` is called. */
async function halfTold(first: string, second: string) {
  const bash = temporaryBash<unknown, BashResult & JobToolResult>({ contract: 'default', sandbox: 'off' });
  const context = { conversationId: 'c', workingDirectory: temporaryDirectory() };
  const call = async (input: object) =>
    (await bash.call('bash_output', { job: '1', ...input }, context)).result;
  const command = `printf '${first}'; touch begun; until [ -e go ]; do sleep 0.05; done; printf '${second}'; sleep 600`;
  await bash.call('bash', { command, run_in_background: true }, context);
  await expect.poll(() => existsSync(join(context.workingDirectory, 'begun'))).toBe(true);
  await call({});
  const go = (): void => writeFileSync(join(context.workingDirectory, 'go'), '');
  return { call, go };
}

describe('a line of which the beginning was told', () => {
  test.each([
    ['a match over both parts', 'Listening on ', 'port 80\\n', 'Listening on port'],
    ['one over both, without a line end', 'Listening on ', 'port 80', 'on port 80$'],
    ['one in a character that came in two parts', 'caf\\303', '\\251\\n', '^café$'],
    ['one in what is new alone', 'name? bob, ', 'name? eve\\n', 'name'],
    ['one in a later line', 'one', ' two\\nthree\\n', '^three'],
    ['one behind a line before', 'zero\\none', ' two\\n', '^one two$'],
  ])('is waited for %s', async (_, first, second, pattern) => {
    const { call, go } = await halfTold(first, second);
    const waiting = call({ wait_for: { pattern }, wait_ms: 20_000 });
    go();
    expect((await waiting).waited?.met).toBe(true);
  });

  test.each([
    ['was told', 'name? ', 'bob\\nover', 'name'],
    ['is of two lines', 'one\\n', 'two\\nover', 'one.*two'],
    ['was drawn over', '20%%\\r', '21%%\\rover', '^20%'],
  ])('is not waited for a match that %s', async (_, first, second, pattern) => {
    const { call, go } = await halfTold(first, second);
    go();
    await call({ wait_for: { pattern: 'over$' }, from_line: 1 });
    const { waited } = await call({ wait_for: { pattern }, wait_ms: 1 });
    expect(waited?.met).toBe(false);
  });
});
