import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** For clients that cannot be given a token: passes everything on as it is, with one. Ends with the test. */
export async function withToken(url: string, token: string): Promise<string> {
  const { hostname, port, pathname } = new URL(url);
  const proxy = createServer((asked, answer) => {
    const headers = { ...asked.headers, authorization: `Bearer ${token}` };
    const passed = request({ hostname, port, path: asked.url, method: asked.method, headers });
    passed.on('response', (response) => {
      answer.writeHead(response.statusCode ?? 500, response.headers).flushHeaders();
      response.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    answer.on('close', () => passed.destroy());
    asked.pipe(passed);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => {
    proxy.close();
    proxy.closeAllConnections();
  });
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}${pathname}`;
}
