import { lineFeed } from './bytes.ts';
import { createJoiner } from './joiner.ts';
import type { Stage } from './stage.ts';

/** A stage that can be told of lines instead of being given them. */
export interface RepeatStage extends Stage {
  /** How often the last line has come in a row; 0 in the middle of a line. */
  readonly timesInRow: number;
  /** As if the last line came so many times more. */
  comeAgain(times: number): void;
}

/** The longest line that is counted: 4,096 bytes, without the line end. */
const longestCounted = 4_096;

/** From so many equal neighbouring lines on they are counted instead of shown. */
const countedFrom = 3;

/**
 * Makes of three and more equal neighbouring lines the line, once, and a line that says how often it came again. Lines of
 * more than `longestLine` bytes are passed on as they come.
 */
export function createRepeatCounter(next: Stage, longestLine = longestCounted): RepeatStage {
  const out = createJoiner(next);
  /** The line that the next one is compared with: in the chunk at hand, and between two chunks in `kept`. */
  const kept = Buffer.allocUnsafeSlow(longestLine);
  let last: Buffer = kept;
  let lastFrom = 0;
  let lastLength = 0;
  /** How often it has come in a row; 0: there is none to compare with. The first time it is passed on at once. */
  let times = 0;
  /** The line that is not whole yet. */
  const begun = Buffer.allocUnsafeSlow(longestLine);
  let begunLength = 0;
  /** In the middle of a line that is too long, and is passed on as it comes. */
  let inLongLine = false;

  return {
    push(bytes) {
      let at = inLongLine ? passLongLine(bytes, 0) : 0;
      if (begunLength > 0) at = completeLine(bytes, at);
      if (!inLongLine) at = takeLines(bytes, at);
      if (!inLongLine) beginLine(bytes, at);
      out.flush();
    },
    finish() {
      if (begunLength > 0 && isLast(begun, 0, begunLength)) {
        times += 1;
        endRow('');
      } else {
        endRow('\n');
        out.write(begun, 0, begunLength);
      }
      out.flush();
      next.finish();
    },
    get timesInRow() {
      return inLongLine || begunLength > 0 ? 0 : times;
    },
    comeAgain(more) {
      times += more;
    },
    get rests() {
      return !inLongLine && begunLength === 0;
    },
  };

  /** Passes on the rest of a long line; the result is where the next one begins. */
  function passLongLine(bytes: Buffer, from: number): number {
    const end = bytes.indexOf(lineFeed, from);
    inLongLine = end === -1;
    const to = inLongLine ? bytes.length : end + 1;
    out.write(bytes, from, to);
    return to;
  }

  /** Takes the rest of a line that began in an earlier chunk, if it is there. */
  function completeLine(bytes: Buffer, from: number): number {
    const end = bytes.indexOf(lineFeed, from);
    if (end === -1) return from;
    if (begunLength + end - from > longestLine) return beginLongLine(bytes, from);
    bytes.copy(begun, begunLength, from, end);
    const length = begunLength + end - from;
    begunLength = 0;
    if (isLast(begun, 0, length)) times += 1;
    else {
      endRow('\n');
      remember(begun, 0, length);
      keepLast();
      out.write(kept, 0, length);
      out.write(lineEnd, 0, 1);
    }
    return end + 1;
  }

  function beginLongLine(bytes: Buffer, from: number): number {
    endRow('\n');
    times = 0;
    out.write(begun, 0, begunLength);
    begunLength = 0;
    return passLongLine(bytes, from);
  }

  /** Takes the whole lines of a chunk; the result is where the line begins that is not whole. */
  function takeLines(bytes: Buffer, start: number): number {
    let from = start; // of the line
    let shown = start; // up to where lines were passed on, or counted
    for (let end = lineEndFrom(bytes, from); end < bytes.length; end = lineEndFrom(bytes, from)) {
      if (isLast(bytes, from, end - from)) {
        if (times === 1) out.write(bytes, shown, from);
        times += 1;
        shown = end + 1;
      } else {
        endRow('\n');
        remember(bytes, from, end - from);
      }
      from = end + 1;
    }
    out.write(bytes, shown, from);
    keepLast();
    return from;
  }

  /** Keeps the beginning of a line, or passes it on if it is too long. */
  function beginLine(bytes: Buffer, from: number): void {
    if (begunLength + bytes.length - from > longestLine) beginLongLine(bytes, from);
    else begunLength += bytes.copy(begun, begunLength, from);
  }

  function isLast(bytes: Buffer, from: number, length: number): boolean {
    return times > 0 && length === lastLength && same(bytes, from, last, lastFrom, length);
  }

  function remember(bytes: Buffer, from: number, length: number): void {
    last = bytes;
    lastFrom = from;
    lastLength = length;
    times = length > longestLine ? 0 : 1;
  }

  /** Copies the last line: the chunk that it is in is the caller's again soon. */
  function keepLast(): void {
    if (last !== kept && times > 0) last.copy(kept, 0, lastFrom, lastFrom + lastLength);
    last = kept;
    lastFrom = 0;
  }

  /** Passes on what is to be said of a line that came more than once. */
  function endRow(end: '\n' | ''): void {
    if (times >= countedFrom) {
      const note = Buffer.from(describeRepeats(times - 1) + end);
      out.write(note, 0, note.length);
    } else if (times === 2) {
      out.write(last, lastFrom, lastFrom + lastLength);
      out.write(lineEnd, 0, end.length);
    }
    if (times > 1) times = 1;
  }
}

const lineEnd = Buffer.from('\n');

/** Says how often a line came after the first time. */
function describeRepeats(more: number): string {
  return `[the line above came ${more.toLocaleString('en-US')} more times]`;
}

function lineEndFrom(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== lineFeed) at += 1;
  return at;
}

/** From the end on: neighbouring lines often begin alike. */
function same(a: Buffer, aFrom: number, b: Buffer, bFrom: number, length: number): boolean {
  let at = length - 1;
  while (at >= 0 && a[aFrom + at] === b[bFrom + at]) at -= 1;
  return at < 0;
}
