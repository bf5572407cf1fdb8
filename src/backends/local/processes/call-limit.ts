import { quote } from '../quote.ts';
import { readOrNull } from './process-table.ts';

/**
 * By what the processes of a call are told that have thrown away all that they were started with: an environment of their own, another
 * session, output to nowhere and two forks take nothing of it. It is the limit of file locks, RLIMIT_LOCKS, which Linux goes by in no
 * version since 2.4.25; see getrlimit(2). The soft one tells of which call a process is. The hard one is above that of any call, and
 * nobody but root can raise it. Where there is no such limit, or it may not be so high, a call is told by all else.
 *
 * A call within another has its own, and the other one is told by its mark in the environment.
 */
const option = '-x';

/** The hexadecimal digits that each begins with, "HA", and how many of the mark's come after them: all numbers are less than 2^63, as bash has them. */
const prefix = '4841';
const markDigits = 11;

/** That of the call with this mark, as the kernel tells it. Throws where the mark is no hexadecimal number. */
export function callLimit(mark: string): string {
  return String(BigInt(`0x${prefix}${mark.slice(0, markDigits)}`));
}

/** All have as many digits: in their order as texts, they are in that of the numbers. */
const lowestLimit = callLimit('0'.repeat(markDigits));
const hardLimit = callLimit('f'.repeat(markDigits));

/** The same in an arithmetic expression of bash, where a variable has the mark. */
export function callLimitIn(variable: string): string {
  return `16#${prefix}\${${variable}:0:${markDigits}}`;
}

/** A command of bash: gives the process the limit, and all that it starts. */
export function takeCallLimit(variable: string): string {
  return `ulimit -S ${option} "$((${callLimitIn(variable)}))" && ulimit -H ${option} ${hardLimit}`;
}

/**
 * A command of bash for what looks after calls, and may be within one itself when its host is: who ends that one would end it before its
 * work is done.
 */
export const leaveCallLimit = `ulimit -S ${option} hard 2> /dev/null`;

/** A regular expression, for bash as well. */
const limitLine = 'Max file locks +([0-9]+|unlimited) +([0-9]+|unlimited)';
const limitPattern = new RegExp(limitLine);

/** A function in bash, `find_limit <pid>`: sets `limit` to that of the process, or to 0 where it has none. */
export const limitFunctions = `
find_limit() {
  local text= line=${quote(limitLine)}
  limit=0
  IFS= read -r -d '' text < "/proc/$1/limits"
  [[ $text =~ $line && \${BASH_REMATCH[1]} != unlimited ]] && limit=\${BASH_REMATCH[1]}
}
`;

/** The soft one of a process, as the kernel tells it; `null` when it is gone, or none is told. */
export function softLimitOf(pid: number): string | null {
  return limitsOf(pid)[0] ?? null;
}

/** Whether a process was started by a command of some call, also where it has given itself another soft limit since. */
export function hasCallLimit(pid: number): boolean {
  return limitsOf(pid).some(
    (limit) => limit.length === hardLimit.length && limit >= lowestLimit && limit <= hardLimit,
  );
}

/** The soft and the hard one. */
function limitsOf(pid: number): readonly string[] {
  return limitPattern.exec(readOrNull(`/proc/${pid}/limits`) ?? '')?.slice(1) ?? [];
}
