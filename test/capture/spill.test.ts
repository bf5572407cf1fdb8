import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createCollector } from '../../src/capture/collector.ts';
import { createSpillFile } from '../../src/capture/spill.ts';
import { openFilesAreKnown, openFilesBelow } from '../support/open-files.ts';
import { canMount, smallDisk, whyNoDisk } from '../support/small-disk.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { unlimited, untouched } from './streams.ts';

describe('a spill file', () => {
  it('has the chunks in their order, however fast they come', async () => {
    const path = join(temporaryDirectory(), 'call.output');
    const file = createSpillFile(path, unlimited);
    const chunks = Array.from({ length: 300 }, (_, index) =>
      Buffer.alloc(1 + ((index * 7_919) % 40_000), index),
    );
    void Promise.all(chunks.map((chunk) => file.write(chunk)));
    expect(await file.close()).toEqual({ kind: 'file', path });
    expect(readFileSync(path).equals(Buffer.concat(chunks))).toBe(true);
  });

  it('is told as incomplete when somebody removes it meanwhile', async () => {
    const path = join(temporaryDirectory(), 'call.output');
    const file = createSpillFile(path, unlimited);
    void file.write(Buffer.from('before'));
    await expect.poll(() => statSync(path, { throwIfNoEntry: false })?.size).toBe(6);
    rmSync(path);
    void file.write(Buffer.from('after'));
    const reason = 'it was removed while it was written';
    expect(await file.close()).toEqual({ kind: 'incomplete', path, bytes: 0, reason });
  });

  it('is told as incomplete when its directory is put elsewhere meanwhile, whatever is there then', async () => {
    for (const isLink of [false, true]) {
      const directory = join(temporaryDirectory(), 'output');
      const path = join(directory, 'call.output');
      const file = createSpillFile(path, unlimited);
      void file.write(Buffer.from('before'));
      await expect.poll(() => statSync(path, { throwIfNoEntry: false })?.size).toBe(6);
      renameSync(directory, `${directory}.before`);
      if (isLink) {
        mkdirSync(`${directory}.other`);
        writeFileSync(`${directory}.other/call.output`, 'of another');
        symlinkSync(`${directory}.other`, directory);
      }
      const reason = 'its directory was put elsewhere while it was written';
      expect(await file.close()).toEqual({ kind: 'incomplete', path, bytes: 0, reason });
    }
  });

  it('is told as incomplete when its quota fails', async () => {
    const path = join(temporaryDirectory(), 'call.output');
    const file = createSpillFile(path, async () => {
      throw new Error('no count of it');
    });
    await file.write(Buffer.from('text'));
    expect(await file.close()).toEqual({ kind: 'incomplete', path, bytes: 0, reason: 'no count of it' });
  });

  it.runIf(canMount)(`has half of what there was room for, where that is little${whyNoDisk}`, async () => {
    const directory = smallDisk();
    writeFileSync(join(directory, 'other'), Buffer.alloc(1024 * 1024 - 64 * 1024));
    const path = join(directory, 'call.output');
    const file = createSpillFile(path, unlimited);
    await file.write(Buffer.alloc(200 * 1024, 'x'));
    const reason = 'the disk is full (ENOSPC: no space left on device, write)';
    expect(await file.close()).toEqual({ kind: 'incomplete', path, bytes: 32 * 1024, reason });
    expect(statSync(path).size).toBe(32 * 1024);
  });

  it.runIf(canMount)(
    `is told as incomplete when the disk is full, and head and tail are there${whyNoDisk}`,
    async () => {
      const directory = smallDisk();
      const path = join(directory, 'call.output');
      const collector = createCollector({
        rule: { wholeBytes: 8, headBytes: 4, tailBytes: 4, cutAt: 'character', clean: untouched },
        secrets: [],
        openSpill: () => createSpillFile(path, unlimited),
      });
      await collector.push(Buffer.from('head'));
      for (let times = 0; times < 100; times += 1) await collector.push(Buffer.alloc(64 * 1024, 'x'));
      await collector.push(Buffer.from('tail'));
      const { size: written } = statSync(path);
      const { bytes, text } = await collector.finish();
      const { size } = statSync(path);
      // There is room for the record of the call, and of what makes room.
      expect(written - size).toBe(128 * 1024);
      writeFileSync(join(directory, 'record'), Buffer.alloc(100 * 1024));
      expect(bytes).toBe(100 * 64 * 1024 + 8);
      expect(text).toEqual({
        kind: 'cut',
        head: 'head',
        tail: 'tail',
        omittedBytes: 100 * 64 * 1024,
        omittedLines: 0,
        spill: {
          kind: 'incomplete',
          path,
          bytes: size,
          reason: 'the disk is full (ENOSPC: no space left on device, write)',
        },
      });
      expect(size).toBeGreaterThan(900_000);
      if (openFilesAreKnown) expect(openFilesBelow(directory)).toEqual([]);
    },
  );

  it.skipIf(!canMount || !openFilesAreKnown)(
    `is closed also where nothing of a full disk can be given back${whyNoDisk}`,
    async ({ skip }) => {
      const directory = smallDisk();
      const path = join(directory, 'call.output');
      const file = createSpillFile(path, unlimited);
      await file.write(Buffer.from('a'));
      await expect.poll(() => statSync(path, { throwIfNoEntry: false })?.size).toBe(1);
      // It can be written to, and not be cut.
      if (spawnSync('chattr', ['+a', path]).status !== 0) skip('this file system has no such attributes');
      await file.write(Buffer.alloc(2 * 1024 ** 2, 'x'));
      const spill = await file.close();
      expect(openFilesBelow(directory)).toEqual([]);
      spawnSync('chattr', ['-a', path]);
      const reason = 'the disk is full (ENOSPC: no space left on device, write)';
      expect(spill).toEqual({ kind: 'incomplete', path, bytes: statSync(path).size, reason });
    },
  );
});
