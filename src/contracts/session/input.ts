import { resolve } from 'node:path';
import type { InputScope } from '../../model/contract.ts';
import type { Invalid } from '../../model/outcome.ts';
import type { Operation } from '../../model/request.ts';
import { runCommand } from '../define.ts';
import { readFromModel, z } from '../schema.ts';
import { defaultTimeoutMs, maxTimeoutMs, type SessionOptions } from './options.ts';

/** The input as a model is told of it. */
export const inputSchema = z.object({
  command: z.string().min(1).describe('The command to run, for bash.'),
  timeout: z
    .int()
    .min(0)
    .optional()
    .describe(
      `Milliseconds until the command is stopped. ${defaultTimeoutMs} when left out; more than ${maxTimeoutMs} counts as ${maxTimeoutMs}.`,
    ),
  workdir: z
    .string()
    .optional()
    .describe(
      'Directory to run in, absolute or relative to the project directory, which it is when left out. Use it instead of cd.',
    ),
  description: z
    .string()
    .describe('What the command does, clear and short, in 5 to 10 words. It is shown to the user.'),
});

/** What is accepted: a description may be left out, as calls from before it was there still work. */
const acceptedSchema = inputSchema.extend({ description: z.string().default('') });

/** Reads an input. Each directory of a conversation has a shell, by whatever name it is called. */
export function decode(
  input: unknown,
  { options, workingDirectory, realPath = (path) => path }: InputScope<SessionOptions>,
): Operation | Invalid {
  const reading = readFromModel(acceptedSchema, input);
  if (reading.kind === 'invalid') return reading;
  const { command, timeout, workdir, description } = reading.value;
  const project = resolve(workingDirectory, options.project ?? '.');
  const cwd = resolve(project, workdir ?? '');
  return runCommand({
    command,
    cwd,
    timeoutMs: Math.min(timeout || defaultTimeoutMs, maxTimeoutMs),
    description: description === '' ? null : description,
    workspace: realPath(project),
    // The shell is where its last command has left it; that is what it is kept for.
    session: { name: realPath(cwd), entersCwd: false },
  });
}
