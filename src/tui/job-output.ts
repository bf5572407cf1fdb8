import { open } from 'node:fs/promises';
import { recentText } from '../capture/recent-text.ts';
import type { Job } from '../model/job.ts';

/** Bytes of a job's output that are read for the screen: 64 KiB, from its end. */
const readBytes = 64 * 1024;

/** The end of what a job has written, as a person would see it; `null` when its file is gone. */
export async function jobOutput(
  job: Job,
  secrets: readonly string[],
): Promise<{ readonly text: string; readonly isCut: boolean } | null> {
  const file = await open(job.outputFile).catch(() => null); // Removed with what is too old.
  if (file === null) return null;
  try {
    const { size } = await file.stat();
    const bytes = Buffer.alloc(Math.min(size, readBytes));
    const { bytesRead } = await file.read(bytes, 0, bytes.length, size - bytes.length);
    const isWhole = size <= readBytes;
    const text = await recentText({ bytes: bytes.subarray(0, bytesRead), isWhole }, secrets, job.terminal);
    return { text, isCut: !isWhole };
  } finally {
    await file.close();
  }
}
