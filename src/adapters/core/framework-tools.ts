import type { Bash } from '../../engine/bash.ts';
import type { OptionKind } from '../../model/options.ts';
import { type AgentTool, type AgentToolOptions, createAgentTools } from './agent-tools.ts';

/** Where the framework has a flow for approvals. */
export const approvalKind: Readonly<Record<'approval', OptionKind>> = {
  approval: {
    expected: '"framework" or "bash"',
    has: (value) => value === 'framework' || value === 'bash',
    isTold: true,
  },
};

/** Makes a framework's tool of each, by their names; `asks`: whether the framework is to ask a person by its own flow. */
export function frameworkTools<Made>(
  bash: Bash,
  options: AgentToolOptions,
  make: (tool: AgentTool, asks: boolean) => Made,
  more: Readonly<Record<string, OptionKind>> = {},
): Record<string, Made> {
  const tools = createAgentTools(bash, options, { ...approvalKind, ...more });
  return Object.fromEntries(tools.map((tool) => [tool.name, make(tool, asksByFramework(options))]));
}

export function asksByFramework({ approval }: AgentToolOptions): boolean {
  return approval !== 'bash';
}
