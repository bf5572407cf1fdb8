import { writeSync } from 'node:fs';
import { blockingStatus } from '../../adapters/hooks/core/agent.ts';
import { messageOf } from '../../model/errors.ts';
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
  const world = { env, cwd: workingDirectory, stdin: 0, parts, kept: scripts };
  const { stdout, stderr, status, isReading } = await answerHook(words, world);
  writeAll(2, stderr);
  const problem = writeAll(1, stdout);
  if (problem !== null)
    writeAll(2, `handrail: the answer could not be written, so nothing may run: ${problem}\n`);
  if (scripts.isFirst()) await rehearse();
  if (isReading === true) endNow();
  process.exit(problem === null ? status : blockingStatus);
}

function workingDirectory(): string {
  try {
    return process.cwd();
  } catch (error) {
    throw new Error('the directory that it was started in is gone', { cause: error });
  }
}

/** Writes before the process ends, and without its streams, which take some milliseconds to be made. Returns what kept it from that; `null`: nothing. */
function writeAll(descriptor: number, text: string): string | null {
  const bytes = Buffer.from(text);
  try {
    for (let at = 0; at < bytes.length; ) at += writeSome(descriptor, bytes.subarray(at));
    return null;
  } catch (error) {
    return messageOf(error);
  }
}

/** How much was written. Whoever reads may be slow, and the pipe one that does not wait for that by itself. */
function writeSome(descriptor: number, bytes: Buffer): number {
  try {
    return writeSync(descriptor, bytes);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') return 0;
    throw error;
  }
}
