import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { foundChildren, processesAreKnown } from '../../src/backends/local/processes/process-table.ts';
import { createBash } from '../../src/index.ts';
import { lacksBubblewrap } from '../support/bubblewrap.ts';
import { temporaryDirectory } from '../support/temporary.ts';

/** Bytes of the longest word that a process of this program has: 400, so that what `ps` prints of all of them can be read. */
const longestWord = 400;

/** The words of all processes that were started from here. */
function wordsOfDescendants(): readonly (readonly string[])[] {
  const below = (pid: number): readonly number[] =>
    foundChildren(pid).flatMap((child) => [child, ...below(child)]);
  return below(process.pid).map((pid) => wordsOf(`/proc/${pid}/cmdline`));
}

function wordsOf(file: string): readonly string[] {
  try {
    return readFileSync(file, 'latin1').replace(/\0+$/, '').split('\0');
  } catch {
    return []; // It has ended meanwhile.
  }
}

async function expectNoScripts(sandbox: 'off' | 'workspace'): Promise<void> {
  const bash = createBash({
    ...{ stateDir: join(temporaryDirectory(), 'state'), sandbox, sandboxRequired: true },
    options: { approve: 'never' },
  });
  onTestFinished(() => bash.close());
  const conversationId = 'c';
  onTestFinished(async () => void (await bash.endConversation(conversationId, { jobs: 'end' })));
  const context = { workingDirectory: temporaryDirectory(), conversationId };
  for (let times = 0; times < 3; times += 1) await bash.run({ command: 'true' }, context);
  await bash.run({ command: 'sleep 600', run_in_background: true }, context);
  const words = (): readonly string[] => wordsOfDescendants().flat();
  const expected = ['handrail-job', 'handrail-launcher', '# waits for a command'];
  await expect.poll(() => expected.filter((word) => !words().includes(word))).toEqual([]);
  expect(words().filter((word) => word.length > longestWord)).toEqual([]);
}

describe.skipIf(!processesAreKnown)('no script of this program is in the list of processes', () => {
  test('where commands are not confined', async () => await expectNoScripts('off'));

  test.skipIf(lacksBubblewrap)('where they are', async () => await expectNoScripts('workspace'));
});
