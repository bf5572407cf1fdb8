import { tailOf } from '../../model/whole-characters.ts';

/** Milliseconds between two interim results: each goes to the user's screen whole, and more than that nobody reads. */
const betweenMs = 200;

/** Characters of output that an interim result has: the last ones, about a screen. */
const shownLength = 4_000;

/**
 * Runs something that writes, and yields the end of what it has written so far whenever there is more; its last value is what it
 * came to. Who stops listening aborts it, and so does `stop`.
 */
export async function* withProgress<Interim, Result>(
  run: (onOutput: (text: string) => void, signal: AbortSignal) => Promise<Result>,
  interim: (shown: string) => Interim,
  stop?: AbortSignal,
): AsyncGenerator<Interim | Result, void, undefined> {
  const gone = new AbortController();
  const signal = AbortSignal.any(stop === undefined ? [gone.signal] : [gone.signal, stop]);
  let shown = '';
  let wake: () => void = () => {};
  let isOver = false;
  let news = new Promise<void>((resolve) => {
    wake = resolve;
  });
  const running = run((text) => {
    shown = tailOf(shown + text, shownLength);
    wake();
  }, signal).finally(() => {
    isOver = true;
    wake();
  });
  running.catch(noted);
  try {
    while (true) {
      await news;
      if (isOver) break;
      news = new Promise((resolve) => {
        wake = resolve;
      });
      yield interim(shown);
      await settledOrAfter(running, betweenMs);
    }
    yield await running;
  } finally {
    gone.abort();
    await running.then(noted, noted);
  }
}

/** A rejection is told where the result is waited for. */
const noted = (): void => {};

function settledOrAfter(running: Promise<unknown>, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    const settle = (): void => {
      clearTimeout(timer);
      resolve();
    };
    running.then(settle, settle);
  });
}
