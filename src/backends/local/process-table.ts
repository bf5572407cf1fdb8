import { readdirSync, readFileSync } from 'node:fs';

/** A process as the kernel tells of it. */
export interface ProcessEntry {
  readonly groupId: number;
}

/** The ids of all processes; `null` where there is no /proc, as on macOS. */
export function listProcessIds(): readonly number[] | null {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d/.test(name))
      .map(Number);
  } catch {
    return null; // No /proc: whoever asks has another way, or says that there is none.
  }
}

/** The process of that id; `null` when there is none, or only what is left of it until its parent asks (a zombie). */
export function readProcess(pid: number): ProcessEntry | null {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch {
    return null; // It ended between the listing and the look.
  }
  // proc(5): pid (comm) state ppid pgrp …; comm may hold spaces and parentheses, so count from its last one.
  const [state, , groupId] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (state === 'Z' || state === 'X') return null;
  return { groupId: Number(groupId) };
}
