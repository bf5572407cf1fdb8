import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { onTestFinished } from 'vitest';
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
