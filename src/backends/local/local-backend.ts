import type { Run } from '../../model/exit.ts';
import type { Backend } from '../../model/ports.ts';
import { stopReason, whenAborted } from './abort.ts';
import { drain } from './drain.ts';
import { type Launch, launch } from './launch.ts';
import { createPipePool, type PipePool } from './pipes.ts';
import { checkDirectory, findPrograms, type LocalBackendOptions } from './preconditions.ts';
import { endGroup, groupIsAlive } from './process-group.ts';

/**
 * Runs commands on this machine as this user, on real bash, each in a session and process group of its own, with
 * nothing on its standard input. It confines nothing.
 */
export function createLocalBackend(options: LocalBackendOptions): Backend {
  let pool: PipePool | null = null;
  return {
    name: 'local',
    async run(plan, sink, stop) {
      const programs = findPrograms(options);
      if (programs.kind === 'could_not_start') return programs;
      const directoryProblem = await checkDirectory(plan.cwd);
      if (directoryProblem !== null) return directoryProblem;
      if (stop.aborted) return { kind: 'ended', exit: stopReason(stop), leftovers: 'none' };

      pool ??= createPipePool(programs.mkfifo);
      const started = await launch(programs.bash, pool, plan, sink);
      if (started.kind === 'could_not_start') return started;
      return await attend(started, plan.graceMs, stop);
    },
    async close() {
      pool?.close();
      pool = null;
    },
  };
}

/** Stays with a command until it is over; nothing of its process group is left afterwards. */
async function attend({ shell, readers }: Launch, graceMs: number, stop: AbortSignal): Promise<Run> {
  const exit = await Promise.race([shell.exited, whenAborted(stop)]);
  if (stop.aborted || exit === undefined) {
    await endGroup(shell.pid, graceMs);
    await drain(readers, new AbortController().signal);
    return { kind: 'ended', exit: stopReason(stop), leftovers: 'none' };
  }
  await drain(readers, stop);
  const leftovers = groupIsAlive(shell.pid) ? 'ended' : 'none';
  if (leftovers === 'ended') await endGroup(shell.pid, graceMs);
  return { kind: 'ended', exit, leftovers };
}
