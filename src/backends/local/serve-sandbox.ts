import type { ChildProcess } from 'node:child_process';
import type { ProxyServer } from '../../proxy/proxy.ts';

/** Starts what makes a sandbox, and serves that sandbox; `null`: it has no proxy. Throws what `start` throws. */
export function startServed(proxy: ProxyServer | null, start: () => ChildProcess): ChildProcess {
  try {
    const keeper = start();
    if (proxy !== null) serve(keeper, proxy);
    return keeper;
  } catch (error) {
    proxy?.close();
    throw error;
  }
}

/**
 * Serves the socket that a sandbox hands on by its channel, which is then closed: nobody in the sandbox has it when the
 * command starts. With the process that keeps the sandbox it is over.
 */
function serve(keeper: ChildProcess, proxy: ProxyServer): void {
  keeper.once('message', (_message, listener) => {
    if (listener !== undefined) proxy.listen(listener);
    if (keeper.connected) keeper.disconnect();
  });
  keeper.once('exit', () => proxy.close());
  keeper.once('error', () => proxy.close());
  // It must not keep this process from ending.
  keeper.channel?.unref();
}
