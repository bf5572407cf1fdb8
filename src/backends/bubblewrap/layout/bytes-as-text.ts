import { isUtf8 } from 'node:buffer';

/** What is UTF-8, see RFC 3629, and each other byte that is not ASCII; as Latin-1. */
const sequences =
  /[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2}|[\x80-\xff]/g;

/** Half of a pair of UTF-16, which no text has by itself, for a byte that is none in UTF-8: of what it is in, it is known that it cannot be named. */
const firstLost = 0xdc00;

/** A text of bytes that need not be UTF-8. */
export function textOfBytes(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString('utf8');
  return bytes
    .toString('latin1')
    .replace(sequences, (sequence) =>
      sequence.length === 1
        ? String.fromCharCode(firstLost + sequence.charCodeAt(0))
        : Buffer.from(sequence, 'latin1').toString('utf8'),
    );
}

/** Whether a path from such a text is one that can be named here: in UTF-8, as Node has all of them. */
export function canBeNamed(path: string): boolean {
  return !/\p{Surrogate}/u.test(path);
}
