import { resolve } from 'node:path';
import type { ToolContext } from '../model/context.ts';
import type { Contract, ContractTool, DescriptionScope } from '../model/contract.ts';
import type { CallResult } from './engine.ts';
import { createToolRegistry, type Tool, type ToolRegistry } from './tools.ts';

/** Makes a call of one of a contract's tools. */
export type ToolCall<Options, Result> = (
  tool: ContractTool<Options, Result>,
  input: unknown,
  context: ToolContext,
) => Promise<CallResult<Result>>;

/** The tools of a contract as agents see them. */
export function createContractTools<Options, Result>(
  { tools }: Pick<Contract<Options, Result>, 'tools'>,
  scope: Omit<DescriptionScope<Options>, 'workingDirectory' | 'patienceMs'>,
  call: ToolCall<Options, Result>,
): ToolRegistry<Result> {
  const toTool = (tool: ContractTool<Options, Result>): Tool<Result> => ({
    name: tool.name,
    annotations: tool.annotations,
    inputSchema: tool.inputSchema,
    outputSchema: tool.outputSchema,
    description: ({ workingDirectory = resolve('.'), patienceMs = null } = {}) =>
      tool.description({ ...scope, workingDirectory, patienceMs }),
    run: async (input, context) => await call(tool, input, context),
  });
  return createToolRegistry(tools.map(toTool));
}
