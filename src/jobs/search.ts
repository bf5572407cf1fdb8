import { stripVTControlCharacters } from 'node:util';
import { createContext, Script } from 'node:vm';
import { maskSecrets } from '../confine/secrets.ts';
import type { Job, JobOutput } from '../model/job.ts';
import { chunksOf, drawnLines } from './output.ts';

/** Matches that are told; the rest are counted. */
const mostMatches = 100;

/** The longest part of a line that is searched and told at once, in characters; a longer line is several. */
const longestLine = 4_096;

/** Milliseconds that matching may take for a piece of 64 KiB: some patterns take for ever on some texts. */
const pieceMs = 1_000;

/** A regular expression that cannot hold this process up. */
export interface Matcher {
  /** The indexes of the lines that match. Throws when it takes too long. */
  matching(lines: readonly string[]): readonly number[];
}

/** Throws a SyntaxError when the pattern is not one. */
export function createMatcher(pattern: string): Matcher {
  const expression = new RegExp(pattern, 'u');
  const sandbox = { expression, lines: [] as readonly string[], found: [] as readonly number[] };
  const context = createContext(sandbox);
  const script = new Script('found = lines.flatMap((line, index) => expression.test(line) ? [index] : [])');
  return {
    matching(lines) {
      sandbox.lines = lines;
      script.runInContext(context, { timeout: pieceMs });
      return sandbox.found;
    },
  };
}

/** The lines of the first `to` bytes that the pattern matches in, as they read without escape sequences. */
export async function searchOutput(
  job: Job,
  {
    matcher,
    to,
    secrets,
  }: { readonly matcher: Matcher; readonly to: number; readonly secrets: readonly string[] },
): Promise<JobOutput> {
  const matches: { line: number; text: string }[] = [];
  let more = 0;
  for await (const { first, lines } of piecesOf(job, to)) {
    const shown = lines.map((line) => maskSecrets(stripVTControlCharacters(line), secrets));
    for (const index of matcher.matching(shown)) {
      if (matches.length < mostMatches) matches.push({ line: first + index, text: shown[index] ?? '' });
      else more += 1;
    }
  }
  return { kind: 'matches', matches, more, totalBytes: to };
}

/** The output as pieces of whole lines; `first` is the number of the first line of each. */
async function* piecesOf(
  job: Job,
  to: number,
): AsyncGenerator<{ readonly first: number; readonly lines: readonly string[] }> {
  if (job.terminal !== null) return yield { first: 1, lines: await drawnLines(job, job.terminal, to) };
  const decoder = new TextDecoder();
  let first = 1;
  let unfinished = '';
  for await (const chunk of chunksOf(job, 0, to)) {
    const lines = (unfinished + decoder.decode(chunk, { stream: true })).split('\n');
    unfinished = (lines.pop() ?? '').slice(-longestLine);
    yield { first, lines: lines.map((line) => line.slice(0, longestLine)) };
    first += lines.length;
  }
  if (unfinished !== '') yield { first, lines: [unfinished] };
}
