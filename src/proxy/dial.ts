import { connect, isIP, type Socket } from 'node:net';
import { hostText } from '../confine/host.ts';
import { messageOf } from '../model/errors.ts';
import type { Target } from './target.ts';

export type Dialled =
  | { readonly kind: 'connected'; readonly socket: Socket }
  | { readonly kind: 'failed'; readonly message: string };

/**
 * Connects to one of the addresses of a target, whichever answers first; no name is resolved any more. With the end of
 * `client`, who wants the connection, it is given up.
 */
export async function dial(
  target: Target,
  addresses: readonly string[],
  { client, timeoutMs }: { readonly client: Socket; readonly timeoutMs: number },
): Promise<Dialled> {
  if (client.destroyed) return { kind: 'failed', message: gone };
  const known = addresses.map((address) => ({ address, family: isIP(address) }));
  const socket = connect({
    host: hostText(target.host),
    port: target.port,
    allowHalfOpen: true,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: attemptMs,
    lookup: (_host, _options, answer) => answer(null, known),
  });
  socket.unref();
  return await new Promise((resolve) => {
    const fail = (message: string): void => {
      settle();
      socket.destroy();
      resolve({ kind: 'failed', message });
    };
    const onClose = (): void => fail(gone);
    const onTimeout = (): void => fail('it did not answer in time');
    const onError = (error: Error): void => fail(describe(error));
    const settle = (): void => {
      client.off('close', onClose);
      socket.setTimeout(0);
      // What goes wrong from here on ends with `close`, which is all that has to be known of it.
      socket.off('timeout', onTimeout).off('error', onError).on('error', ignore);
    };
    client.on('close', onClose);
    socket.setTimeout(timeoutMs, onTimeout);
    socket.on('error', onError);
    socket.once('connect', () => {
      settle();
      resolve({ kind: 'connected', socket });
    });
  });
}

/** Milliseconds until the next address is tried; Node's 250 are too few for what is far away. */
const attemptMs = 2_000;

const gone = 'the program that wanted it is gone';

/** Where none of several addresses was reached, the error has no words of its own. */
function describe(error: Error): string {
  return error instanceof AggregateError ? error.errors.map(messageOf).join(', ') : messageOf(error);
}

function ignore(): void {}
