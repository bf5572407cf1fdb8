import { Transform } from 'node:stream';

/** Characters that are told of a line: 80. */
const toldLength = 80;

/**
 * Passes on lines, each of them one chunk, and tells of the first that is no message: the protocol's library passes over such lines without a word, as
 * some clients send them, and a person who types one waits for ever. A message is an object, or a list of them, from its first sign to its last.
 */
export function tellStrays(tell: (line: string) => void): Transform {
  let hasTold = false;
  return new Transform({
    transform(line: Buffer, _encoding, done) {
      if (!hasTold && !isMessage(line)) {
        hasTold = true;
        tell(
          line
            .toString('utf8', 0, 4 * toldLength)
            .trim()
            .slice(0, toldLength),
        );
      }
      done(null, line);
    },
  });
}

/** By its ends: to read one of 64 MiB twice would take seconds. */
function isMessage(line: Buffer): boolean {
  const first = line.toString('latin1', 0, 200).trimStart()[0] ?? '';
  const last =
    line
      .toString('latin1', Math.max(0, line.length - 200))
      .trimEnd()
      .at(-1) ?? '';
  return ['', '{}', '[]'].includes(first + last);
}
