import { launcherName } from './launchers/start-launcher.ts';
import { hasCallLimit } from './processes/call-limit.ts';
import { ancestorsOf, markVariable } from './processes/call-processes.ts';
import { type Look, takeLook } from './processes/look.ts';
import { processesAreKnown, readOrNull } from './processes/process-table.ts';

/**
 * Whether this process was started by a command of a call: by its environment, by that of a process that it descends from, by
 * that of one in its session, or by its limit, which only root can take off. A sandbox keeps also root's away from the state.
 */
export function isWithinCall(env: Readonly<Record<string, string>>): boolean {
  if (env[markVariable] !== undefined) return true;
  if (!processesAreKnown) return false;
  if (hasCallLimit(process.pid)) return true;
  const look = takeLook();
  return [...ancestorsOf(process.pid, look), ...inSessionOf(process.pid, look)].some(
    (pid) => look.environmentValue(pid, markVariable) !== null || isLauncher(pid),
  );
}

/** A shell that puts its one program in its own place has no environment left to look at; its parent is there still. */
function isLauncher(pid: number): boolean {
  return readOrNull(`/proc/${pid}/cmdline`)?.split('\0').includes(launcherName) ?? false;
}

function inSessionOf(pid: number, look: Look): readonly number[] {
  const sessionId = look.process(pid)?.sessionId;
  return look.processIds().filter((other) => look.process(other)?.sessionId === sessionId);
}
