import type { AgentCall } from './agent-tools.ts';

/** A call as a model has made it. */
export interface ModelCall {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

/** A tool as far as a call needs it. */
interface CalledTool {
  readonly name: string;
  run(input: unknown, call: AgentCall): Promise<ToldResult>;
}

/** What a call came to, for the model. */
export interface ToldResult {
  readonly text: string;
  readonly isError: boolean;
}

/** Runs the calls of these tools, one after the other; calls of other tools are left to those whose they are. */
export async function runModelCalls(
  tools: readonly CalledTool[],
  calls: readonly ModelCall[],
  call: AgentCall,
): Promise<readonly (ToldResult & { readonly id: string })[]> {
  const results: (ToldResult & { readonly id: string })[] = [];
  for (const { id, name, input } of calls) {
    const tool = tools.find((one) => one.name === name);
    if (tool === undefined) continue;
    const { text, isError } = await tool.run(input, call);
    results.push({ id, text, isError });
  }
  return results;
}

/**
 * The arguments of a call, or the text itself where it is no JSON: the contract then says what it expected instead. An empty text is what some
 * servers have for none.
 */
export function argumentsIn(text: string): unknown {
  if (text === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
