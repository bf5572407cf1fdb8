import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { BashResult, JobToolResult } from '../../src/index.ts';
import { temporaryBash } from '../support/bash.ts';
import { isAlive } from '../support/is-alive.ts';
import { canMount, smallDisk, whyNoDisk } from '../support/small-disk.ts';
import { temporaryDirectory } from '../support/temporary.ts';

/** A job that goes on when there is a file `go`, with a state directory on a disk that can be filled and emptied again. */
async function jobOnSmallDisk(rest: string) {
  const disk = smallDisk();
  const given = { contract: 'default', sandbox: 'off', stateDir: join(disk, 'state') } as const;
  const bash = temporaryBash<unknown, BashResult & JobToolResult>(given);
  const context = { conversationId: 'c', workingDirectory: temporaryDirectory() };
  const call = async (tool: string, input: object) => (await bash.call(tool, input, context)).result;
  const command = `until [ -e go ]; do sleep 0.05; done; ${rest}`;
  const { job } = await call('bash', { command, run_in_background: true });
  const file = job?.output_file ?? '';
  // All is there by then that its supervisor opens or makes at its start.
  await call('bash_output', { job: '1', wait_for: 'idle' });
  const filling = join(disk, 'filling');
  return {
    ...{ call, file },
    fill: (): void => expect(() => writeFileSync(filling, Buffer.alloc(2 ** 21))).toThrow('ENOSPC'),
    empty: (): void => rmSync(filling),
    go: (): void => writeFileSync(join(context.workingDirectory, 'go'), ''),
    /** Resolves when nobody watches over the job any more. */
    async over(): Promise<void> {
      const supervisor = Number.parseInt(readFileSync(join(file, '../supervisor'), 'utf8'), 10);
      await expect.poll(() => isAlive(supervisor)).toBe(false);
    },
  };
}

describe.skipIf(!canMount)(`on a disk that is full${whyNoDisk} a job`, () => {
  test('that has ended is not told as lost', async () => {
    const { call, fill, empty, go, over } = await jobOnSmallDisk('exit 3');
    fill();
    go();
    await over();
    empty();
    expect((await call('bash_output', { job: '1' })).job).toMatchObject({ state: 'ended', exit_code: 3 });
  });

  test('whose output had no room says so', async () => {
    const { call, file, fill, empty, go, over } = await jobOnSmallDisk('head -c 100000 /dev/zero; exit 3');
    fill();
    go();
    await over();
    empty();
    expect((await call('bash_output', { job: '1' })).text).toContain(
      `[${file} does not have all: it could not be written any more, the disk may be full]`,
    );
  });
});
