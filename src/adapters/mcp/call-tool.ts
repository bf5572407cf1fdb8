import {
  type CallToolRequestParams,
  type CallToolResult,
  type ClientCapabilities,
  type InputRequiredResult,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { Bash } from '../../engine/bash.ts';
import type { CallResult } from '../../engine/engine.ts';
import type { Tool } from '../../engine/tools.ts';
import { HandrailError } from '../../model/errors.ts';
import type { Approver } from '../../model/ports.ts';
import { compactResult } from './compact.ts';
import { createFormApprover, hasForms } from './elicitation.ts';
import { type AskedCodec, askWithResult, takeAnswer } from './input-required.ts';
import { startWaiting, type WaitingClient } from './patience.ts';
import { createProgressReporter, type Report } from './progress.ts';
import type { ToldClient } from './told-client.ts';

/** How a person at the client can be asked. */
export type Asking =
  | { readonly kind: 'nobody' }
  /** By a request of the server while the call waits. */
  | { readonly kind: 'request' }
  /** By a result, after which the call is made again. */
  | { readonly kind: 'result'; readonly codec: AskedCodec };

/** What every call of a connection goes by. */
export interface Calling {
  readonly bash: Bash;
  readonly conversationId: string;
  readonly workingDirectory: string;
  readonly structured: boolean;
  /** Milliseconds within which a client is answered; `null`: it waits as long as it takes. */
  readonly patienceMs: (client: WaitingClient) => number | null;
  readonly asking: (client: ClientCapabilities | undefined) => Asking;
}

/** Calls a tool for a client, which is told of progress if it asks for that, and answered before it gives up. */
export async function callTool(
  calling: Calling,
  { name, arguments: input = {} }: CallToolRequestParams,
  { context, client }: { readonly context: ServerContext; readonly client: ToldClient },
): Promise<CallToolResult | InputRequiredResult> {
  const { bash, conversationId, workingDirectory, structured } = calling;
  const tool = knownTool(bash, name);
  const asking = calling.asking(client.capabilities);
  const brought = asking.kind === 'result' ? await takeAnswer(bash, conversationId, context) : 'none';
  const report = reporterOf(context);
  const patienceMs = calling.patienceMs({ name: client.name, asksForProgress: report !== null });
  const waiting = patienceMs === null ? null : startWaiting(patienceMs);
  const patience = waiting?.signal ?? null;
  const progress = report === null ? null : createProgressReporter(report);
  try {
    const called = await bash.call(tool.name, input, {
      conversationId,
      workingDirectory,
      signal: context.mcpReq.signal,
      patience,
      onEvent: progress?.onEvent ?? null,
      approver: asking.kind === 'request' ? approverOf(context, patience) : null,
    });
    const question = brought === 'dismissed' ? null : await questionOf(calling, called, asking);
    return question ?? resultOf(called, structured ? tool : null);
  } finally {
    waiting?.stop();
    progress?.stop();
  }
}

/** `tool`: whose schema the structured form is to fit; `null`: there is to be none. */
function resultOf({ text, isError, structured }: CallResult<unknown>, tool: Tool | null): CallToolResult {
  const result: CallToolResult = { content: [{ type: 'text', text }], isError };
  return structured === null || tool === null
    ? result
    : { ...result, structuredContent: compactResult(structured, tool.outputSchema) };
}

/** How the client is to be asked about a call that was left for want of an answer; `null`: it is not. */
async function questionOf(
  { bash, conversationId }: Calling,
  { outcome }: CallResult<unknown>,
  asking: Asking,
): Promise<InputRequiredResult | null> {
  if (asking.kind !== 'result' || outcome.kind !== 'needs_approval') return null;
  const open = (await bash.approvals.open()).find(({ id }) => id === outcome.approval);
  return open === undefined ? null : await askWithResult(open, conversationId, asking.codec);
}

/** The longest that a person is waited for, in milliseconds: a day. The signal is what ends it before. */
const longestWaitMs = 24 * 60 * 60 * 1_000;

/** Asks on the stream of the call itself, which is there in every transport. */
function approverOf({ mcpReq }: ServerContext, patience: AbortSignal | null): Approver {
  return createFormApprover(
    async (params, signal) =>
      await mcpReq.send(
        { method: 'elicitation/create', params: { ...params } },
        { signal, timeout: longestWaitMs },
      ),
    patience,
  );
}

/** How a client of an era can be asked, by what it says that it can. */
export function askingOf(
  era: 'legacy' | 'modern',
  codec: AskedCodec,
): (client: ClientCapabilities | undefined) => Asking {
  return (client) => {
    if (!hasForms(client)) return { kind: 'nobody' };
    return era === 'legacy' ? { kind: 'request' } : { kind: 'result', codec };
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
