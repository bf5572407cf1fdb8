import type { Event } from '../../model/event.ts';

/** Milliseconds between two reports: a client that extends its deadline on progress needs no more than that. */
const reportEveryMs = 1_000;

/** The longest line that is reported, in characters: a status line of a client shows no more. */
const maxLineLength = 200;

/** Reports on a running command: its last line of output, at most once a second, also while it is silent. */
export interface ProgressReporter {
  onEvent(event: Event): void;
  stop(): void;
}

/** `report` is given the seconds since the start and the last line; it must not throw. */
export function createProgressReporter(report: (seconds: number, line: string) => void): ProgressReporter {
  let line = '';
  let unfinished = '';
  let timer: NodeJS.Timeout | null = null;

  const start = (): void => {
    const begin = performance.now();
    timer = setInterval(() => report((performance.now() - begin) / 1_000, line), reportEveryMs);
  };

  return {
    onEvent(event) {
      if (event.kind === 'started') start();
      if (event.kind === 'output') {
        const lines = (unfinished + event.text).split('\n');
        // Only the end of a long line is kept: it may never be finished.
        unfinished = (lines.at(-1) ?? '').slice(-maxLineLength);
        line =
          lines
            .findLast((candidate) => candidate.trim() !== '')
            ?.trim()
            .slice(0, maxLineLength) ?? line;
      }
    },
    stop() {
      if (timer !== null) clearInterval(timer);
    },
  };
}
