import { Transform } from 'node:stream';

/** The id of a request, as far as it can be told from the ends of a message. */
export type RequestId = string | number;

/** Bytes of either end of a line that was left out; an id is in them or it is not told. */
const keptEnd = 256;

/**
 * Passes on whole lines, each as one chunk, and leaves out those that are longer than `maxBytes`: of them only the id of
 * the request is told, if it is first or last in the message, where libraries put it.
 */
export function boundLines(maxBytes: number, onTooLong: (id: RequestId | null) => void): Transform {
  let parts: Buffer[] = [];
  let bytes = 0;
  let head: string | null = null;
  let tail = Buffer.alloc(0);

  const add = (part: Buffer): void => {
    bytes += part.length;
    if (bytes <= maxBytes) {
      parts.push(part);
      return;
    }
    head ??= Buffer.concat([...parts, part].slice(0, keptEnd)).toString('utf8', 0, keptEnd);
    // The id may be cut in two by chunks.
    tail = Buffer.concat([...(parts.length === 0 ? [tail] : parts.slice(-1)), part]).subarray(-keptEnd);
    parts = [];
  };

  const endLine = (): Buffer | null => {
    const line = head === null ? Buffer.concat(parts) : null;
    if (head !== null) onTooLong(idIn(head, tail.toString('utf8').trimEnd()));
    parts = [];
    bytes = 0;
    head = null;
    return line;
  };

  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (let at = 0; at < chunk.length; ) {
        const end = chunk.indexOf(0x0a, at) + 1 || chunk.length;
        add(chunk.subarray(at, end));
        const line = chunk[end - 1] === 0x0a ? endLine() : null;
        if (line !== null) this.push(line);
        at = end;
      }
      done();
    },
  });
}

/** A value before the last brace, or after the version at the start, is of the message itself and not of what is in it. */
function idIn(head: string, tail: string): RequestId | null {
  const value = String.raw`(\d{1,15}|"[^"\\]{1,100}")`;
  const found =
    new RegExp(String.raw`,"id": ?${value}\}$`).exec(tail) ??
    new RegExp(String.raw`^\{(?:"jsonrpc": ?"2\.0", ?)?"id": ?${value},`).exec(head);
  return found?.[1] === undefined ? null : (JSON.parse(found[1]) as RequestId);
}
