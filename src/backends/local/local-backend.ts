import type { Run, Survivor } from '../../model/exit.ts';
import type { Backend } from '../../model/ports.ts';
import { stopReason, whenAborted } from './abort.ts';
import { type CallIdentity, findCallProcesses } from './call-processes.ts';
import { drain } from './drain.ts';
import { endCall, isAlive, isGoneWithin } from './end-call.ts';
import { type Launch, type LaunchParts, launch } from './launch.ts';
import { createPipePool } from './pipes.ts';
import { explain, findPrograms, type LocalBackendOptions, type Programs } from './preconditions.ts';
import { canWriteTo, commandLine, processesAreKnown } from './process-table.ts';
import { createWatchdog } from './watchdog.ts';

/**
 * Runs commands on this machine as this user, on real bash, each in a session and process group of its own, with
 * nothing on its standard input. It confines nothing.
 */
export function createLocalBackend(options: LocalBackendOptions): Backend {
  let parts: LaunchParts | null = null;
  return {
    name: 'local',
    async run(plan, sink, stop) {
      if (stop.aborted) return { kind: 'ended', exit: stopReason(stop), survivors: [] };
      if (parts === null) {
        const programs = findPrograms(options);
        if (programs.kind === 'could_not_start') return programs;
        parts = createParts(programs, options);
      }
      const { watchdog } = parts;
      const started = await launch(parts, plan, sink);
      if (started.kind === 'could_not_start') return await explain(started, options, plan.cwd);
      return await attend(started, plan.graceMs, stop).finally(() => watchdog.forget(started.call.mark));
    },
    async close() {
      parts?.pool.close();
      parts?.watchdog.close();
      parts = null;
    },
  };
}

function createParts({ bash, mkfifo }: Programs, { outerMark }: LocalBackendOptions): LaunchParts {
  return { bash, pool: createPipePool(mkfifo), watchdog: createWatchdog(bash), outerMark: outerMark ?? null };
}

/** Stays with a command until it is over; no process of it is left afterwards. */
async function attend(launched: Launch, graceMs: number, stop: AbortSignal): Promise<Run> {
  const { call, exited, readers } = launched;
  const over = new AbortController();
  try {
    await Promise.race([exited, whenAborted(stop, over.signal)]);
    if (!stop.aborted)
      return { kind: 'ended', exit: await exited, survivors: await endSurvivors(launched, graceMs, stop) };
    await endCall(call, graceMs);
    await drain(readers, new AbortController().signal);
    return { kind: 'ended', exit: stopReason(stop), survivors: [] };
  } finally {
    over.abort();
    for (const reader of readers) reader.stop();
  }
}

/** Reads what still comes after the end of the shell, then ends what still runs. Resolves to what that was. */
async function endSurvivors(
  { call, readers }: Launch,
  graceMs: number,
  stop: AbortSignal,
): Promise<readonly Survivor[]> {
  const outputInodes = await drain(readers, stop);
  const rest = { ...call, outputInodes };
  if (outputInodes.size === 0 && (!isAlive(rest) || (await isGoneWithin(rest, lastWorkMs)))) return [];
  const survivors = findSurvivors(rest);
  for (const reader of readers) reader.stop();
  await endCall(rest, graceMs);
  return survivors;
}

/**
 * Milliseconds that processes have which outlive the shell, and do not hold its output, to finish by themselves:
 * 100 ms, as long as a silent pipe is read on. Bash does not wait for process substitutions such as `> >(tee log)`: what they still have to write must
 * not be lost.
 */
const lastWorkMs = 100;

function findSurvivors(call: CallIdentity): readonly Survivor[] {
  if (!processesAreKnown) return [];
  return findCallProcesses(call).map(({ pid }) => ({
    pid,
    command: commandLine(pid),
    holdsOutput: canWriteTo(pid, call.outputInodes),
  }));
}
