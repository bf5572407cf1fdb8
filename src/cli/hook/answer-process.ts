import { writeSync } from 'node:fs';
import type { Environment } from '../../settings/host.ts';
import type { Scripts } from './cached-script.ts';
import { endNow } from './end-now.ts';
import { loadStateGrants } from './parts.ts';
import { rehearse } from './rehearse.ts';
import { answerHook, type HookParts } from './run.ts';
import type { KeptTexts } from './tried-rules.ts';

/**
 * Answers the agent that started this process, and ends it. In the first one, what is compiled until the end is kept for those to come,
 * so that what usual commands need is compiled too.
 */
export async function answerProcess(
  words: readonly string[],
  env: Environment,
  allSettings: HookParts['allSettings'],
  scripts: Pick<Scripts, 'isFirst' | keyof KeptTexts>,
): Promise<never> {
  const parts = { grantsInState: loadStateGrants, allSettings };
  const world = { env, cwd: () => process.cwd(), stdin: 0, parts, kept: scripts };
  const { stdout, stderr, status, isReading } = await answerHook(words, world);
  writeAll(2, stderr);
  writeAll(1, stdout);
  if (scripts.isFirst()) await rehearse();
  if (isReading === true) endNow();
  process.exit(status);
}

/** Writes before the process ends, and without its streams, which take some milliseconds to be made. */
function writeAll(descriptor: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) at += writeSome(descriptor, bytes.subarray(at));
}

/** How much was written. Whoever reads may be slow, and the pipe one that does not wait for that by itself. */
function writeSome(descriptor: number, bytes: Buffer): number {
  try {
    return writeSync(descriptor, bytes);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    if (error.code === 'EAGAIN') return 0;
    return bytes.length; // Nobody reads any more: the exit status is what is left to tell.
  }
}
