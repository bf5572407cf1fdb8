/** Who listens to a signal by `onAbort`. */
const listenersOf = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls once the signal is aborted from now on, until what is returned is called. Of all who listen by this a signal has one listener:
 * a host may give many calls at once the same one, and of more than ten listeners Node says that they may be a leak.
 */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  const own = (): void => listener(); // Who listens twice is called twice.
  const listeners = listenersOf.get(signal) ?? listenTo(signal);
  listeners.add(own);
  return () => void listeners.delete(own);
}

/** It stays as long as the signal does. */
function listenTo(signal: AbortSignal): Set<() => void> {
  const listeners = new Set<() => void>();
  listenersOf.set(signal, listeners);
  const tellAll = (): void => {
    for (const listener of [...listeners]) listener();
    listeners.clear();
  };
  signal.addEventListener('abort', tellAll, { once: true });
  return listeners;
}
