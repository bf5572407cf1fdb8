import type { ToolContext } from '../model/context.ts';
import type { DescriptionScope, JsonSchema, ToolAnnotations } from '../model/contract.ts';
import { HandrailError } from '../model/errors.ts';
import type { CallResult } from './engine.ts';

/** A tool as an agent sees it. It holds no state of any conversation: one tool serves many at once. */
export interface Tool<Result = unknown> {
  readonly name: string;
  readonly annotations: ToolAnnotations;
  /**
   * For the model; it can name the directory that the conversation works in, and how long a call is waited for. Left out: the directory
   * of the host process, and as long as it takes.
   */
  description(scope?: Partial<Pick<DescriptionScope<unknown>, 'workingDirectory' | 'patienceMs'>>): string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema | null;
  run(input: unknown, context: ToolContext): Promise<CallResult<Result>>;
}

/** Tools by name. */
export interface ToolRegistry<Result = unknown> {
  list(): readonly Tool<Result>[];
  /** Throws a `HandrailError` of code `unknown-tool` that names the tools there are. */
  get(name: string): Tool<Result>;
  /** Finds the tool and runs it. */
  dispatch(name: string, input: unknown, context: ToolContext): Promise<CallResult<Result>>;
}

/** Throws when two tools have one name. */
export function createToolRegistry<Result>(tools: readonly Tool<Result>[]): ToolRegistry<Result> {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  if (byName.size < tools.length) {
    throw new HandrailError(
      'misuse',
      `expected tools of different names, got ${tools.map(({ name }) => name).join(', ')}`,
    );
  }
  const get = (name: string): Tool<Result> => {
    const tool = byName.get(name);
    if (tool !== undefined) return tool;
    throw unknownTool(name, [...byName.keys()]);
  };
  return {
    list: () => tools,
    get,
    dispatch: async (name, input, context) => await get(name).run(input, context),
  };
}

/** The error about a name that no tool has. */
export function unknownTool(name: string, known: readonly string[]): HandrailError {
  const message = `expected one of the tools ${known.join(', ')}, got ${JSON.stringify(name)}`;
  return new HandrailError('unknown-tool', message);
}
