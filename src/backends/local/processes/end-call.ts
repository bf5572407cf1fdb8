import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from '../../../model/errors.ts';
import type { ProcessIdentity } from '../../../model/exit.ts';
import { type CallIdentity, findCallProcesses, mayHaveProcesses } from './call-processes.ts';
import { createKnown } from './known-processes.ts';
import { nextLook } from './look.ts';
import { isStill, type ProcessEntry, processesAreKnown } from './process-table.ts';

/** Milliseconds between two looks at what is still alive: at first, and at most, doubling in between. */
const firstLookMs = 3;
const lookEveryMs = 50;

/**
 * Milliseconds in which the kernel has to end what was sent SIGKILL: 5 s. A process that it cannot end by then hangs
 * in the kernel, and no signal reaches it.
 */
const killWaitMs = 5_000;

/**
 * Ends every process of a call: SIGTERM, `graceMs` for them to end by themselves, SIGKILL. Each is asked once; then each
 * that is left is killed, for as long as there are any. Resolves when none is left.
 */
export async function endCall(call: CallIdentity, graceMs: number): Promise<void> {
  if (!processesAreKnown) return await endGroup(call, graceMs);
  const known = createKnown();
  const signalAll = async (tell: (found: readonly ProcessEntry[]) => void): Promise<boolean> => {
    const { found, isSure } = known.find(call, await nextLook());
    tell(found);
    return found.length === 0 && isSure;
  };
  const asked = new Set<string>();
  if (await areGoneWithin(graceMs, () => signalAll((found) => askToEnd(found, asked)))) return;
  await areGoneWithin(killWaitMs, () => signalAll((found) => signalEach(found, ['SIGKILL'])));
}

async function endGroup(call: CallIdentity, graceMs: number): Promise<void> {
  signalCall(call, requestToEnd);
  if (await isGoneWithin(call, graceMs)) return;
  await areGoneWithin(killWaitMs, async () => !signalGroup(call, 'SIGKILL'));
}

/** A stopped process is woken, so that it can take the signal. */
const requestToEnd = ['SIGTERM', 'SIGCONT'] as const;

/**
 * Asks each of the processes once. One that turns up after the first look is asked only when none of the others is its
 * parent: what a process starts to clean up after itself is not ended before it has done so.
 */
export function askToEnd(found: readonly ProcessEntry[], asked: Set<string>): void {
  const isFirstLook = asked.size === 0;
  const parents = new Set(found.map(({ pid }) => pid));
  // The eldest first: a shell whose command is asked before it would end by itself. Ids tell no age, as they begin anew.
  for (const entry of found.toSorted((one, other) => one.startTime - other.startTime)) {
    const identity = `${entry.pid} ${entry.startTime}`;
    if (asked.has(identity) || (!isFirstLook && parents.has(entry.parentPid))) continue;
    asked.add(identity);
    signalEach([entry], requestToEnd);
  }
}

/** Whether any process of the call is alive, or could be; one that has ended and was not waited for does not count. */
export async function isAlive(call: CallIdentity): Promise<boolean> {
  return processesAreKnown ? mayHaveProcesses(call, await nextLook()) : signalGroup(call, 0);
}

/** Whether every process of the call is gone before `ms` milliseconds are over. */
export async function isGoneWithin(call: CallIdentity, ms: number): Promise<boolean> {
  return await areGoneWithin(ms, async () => !(await isAlive(call)));
}

/**
 * Whether `isGone` is so before `ms` milliseconds are over. Two looks in a row have to find it: so it holds also where ids begin anew
 * while one is taken.
 */
async function areGoneWithin(ms: number, isGone: () => Promise<boolean>): Promise<boolean> {
  const deadline = performance.now() + ms;
  let wasGone = false;
  for (let wait = firstLookMs; ; wait = Math.min(2 * wait, lookEveryMs)) {
    const isGoneNow = await isGone();
    if (isGoneNow && wasGone) return true;
    if (!isGoneNow && performance.now() >= deadline) return false;
    wasGone = isGoneNow;
    await sleep(isGoneNow ? firstLookMs : wait);
  }
}

export function signalCall(call: CallIdentity, names: readonly NodeJS.Signals[]): void {
  if (processesAreKnown) signalEach(findCallProcesses(call), names);
  else for (const name of names) signalGroup(call, name);
}

/** Sends the signals to each of the processes that is still the one that was found. */
export function signalEach(entries: readonly ProcessIdentity[], names: readonly NodeJS.Signals[]): void {
  for (const entry of entries) if (isStill(entry)) for (const name of names) signal(entry.pid, name);
}

function signalGroup({ shell }: CallIdentity, name: NodeJS.Signals | 0): boolean {
  return shell !== null && signal(-shell.pid, name);
}

/** Whether there was anything to signal. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  // To kill(2), 0 is this process's own group, -1 is every process there is, and 1 is the first of the system.
  if (Math.abs(pid) <= 1) throw new Error(`${pid} is no process of a call`);
  try {
    return process.kill(pid, name);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ESRCH') return false; // It ended meanwhile.
    if (code === 'EPERM') return true; // There, but not ours to signal: a set-user-id program.
    throw error;
  }
}
