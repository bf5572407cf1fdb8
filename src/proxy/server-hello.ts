import { handshakeRecord, recordEnd, recordHead } from './tls-record.ts';

const serverHello = 2;
/** Its kind, its length, its version. */
const messageHead = 1 + 3 + 2;
const alertRecord = 21;

/** By this, in place of a random number, a server asks for another greeting; see RFC 8446, 4.1.3. */
const retryRandom = Buffer.from('cf21ad74e59a6111be1d8c021e65b891c2a211167abb8c5e079e09e2c8a8339c', 'hex');

/** What is looked at of a server that does not come to its point, in bytes: some records. */
const maxBytes = 16_384;

/** Whether a server answers a greeting by asking for another one, which may name somebody else. `null`: it cannot be told yet. */
export function asksAgain(bytes: Buffer): boolean | null {
  const needed = messageHead + retryRandom.length;
  let message = Buffer.alloc(0);
  for (let at = 0; message.length < needed; at = recordEnd(bytes, at)) {
    if (at > maxBytes) return false;
    const type = bytes[at];
    // Some say by an alert that they do not know the name, and answer all the same.
    if (type !== undefined && type !== handshakeRecord && type !== alertRecord) return false;
    if (bytes.length < at + recordHead) return null;
    if (type === handshakeRecord)
      message = Buffer.concat([message, bytes.subarray(at + recordHead, recordEnd(bytes, at))]);
  }
  return message[0] === serverHello && message.subarray(messageHead, needed).equals(retryRandom);
}
