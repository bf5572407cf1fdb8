import { stripVTControlCharacters } from 'node:util';
import type { Job } from '../model/job.ts';
import { createLineParts, type LinePart } from './line-parts.ts';
import { createMatcher, type Matcher } from './matcher.ts';
import { chunksOf, outputBytes } from './output.ts';

/** The longest line without an end that may be a prompt, in characters: 64 Ki. What is longer is looked at when it has its end. */
const longestPrompt = 64 * 1024;

/**
 * Looks for a pattern in the output of a job from byte `from` on, and reads on where it has stopped; a match over more than one line is
 * not looked for. `signal`: nobody waits for it any more.
 */
export function patternCheck(
  pattern: string,
  from: number,
  signal: AbortSignal,
): (job: Job) => Promise<boolean> {
  const matcher = createMatcher(pattern);
  let lines: WatchedLines | null = null;
  let at = from;
  return async (job) => {
    const to = await outputBytes(job);
    if (to < at) {
      // Somebody has shortened the file: it has another beginning.
      lines = null;
      at = 0;
    }
    lines ??= await watchLines(job, at, matcher);
    const begin = at;
    for await (const chunk of chunksOf(job, at, to)) {
      at += chunk.length;
      if (lines.push(chunk)) return true;
      if (signal.aborted) return false;
    }
    return at > begin && lines.hasPrompt();
  };
}

interface WatchedLines {
  /** Whether there is a match in the lines that these bytes end. */
  push(chunk: Uint8Array): boolean;
  /** Whether there is one in what has no line end yet, as a prompt has none. */
  hasPrompt(): boolean;
}

/**
 * The lines of an output from byte `at` on. Of one that began before, the beginning was told already: it matches where there is a match in
 * what is new of it, or one with that, as with `port 80` behind `Listening on `.
 */
async function watchLines(job: Job, at: number, matcher: Matcher): Promise<WatchedLines> {
  const lines = createLineParts({ redraws: true });
  lines.push(await beginningOfLine(job, at));
  let told = lines.unfinished().text;

  const matches = (texts: readonly string[]): boolean =>
    matcher.matching(texts.map(stripVTControlCharacters)).length > 0;
  const isNew = (text: string): boolean => {
    const rest = text.slice(told.length);
    return rest !== '' && (matches([rest]) || (matches([text]) && !matches([told])));
  };
  const isMet = (parts: readonly LinePart[]): boolean => {
    const texts = parts.map(({ text }) => text);
    const [first, ...others] = texts;
    return told === '' || first === undefined ? matches(texts) : isNew(first) || matches(others);
  };

  return {
    push(chunk) {
      const parts = lines.push(chunk);
      const met = isMet(parts);
      if (parts.length > 0) told = '';
      return met;
    },
    hasPrompt() {
      const last = lines.unfinished();
      return last.text !== '' && last.text.length <= longestPrompt && isMet([last]);
    },
  };
}

/** What comes before byte `at` in the line that this is in; nothing where that is more than a prompt can be long. */
async function beginningOfLine(job: Job, at: number): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of chunksOf(job, Math.max(0, at - longestPrompt), at)) chunks.push(chunk);
  const before = Buffer.concat(chunks);
  const lineEnd = before.lastIndexOf(0x0a);
  return lineEnd === -1 && at > longestPrompt ? new Uint8Array() : before.subarray(lineEnd + 1);
}
