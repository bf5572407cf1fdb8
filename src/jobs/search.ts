import { clean } from '../capture/recent-text.ts';
import { maskSecrets, secretsInLines } from '../confine/secrets.ts';
import type { Job, JobOutput } from '../model/job.ts';
import { headOf, tailOf } from '../model/whole-characters.ts';
import { createLineParts, type LinePart } from './line-parts.ts';
import type { Matcher } from './matcher.ts';
import { chunksOf, drawnLines } from './output.ts';

/** Matches that are told; the rest are counted. */
const mostMatches = 100;

/** The most of a line that is told, in characters, and how much of that comes before the match. */
const longestTold = 4 * 1024;
const toldBefore = 1024;

/** What is searched, and for what. */
interface Search {
  readonly matcher: Matcher;
  /** Bytes of the output. */
  readonly to: number;
  /** Numbers of lines, both included. */
  readonly within: { readonly first: number; readonly last: number };
  readonly secrets: readonly string[];
}

/** The lines that the pattern matches in, as they read without escape sequences. */
export async function searchOutput(job: Job, { matcher, to, within, secrets }: Search): Promise<JobOutput> {
  const matches: { line: number; text: string }[] = [];
  let more = 0;
  let lastLine = 0;
  const masked = secretsInLines(secrets);
  const { isCut, groups } = await searched(job, to);
  for await (const group of groups) {
    const parts = group.filter(({ line }) => line >= within.first && line <= within.last);
    const shown = parts.map(({ text }) => shownLine(text, masked));
    for (const { index, at } of matcher.matching(shown)) {
      const line = parts[index]?.line ?? 0;
      // Of a line that is several parts the first that matches is told.
      if (line === lastLine) continue;
      lastLine = line;
      if (matches.length < mostMatches) matches.push({ line, text: around(shown[index] ?? '', at) });
      else more += 1;
    }
  }
  return { kind: 'matches', matches, more, isCut, totalBytes: to };
}

/** What is looked at, and whether there was more above that is not there. */
async function searched(
  job: Job,
  to: number,
): Promise<{
  readonly isCut: boolean;
  readonly groups: AsyncIterable<readonly LinePart[]> | Iterable<readonly LinePart[]>;
}> {
  if (job.terminal === null) return { isCut: false, groups: partsOf(job, to) };
  const { lines, isCut } = await drawnLines(job, job.terminal, to);
  return { isCut, groups: [lines.map((text, index) => ({ line: index + 1, text }))] };
}

async function* partsOf(job: Job, to: number): AsyncGenerator<readonly LinePart[]> {
  const lines = createLineParts({ redraws: false });
  for await (const chunk of chunksOf(job, 0, to)) yield lines.push(chunk);
  const last = lines.unfinished();
  if (last.text !== '') yield [last];
}

/** What is in a line and is no text, but for tabs. */
const control = /[^\P{Cc}\t]/u;

/** A line as results have it; but what was drawn over stays, as it may be what is looked for. */
function shownLine(line: string, secrets: readonly string[]): string {
  const text = line.endsWith('\r') ? line.slice(0, -1) : line;
  if (!control.test(text)) return maskSecrets(text, secrets);
  const cleaned = clean(Buffer.from(text), secrets, { redraws: false }).toString();
  return cleaned.replaceAll('\r', '␍').replaceAll('\b', '␈');
}

/** The text, or of a long one what is around a place; where something is left out, that is shown. */
function around(text: string, at: number): string {
  if (text.length <= longestTold) return text;
  const from = at <= toldBefore ? 0 : Math.min(at - toldBefore, text.length - longestTold);
  const told = headOf(tailOf(text, text.length - from), longestTold);
  return `${from > 0 ? '…' : ''}${told}${from + longestTold < text.length ? '…' : ''}`;
}
