import { space } from './bytes.ts';
import type { LineControl } from './stage.ts';

/** One line of a screen, with a cursor. A cell has one code point, or what there is of one. */
export interface Cells {
  /** Writes a byte at the cursor; false if the line is full, and then nothing is written. */
  put(byte: number): boolean;
  /** Moves the cursor back by one column. */
  back(): void;
  control(what: LineControl): void;
  /** Hands over the line and makes it empty. At the end of a line, what was overwritten with spaces is left out. */
  take(atEnd: boolean, to: (line: Buffer) => void): void;
}

export function createCells(columns: number): Cells {
  /** The bytes of a cell, the last one lowest. */
  let cells: Uint32Array | null = null;
  let length = 0;
  let cursor = 0;
  /** Bytes that the code point before the cursor still lacks. */
  let lacking = 0;
  let overwritten = false;

  return {
    put(byte) {
      cells ??= new Uint32Array(columns);
      if (lacking > 0 && (byte & 0xc0) === 0x80) {
        cells[cursor - 1] = ((cells[cursor - 1] ?? 0) << 8) | byte;
        lacking -= 1;
        return true;
      }
      if (cursor === columns) return false;
      if (cursor < length) overwritten = true;
      if (cursor > length) cells.fill(space, length, cursor);
      cells[cursor] = byte;
      lacking = bytesToCome(byte);
      cursor += 1;
      if (cursor > length) length = cursor;
      return true;
    },
    back() {
      moveTo(Math.max(0, cursor - 1));
    },
    control(what) {
      if (what === 'to-line-start') {
        moveTo(0);
        return;
      }
      lacking = 0;
      const from = what === 'erase-to-end' ? Math.min(cursor, length) : 0;
      const to = what === 'erase-to-start' ? Math.min(cursor + 1, length) : length;
      if (from < to) overwritten = true;
      if (what === 'erase-to-start') cells?.fill(space, from, to);
      else length = from;
    },
    take(atEnd, to) {
      if (cells !== null && atEnd && overwritten)
        while (length > 0 && cells[length - 1] === space) length -= 1;
      if (cells !== null && length > 0) to(joined(cells.subarray(0, length)));
      length = 0;
      overwritten = false;
      moveTo(0);
    },
  };

  function moveTo(column: number): void {
    cursor = column;
    lacking = 0;
  }
}

/** How many bytes follow one that begins a code point. */
function bytesToCome(lead: number): number {
  if (lead < 0xc2 || lead > 0xf4) return 0;
  if (lead >= 0xf0) return 3;
  return lead >= 0xe0 ? 2 : 1;
}

function joined(cells: Uint32Array): Buffer {
  const bytes = Buffer.allocUnsafeSlow(4 * cells.length);
  let at = 0;
  for (const cell of cells) {
    if (cell > 0xffffff) bytes[at++] = cell >>> 24;
    if (cell > 0xffff) bytes[at++] = cell >>> 16;
    if (cell > 0xff) bytes[at++] = cell >>> 8;
    bytes[at++] = cell;
  }
  return bytes.subarray(0, at);
}
