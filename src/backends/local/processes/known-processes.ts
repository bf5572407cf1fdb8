import { type CallBegin, type CallIdentity, lookAtCall, sinceThen } from './call-processes.ts';
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

/**
 * Milliseconds in which a process is there whose id has been given out: 500 ms. That takes some microseconds; but where much runs, the kernel
 * may leave a fork half done until the turn of that comes again.
 */
const forkMs = 500;

export function createKnown(): KnownProcesses {
  const known = new Map<number, ProcessEntry>();
  const looked = createLooked();
  return {
    find(call, look) {
      const begin = sinceThen(looked.begin(look) ?? call.begin, look);
      const { found, unsure, again, strangers } = lookAtCall({ ...call, begin }, look);
      const isFound = new Set(found.map(({ pid }) => pid));
      for (const entry of known.values())
        if (!isFound.has(entry.pid) && !isStill(entry)) known.delete(entry.pid);
      for (const entry of found) known.set(entry.pid, entry);
      const others = strangers.filter(({ pid }) => !known.has(pid));
      looked.note({ begin, look, strangers: others, again: [...known.values(), ...again] });
      return { found: [...known.values()], isSure: unsure.every(({ pid }) => known.has(pid)) };
    },
  };
}

/** A look that was taken. */
interface Looked {
  /** From when on it looked at all there was; `null`: at all. */
  readonly begin: CallBegin | null;
  readonly look: Look;
  readonly strangers: readonly ProcessEntry[];
  /** What may be of the call, now or later. */
  readonly again: readonly ProcessEntry[];
}

/** What need not be looked at again: what is none of the call's becomes none of it later. */
function createLooked(): { begin(look: Look): CallBegin | null; note(looked: Looked): void } {
  /** The begin of each look so far, without those that all is there of by now. */
  let looks: readonly CallBegin[] = [];
  let strangers: ReadonlySet<number> = new Set();
  let olderIds: readonly number[] = [];
  return {
    begin(look) {
      const settled = looks.findLastIndex(({ atMs }) => atMs <= look.atMs - forkMs);
      looks = looks.slice(Math.max(0, settled));
      const [first, last] = [looks[0], looks.at(-1)];
      if (first === undefined || last === undefined) return null;
      const { lastProcessId } = last;
      return { ...first, olderIds, strangers: { ids: strangers, lastProcessId } };
    },
    note({ begin, look, strangers: others, again }) {
      const { atMs } = look;
      const first = begin ?? { lastProcessId: 0, atMs };
      // Where ids have begun anew, nothing holds that was known by them.
      const before = begin === null ? [] : looks.slice(1);
      looks = [first, ...before, { lastProcessId: look.lastProcessId(), atMs }];
      const ids = [...(begin === null ? [] : strangers), ...others.map(({ pid }) => pid)];
      strangers = new Set(ids.filter((pid) => pid > first.lastProcessId));
      olderIds = again.map(({ pid }) => pid);
    },
  };
}
