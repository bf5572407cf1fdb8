import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createCollector } from '../../src/capture/collector.ts';
import { createSpillDirectory, spillLimits } from '../../src/capture/spill-directory.ts';
import { bothStreams } from '../../src/model/capture.ts';
import { temporaryBash } from '../support/bash.ts';
import { temporaryDirectory } from '../support/temporary.ts';

/** More than anything here keeps, and far less than what passes through. */
const mostGrowth = 128 * 1024 ** 2;

/** Runs the work and tells by how many bytes this process has grown at most meanwhile. */
async function growthWhile(work: (look: () => void) => Promise<void>): Promise<number> {
  const before = process.memoryUsage.rss();
  let most = before;
  await work(() => {
    most = Math.max(most, process.memoryUsage.rss());
  });
  return most - before;
}

test('a gigabyte passes through the collector: totals are true, memory and disk stay in bounds', async () => {
  const chunk = Buffer.from('a line of sixteen\n'.repeat(3640)); // about what a pipe holds
  const chunks = Math.ceil(1024 ** 3 / chunk.length);
  const path = join(temporaryDirectory(), 'outputs');
  const collector = createCollector({
    rule: {
      wholeBytes: 30_000,
      headBytes: 9_000,
      tailBytes: 21_000,
      cutAt: 'line',
      clean: { escapes: true, redraws: true, repeats: false, secrets: true },
    },
    secrets: ['a secret that does not come'],
    openSpill: () => createSpillDirectory(path).open('flood.output'),
  });
  const growth = await growthWhile(async (look) => {
    for (let index = 0; index < chunks; index += 1) {
      await collector.push(chunk);
      if (index % 256 === 0) look();
    }
  });
  const { bytes, lines, text } = await collector.finish();
  expect({ bytes, lines }).toEqual({ bytes: chunks * chunk.length, lines: chunks * 3640 });
  expect(text).toMatchObject({ kind: 'cut', spill: { kind: 'incomplete', bytes: spillLimits.streamBytes } });
  expect(statSync(join(path, 'flood.output')).size).toBe(spillLimits.streamBytes);
  expect(growth).toBeLessThan(mostGrowth);
}, 120_000);

test('yes until its time is up: totals are true, memory and disk stay in bounds', async () => {
  const stateDir = temporaryDirectory();
  const bash = temporaryBash({ contract: 'plain', stateDir });
  const growth = await growthWhile(async (look) => {
    const looking = setInterval(look, 20);
    const { outcome } = await bash.run({ command: 'yes' }, { timeoutMs: 2_000 });
    clearInterval(looking);
    if (outcome.kind !== 'ended') throw new Error(`expected it to have ended, got ${outcome.kind}`);
    const { bytes, lines, text } = bothStreams(outcome.capture).stdout;
    expect(outcome.exit).toEqual({ kind: 'timed_out', timeoutMs: 2_000 });
    expect(bytes).toBeGreaterThan(1024 ** 2);
    expect([2 * lines - bytes, text.kind]).toEqual([bytes % 2, 'cut']);
    if (text.kind !== 'cut') throw new Error('expected it to be cut');
    const kept = Buffer.byteLength(text.head + text.tail);
    expect(kept + text.omittedBytes).toBe(bytes);
    expect(statSync(text.spill.path).size).toBe(Math.min(bytes, spillLimits.streamBytes));
  });
  expect(growth).toBeLessThan(mostGrowth);
});
