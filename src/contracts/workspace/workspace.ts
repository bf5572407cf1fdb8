import { resolve } from 'node:path';
import type { ContractTool } from '../../model/contract.ts';
import { defineContract, runCommand } from '../define.ts';
import { jsonSchemaOf, readWith, z } from '../schema.ts';
import { count, formatDuration, maxAnalysed } from '../units.ts';
import { fileOptions, optionsSchema, type WorkspaceOptions } from './options.ts';
import { present, read } from './present.ts';
import { resultSchema, type WorkspaceResult } from './result.ts';
import { policyFor } from './rules.ts';
import { tailRule } from './tail.ts';

const inputSchema = z.object({ command: z.string().describe('The command, for bash.') });

/** What is passed on to a command; everything else of the host's environment stays with the host. */
const passedOn = ['PATH', 'USER', 'LANG', 'LC_ALL', 'TERM', 'SHELL', 'TMPDIR'];

const bash: ContractTool<WorkspaceOptions, WorkspaceResult> = {
  name: 'bash',
  annotations: { title: 'Run a bash command', readOnly: false, destructive: true, openWorld: true },
  inputSchema: jsonSchemaOf(inputSchema),
  outputSchema: resultSchema,
  streams: 'apart',
  maxAnalysed,
  checksSyntax: true,

  description: ({ options, workingDirectory }) =>
    [
      `Runs a bash command in the workspace, ${workspaceOf(options, workingDirectory)}, and returns its exit code, standard output and standard error.`,
      `It is stopped after ${formatDuration(options.timeoutMs)}; of each stream the last ${count(options.maxOutputLength, 'character')} are kept.`,
      'Each call gets a fresh shell with nothing on standard input. What a command leaves running in the background goes on.',
      'A command that is denied is not run; one that needs an approval is not run before somebody has given it.',
    ].join('\n'),

  decode(input, { options, workingDirectory }) {
    const reading = readWith(inputSchema, input);
    if (reading.kind === 'invalid') return reading;
    const workspace = workspaceOf(options, workingDirectory);
    return runCommand({
      command: reading.value.command,
      cwd: workspace,
      workspace,
      timeoutMs: options.timeoutMs,
      lifetime: { kind: 'call', survivors: 'keep' },
    });
  },

  policy: ({ options, request }) => policyFor(options.profile, request.command),

  environment: ({ options, workingDirectory }) => ({
    inherit: passedOn,
    set: { HOME: workspaceOf(options, workingDirectory), ...options.envOverrides },
  }),

  capture: ({ maxOutputLength }) => tailRule(maxOutputLength),

  present,
  read,
};

/** C `workspace`: an agent's directory, a profile of what it may do, and the end of what its commands print. */
export const workspace = defineContract<WorkspaceOptions, WorkspaceResult>({
  name: 'workspace',
  summary:
    'An agent’s directory; a blocklist and a permission profile; the end of each stream; little of the environment.',
  options: optionsSchema,
  stricter: { timeoutMs: 'lower', maxOutputLength: 'lower' },
  fileOptions,
  tools: [bash],
  conversation: ({ agent }) => agent ?? null,
});

function workspaceOf(options: WorkspaceOptions, workingDirectory: string): string {
  return resolve(workingDirectory, options.workspace ?? '.');
}
