import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { createServerFactory } from '../../src/adapters/mcp/server.ts';
import { serveServersOnStdio } from '../../src/adapters/mcp/stdio.ts';
import { temporaryBash } from '../support/bash.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const line = (message: object): string => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`;

const initialize = line({
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'c', version: '1' } },
});

test('many answers to a client that reads late are not told to be a leak', async () => {
  const warnings: Error[] = [];
  const onWarning = (warning: Error): unknown => warnings.push(warning);
  process.on('warning', onWarning);
  onTestFinished(() => void process.off('warning', onWarning));
  const [stdin, stdout] = [new PassThrough(), new PassThrough({ highWaterMark: 1 })];
  const options = { workingDirectory: temporaryDirectory(), version: '1.2.3' };
  const factory = createServerFactory(temporaryBash({ sandbox: 'off' }), options);
  const server = serveServersOnStdio(factory, { stdin, stdout });
  onTestFinished(() => server.close());
  const ids = Array.from({ length: 20 }, (_, at) => at + 1);
  stdin.write(initialize + ids.map((id) => line({ id, method: 'ping' })).join(''));
  await expect.poll(() => stdout.listenerCount('drain')).toBe(21);
  const read = text(stdout);
  await expect.poll(() => stdout.listenerCount('drain')).toBe(0);
  stdout.end();
  const answers = (await read).trim().split('\n');
  expect(answers.map((answer) => JSON.parse(answer).id)).toEqual([0, ...ids]);
  expect(warnings).toEqual([]);
});
