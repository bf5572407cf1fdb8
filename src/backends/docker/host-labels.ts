import { hostname } from 'node:os';
import { namespaceOf } from '../local/processes/process-places.ts';
import { readOrNull, startTimeOf } from '../local/processes/process-table.ts';
import type { Daemon } from './daemon.ts';

/** The machine, and the space of process ids on it, that a container was made from. */
const machineLabel = 'handrail.machine';

/** The process that it was made by: `<id> <start time>`. */
const hostLabel = 'handrail.host';

/** Tells containers of this process from all others. */
export function hostLabels(): Readonly<Record<string, string>> {
  return { [machineLabel]: machine(), [hostLabel]: `${process.pid} ${startTimeOf(process.pid)}` };
}

/**
 * Removes the containers whose host is gone. They have ended with it: what is left of them is there when the daemon was
 * not, or was started anew in between. Of containers from another machine, or another container, nothing can be said.
 */
export async function sweep(daemon: Daemon): Promise<void> {
  const containers = await daemon.list([`${machineLabel}=${machine()}`]);
  const orphans = containers.filter(({ labels }) => isGone(labels[hostLabel] ?? ''));
  await Promise.all(orphans.map(({ id }) => daemon.remove(id)));
}

function machine(): string {
  const boot = readOrNull('/proc/sys/kernel/random/boot_id')?.trim() ?? 'unknown';
  return [hostname(), boot, namespaceOf(process.pid) ?? 'one'].join(' ');
}

function isGone(host: string): boolean {
  const [pid, startTime] = host.split(' ');
  if (!/^\d+$/.test(pid ?? '') || startTime === undefined) return false;
  if (startTime !== 'null') return String(startTimeOf(Number(pid))) !== startTime;
  return !isThere(Number(pid));
}

/** Where there is no /proc to tell start times. */
function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Of another user's process it is known that it is there.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
