/** What speaks of one connection and not of the message, see RFC 9110, 7.6.1; and what is meant for the proxy. */
const ofTheConnection: readonly string[] = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

/** What tells where a message ends is of the message, whatever that says: without it, its body would be taken for the next one. */
const ofTheMessage = 'content-length';

/** The fields of a message that are passed on, names and values by turns as in `rawHeaders`. */
export function passedOn(rawHeaders: readonly string[], left: readonly string[] = []): string[] {
  const pairs = pairsOf(rawHeaders);
  const named = pairs
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.split(','))
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== ofTheMessage);
  const dropped = new Set([...ofTheConnection, ...left, ...named]);
  return pairs.filter(([name]) => !dropped.has(name.toLowerCase())).flat();
}

function pairsOf(rawHeaders: readonly string[]): readonly (readonly [name: string, value: string])[] {
  return Array.from({ length: rawHeaders.length / 2 }, (_, index) => [
    rawHeaders[2 * index] ?? '',
    rawHeaders[2 * index + 1] ?? '',
  ]);
}
