import { randomUUID } from 'node:crypto';
import { isAbsolute } from 'node:path';
import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { Bash } from '../../engine/bash.ts';
import { checkOptions, type OptionKinds, optionKinds } from '../../model/options.ts';
import { askingOf, callTool } from './call-tool.ts';
import { describeMore, describeTool } from './describe-tool.ts';
import { createAskedCodec } from './input-required.ts';
import { listResources, outputTemplate, readResource } from './resources.ts';

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
   * Milliseconds in which a client is answered that has not asked for progress: what still runs then goes on as a job, where
   * the contract has jobs. Left out: 45 s, as many clients give up after 60 s.
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
  },
  version: optionKinds.text,
  structured: optionKinds.flag,
  waitMs: optionKinds.milliseconds,
  elicitation: optionKinds.flag,
};

/** See `waitMs`. */
const defaultWaitMs = 45_000;

/** Whom a server is for. In the era `modern` a connection can be a single request. */
export interface Connection {
  readonly conversationId: string;
  readonly era: 'legacy' | 'modern';
}

/** Makes the server of one connection. */
export type ServerFactory = (connection: Connection) => Server;

/** One MCP server for one connection of the older era, which is a conversation. */
export function createMcpServer(bash: Bash, options: McpOptions): Server {
  checkOptions('an MCP server', options, mcpOptionKinds);
  return createServerFactory(bash, options)({ conversationId: randomUUID(), era: 'legacy' });
}

/**
 * Servers of one bash. Inputs are read by the contract, which words its own errors; that is why these are the SDK's plain
 * servers and not those that read inputs themselves.
 */
export function createServerFactory(bash: Bash, options: McpOptions): ServerFactory {
  const { workingDirectory, version, structured = true, waitMs = defaultWaitMs } = options;
  const codec = createAskedCodec();
  return ({ conversationId, era }) => {
    const asking = options.elicitation === false ? () => ({ kind: 'nobody' }) as const : askingOf(era, codec);
    const calling = { bash, conversationId, workingDirectory, structured, waitMs, asking };
    const capabilities = { tools: {}, resources: {} };
    const requestState = { verify: codec.verify };
    const more = describeMore(bash.tools.list(), workingDirectory);
    const server = new Server(
      { name: 'handrail', version },
      { capabilities, requestState, ...(more === null ? {} : { instructions: more }) },
    );
    server.setRequestHandler('tools/list', () => ({
      tools: bash.tools.list().map((tool) => describeTool(tool, { workingDirectory, structured })),
    }));
    server.setRequestHandler(
      'tools/call',
      async ({ params }, context) =>
        await callTool(calling, params, { context, client: capabilitiesOf(server, context) }),
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

/** In the newest era every request has what its client can do. */
function capabilitiesOf(server: Server, { mcpReq }: ServerContext): ClientCapabilities | undefined {
  const envelope: Readonly<Record<string, unknown>> = { ...mcpReq.envelope };
  // The SDK has checked what a request says of its client.
  const told = envelope[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined;
  return told ?? server.getClientCapabilities();
}
