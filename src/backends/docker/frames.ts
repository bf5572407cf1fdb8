/** The streams of a container as the daemon numbers them: 1 for standard output, 2 for standard error. */
export type FrameStream = 1 | 2;

/** Bytes of what stands before each part of a stream: its number, three zeros, its length. */
const headerBytes = 8;

/** A part of one of the streams. */
interface Frame {
  readonly stream: FrameStream;
  readonly payload: Buffer;
}

/**
 * Takes apart what the daemon puts together of two streams, see "Stream format" of its `ContainerAttach`. Resolves at the
 * end of it; what breaks has come to its end. While a promise that `push` has returned is open nothing is read: then the
 * daemon has nowhere to write to, and in the end the command waits. What is kept here is a header at most.
 */
export async function readFrames(
  source: AsyncIterable<unknown>,
  push: (stream: FrameStream, payload: Buffer) => void | Promise<void>,
): Promise<void> {
  const split = createFrameSplitter();
  try {
    for await (const chunk of source) {
      // A socket without an encoding gives buffers.
      for (const { stream, payload } of split(chunk as Buffer)) {
        const room = push(stream, payload);
        if (room !== undefined) await room;
      }
    }
  } catch {
    // The connection was cut, by the daemon's end or by ours: nothing more comes.
  }
}

/** Takes the connection in parts and gives what is in them of frames. */
function createFrameSplitter(): (chunk: Buffer) => Generator<Frame> {
  let header = Buffer.alloc(0);
  let stream: FrameStream = 1;
  let left = 0;
  return function* (chunk) {
    for (let rest = chunk; rest.length > 0; ) {
      if (left > 0) {
        const payload = rest.subarray(0, left);
        rest = rest.subarray(payload.length);
        left -= payload.length;
        yield { stream, payload };
        continue;
      }
      const missing = headerBytes - header.length;
      header = Buffer.concat([header, rest.subarray(0, missing)]);
      rest = rest.subarray(missing);
      if (header.length < headerBytes) return;
      stream = header[0] === 2 ? 2 : 1;
      left = header.readUInt32BE(4);
      header = Buffer.alloc(0);
    }
  };
}
