/**
 * The tools of a bash for LangChain.js (`@langchain/core` 1) and LangGraph.
 *
 * @packageDocumentation
 */
import { type StructuredTool, tool } from '@langchain/core/tools';
import { interrupt } from '@langchain/langgraph';
import type { Bash } from '../../engine/bash.ts';
import {
  type AgentResult,
  type AgentTool,
  type AgentToolOptions,
  type FrameworkApproval,
  frameworkTools,
  resultOf,
} from '../core/agent-tools.ts';
import { createAskedCalls } from '../core/asked.ts';
import { callsAtOnce } from './calls-at-once.ts';
import { readDecision } from './decision.ts';

export type { AgentResult, AgentToolOptions } from '../core/agent-tools.ts';

/**
 * The tools for `createAgent` and `ToolNode`. Where the rules want a person to be asked the graph is interrupted with what
 * LangChain's human-in-the-loop middleware interrupts with, and goes on with what that is resumed with. That needs a checkpointer.
 *
 * @example
 * const agent = createAgent({ model, tools: bashTools(bash), checkpointer: new MemorySaver() });
 */
export function bashTools(bash: Bash, options: AgentToolOptions = {}): StructuredTool[] {
  return frameworkTools(bash, options, toolFor);
}

/** What of a call's configuration is looked at; a graph puts more in than a tool by itself is promised. */
interface CallConfig {
  readonly signal?: AbortSignal;
  readonly configurable?: Readonly<Record<string, unknown>>;
  readonly writer?: ((chunk: unknown) => void) | undefined;
  readonly state?: unknown;
  readonly toolCall?: { readonly id?: string };
}

/** Said where nobody can tell for certain which of several questions of one step an answer is for. */
const askAlone =
  "[not run: it needs the user's approval, and was called together with others; call it again by itself]";

/** Said where the state of the graph, or what the command would do, was changed between the question and the answer. */
const askedOther = '[not run: what it would do now is not what the user was asked about; call it again]';

function toolFor(one: AgentTool, asks: boolean): StructuredTool {
  const asked = createAskedCalls();
  const run = async (input: unknown, config: CallConfig): Promise<[string, AgentResult | null]> => {
    const thread = config.configurable?.thread_id;
    const conversationId = typeof thread === 'string' ? thread : undefined;
    const asking = asks ? await one.toAsk(input, { conversationId }) : null;
    let approval: FrameworkApproval | null = null;
    if (asking !== null) {
      if (callsAtOnce(config.state) > 1) return [askAlone, null];
      const callId = `${conversationId} ${config.toolCall?.id}`;
      const { reason, key } = asking;
      if (asked.isAskedOther(callId, { input, key })) {
        asked.claim(callId, input);
        return [askedOther, null];
      }
      asked.ask(callId, { input, key });
      // The graph stops here, and this function is called anew with the answer.
      const decision = readDecision(interrupt(question(one, input, reason)));
      approval = asked.claim(callId, input);
      if (decision.kind === 'refused') {
        const refusal = resultOf(await one.refuse(input, decision.reason, { conversationId }));
        return [refusal.text, refusal];
      }
    }
    const onOutput = (text: string): void => config.writer?.({ tool: one.name, output: text });
    const call = { signal: config.signal, conversationId, approval, onOutput };
    const result = resultOf(await one.run(input, call));
    return [result.text, result];
  };
  return tool(run, {
    name: one.name,
    description: one.description,
    schema: { ...one.inputSchema },
    responseFormat: 'content_and_artifact',
    // LangChain holds inputs against the schema itself; the model is to know what was wrong.
    verboseParsingErrors: true,
  }) as unknown as StructuredTool; // Its parameters are those of the schema, which is data here.
}

/** In the words of the human-in-the-loop middleware, so that what shows its questions shows these. */
function question(one: AgentTool, input: unknown, reason: string) {
  return {
    actionRequests: [{ name: one.name, args: input, description: reason }],
    reviewConfigs: [{ actionName: one.name, allowedDecisions: ['approve', 'reject'] }],
  };
}
