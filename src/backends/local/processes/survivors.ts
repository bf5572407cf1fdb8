import type { Survivor } from '../../../model/exit.ts';
import { settled } from '../settled.ts';
import type { CallIdentity } from './call-processes.ts';
import { createKnown, type Known } from './known-processes.ts';
import { nextLook } from './look.ts';
import { canWriteTo, commandLine, type ProcessEntry, processesAreKnown } from './process-table.ts';

/** What a command has left running, when it can be told. */
export async function findSurvivors(call: CallIdentity, stop: AbortSignal): Promise<readonly Survivor[]> {
  if (!processesAreKnown) return [];
  const known = createKnown();
  const { found } = await surely(async () => known.find(call, await nextLook()), stop);
  return found.map((entry) => toSurvivor(entry, call));
}

/**
 * Milliseconds in which it can be told whose a process is: 1 s. To take the place of a program takes another one less than a millisecond,
 * but one that has much memory gives that back before: of 1 GB that takes 100 ms and more.
 */
const sureMs = 1_000;

/** Looks until there can be no others, or for long enough, or until `stop`. */
export async function surely(find: () => Promise<Known>, stop: AbortSignal): Promise<Known> {
  let known = await find();
  const isSure = async (): Promise<boolean> => {
    if (!known.isSure) known = await find();
    return known.isSure;
  };
  if (!known.isSure) await settled(isSure, stop, sureMs);
  return known;
}

export function toSurvivor({ pid }: ProcessEntry, { outputFiles }: CallIdentity): Survivor {
  return { pid, command: commandLine(pid), holdsOutput: canWriteTo(pid, outputFiles) };
}
