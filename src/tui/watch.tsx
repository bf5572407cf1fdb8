import { bracketedPaste } from '../approvals/presses.ts';
import { createApp } from './app.ts';
import { listenForKeys } from './keyboard.ts';
import { screenOf } from './screen.tsx';
import { createSources } from './sources.ts';

/** What the screen is shown on, and what it is about. */
export interface WatchOptions {
  readonly stateDir: string;
  /** The values that are not shown. */
  readonly secrets: readonly string[];
  /** Terminals both. */
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly hasColours: boolean;
  /** Aborted when the process is to end. */
  readonly interrupted: AbortSignal;
}

/**
 * The screen that the terminal has beside its usual one; there lines that are too long for it are cut, and not broken, and
 * what is pasted is told from what is typed.
 */
const enter = `\x1b[?1049h\x1b[2J\x1b[H\x1b[?7l${bracketedPaste.on}`;
const leave = `${bracketedPaste.off}\x1b[?7h\x1b[?1049l`;
const clear = '\x1b[2J\x1b[H';

/** Milliseconds between two frames: 100, in which a flood of changes is one. */
const frameMs = 100;

/** Ages are shown in seconds. */
const tickMs = 1_000;

/** Shows what goes on in a state directory until the person leaves; the terminal is then as it was. */
export async function watch(options: WatchOptions): Promise<void> {
  const { stateDir, secrets, stdin, stdout, hasColours, interrupted } = options;
  const ink = await import('ink');
  const Screen = screenOf(ink);
  let redraw = (): void => {};
  let timer: NodeJS.Timeout | null = null;
  const soon = (): void => {
    timer ??= setTimeout(() => {
      timer = null;
      redraw();
    }, frameMs);
  };
  const sources = createSources(stateDir, secrets, soon);
  const app = createApp({ sources, now: Date.now, changed: () => redraw(), quit: () => screen.unmount() });
  const listen = (changed: () => void): (() => void) => {
    redraw = changed;
    return () => {
      redraw = () => {};
    };
  };
  // Before the frame of the new size is drawn: what the terminal has made of the old one is not known.
  const resized = (): void => void stdout.write(clear);
  const end = (): void => screen.unmount();

  // Whatever ends this process: nobody is to be left with a screen that no shell expects.
  const restore = (): void => void stdout.write(leave);
  process.once('exit', restore);
  stdout.write(enter);
  stdout.on('resize', resized);
  const tick = setInterval(soon, tickMs);
  const screen = ink.render(<Screen app={app} hasColours={hasColours} listen={listen} />, {
    ...{ stdin, stdout, patchConsole: false, exitOnCtrlC: false },
  });
  const deaf = listenForKeys(stdin, app.press);
  stdin.setRawMode(true);
  interrupted.addEventListener('abort', end, { once: true });
  try {
    if (interrupted.aborted) end();
    await screen.waitUntilExit();
  } finally {
    interrupted.removeEventListener('abort', end);
    clearInterval(tick);
    if (timer !== null) clearTimeout(timer);
    stdout.off('resize', resized);
    deaf();
    stdin.setRawMode(false);
    stdin.pause();
    sources.close();
    process.off('exit', restore);
    restore();
  }
}
