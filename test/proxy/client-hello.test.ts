import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { connect } from 'node:tls';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readOpening } from '../../src/proxy/client-hello.ts';

/** What Node says first to a server of this name. */
async function helloFor(servername: string): Promise<Buffer> {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // what listens on a port has one
  const client = connect({ port, host: '127.0.0.1', servername });
  client.on('error', () => {}); // It is not answered.
  const [socket] = await once(server, 'connection');
  const [bytes] = await once(socket, 'data');
  client.destroy();
  return bytes;
}

/** One message in records of this many bytes. */
function inRecords(hello: Buffer, size: number): Buffer {
  const message = hello.subarray(5);
  const parts = Array.from({ length: Math.ceil(message.length / size) }, (_, index) => {
    const part = message.subarray(index * size, (index + 1) * size);
    return Buffer.concat([Buffer.from([22, 3, 1, part.length >> 8, part.length & 255]), part]);
  });
  return Buffer.concat(parts);
}

describe('the first words of a client', () => {
  test('name the server that they are for', async () => {
    const hello = await helloFor('a.example.com');
    const bytes = hello.length;
    expect(readOpening(hello)).toEqual({ kind: 'client-hello', serverName: 'a.example.com', bytes });
    expect(readOpening(Buffer.concat([hello, hello]))).toMatchObject({ serverName: 'a.example.com', bytes });
  });

  test('name none', async () => {
    expect(readOpening(await helloFor(''))).toMatchObject({ kind: 'client-hello', serverName: null });
  });

  test('can come in several records, and in any pieces', async () => {
    const whole = await helloFor('a.example.com');
    const hello = inRecords(whole, Math.ceil(whole.length / 6));
    for (let end = 0; end < hello.length; end += 1) {
      const opening = readOpening(hello.subarray(0, end));
      expect(opening.kind).toBe('incomplete');
      expect(opening.kind === 'incomplete' && opening.neededBytes).toBeGreaterThan(end);
    }
    expect(readOpening(hello)).toMatchObject({ serverName: 'a.example.com' });
  });

  test('are not taken in more records than anybody needs, nor of any length', async () => {
    const hello = await helloFor('a.example.com');
    expect(readOpening(inRecords(hello, 20))).toEqual({ kind: 'malformed' });
    expect(readOpening(Buffer.from([22, 3, 1, 0xff, 0xff]))).toEqual({ kind: 'malformed' });
  });

  test('may not name two', async () => {
    const hello = await helloFor('a.example.com');
    const at = hello.indexOf('a.example.com');
    const two = Buffer.from(hello);
    // The same bytes as a list of two names: `a.exa` and `e.com`, with the kind and the length of the second between them.
    two.writeUInt16BE(5, at - 2);
    Buffer.from([0, 0, 5]).copy(two, at + 5);
    expect(readOpening(two)).toEqual({ kind: 'malformed' });
  });

  test('have no second greeting behind them in their record', async () => {
    const hello = await helloFor('a.example.com');
    const both = Buffer.concat([hello.subarray(5), hello.subarray(5)]);
    expect(readOpening(inRecords(Buffer.concat([hello.subarray(0, 5), both]), both.length))).toEqual({
      kind: 'malformed',
    });
  });

  test('are something else than TLS', () => {
    expect(readOpening(Buffer.from('SSH-2.0-x\r\n'))).toEqual({ kind: 'not-tls' });
    expect(readOpening(Buffer.alloc(0))).toEqual({ kind: 'incomplete', neededBytes: 1 });
  });

  test.each([20, 21, 23, 24])(
    'are no others of TLS: servers pass over some, and take the greeting behind them (%i)',
    (type) => {
      expect(readOpening(Buffer.from([type]))).toEqual({ kind: 'incomplete', neededBytes: 2 });
      expect(readOpening(Buffer.from([type, 3, 1, 0, 2, 1, 90]))).toEqual({ kind: 'malformed' });
      expect(readOpening(Buffer.from([type, 0, 0, 1]))).toEqual({ kind: 'not-tls' });
    },
  );

  test('whatever is changed in them, are read to an end', async () => {
    const hello = await helloFor('a.example.com');
    fc.assert(
      fc.property(fc.nat(hello.length - 1), fc.nat(255), fc.nat(hello.length), (at, byte, end) => {
        const changed = Buffer.from(hello);
        changed[at] = byte;
        const { kind } = readOpening(changed.subarray(0, end));
        expect(['incomplete', 'not-tls', 'client-hello', 'malformed']).toContain(kind);
      }),
      { numRuns: 2_000, seed: 1 },
    );
  });
});
