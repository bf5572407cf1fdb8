import { mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type SweepRule, sweep } from '../../src/capture/sweep.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const day = 24 * 60 * 60;

/** A directory with files of 100 bytes, each with its age in seconds. */
function directoryOf(ages: Readonly<Record<string, number>>): string {
  const directory = temporaryDirectory();
  for (const [name, age] of Object.entries(ages)) {
    const path = join(directory, name);
    writeFileSync(path, 'x'.repeat(100));
    const time = Date.now() / 1_000 - age;
    utimesSync(path, time, time);
  }
  return directory;
}

const rule: SweepRule = { maxAgeMs: 7 * day * 1_000, mostBytes: 1_000, openNames: new Set() };

describe('a sweep', () => {
  it('removes what is too old', async () => {
    const directory = directoryOf({ 'a.output': 8 * day, 'b.stderr': 8 * day, 'c.stdout': 6 * day });
    expect(await sweep(directory, rule)).toBe(100);
    expect(readdirSync(directory)).toEqual(['c.stdout']);
  });

  it('removes the oldest until the rest is not too much', async () => {
    const directory = directoryOf({ 'a.output': 300, 'b.output': 500, 'c.output': 400, 'd.output': 200 });
    expect(await sweep(directory, { ...rule, mostBytes: 250 })).toBe(200);
    expect(readdirSync(directory)).toEqual(['a.output', 'd.output']);
  });

  it('spares what is open here, and what was written to in the last minute', async () => {
    const directory = directoryOf({ 'a.output': 8 * day, 'b.output': 30, 'c.output': 90 });
    expect(await sweep(directory, { ...rule, mostBytes: 0, openNames: new Set(['a.output']) })).toBe(200);
    expect(readdirSync(directory)).toEqual(['a.output', 'b.output']);
  });

  it('neither counts nor removes what is no output file', async () => {
    const directory = directoryOf({ notes: 9 * day, 'notes.txt': 9 * day, 'a.output': 100 });
    mkdirSync(join(directory, 'b.output'));
    symlinkSync('notes', join(directory, 'c.output'));
    expect(await sweep(directory, { ...rule, maxAgeMs: 0 })).toBe(0);
    expect(readdirSync(directory)).toEqual(['b.output', 'c.output', 'notes', 'notes.txt']);
  });

  it('finds nothing in a directory that is not there', async () => {
    expect(await sweep(join(temporaryDirectory(), 'none'), rule)).toBe(0);
  });

  it('can be made by several at once', async () => {
    const ages = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`${index}.output`, 8 * day]));
    const directory = directoryOf({ ...ages, 'last.output': 100 });
    expect(await Promise.all(Array.from({ length: 8 }, () => sweep(directory, rule)))).toEqual(
      Array.from({ length: 8 }, () => 100),
    );
    expect(readdirSync(directory)).toEqual(['last.output']);
  });
});
