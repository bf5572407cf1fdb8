import { PassThrough } from 'node:stream';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { onTestFinished } from 'vitest';
import type { ServerFactory } from '../../src/adapters/mcp/server.ts';
import { serveServersOnStdio } from '../../src/adapters/mcp/stdio.ts';
import { type Machine, mainFile } from './handrail.ts';

/** Which of the protocol's two ways to open a connection a client takes. */
export type Era = 'legacy' | 'auto';

/** The official client, connected to the built server over stdio; closed when the test is over. */
export async function connect(
  machine: Machine,
  {
    words = [],
    era = 'legacy',
    client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: era } }),
  }: { words?: readonly string[]; era?: Era; client?: Client } = {},
): Promise<{ readonly client: Client; readonly pid: number }> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [mainFile, 'mcp', ...words],
    cwd: machine.directory,
    env: { ...machine.env },
    stderr: 'inherit',
  });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return { client, pid: transport.pid ?? -1 };
}

/** A client, connected to servers in this process by streams as of standard input and output; closed when the test is over. */
export async function connectStreams(createServer: ServerFactory, client: Client): Promise<void> {
  const [there, back] = [new PassThrough(), new PassThrough()];
  const server = serveServersOnStdio(createServer, { stdin: there, stdout: back });
  onTestFinished(() => server.close());
  // What one end reads the other one writes: the lines are the same both ways.
  await client.connect(new StdioServerTransport(back, there));
  onTestFinished(() => client.close());
}
