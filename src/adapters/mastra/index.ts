/**
 * The tools of a bash for Mastra (`@mastra/core` 1).
 *
 * @packageDocumentation
 */
import { createTool, type NeedsApprovalContext, type Tool } from '@mastra/core/tools';
import type { Bash } from '../../engine/bash.ts';
import type { JsonSchema } from '../../model/contract.ts';
import { type AgentResult, type AgentTool, type AgentToolOptions, resultOf } from '../core/agent-tools.ts';
import { frameworkTools } from '../core/framework-tools.ts';
import { createAskedInputs } from './asked-inputs.ts';
import { threadIn } from './thread.ts';

export type { AgentResult, AgentToolOptions } from '../core/agent-tools.ts';
export type { Person, PersonAnswer } from '../core/person.ts';
export { askPerson } from './ask-person.ts';
export { recordRefusals } from './refusals.ts';

/**
 * The tools for an `Agent`, by their names. Where the rules want a person to be asked they require an approval, by Mastra's own flow;
 * `recordRefusals` is told what they refuse.
 *
 * @example
 * const agent = new Agent({ id: 'builder', name: 'Builder', instructions, model, tools: bashTools(bash) });
 */
export function bashTools(bash: Bash, options: AgentToolOptions = {}): Record<string, Tool> {
  return frameworkTools(bash, options, toolFor);
}

function toolFor(one: AgentTool, asks: boolean): Tool {
  const asked = createAskedInputs();
  return createTool({
    id: one.name,
    description: one.description,
    inputSchema: passedOn(one.inputSchema),
    ...(asks && {
      requireApproval: async (input: unknown, context?: NeedsApprovalContext) => {
        const conversationId = threadIn(context?.requestContext);
        const asking = await one.toAsk(input, { conversationId });
        asked.note({ conversationId, input }, asking?.key ?? null);
        return asking !== null;
      },
    }),
    execute: async (input: unknown, context) => {
      const onOutput = async (text: string): Promise<void> => {
        await context.writer?.custom({ type: 'data-bash-output', data: { tool: one.name, text } });
      };
      const conversationId = threadIn(context.requestContext?.all);
      const approval = asks ? asked.claim({ conversationId, input }) : null;
      const call = { signal: context.abortSignal, conversationId, approval, onOutput };
      return resultOf(await one.run(input, call));
    },
    // It is given what `execute` returned.
    toModelOutput: (output) => ({ type: 'text', value: (output as AgentResult).text }),
  });
}

/** The contract's schema for the model; the contract itself reads inputs, in words of its own. */
function passedOn(schema: JsonSchema) {
  const jsonSchema = { input: () => ({ ...schema }), output: () => ({ ...schema }) };
  const validate = (value: unknown) => ({ value });
  return { '~standard': { version: 1, vendor: 'handrail', validate, jsonSchema } } as const;
}
