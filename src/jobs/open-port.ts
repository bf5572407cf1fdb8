import { createConnection } from 'node:net';
import { listens } from '../backends/bubblewrap/network/listening-ports.ts';
import { findCallProcesses } from '../backends/local/processes/call-processes.ts';
import { networkOf } from '../backends/local/processes/process-places.ts';
import { isStill } from '../backends/local/processes/process-table.ts';
import type { ProcessIdentity } from '../model/exit.ts';
import type { Job } from '../model/job.ts';
import { processesOf } from './processes.ts';

/**
 * Looks whether connections to a TCP port are accepted where the commands of a job reach it: on this machine, or in the network of
 * their sandbox, where that has its own. Nothing of this machine can connect to that one, and what listens here is not reached from there.
 */
export function portCheck(port: number): (job: Job) => Promise<boolean> {
  let known: ProcessIdentity | null = null;
  return async (job) => {
    if (known === null || !isStill(known)) known = processIn(job);
    const network = known && networkOf(known.pid);
    if (known !== null && network !== null && network !== networkOf(process.pid))
      return listens(port, known.pid);
    return (await accepts(port, '127.0.0.1')) || (await accepts(port, '::1'));
  };
}

/** A process of the job of which it can be told in which network it is. */
function processIn(job: Job): ProcessIdentity | null {
  const isKnown = ({ pid }: ProcessIdentity): boolean => networkOf(pid) !== null;
  // Its shell may be over, and its number that of a stranger.
  if (isStill(job.shell) && isKnown(job.shell)) return job.shell;
  return findCallProcesses(processesOf(job)).find(isKnown) ?? null;
}

function accepts(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ port, host, timeout: 1_000 });
    const answer = (open: boolean) => (): void => {
      socket.destroy();
      resolve(open);
    };
    socket.on('connect', answer(true));
    socket.on('timeout', answer(false));
    socket.on('error', answer(false));
  });
}
