import { constants } from 'node:os';

const named: Readonly<Record<string, number>> = constants.signals;

/** The first signal without a name of its own, as the GNU C library counts. */
const firstRealTime = 34;

/** `SIGKILL`, `SIGRTMIN+3` */
export function signalName(number: number): string {
  const known = Object.entries(named).find(([, value]) => value === number);
  if (known !== undefined) return known[0];
  return number === firstRealTime ? 'SIGRTMIN' : `SIGRTMIN+${number - firstRealTime}`;
}

/** The number of a signal by its name; 0 for a name that there is not. */
export function signalNumber(name: string): number {
  const realTime = /^SIGRTMIN(?:\+(\d+))?$/.exec(name);
  return realTime === null ? (named[name] ?? 0) : firstRealTime + Number(realTime[1] ?? 0);
}
