/**
 * The tools of a bash for the OpenAI SDK (`openai`, 6 and 7): chat completions, responses, and the `shell` tool.
 *
 * @packageDocumentation
 */
import type {
  ChatCompletionFunctionTool,
  ChatCompletionMessageToolCall,
  ChatCompletionToolMessageParam,
} from 'openai/resources/chat/completions/completions';
import type {
  FunctionShellTool,
  FunctionTool,
  ResponseFunctionShellToolCall,
  ResponseFunctionToolCall,
  ResponseInputItem,
} from 'openai/resources/responses/responses';
import type { Bash } from '../../engine/bash.ts';
import { optionKinds } from '../../model/options.ts';
import {
  type AgentTool,
  type CommandToolOptions,
  createAgentTools,
  createCommandTool,
  type DirectCall,
  type DirectToolOptions,
} from '../core/agent-tools.ts';
import { checkDirectCall, checkGiven, isOfType } from '../core/given.ts';
import {
  argumentsIn,
  type ModelCall,
  type ModelToolOptions,
  modelToolKinds,
  runModelCalls,
} from '../core/model-calls.ts';
import { runShellAction, type ShellOutput } from '../core/shell.ts';

export type { AgentCall } from '../core/agent-tools.ts';
export type { ModelToolOptions } from '../core/model-calls.ts';

/** How the `shell` tool is given to a model; everything can be left out. */
export type ShellOptions = DirectToolOptions & Pick<CommandToolOptions, 'jobs'>;

/** What a call can be given beside its input. A person is asked by `approver`, or by that of the bash. */
export type OpenAICall = DirectCall;

/** What an answer of the Responses API is made of, as far as it is looked at. */
interface OutputItem {
  readonly type: string;
}

/** The tools, in the words of either API. */
export interface OpenAITools {
  /** For `tools` of `chat.completions.create`. */
  readonly chat: ChatCompletionFunctionTool[];
  /** For `tools` of `responses.create`. */
  readonly responses: FunctionTool[];
  /** Runs the calls of a message, one after the other, and has the messages to send back. Calls of other tools are left out, unless these are alone. */
  runChat(
    message: { readonly tool_calls?: readonly ChatCompletionMessageToolCall[] | null | undefined },
    call?: OpenAICall,
  ): Promise<ChatCompletionToolMessageParam[]>;
  /** Runs the calls among the items of `response.output`, one after the other, and has the items to send back. */
  runResponses(
    output: readonly OutputItem[],
    call?: OpenAICall,
  ): Promise<ResponseInputItem.FunctionCallOutput[]>;
}

/** The `shell` tool, which models know without a description. */
export interface OpenAIShell {
  /** For `tools` of `responses.create`. */
  readonly responses: FunctionShellTool[];
  /** Runs the commands of each `shell_call` among the items of `response.output`, and has the items to send back. */
  runResponses(
    output: readonly OutputItem[],
    call?: OpenAICall,
  ): Promise<ResponseInputItem.ShellCallOutput[]>;
}

/**
 * The tools of a bash as functions.
 *
 * @example
 * const tools = bashTools(bash);
 * const response = await client.responses.create({ model, input, tools: tools.responses });
 * // What comes from a model may be sent back to it; the SDK's types have two that do not fit.
 * input.push(...(response.output as OpenAI.Responses.ResponseInput), ...(await tools.runResponses(response.output)));
 */
export function bashTools(bash: Bash, options: ModelToolOptions = {}): OpenAITools {
  const tools = createAgentTools(bash, options, modelToolKinds);
  return {
    chat: tools.map((tool) => ({ type: 'function', function: { ...described(tool), strict: false } })),
    responses: tools.map((tool) => ({ type: 'function', ...described(tool), strict: false })),
    async runChat(message, call = {}) {
      checkDirectCall('runChat', call);
      checkGiven('runChat', 'the message of a model', message, isMessage(message));
      const calls = (message.tool_calls ?? []).flatMap(callsOfChat);
      const results = await runModelCalls(tools, calls, call, options);
      return results.map(({ id, text }) => ({ role: 'tool', tool_call_id: id, content: text }));
    },
    async runResponses(output, call = {}) {
      checkResponses(output, call);
      const calls = output.filter(isFunctionCall).map(callOfResponses);
      const results = await runModelCalls(tools, calls, call, options);
      return results.map(({ id, text }) => ({ type: 'function_call_output', call_id: id, output: text }));
    },
  };
}

/** The `shell` tool of the Responses API, run here. The commands of a call run one after the other, each in a shell of its own. */
export function shellTool(bash: Bash, options: ShellOptions = {}): OpenAIShell {
  const tool = createCommandTool(bash, options, { jobs: optionKinds.flag });
  return {
    responses: [{ type: 'shell', environment: { type: 'local' } }],
    async runResponses(output, call = {}) {
      checkResponses(output, call);
      const items: ResponseInputItem.ShellCallOutput[] = [];
      for (const { call_id, action } of output.filter(isShellCall)) {
        const { commands, timeout_ms, max_output_length }: Partial<typeof action> = action ?? {};
        const asked = { commands, timeoutMs: timeout_ms, maxOutputLength: max_output_length };
        const outputs = await runShellAction(tool, asked, call);
        items.push({
          type: 'shell_call_output',
          call_id,
          output: outputs.map(wireOutput),
          // One that the model has wrong would have the whole answer refused.
          ...(isLength(max_output_length) && { max_output_length }),
        });
      }
      return items;
    },
  };
}

function checkResponses(output: unknown, call: unknown): void {
  checkDirectCall('runResponses', call);
  checkGiven('runResponses', 'the items of a response, its output', output, Array.isArray(output));
}

function described({ name, description, inputSchema }: AgentTool) {
  return { name, description, parameters: { ...inputSchema } };
}

function isMessage(message: unknown): boolean {
  if (typeof message !== 'object' || message === null) return false;
  const { tool_calls }: { readonly tool_calls?: unknown } = message;
  return tool_calls === undefined || tool_calls === null || Array.isArray(tool_calls);
}

/** None of a tool of another kind than a function, and none that names no tool. */
function callsOfChat(call: ChatCompletionMessageToolCall): ModelCall[] {
  if (!isOfType(call, 'function') || !('function' in call) || !call.function) return [];
  return [{ id: call.id, name: call.function.name, input: argumentsIn(call.function.arguments) }];
}

function callOfResponses({ call_id, name, arguments: text }: ResponseFunctionToolCall): ModelCall {
  return { id: call_id, name, input: argumentsIn(text) };
}

/** Whether it is a limit as the API takes one. */
function isLength(length: unknown): length is number {
  return Number.isSafeInteger(length) && Number(length) >= 0;
}

type WireOutput = ResponseInputItem.ShellCallOutput['output'][number];

function wireOutput({ outcome, ...streams }: ShellOutput): WireOutput {
  if (outcome.type === 'timeout') return { ...streams, outcome };
  return { ...streams, outcome: { type: outcome.type, exit_code: outcome.exitCode } };
}

function isFunctionCall(item: OutputItem): item is ResponseFunctionToolCall {
  return isOfType(item, 'function_call');
}

function isShellCall(item: OutputItem): item is ResponseFunctionShellToolCall {
  return isOfType(item, 'shell_call');
}
