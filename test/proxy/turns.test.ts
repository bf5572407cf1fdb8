import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { clientOf, exchange, loopbackServer, proxyFor, rules } from './support.ts';

describe('requests that are sent before the answers to others', () => {
  test('are passed on one after the other, and answered in their order', async () => {
    const held: Socket[] = [];
    const server = await loopbackServer((socket) => void socket.once('data', () => held.push(socket)));
    const { port } = await proxyFor(rules(`127.0.0.1:${server.port}`));
    const asked = ['a', 'b', 'c'].map(
      (name) => `GET http://127.0.0.1:${server.port}/${name} HTTP/1.1\r\nHost: x\r\n\r\n`,
    );
    const client = clientOf(port, asked.join(''));
    for (const [at, name] of ['a', 'b', 'c'].entries()) {
      await expect.poll(() => held.length).toBe(at + 1);
      expect(server.received.map((text) => text.slice(0, 6))).toEqual(
        ['a', 'b', 'c'].slice(0, at + 1).map((one) => `GET /${one}`),
      );
      const body = `answer ${name};`;
      held.at(-1)?.end(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
      await client.until(new RegExp(body));
    }
  });

  test('take no more connections to servers than those of clients, and leave none behind', async () => {
    let open = 0;
    const server = await loopbackServer((socket) => {
      open += 1;
      socket.on('end', () => {
        open -= 1;
      });
    });
    const { port } = await proxyFor(rules(`127.0.0.1:${server.port}`));
    const request = `GET http://127.0.0.1:${server.port}/ HTTP/1.1\r\nHost: x\r\n\r\n`;
    const client = clientOf(port, request.repeat(8));
    await expect.poll(() => server.received).toEqual([expect.stringMatching(/^GET /)]);
    client.socket.write(request.repeat(8));
    const other = clientOf(port, request);
    await expect.poll(() => server.received).toHaveLength(2);
    other.socket.destroy();
    client.socket.destroy();
    await expect.poll(() => open).toBe(0);
  });

  test('end the connection where too many of them wait, and all that was begun for it', async () => {
    let open = 0;
    const server = await loopbackServer((socket) => {
      open += 1;
      socket.on('end', () => {
        open -= 1;
      });
    });
    const { port } = await proxyFor(rules(`127.0.0.1:${server.port}`), { maxWaiting: 2 });
    const request = `GET http://127.0.0.1:${server.port}/ HTTP/1.1\r\nHost: x\r\n\r\n`;
    const client = clientOf(port, request.repeat(3));
    await expect.poll(() => open).toBe(1);
    client.socket.write(request);
    expect(await client.ended()).toBe('');
    await expect.poll(() => open).toBe(0);
    expect(server.received).toHaveLength(1);
  });

  test('for a tunnel end the connection: nobody could tell what is whose', async () => {
    const server = await loopbackServer(() => {});
    const { port } = await proxyFor(rules(`127.0.0.1:${server.port}`));
    const request = `GET http://127.0.0.1:${server.port}/ HTTP/1.1\r\nHost: x\r\n\r\n`;
    expect(
      await exchange(port, `${request}CONNECT 127.0.0.1:${server.port} HTTP/1.1\r\nHost: x\r\n\r\nhello`),
    ).toBe('');
    expect(server.received.join('')).not.toContain('hello');
  });
});
