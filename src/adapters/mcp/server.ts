import { randomUUID } from 'node:crypto';
import { isAbsolute } from 'node:path';
import { Server } from '@modelcontextprotocol/server';
import type { Bash } from '../../engine/bash.ts';
import { HandrailError } from '../../model/errors.ts';
import { checkOptions, type OptionKinds, optionKinds } from '../../model/options.ts';
import { checkBash } from '../core/agent-tools.ts';
import { askingOf, callTool } from './call-tool.ts';
import { describeMore, describeTool } from './describe-tool.ts';
import { createAskedCodec } from './input-required.ts';
import { type KnownWaits, knownWaits, patienceFor, type WaitingClient } from './patience.ts';
import { listResources, outputTemplate, readResource } from './resources.ts';
import { toldClient } from './told-client.ts';

/** How a bash is served over MCP. */
export interface McpOptions {
  /** Absolute path; where commands run that name no directory. */
  readonly workingDirectory: string;
  /** The version that the server says it has. */
  readonly version: string;
  /**
   * Whether a result has a structured form beside its text, for contracts that have one. Left out: it has. A client that
   * shows a model both is better off without.
   */
  readonly structured?: boolean;
  /**
   * Milliseconds within which every client is answered, whatever is known of it: what still runs then goes on as a job, where
   * the contract has jobs. Left out: 45 s, as many clients give up after 60 s, and longer for those that are known to wait.
   */
  readonly waitMs?: number;
  /**
   * Whether the person at a client that can show forms is asked for approvals. Left out: so it is. Somebody has to be at
   * the client for that: a program that answers by itself approves everything.
   */
  readonly elicitation?: boolean;
}

export const mcpOptionKinds: OptionKinds<McpOptions> = {
  workingDirectory: {
    expected: 'an absolute path',
    has: (value) => typeof value === 'string' && isAbsolute(value),
    isTold: true,
  },
  version: optionKinds.text,
  structured: optionKinds.flag,
  waitMs: optionKinds.milliseconds,
  elicitation: optionKinds.flag,
};

/** Throws a `HandrailError` of code `misuse`, also for what is left out that has to be there. `of`: `an MCP server`. */
export function checkServing<Options>(
  of: string,
  { bash, options, kinds, required }: ServingGiven<Options>,
): void {
  checkBash(of, bash);
  checkOptions(of, options, kinds);
  // It is an object, as was just checked.
  const given = options as Readonly<Record<string, unknown>>;
  const missing = required.find((name) => given[name] === undefined);
  if (missing === undefined) return;
  throw new HandrailError('misuse', `${of}: ${missing}: expected ${kinds[missing].expected}, got none`);
}

interface ServingGiven<Options> {
  readonly bash: unknown;
  readonly options: unknown;
  readonly kinds: OptionKinds<Options>;
  readonly required: readonly (keyof Options & string)[];
}

/** Those that have to be there. */
export const mcpRequired = ['workingDirectory', 'version'] as const;

/** Whom a server is for. In the era `modern` a connection can be a single request. */
interface Connection {
  readonly conversationId: string;
  readonly era: 'legacy' | 'modern';
}

/** Makes the server of one connection. */
export type ServerFactory = (connection: Connection) => Server;

/** One MCP server for one connection of the older era, which is a conversation. */
export function createMcpServer(bash: Bash, options: McpOptions): Server {
  checkServing('an MCP server', { bash, options, kinds: mcpOptionKinds, required: mcpRequired });
  return createServerFactory(bash, options)({ conversationId: randomUUID(), era: 'legacy' });
}

/**
 * Servers of one bash. Inputs are read by the contract, which words its own errors; that is why these are the SDK's plain
 * servers and not those that read inputs themselves.
 */
export function createServerFactory(
  bash: Bash,
  options: McpOptions,
  waits: KnownWaits = knownWaits,
): ServerFactory {
  const { workingDirectory, version, structured = true } = options;
  const codec = createAskedCodec();
  const patienceMs = (client: WaitingClient): number | null => options.waitMs ?? patienceFor(waits, client);
  return ({ conversationId, era }) => {
    const asking = options.elicitation === false ? () => ({ kind: 'nobody' }) as const : askingOf(era, codec);
    const calling = { bash, conversationId, workingDirectory, structured, patienceMs, asking };
    const capabilities = { tools: {}, resources: {} };
    const requestState = { verify: codec.verify };
    const more = describeMore(bash.tools.list(), workingDirectory);
    const server = new Server(
      { name: 'handrail', version },
      { capabilities, requestState, ...(more === null ? {} : { instructions: more }) },
    );
    server.setRequestHandler('tools/list', (_, context) => {
      const { name } = toldClient(server, context);
      // Those that wait as long as they are told of progress ask for it with every call.
      const told = { workingDirectory, structured, patienceMs: patienceMs({ name, asksForProgress: true }) };
      return { tools: bash.tools.list().map((tool) => describeTool(tool, told)) };
    });
    server.setRequestHandler(
      'tools/call',
      async ({ params }, context) =>
        await callTool(calling, params, { context, client: toldClient(server, context) }),
    );
    server.setRequestHandler('resources/list', async () => await listResources(bash.outputs, conversationId));
    server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [outputTemplate] }));
    server.setRequestHandler(
      'resources/read',
      async ({ params }) => await readResource(bash.outputs, conversationId, params.uri),
    );
    return server;
  };
}
