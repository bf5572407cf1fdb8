import { backspace, carriageReturn, lineFeed } from './bytes.ts';
import { createCells } from './cells.ts';
import { createJoiner } from './joiner.ts';
import type { LineStage, Stage } from './stage.ts';

/** The widest line that is drawn over: 4,096 columns, several times the width of any screen. */
const widestLine = 4_096;

/**
 * Makes of each line what a terminal would show of it at its end: a carriage return goes back to the first column, a
 * backspace goes back by one, and what comes then overwrites what is there, column by column.
 *
 * `\r\n` is a line end. A tab takes one column, and so does every code point, also a wide one. A line that is wider than
 * `maxColumns` is passed on as it comes; from there on a carriage return ends it as a line feed does, and a backspace
 * is left out. So no more than such a line is ever held, and what comes out does not depend on the chunks.
 */
export function createRedrawFolder(next: Stage, maxColumns = widestLine): LineStage {
  const out = createJoiner(next);
  const cells = createCells(maxColumns);
  /** The line so far, in `plain`: nothing in it was overwritten, and the cursor is at its end. */
  let held: Buffer | null = null;
  let heldLength = 0;
  let mode: Mode = 'text';

  return {
    push(bytes) {
      const find = createFinder(bytes);
      for (let at = 0; at < bytes.length; ) at = take(bytes, at, find);
      out.flush();
    },
    control(what) {
      if (mode === 'wide' && what === 'to-line-start') mode = 'wide-return';
      if (mode === 'wide' || mode === 'wide-return') return;
      // Erasing behind the end of the line changes nothing; `grep --color` does it at every match.
      if (mode === 'text' && (heldLength === 0 || (what === 'erase-to-end' && endsInAscii()))) return;
      toCells();
      cells.control(what);
    },
    finish() {
      endLine();
      out.flush();
      next.finish();
    },
    get rests() {
      return mode === 'text' && heldLength === 0;
    },
  };

  /** Takes some of the bytes from `at` on; the result is where the next ones begin. */
  function take(bytes: Buffer, at: number, find: Finder): number {
    switch (mode) {
      case 'text':
        return takePlain(bytes, at, find);
      case 'cells':
        return takeCells(bytes, at);
      case 'wide':
        return takeWide(bytes, at, find);
      case 'wide-return':
        return takeWideReturn(bytes, at);
    }
  }

  function takePlain(bytes: Buffer, at: number, find: Finder): number {
    const stop = Math.min(find(carriageReturn, at), find(backspace, at));
    const lastLineEnd = stop === at ? -1 : bytes.lastIndexOf(lineFeed, stop - 1);
    if (lastLineEnd >= at) {
      endLine();
      out.write(bytes, at, lastLineEnd + 1);
      return lastLineEnd + 1;
    }
    if (heldLength + stop - at > maxColumns) {
      toCells();
      return at;
    }
    hold(bytes, at, stop);
    if (stop === bytes.length) return stop;
    if (bytes[stop] === carriageReturn && bytes[stop + 1] === lineFeed) {
      endLine();
      return stop + 1;
    }
    toCells();
    return stop;
  }

  function hold(bytes: Buffer, from: number, to: number): void {
    if (from === to) return;
    held ??= Buffer.allocUnsafeSlow(maxColumns);
    bytes.copy(held, heldLength, from, to);
    heldLength += to - from;
  }

  function endsInAscii(): boolean {
    return (held?.[heldLength - 1] ?? 0) < 0x80;
  }

  function toCells(): void {
    if (mode === 'cells') return;
    mode = 'cells';
    // What is held has no more bytes than there are columns.
    for (let at = 0; at < heldLength; at += 1) cells.put(held?.[at] ?? 0);
    heldLength = 0;
  }

  function takeCells(bytes: Buffer, from: number): number {
    for (let at = from; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? 0;
      if (byte === lineFeed) {
        endLine();
        return at; // The line feed itself is passed on as a plain byte.
      }
      if (byte === carriageReturn) cells.control('to-line-start');
      else if (byte === backspace) cells.back();
      else if (!cells.put(byte)) {
        endLine(false);
        mode = 'wide';
        return at;
      }
    }
    return bytes.length;
  }

  function takeWide(bytes: Buffer, at: number, find: Finder): number {
    const end = Math.min(find(lineFeed, at), find(carriageReturn, at), find(backspace, at));
    out.write(bytes, at, end);
    if (bytes[end] === backspace) return end + 1;
    if (bytes[end] === lineFeed) mode = 'text';
    if (bytes[end] !== carriageReturn) return end;
    mode = 'wide-return';
    return end + 1;
  }

  /** After a carriage return that is to end the line: what belongs to its line end is one with it. */
  function takeWideReturn(bytes: Buffer, at: number): number {
    if (bytes[at] === carriageReturn || bytes[at] === backspace) return at + 1;
    mode = 'text';
    if (bytes[at] !== lineFeed) out.write(lineEnd, 0, 1);
    return at;
  }

  /** Passes on the line so far; `atEnd`: it is all of the line. */
  function endLine(atEnd = true): void {
    if (mode === 'cells') cells.take(atEnd, (line) => out.write(line, 0, line.length));
    else if (held !== null) out.write(held, 0, heldLength);
    heldLength = 0;
    if (mode === 'cells') mode = 'text';
  }
}

type Mode =
  /** Nothing of the line was overwritten yet. */
  | 'text'
  /** Something was, or may be: the line is in cells. */
  | 'cells'
  /** The line is wider than what is held of one. */
  | 'wide'
  /** And a carriage return was the last of it. */
  | 'wide-return';

const lineEnd = Buffer.from('\n');

/** Where a byte comes next from a place on; the length of the bytes if it does not. */
type Finder = (byte: number, from: number) => number;

/** Remembers what it found, so that a byte that is rare is not looked for again and again. */
function createFinder(bytes: Buffer): Finder {
  const found: number[] = [];
  return (byte, from) => {
    const before = found[byte] ?? -1;
    if (before >= from) return before;
    const at = bytes.indexOf(byte, from);
    found[byte] = at === -1 ? bytes.length : at;
    return found[byte] ?? at;
  };
}
