/**
 * The tools of a bash for the OpenAI Agents SDK (`@openai/agents`).
 *
 * @packageDocumentation
 */
import { type RunContext, type Tool, tool } from '@openai/agents';
import type { Bash } from '../../engine/bash.ts';
import type { JsonSchema } from '../../model/contract.ts';
import { optionKinds } from '../../model/options.ts';
import type { AgentTool } from '../core/agent-tools.ts';
import { createAskedCalls } from '../core/asked.ts';
import { frameworkTools } from '../core/framework-tools.ts';
import { recordRefused } from '../core/refusals.ts';
import { answerTo, approvalOf } from './answers.ts';
import type { AgentsToolOptions } from './options.ts';

export type { AgentToolOptions } from '../core/agent-tools.ts';
export type { Person, PersonAnswer } from '../core/person.ts';
export { askPerson } from './ask-person.ts';
export type { AgentsToolOptions } from './options.ts';
export { shellTool } from './shell.ts';

/**
 * The tools for an `Agent`. Where the rules want a person to be asked the run is interrupted, by the SDK's own flow. An
 * approval is for the call that it was given for: `alwaysApprove` lets no other command through.
 *
 * @example
 * const agent = new Agent({ name: 'builder', tools: bashTools(bash) });
 * const result = await run(agent, 'What is here?');
 */
export function bashTools(bash: Bash, options: AgentsToolOptions = {}): Tool[] {
  const make = (one: AgentTool, asks: boolean) => toolFor(one, asks, options);
  return Object.values(frameworkTools(bash, options, make, { onOutput: optionKinds.callback }));
}

function toolFor(one: AgentTool, asks: boolean, { onOutput: show }: AgentsToolOptions): Tool {
  const asked = createAskedCalls();
  return tool({
    name: one.name,
    description: one.description,
    parameters: parametersOf(one.inputSchema),
    strict: false,
    // What can be expected to happen is in the text; what is thrown is a bug, and not for the model.
    errorFunction: null,
    // With each turn, the first after an answer too, the SDK asks whether the tool is to be had; of a refusal it says nothing to it.
    isEnabled: async ({ runContext }) => {
      await recordRefused(
        asked,
        (callId) => answerTo({ toolName: one.name, callId }, runContext),
        one.refuse,
      );
      return true;
    },
    // Of a tool that has it the SDK interrupts for every input that is no object, and does not ask.
    ...(asks && {
      needsApproval: async (context: RunContext, input: unknown, callId?: string) => {
        const asking = await one.toAsk(input);
        if (asking === null) return false;
        // What is judged again once it was answered is still what was asked about first.
        if (callId !== undefined && answerTo({ toolName: one.name, callId }, context) === undefined)
          asked.ask(callId, { input, key: asking.key });
        return true;
      },
    }),
    execute: async (input, context, details) => {
      const callId = details?.toolCall?.callId;
      const isKnown = asks && callId !== undefined && context !== undefined;
      const approval = isKnown ? approvalOf(asked, { toolName: one.name, callId, input }, context) : null;
      const onOutput = show && ((text: string) => show(text, callId));
      return (await one.run(input, { signal: details?.signal, approval, onOutput })).text;
    },
  });
}

interface LooseParameters {
  readonly type: 'object';
  properties: Record<string, never>;
  required: string[];
  additionalProperties: true;
}

/** A contract's schema is that of an object; the SDK passes what is not strict on as it is. */
function parametersOf(schema: JsonSchema): LooseParameters {
  return { required: [], ...schema } as unknown as LooseParameters;
}
