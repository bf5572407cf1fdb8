import type { Terminal } from '@xterm/headless';
import type { TerminalSize } from '../model/plan.ts';
import { c1Lead, esc, lineFeed } from './bytes.ts';
import { limitSequences, unfinishedLength } from './limit-sequences.ts';

/** What a program has written to its terminal. */
export interface Drawing {
  readonly bytes: Buffer;
  /** Where in them that begins which was not read yet. */
  readonly newFrom: number;
  /** Whether others came before them that are not there any more. */
  readonly isTail: boolean;
}

/** What is to be read on a terminal. */
interface ScreenText {
  /** One line for each that was written, however many lines of the screen it took. */
  readonly text: string;
  /** Whether there were lines above that are not kept. */
  readonly isCut: boolean;
}

/**
 * Bytes that are drawn of what a program wrote, from its end: 1 MiB, which is more than the lines hold that are kept. What
 * was drawn before that is gone from the screen, unless a program is at it for long without ever drawing all anew.
 *
 * It is drawn when the text is asked for, and not as it comes: so a flood costs no more than this, in time and in memory.
 */
export const drawnBytes = 1024 ** 2;

/** Sequences that are drawn: 32,768, several hundred full screens in colour. The slowest take 80 µs each, 2.6 s in all. */
const drawnSequences = 32_768;

/** Lines above the screen that are kept: 5,000, several times what a model is given; they take 8 MB. */
const scrollback = 5_000;

/** The package draws for 12 ms before it lets others have a turn, and looks at the clock after each of these: 1 KiB. */
const sliceBytes = 1_024;

/**
 * The text that a person would read on a terminal of that size, or of it what is new. Of a program that has the whole
 * screen one sees that screen for as long as it runs, and what was there before once it is over.
 */
export async function drawScreen({ columns, rows }: TerminalSize, drawing: Drawing): Promise<ScreenText> {
  const { bytes, isTail } = drawing;
  // Most processes never need it.
  const { default: xterm } = await import('@xterm/headless');
  const options = { cols: columns, rows, scrollback, allowProposedApi: true, logLevel: 'off' } as const;
  const terminal = new xterm.Terminal(options);
  try {
    const begin = beginOf(bytes, isTail);
    const top = terminal.registerMarker(0); // It is disposed of when its line is no more.
    const newFrom = Math.max(begin, drawing.newFrom);
    const seenTo = newFrom - unfinishedLength(bytes.subarray(begin, newFrom));
    const mostTimes = Math.max(columns, rows);
    await write(terminal, limitSequences(bytes.subarray(begin, seenTo), mostTimes));
    const firstNew = seenTo > begin ? rememberLines(terminal) : () => 0;
    await write(terminal, limitSequences(bytes.subarray(seenTo), mostTimes));
    const from = firstNew();
    const hasLost = begin > 0 || isTail || (top?.isDisposed ?? false);
    return { text: textFrom(terminal, from), isCut: from === 0 && hasLost && !isAlternate(terminal) };
  } finally {
    terminal.dispose();
  }
}

/** Where to begin: at the start, or, if that is too much, at a line or a sequence. */
function beginOf(bytes: Buffer, isTail: boolean): number {
  let begin = Math.max(0, bytes.length - drawnBytes);
  let sequences = 0;
  for (let at = bytes.length - 1; at >= begin; at -= 1) {
    if (isIntroducer(bytes, at)) sequences += 1;
    if (sequences > drawnSequences) begin = at + 1;
  }
  if (begin === 0 && !isTail) return 0;
  const next = bytes.subarray(begin).findIndex((byte) => byte === esc || byte === lineFeed);
  if (next === -1) return begin;
  return begin + next + (bytes[begin + next] === lineFeed ? 1 : 0);
}

function isIntroducer(bytes: Buffer, at: number): boolean {
  return bytes[at] === esc || (bytes[at] === c1Lead && (bytes[at + 1] ?? 0xff) < 0xa0);
}

async function write(terminal: Terminal, bytes: Buffer): Promise<void> {
  for (let at = 0; at < bytes.length; at += sliceBytes) terminal.write(bytes.subarray(at, at + sliceBytes));
  await new Promise<void>((done) => terminal.write('', done));
}

/** Tells later which row of the screen is the first that is not as it is now; at the latest that of the cursor. */
function rememberLines(terminal: Terminal): () => number {
  const before = rowsOf(terminal);
  const wasAlternate = isAlternate(terminal);
  const cursor = terminal.registerMarker(0);
  const cursorRow = cursor?.line ?? 0;
  return () => {
    if (wasAlternate || isAlternate(terminal) || cursor === undefined || cursor.isDisposed) return 0;
    // Rows move up when the first ones are dropped.
    const moved = cursorRow - cursor.line;
    const changed = rowsOf(terminal).findIndex((row, index) => row !== before[index + moved]);
    return changed === -1 ? cursor.line : Math.min(changed, cursor.line);
  };
}

function isAlternate({ buffer: { active } }: Terminal): boolean {
  return active.type === 'alternate';
}

function rowsOf({ buffer: { active } }: Terminal): readonly string[] {
  return Array.from(
    { length: active.length },
    (_, row) => active.getLine(row)?.translateToString(true) ?? '',
  );
}

/** The lines without the blanks at their ends, and without the empty ones at the end of all. */
function textFrom({ buffer: { active } }: Terminal, from: number): string {
  const isWrapped = (row: number): boolean => active.getLine(row)?.isWrapped ?? false;
  let first = from;
  while (first > 0 && isWrapped(first)) first -= 1;
  const lines: string[] = [];
  for (let row = first; row < active.length; row += 1) {
    const text = active.getLine(row)?.translateToString(!isWrapped(row + 1)) ?? '';
    if (row > first && isWrapped(row)) lines.push(`${lines.pop() ?? ''}${text}`);
    else lines.push(text);
  }
  const text = lines
    .map((line) => line.replace(/ +$/, ''))
    .join('\n')
    .replace(/\n+$/, '');
  return text === '' ? '' : `${text}\n`;
}
