import { randomUUID } from 'node:crypto';
import type { Readable, Writable } from 'node:stream';
import { ProtocolErrorCode } from '@modelcontextprotocol/server';
import { type StdioServerHandle, StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Bash } from '../../engine/bash.ts';
import { checkOptions } from '../../model/options.ts';
import { boundLines } from './bound-lines.ts';
import { createServerFactory, type McpOptions, mcpOptionKinds, type ServerFactory } from './server.ts';

/** The largest message that is read, in bytes: a command of the largest size that is accepted (8 MiB), escaped. */
export const maxMessageBytes = 64 * 1024 * 1024;

/** Where a client's messages come from and where the answers go. */
export interface Streams {
  readonly stdin: Readable;
  readonly stdout: Writable;
}

/** Serves over standard input and output, both protocol eras; a connection is a conversation. */
export function serveMcpOnStdio(
  bash: Bash,
  options: McpOptions,
  streams: Streams = process,
): StdioServerHandle {
  checkOptions('an MCP server', options, mcpOptionKinds);
  return serveServersOnStdio(createServerFactory(bash, options), streams);
}

/** Serves whatever servers a factory makes, as those of a bash are served. */
export function serveServersOnStdio(
  createServer: ServerFactory,
  { stdin, stdout }: Streams,
): StdioServerHandle {
  const bounded = stdin.pipe(
    boundLines(maxMessageBytes, (id) => {
      const message = `expected a message of at most ${maxMessageBytes / 1024 / 1024} MiB; a longer one was left out`;
      const error = { code: ProtocolErrorCode.InvalidRequest, message };
      // Who does not read any more need not be told.
      transport.send({ jsonrpc: '2.0', ...(id === null ? {} : { id }), error }).catch(() => {});
    }),
  );
  const transport = new StdioServerTransport(bounded, stdout, { maxBufferSize: maxMessageBytes });
  return serveStdio(({ era }) => createServer({ conversationId: randomUUID(), era }), { transport });
}
