import { bracketedPaste } from '../approvals/presses.ts';
import { onGoingOn, onStop, stop } from '../approvals/stops.ts';
import { type App, createApp } from './app.ts';
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

/** Shows what goes on in a state directory until the person leaves; the terminal is then as it was, and also while it is stopped. */
export async function watch(options: WatchOptions): Promise<void> {
  const { stateDir, secrets } = options;
  const ink = await import('ink');
  let redraw = (): void => {};
  let quit = (): void => {};
  let timer: NodeJS.Timeout | null = null;
  const soon = (): void => {
    timer ??= setTimeout(() => {
      timer = null;
      redraw();
    }, frameMs);
  };
  const sources = createSources(stateDir, secrets, soon);
  const app = createApp({ sources, now: Date.now, changed: () => redraw(), quit: () => quit() });
  const listen = (changed: () => void): (() => void) => {
    redraw = changed;
    return () => {
      redraw = () => {};
    };
  };
  const tick = setInterval(soon, tickMs);
  const begin = (leave: () => void): void => {
    quit = leave;
  };
  try {
    // A shell has the terminal meanwhile, and has it in another state afterwards.
    for (let end: End | null = null; end !== 'left'; ) {
      if (end === 'to stop') stop();
      end = await show(ink, app, { ...options, listen, begin });
    }
  } finally {
    clearInterval(tick);
    if (timer !== null) clearTimeout(timer);
    sources.close();
  }
}

/** Why the terminal is given back: to take it again at once, the process having been stopped. */
type End = 'left' | 'to stop' | 'again';

interface Showing extends Pick<WatchOptions, 'stdin' | 'stdout' | 'hasColours' | 'interrupted'> {
  readonly listen: (changed: () => void) => () => void;
  /** Called with what ends it for good. */
  readonly begin: (leave: () => void) => void;
}

/** Has the terminal for as long as nothing ends that. */
async function show(ink: typeof import('ink'), app: App, showing: Showing): Promise<End> {
  const { stdin, stdout, hasColours, interrupted, listen, begin } = showing;
  const Screen = screenOf(ink);
  let ended: End = 'left';
  const end = (how: End): void => {
    ended = how;
    screen.unmount();
  };
  const leaveIt = (): void => end('left');
  // Before the frame of the new size is drawn: what the terminal has made of the old one is not known.
  const resized = (): void => void stdout.write(clear);

  // In the background it is stopped by this, before anything is drawn over what a shell has there.
  stdin.setRawMode(true);
  // Whatever ends or stops this process: nobody is to be left with a screen that no shell expects.
  const unheard = [onStop(() => end('to stop')), onGoingOn(() => end('again'))];
  const restore = (): void => void stdout.write(leave);
  process.once('exit', restore);
  stdout.write(enter);
  stdout.on('resize', resized);
  const screen = ink.render(<Screen app={app} hasColours={hasColours} listen={listen} />, {
    ...{ stdin, stdout, patchConsole: false, exitOnCtrlC: false },
  });
  begin(leaveIt);
  const deaf = listenForKeys(stdin, app.press);
  stdin.resume();
  interrupted.addEventListener('abort', leaveIt, { once: true });
  try {
    if (interrupted.aborted) leaveIt();
    await screen.waitUntilExit();
  } finally {
    interrupted.removeEventListener('abort', leaveIt);
    stdout.off('resize', resized);
    deaf();
    stdin.setRawMode(false);
    stdin.pause();
    process.off('exit', restore);
    restore();
    for (const undo of unheard) undo();
  }
  return ended;
}
