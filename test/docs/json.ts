import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { z } from 'zod';
import { claudePermissions } from '../../src/adapters/hooks/import/claude-permissions.ts';
import { defaultContract } from '../../src/contracts/default/default.ts';
import { type FileReading, isRecord } from '../../src/policy/files/read-json.ts';
import { readRuleFile } from '../../src/policy/files/rule-file.ts';
import { placesOf } from '../../src/policy/paths/places.ts';
import { readProfileFile } from '../../src/policy/profile.ts';
import { resolveSettings } from '../../src/settings/resolve.ts';
import type { Block } from '../support/documents.ts';
import { programFile } from '../support/handrail.ts';
import type { Stage } from './stage.ts';

/** Has the JSON of a block read by what it is for; rejects with what that says when it is not accepted. */
export async function accept({ text }: Block, stage: Stage): Promise<void> {
  const value: unknown = JSON.parse(text);
  if (!isRecord(value)) throw new Error('expected an object');
  const servers = serversIn(value);
  if (servers.length > 0) return await acceptClient(servers, stage);
  if ('permissions' in value) return void claudePermissions(value);
  if (Array.isArray(value.rules) && isRecord(value.rules[0])) return acceptRules(text, stage);
  if ('name' in value) return accepted(readProfileFile('profile.json', text));
  if ('command' in value) return acceptInput(value, stage);
  return acceptSettings(text, value, stage);
}

function acceptRules(text: string, { directory, env }: Stage): void {
  accepted(readRuleFile('rules.json', text, placesOf({ cwd: directory, home: env.HOME ?? null })));
}

function accepted(reading: FileReading<unknown>): void {
  if (reading.kind === 'invalid') throw new Error(JSON.stringify(reading.problems));
}

/** A user's settings, for each contract that they have options for. */
function acceptSettings(
  text: string,
  { options = {} }: Readonly<Record<string, unknown>>,
  { directory, env }: Stage,
): void {
  const file = join(env.HOME ?? '', '.config/handrail/handrail.json');
  mkdirSync(dirname(file), { recursive: true });
  // What it names beside it is what the page has shown.
  for (const name of readdirSync(directory).filter((one) => one.endsWith('.json')))
    copyFileSync(join(directory, name), join(dirname(file), name));
  writeFileSync(file, text);
  try {
    resolveSettings({ directory, env, flags: {} });
    for (const contract of Object.keys(Object(options)))
      resolveSettings({ directory, env, flags: { contract } });
  } finally {
    rmSync(file);
  }
}

/** The input of the tool `bash` of `default`. */
function acceptInput(value: unknown, { directory, env }: Stage): void {
  const [tool] = defaultContract.tools;
  const reading = defaultContract.readOptions({});
  if (reading.kind === 'invalid') throw new Error('expected options');
  const decoded = tool.decode(value, { options: reading.options, workingDirectory: directory, env });
  if (decoded.kind === 'invalid') throw new Error(JSON.stringify(decoded.problems));
}

const startedServer = z.strictObject({
  type: z.literal('stdio').optional(),
  command: z.string(),
  args: z.array(z.string()),
  env: z.record(z.string(), z.string()).optional(),
});

/** Reached with a client as long as what the page has its reader start serves there: in ./terminal.ts. */
const reachedServer = z.strictObject({
  type: z.literal('http').optional(),
  url: z.literal('http://127.0.0.1:8391/mcp'),
  headers: z.record(z.string(), z.string()),
});

const serversSchema = z.record(z.string(), z.union([startedServer, reachedServer]));

/** The servers that a client is configured with; none where this is no configuration of one. */
export function serversIn({ mcpServers, servers = mcpServers }: Readonly<Record<string, unknown>>) {
  return servers === undefined ? [] : Object.values(serversSchema.parse(servers));
}

/** Each server is started as it says, and lists its tools to a client. */
async function acceptClient(servers: ReturnType<typeof serversIn>, stage: Stage): Promise<void> {
  for (const server of servers) {
    if ('url' in server) continue;
    const { command, args, env } = server;
    const client = new Client({ name: 'reader', version: '1.0.0' });
    const started = installed(command, args, stage);
    const transport = new StdioClientTransport({
      ...started,
      cwd: stage.directory,
      env: { ...stage.env, ...env },
      stderr: 'inherit',
    });
    await client.connect(transport);
    const { tools } = await client.listTools();
    await client.close();
    if (tools.length === 0) throw new Error('expected tools, got none');
  }
}

/** The package is not fetched: it is the one that is built here. */
function installed(command: string, args: readonly string[], { directory }: Stage) {
  const how = [command, ...args.slice(0, args.indexOf('mcp'))].join(' ');
  const known = ['npx -y handrail', 'npx handrail', 'handrail', `node ${programFile}`];
  if (!known.includes(how)) throw new Error(`expected one of ${known.join(', ')}, got ${how}`);
  return {
    command: join(directory, 'node_modules/.bin/handrail'),
    args: args.slice(args.indexOf('mcp')),
  };
}
