import { type CallBegin, type CallIdentity, lookAtCall } from './call-processes.ts';
import type { Look } from './look.ts';
import { isStill, type ProcessEntry } from './process-table.ts';

/** What is known of the processes of a call. */
export interface Known {
  readonly found: readonly ProcessEntry[];
  /** Whether there can be no others: none is being replaced by another program that could be of the call. */
  readonly isSure: boolean;
}

/**
 * The processes of a call, also those that were found before and cannot be told by anything now: as it ends, a process loses its memory
 * first, its environment with it, and closes its files later; and one has no environment while another program takes its place.
 */
export interface KnownProcesses {
  /** Goes by another look. */
  find(call: CallIdentity, look: Look): Known;
}

export function createKnown(): KnownProcesses {
  const known = new Map<number, ProcessEntry>();
  let since: CallBegin | null = null;
  return {
    find(call, look) {
      const { found, unsure, replaced } = lookAtCall({ ...call, begin: since ?? call.begin }, look);
      // What has been looked at, and is none of the call's, becomes none of it later.
      const olderIds = [...known.keys(), ...[...found, ...replaced].map(({ pid }) => pid)];
      since = { lastProcessId: look.lastProcessId(), atMs: look.atMs, olderIds };
      const isFound = new Set(found.map(({ pid }) => pid));
      for (const entry of known.values())
        if (!isFound.has(entry.pid) && !isStill(entry)) known.delete(entry.pid);
      for (const entry of found) known.set(entry.pid, entry);
      return { found: [...known.values()], isSure: unsure.every(({ pid }) => known.has(pid)) };
    },
  };
}
