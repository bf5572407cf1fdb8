import { signalNumber } from '../backends/local/processes/signals.ts';
import type { JobExit } from '../model/job.ts';

/** What the supervisor of a job writes behind its output when it is over. */
export function closingLines(exit: JobExit): string {
  return `\n\n[background process ${describe(exit)}]\n`;
}

function describe(exit: JobExit): string {
  switch (exit.kind) {
    case 'exited':
      return exit.code === 0 ? 'completed' : `failed: exit status: ${exit.code}`;
    case 'signalled':
      return `failed: signal: ${signalNumber(exit.signal)} (${exit.signal})`;
    case 'timed_out':
      return 'error: it was ended when its time was up';
    case 'unknown':
      return 'error: how it ended is not known';
  }
}
