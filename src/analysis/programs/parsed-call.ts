import type { Invocation } from '../../model/analysis.ts';
import { type ParsedCall, parseCall } from './parse-call.ts';
import { programNamed } from './registry.ts';

/** The words of an invocation sorted into subcommands, options and operands; `null` if the program is not known. */
export function parsedCall({
  name,
  argv,
  stdin,
  cwd,
}: Pick<Invocation, 'name' | 'argv' | 'stdin' | 'cwd'>): ParsedCall | null {
  const program = name === null ? null : programNamed(name);
  return name === null || program === null ? null : parseCall(program, { name, argv, stdin, cwd });
}
