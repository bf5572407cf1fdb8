/** How many processes `replacedAgain` leaves. */
export const replacedProcesses = 6;

/**
 * A command that leaves processes in the background which become another program 150 times, and then run `last`. They are in sessions of
 * their own, and nobody's children: nothing but their environment tells whose they are.
 */
export function replacedAgain(last: string): string {
  const step = `((\${n:=0} < 150)) || ${last}; n=$((n + 1)) exec bash -c "$0" "$0"`;
  const one = `(setsid bash -c '${step}' '${step}' < /dev/null > /dev/null 2>&1 &)`;
  return Array.from({ length: replacedProcesses }, () => one).join('; ');
}
