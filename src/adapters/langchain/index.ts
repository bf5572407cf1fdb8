/**
 * The tools of a bash for LangChain.js (`@langchain/core` 1) and LangGraph.
 *
 * @packageDocumentation
 */
import { ToolMessage } from '@langchain/core/messages';
import { type StructuredTool, tool } from '@langchain/core/tools';
import type { Bash } from '../../engine/bash.ts';
import type { CallResult } from '../../engine/engine.ts';
import { type AgentResult, type AgentTool, type AgentToolOptions, resultOf } from '../core/agent-tools.ts';
import { frameworkTools } from '../core/framework-tools.ts';
import { createAsk, unasked } from './ask.ts';
import type { LangChainTool } from './both-systems.ts';

export type { AgentResult, AgentToolOptions } from '../core/agent-tools.ts';
export type { Person, PersonAnswer } from '../core/person.ts';
export { askPerson } from './ask-person.ts';

/**
 * The tools for `createAgent` and `ToolNode`. Where the rules want a person to be asked the graph is interrupted with what
 * LangChain's human-in-the-loop middleware interrupts with, and goes on with what that is resumed with. That needs a checkpointer.
 *
 * @example
 * const agent = createAgent({ model, tools: bashTools(bash), checkpointer: new MemorySaver() });
 */
export function bashTools(bash: Bash, options: AgentToolOptions = {}): LangChainTool[] {
  return Object.values(frameworkTools(bash, options, toolFor));
}

/** What of a call's configuration is looked at; a graph puts more in than a tool by itself is promised. */
interface CallConfig {
  readonly signal?: AbortSignal;
  readonly configurable?: Readonly<Record<string, unknown>>;
  readonly writer?: ((chunk: unknown) => void) | undefined;
  readonly state?: unknown;
  readonly toolCall?: { readonly id?: string };
}

function toolFor(one: AgentTool, asks: boolean): LangChainTool {
  const ask = createAsk(one);
  const run = async (input: unknown, config: CallConfig): Promise<ToolAnswer> => {
    const thread = config.configurable?.thread_id;
    const conversationId = typeof thread === 'string' ? thread : undefined;
    const { signal, state, writer, toolCall } = config;
    const told = { name: one.name, callId: toolCall?.id };
    const permission = asks ? await ask({ input, conversationId, callId: toolCall?.id, state }) : unasked;
    if (permission.kind === 'not_asked') return answerOf(permission.text, true, null, told);
    if (permission.kind === 'refused') {
      const { reason } = permission;
      return answerOfCall(await one.refuse(input, reason, { conversationId }), told);
    }
    const onOutput = (text: string): void => writer?.({ tool: one.name, output: text });
    const { approval } = permission;
    return answerOfCall(await one.run(input, { signal, conversationId, approval, onOutput }), told);
  };
  const made = tool(run, {
    name: one.name,
    description: one.description,
    schema: { ...one.inputSchema },
    responseFormat: 'content_and_artifact',
  });
  // Its parameters are those of the schema, which is data here; when it runs it is the same in both module systems.
  return readByContract(made as unknown as StructuredTool) as LangChainTool;
}

/**
 * LangChain holds an input against the schema itself, and of one that does not fit the model is told the stack, with paths of the host. So the
 * schema is for the model alone, and the contract reads the input and says what is wrong with it.
 */
function readByContract(made: StructuredTool): StructuredTool {
  const unchecked: StructuredTool = Object.create(made, { schema: { value: {} } });
  const { call } = made;
  made.call = async (...given) => await call.apply(unchecked, given);
  return made;
}

/** What a tool gives back: its content, for the model, and its artifact. */
type ToolAnswer = [content: string | ToolMessage, artifact: AgentResult | null];

/** By whom a call was made; without an id there is no message that answers it. */
interface ToldCall {
  readonly name: string;
  readonly callId: string | undefined;
}

function answerOfCall(result: CallResult<unknown>, told: ToldCall): ToolAnswer {
  const artifact = resultOf(result);
  return answerOf(artifact.text, artifact.isError, artifact, told);
}

/** LangChain makes a message of success of every text, so that of an error is made here. */
function answerOf(
  text: string,
  isError: boolean,
  artifact: AgentResult | null,
  { name, callId }: ToldCall,
): ToolAnswer {
  if (!isError || callId === undefined) return [text, artifact];
  const message = new ToolMessage({ status: 'error', content: text, artifact, name, tool_call_id: callId });
  return [message, artifact];
}
