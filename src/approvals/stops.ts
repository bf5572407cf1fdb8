/** Calls when this process is asked to stop, as by a shell with job control: it then does not, until `stop` is called. The returned function ends that. */
export function onStop(then: () => void): () => void {
  return on('SIGTSTP', then);
}

/** Calls when this process goes on after it was stopped. The returned function ends that. */
export function onGoingOn(then: () => void): () => void {
  return on('SIGCONT', then);
}

function on(signal: 'SIGTSTP' | 'SIGCONT', then: () => void): () => void {
  process.on(signal, then);
  return () => void process.off(signal, then);
}

/** Stops this process until it is let go on, if nobody listens for that. Where there is no shell to let it, the system does nothing. */
export function stop(): void {
  process.kill(process.pid, 'SIGTSTP');
}
