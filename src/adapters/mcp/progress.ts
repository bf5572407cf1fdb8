import type { Event } from '../../model/event.ts';
import { headOf, tailOf } from '../../model/whole-characters.ts';
import { visibleLine } from '../../policy/visible.ts';

/** Milliseconds between two reports: a client that extends its deadline on progress needs no more than that. */
const reportEveryMs = 1_000;

/** The longest line that is reported, in characters: a status line of a client shows no more. */
const maxLineLength = 200;

/** Tells a client what it is told of a call that goes on. Resolves when the client has taken it; must not reject. */
export type Report = (seconds: number, message: string) => Promise<void>;

/**
 * Reports on a call: the last line of its output, at most once a second, also while it is silent or has not started
 * because a person thinks about it.
 */
export interface ProgressReporter {
  onEvent(event: Event): void;
  stop(): void;
}

export function createProgressReporter(report: Report): ProgressReporter {
  const begin = performance.now();
  let started = false;
  let line = '';
  let unfinished = '';
  let isTaken = true;

  const tick = async (): Promise<void> => {
    // To a client that does not read, reports would pile up.
    if (!isTaken) return;
    isTaken = false;
    const seconds = (performance.now() - begin) / 1_000;
    await report(seconds, line || `${started ? 'running' : 'waiting to start'} for ${Math.round(seconds)} s`);
    isTaken = true;
  };
  const timer = setInterval(() => void tick(), reportEveryMs);

  return {
    onEvent(event) {
      if (event.kind === 'started') started = true;
      if (event.kind === 'output') {
        // What is drawn over stands for a line too; and the client may be a terminal, which obeys what it is told.
        const lines = (unfinished + event.text).split(/[\n\r]/);
        // Only the end of a long line is kept: it may never be finished.
        unfinished = tailOf(lines.at(-1) ?? '', maxLineLength);
        line =
          lines
            .map((candidate) => visibleLine(headOf(candidate, maxLineLength)).trim())
            .findLast((candidate) => candidate !== '') ?? line;
      }
    },
    stop: () => clearInterval(timer),
  };
}
