import { randomUUID } from 'node:crypto';
import { Server } from '@modelcontextprotocol/server';
import type { Bash } from '../../engine/bash.ts';
import { callTool } from './call-tool.ts';
import { describeTool } from './describe-tool.ts';
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
}

/** See `waitMs`. */
const defaultWaitMs = 45_000;

/** Makes the server of one connection. */
export type ServerFactory = (connection: { readonly conversationId: string }) => Server;

/** One MCP server for one connection, which is a conversation. */
export function createMcpServer(bash: Bash, options: McpOptions): Server {
  return createServerFactory(bash, options)({ conversationId: randomUUID() });
}

/**
 * Servers of one bash. Inputs are read by the contract, which words its own errors; that is why these are the SDK's plain
 * servers and not those that read inputs themselves.
 */
export function createServerFactory(bash: Bash, options: McpOptions): ServerFactory {
  const { workingDirectory, version, structured = true, waitMs = defaultWaitMs } = options;
  return ({ conversationId }) => {
    const calling = { bash, conversationId, workingDirectory, structured, waitMs };
    const server = new Server({ name: 'handrail', version }, { capabilities: { tools: {}, resources: {} } });
    server.setRequestHandler('tools/list', () => ({
      tools: bash.tools.list().map((tool) => describeTool(tool, { workingDirectory, structured })),
    }));
    server.setRequestHandler(
      'tools/call',
      async ({ params }, context) => await callTool(calling, params, context),
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
