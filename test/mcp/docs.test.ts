import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryMachine } from '../support/handrail.ts';
import { connect } from '../support/mcp.ts';
import { alone, untoldChecksOfBash, untoldOfBash } from '../support/untold.ts';

const text = readFileSync(new URL('../../docs/mcp.md', import.meta.url), 'utf8');

interface Configured {
  readonly command?: string;
  readonly args?: readonly string[];
}

/** The server that a client is configured with, in each of the blocks. */
const configurations = [...text.matchAll(/```json\n([\s\S]*?)```/g)].map(([, json = '']) => {
  const { mcpServers, servers = mcpServers } = JSON.parse(json);
  return servers.handrail as Configured;
});

test.each(
  configurations
    .filter(({ command }) => command !== undefined)
    .map(({ command, args }) => ({ command, args })),
)('a client that is configured with $command $args has the tools', async ({ command, args = [] }) => {
  expect([command, ...args.slice(0, 1)]).toEqual(['handrail', 'mcp']);
  const { client } = await connect(temporaryMachine(), { words: args.slice(1) });
  expect((await client.listTools()).tools).toHaveLength(5);
});

test('there are three clients, each of them both ways', () => {
  expect(configurations.length).toBeGreaterThanOrEqual(6);
  for (const client of ['Claude Code', 'Cursor', 'VS Code']) expect(text).toContain(client);
  const { home } = temporaryMachine();
  expect(join(home, '.local/state/handrail')).toContain(/--token-file ~\/(\S+)\/mcp-token/.exec(text)?.[1]);
});

test('what the public suite cannot tell is what its test leaves out, for the same reasons', () => {
  const [, section = ''] = text.split('\n## What the public suite cannot tell\n');
  const rows = [...section.matchAll(/^\| (`.*`) \| (.*) \|$/gm)].flatMap(([, names = '', reason]) =>
    [...names.matchAll(/`([\w-]+)`/g)].map(([, name = '']) => [name, reason] as const),
  );
  const checks = Object.values(untoldChecksOfBash).flatMap((ids) => ids.map((id) => [id, alone]));
  expect(Object.fromEntries(rows)).toEqual({ ...untoldOfBash, ...Object.fromEntries(checks) });
});
