import { launcherName } from './launchers/start-launcher.ts';
import { hasCallLimit } from './processes/call-limit.ts';
import { markVariable } from './processes/call-processes.ts';
import { takeLook } from './processes/look.ts';
import { listProcessIds, processesAreKnown, readOrNull, readProcess } from './processes/process-table.ts';

/**
 * Whether this process was started by a command of a call: by its environment, by that of a process that it descends from, by
 * that of one in its session, or by its limit, which only root can take off. A sandbox keeps also root's away from the state.
 */
export function isWithinCall(env: Readonly<Record<string, string>>): boolean {
  if (env[markVariable] !== undefined) return true;
  if (!processesAreKnown) return false;
  if (hasCallLimit(process.pid)) return true;
  const { environmentValue } = takeLook();
  return [...ancestorsOf(process.pid), ...inSessionOf(process.pid)].some(
    (pid) => environmentValue(pid, markVariable) !== null || isLauncher(pid),
  );
}

/** A shell that puts its one program in its own place has no environment left to look at; its parent is there still. */
function isLauncher(pid: number): boolean {
  return readOrNull(`/proc/${pid}/cmdline`)?.split('\0').includes(launcherName) ?? false;
}

/** The process itself, and those that it descends from. */
function ancestorsOf(pid: number): readonly number[] {
  const found: number[] = [];
  for (let entry = readProcess(pid); entry !== null && !found.includes(entry.pid); ) {
    found.push(entry.pid);
    entry = readProcess(entry.parentPid);
  }
  return found;
}

function inSessionOf(pid: number): readonly number[] {
  const sessionId = readProcess(pid)?.sessionId;
  return listProcessIds().filter((other) => readProcess(other)?.sessionId === sessionId);
}
