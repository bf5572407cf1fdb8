import { spawn } from '@lydell/node-pty';
import xterm from '@xterm/headless';
import { onTestFailed, onTestFinished } from 'vitest';
import { type Machine, mainFile } from './handrail.ts';

/** `handrail watch` on a terminal, and what a person would see there. */
export interface WatchScreen {
  /** The rows of the screen as they are now, without the blanks at their ends. */
  rows(): readonly string[];
  /** Settled when a row has the text, or `is` holds for the rows. */
  until(is: string | ((rows: readonly string[]) => boolean)): Promise<void>;
  /** As it is typed; several characters at once are pasted. */
  press(keys: string): void;
  resize(columns: number, rows: number): void;
  /** All that was written to the terminal. */
  written(): string;
  /** What the terminal was told to do that no screen of ours does: titles, the clipboard. */
  readonly obeyed: readonly string[];
  readonly terminal: xterm.Terminal;
  readonly pid: number;
  /** The exit status. */
  readonly exit: Promise<number>;
}

export interface ScreenOptions {
  readonly columns?: number;
  readonly rows?: number;
  readonly env?: Readonly<Record<string, string>>;
}

export function watchScreen(machine: Machine, given: ScreenOptions = {}): WatchScreen {
  const { columns: cols = 80, rows = 24, env = {} } = given;
  const terminal = new xterm.Terminal({ cols, rows, allowProposedApi: true, logLevel: 'off' });
  const pty = spawn(process.execPath, [mainFile, 'watch'], {
    ...{ cols, rows, cwd: machine.directory },
    env: { ...machine.env, TERM: 'xterm-256color', ...env },
  });
  const waiting = new Set<() => void>();
  const obeyed: string[] = [];
  let written = '';
  terminal.onTitleChange((title) => void obeyed.push(`title ${title}`));
  terminal.parser.registerOscHandler(52, (data) => {
    obeyed.push(`clipboard ${data}`);
    return true;
  });
  pty.onData((text) => {
    written += text;
    terminal.write(text, () => {
      for (const look of [...waiting]) look();
    });
  });
  const exit = new Promise<number>((done) => pty.onExit(({ exitCode }) => done(exitCode)));
  let isOver = false;
  void exit.then(() => {
    isOver = true;
  });
  onTestFinished(() => {
    if (!isOver) pty.kill('SIGKILL');
    terminal.dispose();
  });
  const rowsNow = (): readonly string[] =>
    Array.from({ length: terminal.rows }, (_, row) => {
      const { active } = terminal.buffer;
      return (
        active
          .getLine(active.baseY + row)
          ?.translateToString(true)
          .trimEnd() ?? ''
      );
    });
  onTestFailed(() => void process.stderr.write(`the screen:\n${rowsNow().join('\n')}\n`));
  return {
    rows: rowsNow,
    until: (is) =>
      new Promise((done) => {
        const holds =
          typeof is === 'string' ? () => rowsNow().some((row) => row.includes(is)) : () => is(rowsNow());
        const look = (): void => {
          if (!holds()) return;
          waiting.delete(look);
          done();
        };
        waiting.add(look);
        look();
      }),
    press: (keys) => pty.write(keys),
    resize(columns, height) {
      terminal.resize(columns, height);
      pty.resize(columns, height);
    },
    written: () => written,
    ...{ obeyed, terminal, pid: pty.pid, exit },
  };
}

/** What a terminal sends for a pasted text. */
export const pasted = (text: string): string => `\x1b[200~${text}\x1b[201~`;

/** What keys send. */
export const keys = {
  ...{ enter: '\r', escape: '\x1b', down: '\x1b[B', up: '\x1b[A', end: '\x1b[F', home: '\x1b[H' },
  ...{ pageDown: '\x1b[6~', pageUp: '\x1b[5~', ctrlC: '\x03', erase: '\x7f', tab: '\t' },
  ...{ wordLeft: '\x1b[1;5D', altEnter: '\x1b\r', delete: '\x1b[3~' },
} as const;
