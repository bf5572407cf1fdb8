import type { Captured, CapturedText, CaptureRule } from '../model/capture.ts';
import { createSpillFile, type SpillFile } from './spill.ts';
import { decodeUtf8, headLength, tailStart, textSize } from './utf8.ts';
import { countLineEnds, createByteWindow } from './window.ts';

/** Takes one stream of a command as it comes. The same bytes give the same result, however they were chunked. */
export interface Collector {
  /** A returned promise settles when there is room for more. The chunk may be used again once it has. */
  push(chunk: Uint8Array): void | Promise<void>;
  /** What was collected; called once, after the last push. */
  finish(): Promise<Captured>;
}

/** A character that reaches into the tail begins at most this many bytes before it. */
const lookBehind = 3;

/** Bounds a stream by `rule`; `spillPath` gets the whole of it, once something would have to be cut. */
export function createCollector(rule: CaptureRule, spillPath: string): Collector {
  const window = createByteWindow(rule.wholeBytes, rule.tailBytes + lookBehind);
  let spill: SpillFile | null = null;

  const openSpill = (): SpillFile => {
    const file = createSpillFile(spillPath);
    void file.write(window.first());
    return file;
  };

  return {
    push(chunk) {
      if (window.total + chunk.length > rule.wholeBytes) {
        spill ??= openSpill();
        window.push(chunk);
        return spill.write(chunk);
      }
      return window.push(chunk);
    },
    async finish() {
      const bytes = window.total;
      const lines = window.lineEnds + (bytes > 0 && !window.endsInLineEnd ? 1 : 0);
      // Bytes that are no UTF-8 grow when they are decoded: their text can be over the bound when they were not.
      if (spill === null && textSize(window.first()) > rule.wholeBytes) spill = openSpill();
      if (spill === null) return { bytes, lines, text: { kind: 'whole', text: decodeUtf8(window.first()) } };
      return { bytes, lines, text: { ...cut(), spill: await spill.close() } };
    },
  };

  function cut(): Omit<Extract<CapturedText, { kind: 'cut' }>, 'spill'> {
    const first = window.first();
    const last = window.last();
    const head = first.subarray(0, wholeLinesEnd(first, headLength(first, rule.headBytes), rule.cutAt));
    const tail = last.subarray(wholeLinesStart(last, tailStart(last, rule.tailBytes), rule.cutAt));
    return {
      kind: 'cut',
      head: decodeUtf8(head),
      tail: decodeUtf8(tail),
      omittedBytes: window.total - head.length - tail.length,
      omittedLines: window.lineEnds - countLineEnds(head) - countLineEnds(tail),
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
