import {
  type CallToolRequestParams,
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { Bash } from '../../engine/bash.ts';
import type { Tool } from '../../engine/tools.ts';
import { HandrailError } from '../../model/errors.ts';
import { createProgressReporter, type Report } from './progress.ts';

/** What every call of a connection goes by. */
export interface Calling {
  readonly bash: Bash;
  readonly conversationId: string;
  readonly workingDirectory: string;
  readonly structured: boolean;
  /** Milliseconds that a client is taken to wait that has not asked for progress. */
  readonly waitMs: number;
}

/**
 * Calls a tool for a client. One that has asked for progress is taken to extend its deadline with every report; any other
 * is answered within `waitMs`.
 */
export async function callTool(
  { bash, conversationId, workingDirectory, structured, waitMs }: Calling,
  { name, arguments: input = {} }: CallToolRequestParams,
  context: ServerContext,
): Promise<CallToolResult> {
  const tool = knownTool(bash, name);
  const report = reporterOf(context);
  const progress = report === null ? null : createProgressReporter(report);
  try {
    const called = await bash.call(tool.name, input, {
      conversationId,
      workingDirectory,
      signal: context.mcpReq.signal,
      patience: report === null ? AbortSignal.timeout(waitMs) : null,
      onEvent: progress?.onEvent ?? null,
    });
    const result: CallToolResult = {
      content: [{ type: 'text', text: called.text }],
      isError: called.isError,
    };
    return called.structured === null || !structured
      ? result
      : { ...result, structuredContent: called.structured };
  } finally {
    progress?.stop();
  }
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

/** Sends progress to a client that asked for it; `null` for one that did not. */
function reporterOf({ mcpReq }: ServerContext): Report | null {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return null;
  return async (progress, message) => {
    const params = { progressToken, progress, message };
    // A client that is gone cancels the request; there is nobody left to tell about a lost report.
    await mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
  };
}
