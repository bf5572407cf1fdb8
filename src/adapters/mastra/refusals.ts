import type { Processor } from '@mastra/core/processors';
import type { Bash } from '../../engine/bash.ts';
import { type AgentToolOptions, createAgentTools } from '../core/agent-tools.ts';
import { approvalKind } from '../core/framework-tools.ts';
import { threadIn } from './thread.ts';

/** A processor that is given what comes from an agent as it comes. */
type StreamProcessor = Processor & Required<Pick<Processor, 'processOutputStream'>>;

/**
 * Has what a person refuses recorded, with the reason, wherever they are asked: Mastra tells the processors of an agent's output of a refusal, and no
 * tool. `options`: those of the tools, which are to have the names that they come with.
 *
 * @example
 * const agent = new Agent({ …, tools: bashTools(bash), outputProcessors: [recordRefusals(bash)] });
 */
export function recordRefusals(bash: Bash, options: AgentToolOptions = {}): StreamProcessor {
  const tools = createAgentTools(bash, options, approvalKind);
  return {
    id: 'handrail-refusals',
    async processOutputStream({ part, requestContext }) {
      if (part.type !== 'tool-output-denied') return part;
      const { toolName, args = {}, approval } = part.payload;
      // Mastra takes it for its own, and keeps it from the tool.
      const { resumeData: _, ...input } = args;
      const conversationId = threadIn(requestContext?.all);
      await tools.find(({ name }) => name === toolName)?.refuse(input, approval.reason, { conversationId });
      return part;
    },
  };
}
