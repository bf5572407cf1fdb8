import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryBash } from '../support/bash.ts';
import { heldProcess } from '../support/held-process.ts';
import { initialize, posted, served } from '../support/mcp-http.ts';

/** A session of the older era, with a command that goes on, one that waits for a file, and one that ends. */
async function session() {
  const held = heldProcess();
  const bash = temporaryBash({ sandbox: 'off' });
  const { url } = await served(bash, { workingDirectory: held.directory });
  const begun = await fetch(url, posted(initialize));
  await begun.text();
  const headers = { 'mcp-session-id': begun.headers.get('mcp-session-id') ?? '' };
  const post = async (message: object, signal: AbortSignal | null = null) =>
    await fetch(url, { ...posted(message, headers), signal });
  return {
    held,
    count: async () => (await bash.running()).length,
    go: () => writeFileSync(join(held.directory, 'go'), ''),
    call: async (id: unknown, command: string, signal?: AbortSignal) =>
      await post(calling(id, command), signal),
    batch: async (messages: readonly object[]) =>
      await fetch(url, {
        ...posted({}, headers),
        body: JSON.stringify(messages.map((message) => ({ jsonrpc: '2.0', ...message }))),
      }),
    cancel: async (requestId: unknown) =>
      await post({ method: 'notifications/cancelled', params: { requestId, reason: 'not wanted' } }),
  };
}

const calling = (id: unknown, command: string) => ({
  id,
  method: 'tools/call',
  params: { name: 'bash', arguments: { command } },
});

const untilGo = 'until [ -e go ]; do sleep 0.02; done; echo gone on';

test.each([7, 'seven'])(
  'the stream of request %j ends with its cancellation, without an answer',
  async (id) => {
    const { call, cancel, count, go, held } = await session();
    const other = await call('another', untilGo);
    const response = await call(id, held.command);
    await expect.poll(count).toBe(2);
    expect((await cancel(id)).status).toBe(202);
    expect(await response.text()).not.toContain('"result"');
    await expect.poll(count).toBe(1);
    held.expectGone();
    expect(await (await call(id, 'echo again')).text()).toContain('"text":"again"');
    go();
    expect(await other.text()).toContain('"text":"gone on"');
  },
);

test.each([8, '7', null, { id: 7 }])('a cancellation of %j leaves request 7 alone', async (id) => {
  const { call, cancel, count, go } = await session();
  const response = await call(7, untilGo);
  await expect.poll(count).toBe(1);
  await (await cancel(id)).text();
  go();
  expect(await response.text()).toContain('"text":"gone on"');
});

test('a stream that its client closes cancels its request and no other, and its id is free again', async () => {
  const { call, count, go, held } = await session();
  const other = await call(8, untilGo);
  const stop = new AbortController();
  const response = await call(7, held.command, stop.signal);
  const text = response.text().catch(() => 'closed');
  await expect.poll(count).toBe(2);
  stop.abort();
  expect(await text).toBe('closed');
  await expect.poll(count).toBe(1);
  held.expectGone();
  expect(await (await call(7, 'echo again')).text()).toContain('"text":"again"');
  go();
  expect(await other.text()).toContain('"text":"gone on"');
});

test('of requests that came together the others are answered when one is cancelled, and then their stream ends', async () => {
  const { batch, call, cancel, count, go, held } = await session();
  const response = await batch([calling(1, held.command), calling(2, untilGo), calling(3, held.command)]);
  await expect.poll(count).toBe(3);
  expect((await cancel(1)).status).toBe(202);
  await expect.poll(count).toBe(2);
  go();
  await expect.poll(count).toBe(1);
  await (await cancel(3)).text();
  const answers = await response.text();
  expect(answers).toContain('"text":"gone on"');
  expect(answers.match(/"id":2\b/g)).toHaveLength(1);
  expect(answers).not.toMatch(/"id":[13]/);
  // The stream ends with the cancellation, and the command some time after it.
  await expect.poll(count).toBe(0);
  held.expectGone();
  for (const id of [1, 2, 3]) expect(await (await call(id, 'echo again')).text()).toContain('"text":"again"');
});

test('of requests one of which is cancelled as they come the others are answered', async () => {
  const { batch, go, held } = await session();
  go();
  const cancelled = { method: 'notifications/cancelled', params: { requestId: 1 } };
  const response = await batch([calling(1, held.command), cancelled, calling(2, untilGo)]);
  expect(await response.text()).toContain('"text":"gone on"');
});
