import { describeName } from '../../model/describe-value.ts';
import { type OptionKinds, optionKinds } from '../../model/options.ts';
import type { AgentCall, DirectToolOptions } from './agent-tools.ts';

/** Options of tools whose calls are taken from what a model has answered. */
export interface ModelToolOptions extends DirectToolOptions {
  /**
   * Whether the model has no tools but these: it is told of a call of another, as models make one now and then, that there is no such tool. Left out:
   * calls of others are left to those whose they are.
   */
  readonly alone?: boolean | undefined;
}

/** Those that `DirectToolOptions` has not. */
export const modelToolKinds: OptionKinds<Pick<ModelToolOptions, 'alone'>> = { alone: optionKinds.flag };

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

/** Runs the calls of these tools, one after the other. */
export async function runModelCalls(
  tools: readonly CalledTool[],
  calls: readonly ModelCall[],
  call: AgentCall,
  { alone = false }: Pick<ModelToolOptions, 'alone'>,
): Promise<readonly (ToldResult & { readonly id: string })[]> {
  const results: (ToldResult & { readonly id: string })[] = [];
  for (const { id, name, input } of calls) {
    const tool = tools.find((one) => one.name === name);
    if (tool === undefined && !alone) continue;
    const { text, isError } = await (tool?.run(input, call) ?? noSuchTool(name, tools));
    results.push({ id, text, isError });
  }
  return results;
}

/** Servers with the shape of an API can have a call that names nothing. */
function noSuchTool(name: unknown, tools: readonly CalledTool[]): ToldResult {
  const names = tools.map((tool) => tool.name).join(', ');
  const what = typeof name === 'string' ? `there is no tool ${describeName(name)}` : 'the call names no tool';
  return { text: `[not run: ${what}; there is ${names}]`, isError: true };
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
