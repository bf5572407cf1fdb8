import { randomBytes } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { type FrameStream, readFrames } from './frames.ts';
import { keepAlive } from './keep-alive.ts';

export type Push = (stream: FrameStream, bytes: Buffer) => void | Promise<void>;

/** The three streams of a launcher, which one command after the other has. */
export interface CommandStream {
  /** Where to what comes from now on goes; `null`: nowhere. */
  deliverTo(push: Push | null): void;
  write(text: string): void;
  /**
   * Settled with `true` when all was delivered that was written to both streams before the token, which `ask` is given;
   * with `false` when they are cut before it.
   */
  endsWith(ask: (token: string) => void): Promise<boolean>;
  /** When the last bytes came, or were last waited for by who takes them; as `performance.now()` counts. */
  lastActiveMs(): number;
  chunks(): number;
  /** Whether nothing is read, because who takes it has no room. */
  isHeldUp(): boolean;
  /** Settled when the streams are cut. */
  readonly over: Promise<void>;
  isOver(): boolean;
  keepAlive(isKept: boolean): void;
  close(): void;
}

export function createCommandStream(socket: Duplex): CommandStream {
  let push: Push | null = null;
  let ending: Ending | null = null;
  let lastActive = performance.now();
  let chunks = 0;
  let heldUp = false;
  let isThere = true;

  const take = (stream: FrameStream, payload: Buffer): void | Promise<void> => {
    const bytes = ending === null ? payload : ending.take(stream, payload);
    if (bytes.length > 0) {
      lastActive = performance.now();
      chunks += 1;
      const room = push?.(stream, bytes);
      if (room !== undefined) {
        heldUp = true;
        return room.finally(() => {
          heldUp = false;
          lastActive = performance.now();
          ending?.look();
        });
      }
    }
    ending?.look();
  };
  const over = readFrames(socket, take).then(() => {
    isThere = false;
  });
  socket.on('error', () => {}); // They are cut then, which is told above.

  return {
    deliverTo(next) {
      push = next;
      lastActive = performance.now();
      chunks = 0;
    },
    write: (text) => void socket.write(text),
    async endsWith(ask) {
      const token = randomBytes(16).toString('hex');
      const ended = new Promise<boolean>((resolve) => {
        ending = createEnding(Buffer.from(token), () => resolve(true));
      });
      ask(token);
      const isWhole = await Promise.race([ended, over.then(() => false)]);
      ending = null;
      return isWhole;
    },
    lastActiveMs: () => (heldUp ? performance.now() : lastActive),
    chunks: () => chunks,
    isHeldUp: () => heldUp,
    over,
    isOver: () => !isThere,
    keepAlive: (isKept) => keepAlive(socket, isKept),
    close() {
      isThere = false;
      socket.destroy();
    },
  };
}

/** Streams of which a token is the end. */
interface Ending {
  /** What of the bytes is before the token for certain. */
  take(stream: FrameStream, bytes: Buffer): Buffer;
  /** Called when what was taken has been delivered. */
  look(): void;
}

function createEnding(token: Buffer, whenBoth: () => void): Ending {
  const kept = new Map<FrameStream, Buffer>();
  return {
    take(stream, bytes) {
      const all = Buffer.concat([kept.get(stream) ?? Buffer.alloc(0), bytes]);
      // Nothing is written after the token: what can be of it are the last bytes.
      const at = Math.max(0, all.length - token.length);
      kept.set(stream, all.subarray(at));
      return all.subarray(0, at);
    },
    look() {
      if (([1, 2] as const).every((stream) => kept.get(stream)?.equals(token))) whenBoth();
    },
  };
}
