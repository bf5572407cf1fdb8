import type { Captured, CapturedText, CaptureRule, Spill } from '../model/capture.ts';
import type { TerminalSize } from '../model/plan.ts';
import type { OutputSoFar } from '../model/ports.ts';
import { asBuffer } from './bytes.ts';
import { createCleaner } from './cleaner.ts';
import { countLines, firstLines, lastLines } from './lines.ts';
import { findRun } from './runs.ts';
import { drawnBytes, drawScreen } from './screen.ts';
import type { SpillFile } from './spill.ts';
import { createTotals } from './totals.ts';
import { decodeUtf8, headLength, tailStart, textSize } from './utf8.ts';
import { type ByteWindow, createByteWindow, createStart } from './window.ts';
import { countLineEnds } from './words.ts';

/** Takes one stream of a command as it comes. The same bytes give the same result, however they were chunked. */
export interface Collector {
  /** A returned promise settles when there is room for more. The chunk may be used again once it has. */
  push(chunk: Uint8Array): void | Promise<void>;
  /** What was collected; called once, after the last push. */
  finish(): Promise<Captured>;
  /** All that came, as it came; to be called after `finish`. */
  raw(): RawOutput;
  /** What is in memory of it before that, for who looks on; what is cleaned may lack its last line. */
  soFar(): OutputSoFar;
}

/** What came on a stream: in memory as long as it is little, else in a file. */
export type RawOutput = { readonly kind: 'bytes'; readonly bytes: Buffer } | Spill;

/** What a collector works with. */
export interface CollectorOptions {
  readonly rule: CaptureRule;
  /** What the command draws on; left out, or `null`: it writes to a pipe. */
  readonly screen?: CollectedScreen | null;
  /** What is masked if the rule says so. */
  readonly secrets: readonly string[];
  /** Opens the file for the bytes as they come; called once, when more of them came than may be kept, or at the end. */
  readonly openSpill: () => SpillFile;
}

/** A terminal: what is read there is made into text, instead of what is written to it. */
interface CollectedScreen {
  readonly size: TerminalSize;
  /** What has been drawn already; of what comes, only the difference is wanted. */
  readonly before: Buffer;
  /** Whether that is only the end of what was. */
  readonly beforeIsTail: boolean;
}

/** Above a screen that had more lines than are kept. */
export const cutLine = '[… what was above is not on the screen any more …]\n';

/** A character that reaches into the tail begins at most this many bytes before it. */
const lookBehind = 3;

/** Cleans a stream and bounds what comes of it. A stream that is too long is in the spill file, as it came. */
export function createCollector({ rule, screen = null, secrets, openSpill }: CollectorOptions): Collector {
  const fileOver = Math.min(rule.fileOverBytes ?? rule.wholeBytes, rule.wholeBytes);
  const totals = createTotals(rule.countsCharacters);
  const cleaned = createByteWindow(rule.wholeBytes, rule.tailBytes + lookBehind);
  const drawn = screen && createByteWindow(0, drawnBytes);
  const drawnRule = { ...rule.clean, escapes: false, redraws: false };
  const cleaner = createCleaner(screen === null ? rule.clean : drawnRule, secrets, cleaned.push);
  const bounds = rule.lines ?? null;
  /** What came, until it is in the file. */
  let start = createStart(rule.wholeBytes);
  let spill: SpillFile | null = null;
  let closed: Spill | null = null;

  return {
    push(chunk) {
      const bytes = asBuffer(chunk);
      const run = findRun(bytes);
      totals.push(bytes, run);
      if (drawn === null) cleaner.push(bytes, run);
      else drawn.push(bytes);
      if (spill === null && totals.bytes > fileOver) spill = spillStart();
      return spill === null ? start.push(bytes) : spill.write(bytes);
    },
    async finish() {
      if (screen !== null && drawn !== null) await cleanScreen(screen, drawn);
      cleaner.finish();
      const { bytes, lines } = totals;
      const sizes = { bytes, lines, ...totals.characters() };
      if (fits()) {
        const text = decodeUtf8(cleaned.first());
        return { ...sizes, text: { kind: 'whole', text, spill: spill && (await close(spill)) } };
      }
      // Text can grow over the bound where the bytes did not: a byte that is no UTF-8, a NUL, a count of two lines.
      spill ??= spillStart();
      return { ...sizes, text: { ...cut(), spill: await close(spill) } };
    },
    raw: () => closed ?? { kind: 'bytes', bytes: start.bytes() },
    soFar() {
      if (drawn !== null) return { kind: 'raw', bytes: drawn.last(), isWhole: drawn.total <= drawnBytes };
      if (spill === null) return { kind: 'raw', bytes: start.bytes(), isWhole: true };
      return { kind: 'cleaned', bytes: cleaned.last() };
    },
  };

  async function cleanScreen(
    { size, before, beforeIsTail }: CollectedScreen,
    came: ByteWindow,
  ): Promise<void> {
    const { text, isCut } = await drawScreen(size, {
      bytes: Buffer.concat([before, came.last()]),
      newFrom: before.length,
      isTail: beforeIsTail || came.total > drawnBytes,
    });
    if (isCut) spill ??= spillStart();
    cleaner.push(Buffer.from(isCut ? cutLine + text : text), null);
  }

  async function close(file: SpillFile): Promise<Spill> {
    closed = await file.close();
    return closed;
  }

  function spillStart(): SpillFile {
    const file = openSpill();
    void file.write(start.bytes());
    start = createStart(0);
    return file;
  }

  function fits(): boolean {
    if (cleaned.total > rule.wholeBytes || textSize(cleaned.first()) > rule.wholeBytes) return false;
    return bounds === null || countLines(cleaned.first()) <= bounds.whole;
  }

  function cut(): Omit<Extract<CapturedText, { kind: 'cut' }>, 'spill'> {
    const first = cleaned.first();
    const last = cleaned.last();
    const headEnd = wholeLinesEnd(first, headLength(first, rule.headBytes), rule.cutAt);
    const tailBegin = wholeLinesStart(last, tailStart(last, rule.tailBytes), rule.cutAt);
    const head = firstLines(first.subarray(0, headEnd), bounds?.head ?? Number.POSITIVE_INFINITY);
    const tail = lastLines(last.subarray(tailBegin), bounds?.tail ?? Number.POSITIVE_INFINITY);
    return {
      kind: 'cut',
      head: decodeUtf8(head),
      tail: decodeUtf8(tail),
      omittedBytes: cleaned.total - head.length - tail.length,
      omittedLines: cleaned.lineEnds - countLineEnds(head) - countLineEnds(tail),
    };
  }
}

/** Where the last whole line before `end` ends, if that keeps at least half; else `end`. */
function wholeLinesEnd(bytes: Buffer, end: number, cutAt: CaptureRule['cutAt']): number {
  if (cutAt === 'character') return end;
  const lineEnd = bytes.subarray(0, end).lastIndexOf('\n') + 1;
  return lineEnd >= end / 2 ? lineEnd : end;
}

/** Where the first whole line from `start` on begins, if that keeps at least half; else `start`. */
function wholeLinesStart(bytes: Buffer, start: number, cutAt: CaptureRule['cutAt']): number {
  if (cutAt === 'character' || bytes[start - 1] === 0x0a) return start;
  const lineStart = bytes.indexOf('\n', start) + 1;
  return lineStart > 0 && bytes.length - lineStart >= (bytes.length - start) / 2 ? lineStart : start;
}
