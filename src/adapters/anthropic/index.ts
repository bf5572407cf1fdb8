/**
 * The tools of a bash for the Anthropic SDK (`@anthropic-ai/sdk`): custom tools, and the trained-in `bash_20250124`.
 *
 * @packageDocumentation
 */
import type { BetaRunnableTool } from '@anthropic-ai/sdk/lib/tools/BetaRunnableTool';
import type { BetaTool, BetaToolBash20250124 } from '@anthropic-ai/sdk/resources/beta';
import type { Tool, ToolBash20250124, ToolResultBlockParam } from '@anthropic-ai/sdk/resources/messages';
import type { Bash } from '../../engine/bash.ts';
import { type AgentCall, createAgentTools, type DirectCall } from '../core/agent-tools.ts';
import { checkDirectCall, checkGiven, hasList, isOfType } from '../core/given.ts';
import {
  type ModelCall,
  type ModelToolOptions,
  modelToolKinds,
  runModelCalls,
  type ToldResult,
} from '../core/model-calls.ts';
import { createKeptShell } from './kept-shell.ts';

export type { AgentCall } from '../core/agent-tools.ts';
export type { ModelToolOptions } from '../core/model-calls.ts';

/** What a call can be given beside its input. A person is asked by `approver`, or by that of the bash. */
export type AnthropicCall = DirectCall;

/** A block of a message, as far as it is looked at. */
interface ContentBlock {
  readonly type: string;
}

/** Tools in the words of the Messages API. */
export interface AnthropicTools<Definition> {
  /** For `tools` of `messages.create`. */
  readonly tools: Definition[];
  /** For `tools` of `beta.messages.toolRunner`, which runs them itself. What is an error for the model they throw, as a `ToolError` of the SDK. */
  readonly runnable: BetaRunnableTool<unknown>[];
  /** Runs the `tool_use` blocks of a message, one after the other, and has the blocks to send back. Those of other tools are left out, unless these are alone. */
  run(
    message: { readonly content: readonly ContentBlock[] },
    call?: AnthropicCall,
  ): Promise<ToolResultBlockParam[]>;
}

/**
 * The tools of a bash as custom tools.
 *
 * @example
 * const tools = bashTools(bash);
 * const message = await client.messages.create({ model, max_tokens, messages, tools: tools.tools });
 * messages.push({ role: 'assistant', content: message.content }, { role: 'user', content: await tools.run(message) });
 */
export function bashTools(bash: Bash, options: ModelToolOptions = {}): AnthropicTools<Tool> {
  const served = createAgentTools(bash, options, modelToolKinds).map(
    ({ name, description, inputSchema, run }) => {
      // A contract's schema is that of an object; as data it has no narrower type.
      const definition = { name, description, input_schema: inputSchema as unknown as Tool.InputSchema };
      return { name, definition, run };
    },
  );
  return toolsFor(served, options);
}

/**
 * The `bash` tool that models were trained with: one shell that is kept from call to call, and `restart`. It needs a contract
 * whose tool has `session`; under any other each command has a shell of its own, and nothing is there to restart.
 */
export function trainedBash(bash: Bash, options: ModelToolOptions = {}): AnthropicTools<ToolBash20250124> {
  const run = createKeptShell(bash, options);
  return toolsFor([{ name: 'bash', definition: { type: 'bash_20250124', name: 'bash' }, run }], options);
}

interface Served<Definition> {
  readonly name: string;
  readonly definition: Definition;
  run(input: unknown, call: AgentCall): Promise<ToldResult>;
}

function toolsFor<Definition extends Tool | ToolBash20250124>(
  served: readonly Served<Definition>[],
  options: ModelToolOptions,
): AnthropicTools<Definition> {
  return {
    tools: served.map(({ definition }) => definition),
    // The same data, of a type that has undefined where the other has nothing.
    runnable: served.map(({ definition, run }) => runnable(definition as BetaDefinition, run)),
    async run(message, call = {}) {
      checkDirectCall('run', call);
      checkGiven('run', 'the message of a model, with its content', message, hasList(message, 'content'));
      const results = await runModelCalls(served, message.content.filter(isToolUse), call, options);
      return results.map(({ id, text, isError }) => {
        return { type: 'tool_result', tool_use_id: id, content: text, is_error: isError };
      });
    },
  };
}

type BetaDefinition = BetaTool | BetaToolBash20250124;

function runnable(definition: BetaDefinition, run: Served<unknown>['run']): BetaRunnableTool<unknown> {
  return {
    ...definition,
    parse: (input) => input,
    async run(input, context) {
      const { text, isError } = await run(input, { signal: context?.signal ?? undefined });
      if (!isError) return text;
      // The one way in which the runner is told that a result is an error.
      const { ToolError } = await import('@anthropic-ai/sdk/lib/tools/ToolError');
      throw new ToolError(text);
    },
  };
}

function isToolUse(block: ContentBlock): block is ContentBlock & ModelCall {
  return isOfType(block, 'tool_use');
}
