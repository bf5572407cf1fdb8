import { once } from 'node:events';
import { statSync } from 'node:fs';
import { hostNameExpected, hostNameOf } from '../adapters/mcp/host-name.ts';
import type { McpOptions } from '../adapters/mcp/server.ts';
import { serveMcpOnStdio } from '../adapters/mcp/stdio.ts';
import { probeSandbox } from '../backends/bubblewrap/probe.ts';
import { isWithinCall } from '../backends/local/within-call.ts';
import type { Bash } from '../engine/bash.ts';
import { messageOf } from '../model/errors.ts';
import type { SandboxRule } from '../model/sandbox.ts';
import { mcpTokenVariable } from '../settings/host.ts';
import { defaultHttpPort, type McpFlags } from './mcp-flags.ts';
import { findToken, type Token } from './mcp-token.ts';
import { serve } from './serve.ts';
import { endUnread, misuse, type Terminal } from './terminal.ts';
import { visible } from './visible.ts';

/**
 * Serves the contract's tools over MCP: on standard input and output until the client closes the connection, or over HTTP;
 * either way until this process is asked to end.
 */
export async function mcp(terminal: Terminal, flags: McpFlags): Promise<number> {
  // No command is to have what lets it in here.
  const { [mcpTokenVariable]: given, ...env } = terminal.env;
  refuseWithoutHttp(flags);
  refuseOtherThanNames(flags.allowedHost);
  const token = flags.http === undefined ? null : findToken(flags.tokenFile, given);
  const secrets = [given, token?.token].filter((secret) => secret !== undefined);
  const { bash, settings, workingDirectory } = serve({ ...terminal, env }, flags, undefined, secrets);
  requireDirectory(workingDirectory);
  const waitMs = wholeNumber('--wait-ms', flags.waitMs, shortestWaitMs, longestWaitMs);
  const options = {
    workingDirectory,
    version: terminal.version,
    structured: flags.structured,
    // Who runs this in a command of an agent may be the agent: it must not answer for its user.
    elicitation: flags.elicitation && !isWithinCall(terminal.env),
    ...(waitMs === null ? {} : { waitMs }),
  };
  const served =
    token === null
      ? overStdio(terminal, bash, options)
      : overHttp(terminal, bash, options, { ...flags, ...token });
  await Promise.all([served, tellUnconfined(terminal, settings.sandbox)]);
  return 0;
}

/** Not all contracts tell it with a result, and who reads results is a model. */
async function tellUnconfined({ stderr, env }: Terminal, { levels, required }: SandboxRule): Promise<void> {
  if (levels.length === 0) return;
  const probe = await probeSandbox(env.PATH);
  if (probe.kind === 'available') return;
  const what = required
    ? 'no command runs, as each is to have a sandbox, and'
    : 'commands run without a sandbox, as';
  stderr.write(`handrail: ${what} none can be made here: ${visible(`${probe.reason}; ${probe.cure}`)}\n`);
}

/** A second: within less hardly a command could end, and every one would be a job. */
const shortestWaitMs = 1_000;

/** A day: nobody waits longer, and a timer takes it. */
const longestWaitMs = 24 * 60 * 60 * 1_000;

async function overStdio(terminal: Terminal, bash: Bash, options: McpOptions): Promise<void> {
  const server = serveMcpOnStdio(bash, options, terminal);
  if (terminal.stdin.isTTY === true)
    terminal.stderr.write(
      'handrail: serves MCP on standard input and output, for a client that starts it; control-C ends it\n',
    );
  await Promise.race([
    once(terminal.stdin, 'end'),
    once(terminal.stdin, 'close'),
    interruption(terminal.interrupted),
  ]);
  await bash.close();
  await server.close();
  // What a client still sends, and answers that it never reads, would keep this process.
  terminal.stdin.destroy();
  terminal.stdout.destroy();
  endUnread();
}

type HttpFlags = Pick<McpFlags, 'http' | 'httpHost' | 'allowedHost'> & Token;

async function overHttp(
  { stderr, interrupted }: Terminal,
  bash: Bash,
  options: McpOptions,
  { http, httpHost, allowedHost = [], token, note }: HttpFlags,
): Promise<void> {
  const port = http === true ? defaultHttpPort : (wholeNumber('--http', http, 0, 65_535) ?? defaultHttpPort);
  // Most who serve MCP have no use for what serves HTTP.
  const { serveMcpOnHttp } = await import('../adapters/mcp/http.ts');
  const place = {
    port,
    token,
    allowedHosts: allowedHost,
    ...(httpHost === undefined ? {} : { host: httpHost }),
  };
  const server = await serveMcpOnHttp(bash, { ...options, ...place }).catch((error: unknown) => {
    throw misuse(wordsOnListening(error, { port, host: httpHost }));
  });
  stderr.write(`handrail: serves MCP on ${server.url}\nhandrail: ${note}\n`);
  await interruption(interrupted);
  // A client that is given no answer waits for it until its own time limit.
  await bash.close();
  await server.close();
}

interface ListenError {
  readonly code?: unknown;
  readonly address?: string;
}

/** What to do about an address that cannot be listened on. */
function wordsOnListening(
  error: unknown,
  { port, host }: { readonly port: number; readonly host: string | undefined },
): string {
  const { code, address = 'there' }: ListenError = Object(error);
  switch (code) {
    case 'EADDRINUSE':
      return `--http: expected a port that is free, got ${port}, where something listens already (${address}); give another one, or 0 for any`;
    case 'EACCES':
      return `--http: expected a port that this user may listen on, got ${port}; give one from 1024 on, or 0 for any`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `--http-host: expected an address of this machine, or 0.0.0.0 for all of them, got ${JSON.stringify(host)} (${messageOf(error)})`;
    default:
      return `--http: ${messageOf(error)}`;
  }
}

async function interruption(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}

function refuseWithoutHttp({ http, httpHost, allowedHost, tokenFile }: McpFlags): void {
  if (http !== undefined) return;
  const given = { '--http-host': httpHost, '--allowed-host': allowedHost, '--token-file': tokenFile };
  for (const [flag, value] of Object.entries(given))
    if (value !== undefined)
      throw misuse(`${flag}: expected --http beside it, got none; it is for HTTP alone`);
}

function refuseOtherThanNames(names: readonly string[] = []): void {
  for (const name of names)
    if (hostNameOf(name) === null)
      throw misuse(`--allowed-host: expected ${hostNameExpected}, got ${JSON.stringify(name)}`);
}

function wholeNumber(flag: string, text: string | undefined, least: number, most: number): number | null {
  if (text === undefined) return null;
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw misuse(`${flag}: expected a whole number from ${least} to ${most}, got ${JSON.stringify(text)}`);
}

function requireDirectory(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  throw misuse(`expected a directory to work in, got ${JSON.stringify(path)}`);
}
