import { randomUUID } from 'node:crypto';
import {
  type CallToolResult,
  type Tool as McpTool,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { type StdioServerHandle, StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Bash } from '../../engine/bash.ts';
import type { Tool } from '../../engine/tools.ts';
import { HandrailError } from '../../model/errors.ts';
import { createProgressReporter } from './progress.ts';

/** How a bash is served over MCP. */
export interface McpOptions {
  /** Absolute path; where commands run that name no directory. */
  readonly workingDirectory: string;
  /** The version that the server says it has. */
  readonly version: string;
}

/** The largest message that is read, in bytes: a command of the largest size that is accepted (8 MiB), escaped. */
const maxMessageBytes = 64 * 1024 * 1024;

/** Serves over the standard input and output of this process, both protocol eras; a connection is a conversation. */
export function serveMcpOnStdio(bash: Bash, options: McpOptions): StdioServerHandle {
  const transport = new StdioServerTransport(process.stdin, process.stdout, {
    maxBufferSize: maxMessageBytes,
  });
  return serveStdio(() => createMcpServer(bash, options), { transport });
}

/**
 * One MCP server for one connection. Inputs are read by the contract, which words its own errors; that is why this is
 * the SDK's plain server and not the one that reads inputs itself.
 */
export function createMcpServer(bash: Bash, { workingDirectory, version }: McpOptions): Server {
  const conversationId = randomUUID();
  const server = new Server({ name: 'handrail', version }, { capabilities: { tools: {} } });

  server.setRequestHandler('tools/list', () => ({
    tools: bash.tools.list().map((tool) => describeTool(tool, workingDirectory)),
  }));

  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const tool = knownTool(bash, params.name);
    const progress = createProgressReporter(reporterFor(context));
    try {
      const { text, isError, structured } = await bash.call(tool.name, params.arguments ?? {}, {
        conversationId,
        workingDirectory,
        signal: context.mcpReq.signal,
        onEvent: progress.onEvent,
      });
      const result: CallToolResult = { content: [{ type: 'text', text }], isError };
      return structured === null ? result : { ...result, structuredContent: structured };
    } finally {
      progress.stop();
    }
  });
  return server;
}

function describeTool(tool: Tool, workingDirectory: string): McpTool {
  const { annotations, inputSchema, outputSchema } = tool;
  return {
    name: tool.name,
    title: annotations.title,
    description: tool.description({ workingDirectory }),
    // Contracts describe their inputs and results as JSON objects; a JSON Schema as data has no narrower type.
    inputSchema: inputSchema as McpTool['inputSchema'],
    ...(outputSchema === null ? {} : { outputSchema: outputSchema as NonNullable<McpTool['outputSchema']> }),
    annotations: {
      title: annotations.title,
      readOnlyHint: annotations.readOnly,
      destructiveHint: annotations.destructive,
      openWorldHint: annotations.openWorld,
    },
  };
}

function knownTool(bash: Bash, name: string): Tool {
  try {
    return bash.tools.get(name);
  } catch (error) {
    if (error instanceof HandrailError)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, error.message);
    throw error;
  }
}

/** Sends progress to a client that asked for it. */
function reporterFor({ mcpReq }: ServerContext): (seconds: number, line: string) => void {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return () => {};
  return (seconds, line) => {
    const message = line === '' ? `running for ${Math.round(seconds)} s` : line;
    const params = { progressToken, progress: seconds, message };
    // A client that is gone cancels the request; there is nobody left to tell about a lost report.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
  };
}
