import type { Tool as McpTool } from '@modelcontextprotocol/server';
import type { Tool } from '../../engine/tools.ts';
import { compactSchema } from './compact.ts';
import { splitDescription } from './split-description.ts';

/** How a client is told of tools. */
interface Telling {
  readonly workingDirectory: string;
  /** Milliseconds within which its calls are answered; `null`: it waits as long as they take. */
  readonly patienceMs: number | null;
  /** `false`: a tool answers with text alone. */
  readonly structured: boolean;
}

/** A tool as a client is told of it. */
export function describeTool(tool: Tool, { workingDirectory, patienceMs, structured }: Telling): McpTool {
  const { annotations, inputSchema, outputSchema } = tool;
  return {
    name: tool.name,
    title: annotations.title,
    description: splitDescription(tool.name, tool.description({ workingDirectory, patienceMs })).description,
    // Contracts describe their inputs and results as JSON objects; a JSON Schema as data has no narrower type.
    inputSchema: inputSchema as McpTool['inputSchema'],
    ...(outputSchema === null || !structured
      ? {}
      : { outputSchema: compactSchema(outputSchema) as NonNullable<McpTool['outputSchema']> }),
    annotations: {
      title: annotations.title,
      readOnlyHint: annotations.readOnly,
      destructiveHint: annotations.destructive,
      openWorldHint: annotations.openWorld,
    },
  };
}

/**
 * What does not fit into the descriptions of the tools; `null`: all does. It is told before anything is known of the client, so
 * that how long that waits is not in it.
 */
export function describeMore(tools: readonly Tool[], workingDirectory: string): string | null {
  const more = tools.flatMap(
    (tool) => splitDescription(tool.name, tool.description({ workingDirectory })).more ?? [],
  );
  return more.length === 0 ? null : more.join('\n\n');
}
