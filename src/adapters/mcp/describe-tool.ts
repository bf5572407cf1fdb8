import type { Tool as McpTool } from '@modelcontextprotocol/server';
import type { Tool } from '../../engine/tools.ts';
import { compactSchema } from './compact.ts';
import { splitDescription } from './split-description.ts';

/** A tool as a client is told of it; without `structured` it answers with text alone. */
export function describeTool(
  tool: Tool,
  { workingDirectory, structured }: { readonly workingDirectory: string; readonly structured: boolean },
): McpTool {
  const { annotations, inputSchema, outputSchema } = tool;
  return {
    name: tool.name,
    title: annotations.title,
    description: splitDescription(tool.name, tool.description({ workingDirectory })).description,
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

/** What does not fit into the descriptions of the tools; `null`: all does. */
export function describeMore(tools: readonly Tool[], workingDirectory: string): string | null {
  const more = tools.flatMap(
    (tool) => splitDescription(tool.name, tool.description({ workingDirectory })).more ?? [],
  );
  return more.length === 0 ? null : more.join('\n\n');
}
