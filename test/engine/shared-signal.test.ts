import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { loadBuiltRoot } from '../support/built.ts';
import { temporaryDirectory } from '../support/temporary.ts';

let built: Awaited<ReturnType<typeof loadBuiltRoot>>;

beforeAll(async () => {
  built = await loadBuiltRoot();
});

/** The warnings of Node from now on. */
function warnings(): readonly string[] {
  const told: string[] = [];
  const hear = ({ name }: Error): void => void told.push(name);
  process.on('warning', hear);
  onTestFinished(() => void process.off('warning', hear));
  return told;
}

test.each([{ thread: false }, { thread: true }])(
  'many calls may have one signal: all are cancelled by it, and Node warns of nothing, $thread',
  async ({ thread }) => {
    const told = warnings();
    const stop = new AbortController();
    const workingDirectory = temporaryDirectory();
    const bash = built.createBash({
      ...{ thread, stateDir: join(temporaryDirectory(), 'state'), sandbox: 'off' },
      options: { approve: 'never' },
    });
    onTestFinished(() => bash.close());
    const context = { workingDirectory, signal: stop.signal, patience: new AbortController().signal };
    const calls = Array.from({ length: 12 }, async () => {
      return (await bash.run({ command: 'sleep 60' }, context)).outcome;
    });
    await expect.poll(async () => (await bash.running()).length).toBe(12);
    stop.abort();
    for (const outcome of await Promise.all(calls))
      expect(outcome).toMatchObject({ exit: { kind: 'cancelled' } });
    await nextTurn();
    expect(told).toEqual([]);
  },
);
