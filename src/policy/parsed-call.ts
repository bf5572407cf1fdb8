import { type ParsedCall, parseCall } from '../analysis/programs/parse-call.ts';
import { programNamed } from '../analysis/programs/registry.ts';
import type { Invocation } from '../model/analysis.ts';

/** The words of an invocation sorted into subcommands, options and operands; `null` if the program is not known. */
export function parsedCall({ name, argv, stdin, cwd }: Invocation): ParsedCall | null {
  const program = name === null ? null : programNamed(name);
  return name === null || program === null ? null : parseCall(program, { name, argv, stdin, cwd });
}
