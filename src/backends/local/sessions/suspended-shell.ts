import type { ProcessIdentity } from '../../../model/exit.ts';
import { signalEach } from '../processes/end-call.ts';
import type { Known } from '../processes/known-processes.ts';
import { isStill, processesAreKnown, statFields } from '../processes/process-table.ts';

/** Milliseconds between two looks: 500 ms; a look reads one file of /proc. */
const lookEveryMs = 500;

/**
 * Has a shell go on that its command has suspended (`kill -STOP $$`), once that is so in two looks after each other and nothing of the command is
 * there that could do it: nobody else would, and the command would last until its time is up. The returned function has nobody look any more.
 */
export function wakeSuspended(shell: ProcessIdentity | null, others: () => Promise<Known>): () => void {
  if (shell === null || !processesAreKnown) return () => {};
  let wasSuspended = false;
  let isWanted = true;
  const look = async (): Promise<void> => {
    const suspended = isStill(shell) && isSuspended(shell);
    const isLeftAlone = suspended && wasSuspended && !canGoOn(await others());
    if (isLeftAlone && isWanted) signalEach([shell], ['SIGCONT']);
    wasSuspended = suspended;
  };
  // Where this process cannot look at all, it does the next time.
  const timer = setInterval(() => void look().catch(() => {}), lookEveryMs);
  timer.unref();
  return () => {
    isWanted = false;
    clearInterval(timer);
  };
}

function canGoOn({ found, isSure }: Known): boolean {
  return !isSure || !found.every(isSuspended);
}

/** As proc(5) has it; one that a debugger holds is a `t`. */
function isSuspended({ pid }: ProcessIdentity): boolean {
  return statFields(pid)[0] === 'T';
}
