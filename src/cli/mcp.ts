import { once } from 'node:events';
import { serveMcpOnStdio } from '../adapters/mcp/server.ts';
import { type ServeFlags, serve } from './serve.ts';
import type { Terminal } from './terminal.ts';

/** Serves the contract's tools over MCP until the client closes the connection or this process is asked to end. */
export async function mcp(terminal: Terminal, flags: ServeFlags): Promise<number> {
  const { bash, workingDirectory } = serve(terminal, flags);
  const server = serveMcpOnStdio(bash, { workingDirectory, version: terminal.version });
  await Promise.race([
    once(terminal.stdin, 'end'),
    once(terminal.stdin, 'close'),
    interruption(terminal.interrupted),
  ]);
  await bash.close();
  await server.close();
  return 0;
}

async function interruption(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}
