import { once } from 'node:events';
import { statSync } from 'node:fs';
import { serveMcpOnStdio } from '../adapters/mcp/server.ts';
import { type ServeFlags, serve } from './serve.ts';
import { misuse, type Terminal } from './terminal.ts';

/** Serves the contract's tools over MCP until the client closes the connection or this process is asked to end. */
export async function mcp(terminal: Terminal, flags: ServeFlags): Promise<number> {
  const { bash, workingDirectory } = serve(terminal, flags);
  requireDirectory(workingDirectory);
  const server = serveMcpOnStdio(bash, { workingDirectory, version: terminal.version });
  await Promise.race([
    once(terminal.stdin, 'end'),
    once(terminal.stdin, 'close'),
    interruption(terminal.interrupted),
  ]);
  await bash.close();
  await server.close();
  // Answers that a client never reads would keep this process.
  terminal.stdout.destroy();
  return 0;
}

async function interruption(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}

function requireDirectory(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  throw misuse(`expected a directory to work in, got ${JSON.stringify(path)}`);
}
