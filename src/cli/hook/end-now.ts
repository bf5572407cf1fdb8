/** Ends a process that cannot exit, which the agent would wait for until it goes on without. What the shell makes of that is exit status 2. */
export function endNow(): void {
  process.kill(process.pid, 'SIGKILL');
}
