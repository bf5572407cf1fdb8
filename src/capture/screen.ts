import type { IMarker, Terminal } from '@xterm/headless';
import type { TerminalSize } from '../model/plan.ts';
import { createSequenceLimit } from './sequence-limit.ts';

/** A terminal that nobody looks at: it takes what a program draws and tells what would be read there. */
export interface Screen {
  /** Settled when it is drawn; the bytes are the caller's again then. One at a time. */
  push(bytes: Buffer): Promise<void>;
  /** From here on only what comes is told: from the line that the cursor is on. */
  mark(): Promise<void>;
  /** The text as it is now. */
  read(): Promise<ScreenText>;
}

export interface ScreenText {
  /** One line for each that was written, however many lines of the screen it took. */
  readonly text: string;
  /** Whether there were lines above that are not kept. */
  readonly isCut: boolean;
}

/** Lines above the screen that are kept: 5,000, several times what a model is given; they take 8 MB. */
const scrollback = 5_000;

/**
 * Bytes that are drawn at once: 4 KiB. The worst of them, each few erasing the screen, take some ten milliseconds, in
 * which this process does nothing else.
 */
const sliceBytes = 4_096;

/**
 * The package is loaded with the first screen: most processes never need it. As a person would, one sees the other
 * screen that full-screen programs draw on while such a program runs, and what was there before once it is over.
 */
export function createScreen({ columns, rows }: TerminalSize): Screen {
  const limit = createSequenceLimit(Math.max(columns, rows));
  const opened = openTerminal(columns, rows);
  let begin: IMarker | null = null;

  return {
    async push(bytes) {
      const { terminal } = await opened;
      for (let at = 0; at < bytes.length; at += sliceBytes) {
        const drawn = limit(bytes.subarray(at, at + sliceBytes));
        if (drawn.length > 0) await new Promise<void>((done) => terminal.write(drawn, done));
      }
    },
    async mark() {
      const { terminal } = await opened;
      begin = terminal.buffer.active.type === 'normal' ? (terminal.registerMarker(0) ?? null) : null;
    },
    async read() {
      const { terminal, top } = await opened;
      const isAlternate = terminal.buffer.active.type === 'alternate';
      const isLost = begin?.isDisposed ?? top?.isDisposed ?? false;
      const from = isAlternate || begin === null || begin.isDisposed ? 0 : begin.line;
      return { text: textFrom(terminal, from), isCut: !isAlternate && isLost };
    },
  };
}

async function openTerminal(columns: number, rows: number) {
  const { default: xterm } = await import('@xterm/headless');
  const terminal = new xterm.Terminal({ cols: columns, rows, scrollback, allowProposedApi: true });
  // It is disposed of when its line is no more.
  return { terminal, top: terminal.registerMarker(0) };
}

/** The lines without the blanks at their ends, and without the empty ones at the end of all. */
function textFrom({ buffer: { active } }: Terminal, from: number): string {
  const lines: string[] = [];
  for (let row = from; row < active.length; row += 1) {
    const goesOn = active.getLine(row + 1)?.isWrapped ?? false;
    const text = active.getLine(row)?.translateToString(!goesOn) ?? '';
    if (row > from && active.getLine(row)?.isWrapped) lines.push(`${lines.pop() ?? ''}${text}`);
    else lines.push(text);
  }
  const text = lines
    .map((line) => line.replace(/ +$/, ''))
    .join('\n')
    .replace(/\n+$/, '');
  return text === '' ? '' : `${text}\n`;
}
