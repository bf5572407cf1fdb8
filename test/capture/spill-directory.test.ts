import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSpillDirectory, type SpillLimits, spillLimits } from '../../src/capture/spill-directory.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const mebibyte = 1024 ** 2;
const limits: SpillLimits = { streamBytes: mebibyte, totalBytes: 2 * mebibyte, maxAgeMs: 1_000_000 };

/** A file of another call that was written to so many seconds ago. */
function leave(directory: string, name: string, bytes: number, age: number): void {
  const path = join(directory, name);
  writeFileSync(path, Buffer.alloc(bytes));
  const time = Date.now() / 1_000 - age;
  utimesSync(path, time, time);
}

describe('the directory for what was cut', () => {
  it('keeps 256 MiB of a stream and 2 GiB in all, for seven days', () => {
    expect(spillLimits).toEqual({
      streamBytes: 268_435_456,
      totalBytes: 2_147_483_648,
      maxAgeMs: 604_800_000,
    });
  });

  it('keeps a stream whole up to its limit', async () => {
    const directory = temporaryDirectory();
    const file = createSpillDirectory(directory, limits).open('a.output');
    await file.write(Buffer.alloc(mebibyte, 'x'));
    const path = join(directory, 'a.output');
    expect(await file.close()).toEqual({ kind: 'file', path });
    expect(statSync(path).size).toBe(mebibyte);
  });

  it('keeps the first bytes of a longer stream, and says what the limit is', async () => {
    const directory = temporaryDirectory();
    const file = createSpillDirectory(directory, limits).open('a.output');
    for (let times = 0; times < 5; times += 1) await file.write(Buffer.alloc(300 * 1024, String(times)));
    expect(await file.close()).toEqual({
      kind: 'incomplete',
      path: join(directory, 'a.output'),
      bytes: mebibyte,
      reason: 'at most 1 MiB of a stream are kept',
    });
    const expected = Buffer.concat([0, 1, 2, 3].map((digit) => Buffer.alloc(300 * 1024, String(digit))));
    expect(readFileSync(join(directory, 'a.output')).equals(expected.subarray(0, mebibyte))).toBe(true);
  });

  it('makes room by removing the oldest file, and no more than needed', async () => {
    const directory = temporaryDirectory();
    leave(directory, 'old.output', mebibyte, 900);
    leave(directory, 'older.output', mebibyte, 950);
    const file = createSpillDirectory(directory, limits).open('new.output');
    await file.write(Buffer.alloc(mebibyte));
    expect(await file.close()).toEqual({ kind: 'file', path: join(directory, 'new.output') });
    expect(readdirSync(directory)).toEqual(['new.output', 'old.output']);
  });

  it('removes what is too old when a file is opened', async () => {
    const directory = temporaryDirectory();
    leave(directory, 'old.output', 10, 1_001);
    leave(directory, 'new.output', 10, 900);
    const file = createSpillDirectory(directory, limits).open('a.output');
    await file.write(Buffer.from('text'));
    await file.close();
    expect(readdirSync(directory)).toEqual(['a.output', 'new.output']);
  });

  it('looks again whenever a file is opened', async () => {
    const directory = temporaryDirectory();
    const spills = createSpillDirectory(directory, limits);
    for (const name of ['a.output', 'b.output']) {
      leave(directory, 'old.output', 10, 1_001);
      const file = spills.open(name);
      await file.write(Buffer.from('text'));
      await file.close();
    }
    expect(readdirSync(directory)).toEqual(['a.output', 'b.output']);
  });

  it('says that the total is reached when nothing may be removed', async () => {
    const directory = temporaryDirectory();
    leave(directory, 'running.output', 1.5 * mebibyte, 10);
    const file = createSpillDirectory(directory, limits).open('new.output');
    await file.write(Buffer.alloc(mebibyte));
    expect(await file.close()).toEqual({
      kind: 'incomplete',
      path: join(directory, 'new.output'),
      bytes: mebibyte / 2,
      reason: `the files in ${directory} have reached their limit of 2 MiB together`,
    });
  });

  it('counts all that is written at once', async () => {
    const directory = temporaryDirectory();
    const spills = createSpillDirectory(directory, limits);
    const files = ['a.output', 'b.output', 'c.output'].map((name) => spills.open(name));
    await Promise.all(files.map((file) => file.write(Buffer.alloc(mebibyte))));
    const closed = await Promise.all(files.map((file) => file.close()));
    expect(closed.some(({ kind }) => kind === 'incomplete')).toBe(true);
    const written = readdirSync(directory).map((name) => statSync(join(directory, name)).size);
    // What is on its way to the disk at the moment of looking is not counted: one block of 256 KiB for each.
    expect(written.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(2 * mebibyte + 3 * 256 * 1024);
  });

  it('does not remove a file that is open here, however old it looks', async () => {
    const directory = temporaryDirectory();
    const spills = createSpillDirectory(directory, limits);
    const first = spills.open('first.output');
    await first.write(Buffer.alloc(mebibyte / 2));
    await first.write(Buffer.alloc(mebibyte / 4)); // waits for the first half to be on its way
    utimesSync(join(directory, 'first.output'), 1, 1);
    const second = spills.open('second.output');
    await second.write(Buffer.from('text'));
    expect(await second.close()).toEqual({ kind: 'file', path: join(directory, 'second.output') });
    expect(readdirSync(directory)).toEqual(['first.output', 'second.output']);
    await first.close();
  });
});
