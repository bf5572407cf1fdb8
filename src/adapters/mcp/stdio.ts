import { randomUUID } from 'node:crypto';
import type { Readable, Writable } from 'node:stream';
import { ProtocolErrorCode } from '@modelcontextprotocol/server';
import { type StdioServerHandle, StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Bash } from '../../engine/bash.ts';
import { describeValue } from '../../model/describe-value.ts';
import { boundLines, type RequestId } from './bound-lines.ts';
import { ownIds } from './own-ids.ts';
import {
  checkServing,
  createServerFactory,
  type McpOptions,
  mcpOptionKinds,
  mcpRequired,
  type ServerFactory,
} from './server.ts';
import { wellFormed } from './well-formed.ts';

/** The largest message that is read, in bytes: a command of the largest size that is accepted (8 MiB), escaped. */
export const maxMessageBytes = 64 * 1024 * 1024;

/** Where a client's messages come from and where the answers go. */
export interface Streams {
  readonly stdin: Readable;
  readonly stdout: Writable;
  /** Where the first line is told that is no message; left out: nowhere. */
  readonly stderr?: Writable;
}

/** Serves over standard input and output, both protocol eras; a connection is a conversation. */
export function serveMcpOnStdio(
  bash: Bash,
  options: McpOptions,
  streams: Streams = process,
): StdioServerHandle {
  checkServing('an MCP server', { bash, options, kinds: mcpOptionKinds, required: mcpRequired });
  return serveServersOnStdio(createServerFactory(bash, options), streams);
}

/** Serves whatever servers a factory makes, as those of a bash are served. */
export function serveServersOnStdio(
  createServer: ServerFactory,
  { stdin, stdout, stderr }: Streams,
): StdioServerHandle {
  const refuse = (id: RequestId | null, code: ProtocolErrorCode, message: string): void => {
    // The library's type has no id that is null, which JSON-RPC wants where it is not known.
    const answer = { jsonrpc: '2.0', id, error: { code, message } } as Parameters<typeof transport.send>[0];
    // Who does not read any more need not be told.
    transport.send(answer).catch(() => {});
  };
  let isTold = false;
  const bounded = stdin.pipe(
    boundLines(maxMessageBytes, (id) => {
      const message = `expected a message of at most ${maxMessageBytes / 1024 / 1024} MiB; a longer one was left out`;
      refuse(id, ProtocolErrorCode.InvalidRequest, message);
    }),
  );
  const messages = bounded.pipe(
    wellFormed(({ line, id, code, message }) => {
      if (!isTold) stderr?.write(`handrail: ${wordsOn(line)}\n`);
      isTold = true;
      refuse(id, code, message);
    }),
  );
  // Each answer that its client has not taken yet listens for that, and Node would warn of a leak from the eleventh on.
  stdout.setMaxListeners(0);
  const transport = new StdioServerTransport(messages, stdout, { maxBufferSize: maxMessageBytes });
  const own = ownIds(transport, (id) => {
    // Under its id the answer would be taken for that of the first.
    const message = `expected an id of its own, got ${JSON.stringify(id)} again`;
    refuse(null, ProtocolErrorCode.InvalidRequest, message);
  });
  return serveStdio(({ era }) => createServer({ conversationId: randomUUID(), era }), { transport: own });
}

/** Most who see it have started a server by hand; a client that writes such lines has many of them. */
function wordsOn(line: string): string {
  const whose = 'it is an MCP client that starts this and writes them';
  return `expected a message of JSON-RPC as each line of standard input, got ${describeValue(line)}; ${whose} (more of these are answered, and not told here)`;
}
