import type { Stats } from 'node:fs';
import { lstat, readdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from '../model/errors.ts';

/** What is to stay in a directory of outputs. */
export interface SweepRule {
  /** Milliseconds since the last write after which a file is removed. */
  readonly maxAgeMs: number;
  /** Of younger files the oldest are removed until the rest has at most so many bytes. */
  readonly mostBytes: number;
  /** Files of calls that are under way in this process: never removed. */
  readonly openNames: ReadonlySet<string>;
}

/**
 * A file that was written to this recently may belong to a call that is under way in another process, and is never
 * removed: 60 s.
 */
const freshMs = 60_000;

/** Only what is named like the output of a call is removed or counted; the rest is not ours. */
const outputName = /\.(stdout|stderr|output)$/;

/**
 * Removes what is too old or too much; the result is how many bytes are left. Others may do the same at the same time:
 * a file that is gone when its turn comes is as good as removed.
 */
export async function sweep(directory: string, rule: SweepRule): Promise<number> {
  const now = Date.now();
  const files = await outputsIn(directory);
  let bytes = files.reduce((sum, { size }) => sum + size, 0);
  for (const { path, name, size, mtimeMs } of files) {
    const ageMs = now - mtimeMs;
    if (ageMs < freshMs || rule.openNames.has(name)) continue;
    if (ageMs <= rule.maxAgeMs && bytes <= rule.mostBytes) continue;
    if (await remove(path)) bytes -= size;
  }
  return bytes;
}

interface OutputFile {
  readonly path: string;
  readonly name: string;
  readonly size: number;
  readonly mtimeMs: number;
}

/** The output files of a directory, the oldest first. */
async function outputsIn(directory: string): Promise<readonly OutputFile[]> {
  const names = (await unlessGone(readdir(directory))) ?? [];
  const found = await Promise.all(names.filter((name) => outputName.test(name)).map(look));
  return found.filter((file) => file !== null).sort((a, b) => a.mtimeMs - b.mtimeMs);

  async function look(name: string): Promise<OutputFile | null> {
    const path = join(directory, name);
    const stats: Stats | null = await unlessGone(lstat(path));
    return stats?.isFile() ? { path, name, size: stats.size, mtimeMs: stats.mtimeMs } : null;
  }
}

async function remove(path: string): Promise<boolean> {
  try {
    await unlessGone(unlink(path));
    return true;
  } catch {
    return false; // It cannot be removed by this user: it stays, and counts.
  }
}

async function unlessGone<T>(looking: Promise<T>): Promise<T | null> {
  try {
    return await looking;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}
