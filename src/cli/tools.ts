import { type ServeFlags, serve } from './serve.ts';
import type { Terminal } from './terminal.ts';
import { jsonText } from './visible.ts';

/** Prints the tools as a model is given them. */
export async function tools(terminal: Terminal, flags: ServeFlags): Promise<number> {
  const { bash, workingDirectory } = serve(terminal, flags);
  const described = bash.tools.list().map(({ name, description, inputSchema, outputSchema }) => ({
    name,
    description: description({ workingDirectory }),
    inputSchema,
    ...(outputSchema === null ? {} : { outputSchema }),
  }));
  terminal.stdout.write(`${jsonText(described, 2)}\n`);
  await bash.close();
  return 0;
}
