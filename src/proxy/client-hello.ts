import { handshakeRecord, recordEnd, recordHead } from './tls-record.ts';

/** How a client begins. */
export type Opening =
  /** It cannot be told before so many bytes have come. */
  | { readonly kind: 'incomplete'; readonly neededBytes: number }
  | { readonly kind: 'not-tls' }
  /** `serverName`: whom it says that it wants to talk to; `null`: it does not say. `bytes`: so many are the greeting, and no more. */
  | { readonly kind: 'client-hello'; readonly serverName: string | null; readonly bytes: number }
  | { readonly kind: 'malformed' };

/** What a client may send until it has said whom it wants: as much as one record can have; today's take 2 KiB in one. */
const maxOpeningBytes = 16_384;
const maxRecords = 8;
/** What it may have sent ahead; OpenSSL and Go take a quarter of it. */
const maxEarlyBytes = 65_536;

/** The other kinds of records, which no greeting is in. Some servers pass over an alert before it, as that of Go does. */
const otherRecords: readonly number[] = [20, 21, 23, 24];
/** Of all versions from SSL 3 on. */
const majorVersion = 3;
const clientHello = 1;
const serverNameExtension = 0;

/** Reads the first that a client sends; see RFC 8446, 5.1 and 4.1.2, and RFC 6066, 3. */
export function readOpening(bytes: Uint8Array): Opening {
  const [type, major] = bytes;
  if (type === undefined) return { kind: 'incomplete', neededBytes: 1 };
  if (otherRecords.includes(type)) return readOtherRecord(major);
  if (type !== handshakeRecord) return { kind: 'not-tls' };
  const message = readHandshake(bytes);
  if (typeof message === 'number') return { kind: 'incomplete', neededBytes: message };
  const names = message && readServerNames(message.reader);
  if (message === null || names === null || names.length > 1) return { kind: 'malformed' };
  return { kind: 'client-hello', serverName: names[0] ?? null, bytes: message.bytes };
}

/**
 * The same of what comes once the server has asked for another greeting, see RFC 8446, 4.1.2: before it comes what was said before
 * that was known, and nothing else than a greeting behind it.
 */
export function readNextOpening(bytes: Uint8Array): Opening {
  let at = 0;
  while (otherRecords.includes(bytes[at] ?? handshakeRecord)) {
    at = bytes.length < at + recordHead ? at + recordHead : recordEnd(bytes, at);
    if (at > maxEarlyBytes) return { kind: 'malformed' };
    if (at > bytes.length) return { kind: 'incomplete', neededBytes: at };
  }
  const read = readOpening(bytes.subarray(at));
  switch (read.kind) {
    case 'incomplete':
      return { ...read, neededBytes: at + read.neededBytes };
    case 'client-hello':
      return { ...read, bytes: at + read.bytes };
    case 'not-tls':
    case 'malformed':
      return { kind: 'malformed' };
  }
}

function readOtherRecord(major: number | undefined): Opening {
  if (major === undefined) return { kind: 'incomplete', neededBytes: 2 };
  return { kind: major === majorVersion ? 'malformed' : 'not-tls' };
}

/**
 * The first message, which can be spread over several records. A number: so many bytes are needed; `null`: it is no
 * greeting.
 */
function readHandshake(bytes: Uint8Array): Greeting | number | null {
  const message: number[] = [];
  let at = 0;
  for (let records = 0; records < maxRecords; records += 1) {
    const record = readRecord(bytes, at);
    if (record === null || typeof record === 'number') return record;
    message.push(...record);
    at += recordHead + record.length;
    const [type = clientHello, high = 0, middle = 0, low] = message;
    if (type !== clientHello) return null;
    const end = 4 + (high << 16) + (middle << 8) + (low ?? 0);
    if (low === undefined || message.length < end) continue;
    // A second one behind it, in the same record, would be looked at by nobody.
    if (message.length > end) return null;
    return { reader: createReader(Uint8Array.from(message.slice(4, end))), bytes: at };
  }
  return null;
}

interface Greeting {
  readonly reader: Reader;
  readonly bytes: number;
}

/** What the record has that begins there. */
function readRecord(bytes: Uint8Array, at: number): Uint8Array | number | null {
  const start = at + recordHead;
  if (at < bytes.length && bytes[at] !== handshakeRecord) return null;
  if (bytes.length < start) return start;
  const end = recordEnd(bytes, at);
  if (end > maxOpeningBytes) return null;
  return bytes.length < end ? end : bytes.subarray(start, end);
}

/** `null`: it is not as it should be. */
function readServerNames(hello: Reader): readonly string[] | null {
  hello.take(2 + 32); // version, random
  hello.take(hello.number(1)); // session
  hello.take(hello.number(2)); // ciphers
  hello.take(hello.number(1)); // compression
  const names: string[] = [];
  if (!hello.isAtEnd()) {
    const extensions = createReader(hello.take(hello.number(2)));
    while (extensions.goesOn()) {
      const type = extensions.number(2);
      const data = createReader(extensions.take(extensions.number(2)));
      if (type !== serverNameExtension) continue;
      if (!readNameList(data, names)) return null;
    }
    if (!extensions.isAtEnd()) return null;
  }
  return hello.isAtEnd() ? names : null;
}

function readNameList(data: Reader, names: string[]): boolean {
  const list = createReader(data.take(data.number(2)));
  while (list.goesOn()) {
    list.take(1); // the kind: names of hosts are the only one there is
    names.push(Buffer.from(list.take(list.number(2))).toString('latin1'));
  }
  return list.isAtEnd() && data.isAtEnd();
}

/** Takes bytes from the front. Once there were not enough of them it never is at its end. */
interface Reader {
  take(count: number): Uint8Array;
  number(bytes: 1 | 2): number;
  goesOn(): boolean;
  isAtEnd(): boolean;
}

function createReader(bytes: Uint8Array): Reader {
  let at = 0;
  const take = (count: number): Uint8Array => {
    const taken = bytes.subarray(at, at + count);
    at += count;
    return taken;
  };
  return {
    take,
    number: (count) => take(count).reduce((sum, byte) => sum * 256 + byte, 0),
    goesOn: () => at < bytes.length,
    isAtEnd: () => at === bytes.length,
  };
}
