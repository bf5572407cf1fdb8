import { resolve } from 'node:path';
import type { ContractTool } from '../../model/contract.ts';
import { defineContract } from '../define.ts';
import { jsonSchemaOf, readWith, z } from '../schema.ts';
import { count, formatDuration, maxKeptBytes } from '../units.ts';
import { environmentRule } from './environment.ts';
import { present } from './present.ts';
import { type DefaultResult, resultSchema } from './result.ts';

/** The longest time limit that a model can ask for: 10 minutes. */
const maxTimeoutMs = 600_000;

/**
 * The time limit when the model names none: 45 s. Many MCP clients give up on a call after 60 s; the command is to be
 * over, and its output told, before they do.
 */
const defaultTimeoutMs = 45_000;

/** Bytes of output that a model is given: 30,000, which is 8,000 to 10,000 tokens, and what other agents settled on. */
const defaultOutputBytes = 30_000;

/** How much of a cut output is its start: the command's first words; the rest is its end, where errors stand. */
const headShare = 0.3;

const timeLimit = z.int().min(1).max(maxTimeoutMs);

const optionsSchema = z.strictObject({
  timeoutMs: timeLimit
    .default(defaultTimeoutMs)
    .describe('Milliseconds until a command is ended that names no limit.'),
  maxOutputBytes: z
    .int()
    .min(1_000)
    .max(maxKeptBytes)
    .default(defaultOutputBytes)
    .describe('Bytes of output that a model is given; the rest is in a file.'),
  approve: z
    .enum(['never', 'always'])
    .default('never')
    .describe('Whether a person is asked before every command.'),
});

export type DefaultOptions = z.output<typeof optionsSchema>;

const inputSchema = z.strictObject({
  command: z.string().min(1).describe('The command, for bash.'),
  description: z.string().optional().describe('What the command is for, in a few words; shown to the user.'),
  workdir: z
    .string()
    .min(1)
    .optional()
    .describe('Directory to run in, absolute or relative to the working directory. Use it instead of cd.'),
  timeout_ms: timeLimit.optional().describe('Milliseconds until the command is ended.'),
});

const bash: ContractTool<DefaultOptions, DefaultResult> = {
  name: 'bash',
  annotations: { title: 'Run a bash command', readOnly: false, destructive: true, openWorld: true },
  inputSchema: jsonSchemaOf(inputSchema),
  outputSchema: jsonSchemaOf(resultSchema),
  streams: 'combined',

  description: ({ options, workingDirectory }) =>
    [
      'Runs a command in bash and returns what it prints, stdout and stderr in the order of writing.',
      `It runs in ${workingDirectory} unless workdir says otherwise. Each call gets a fresh shell: variables and cd do not last.`,
      'There is no terminal and nothing on standard input: use options that answer questions beforehand.',
      `It is ended after ${formatDuration(options.timeoutMs)} unless timeout_ms says otherwise (at most ${formatDuration(maxTimeoutMs)}).`,
      `Of a long output you get the start and the end, ${count(options.maxOutputBytes, 'byte')} in all, and a file with the whole.`,
      'Lines in [brackets] after the output are about the command: a non-zero exit status, a timeout, what was left out.',
    ].join('\n'),

  decode(input, { options, workingDirectory }) {
    const reading = readWith(inputSchema, input);
    if (reading.kind === 'invalid') return reading;
    const { command, description, workdir, timeout_ms } = reading.value;
    const request = {
      command,
      cwd: resolve(workingDirectory, workdir ?? '.'),
      timeoutMs: timeout_ms ?? options.timeoutMs,
      description: description ?? null,
    };
    return { kind: 'run', request };
  },

  policy: ({ approve }) => ({ rules: approve === 'always' ? [askAlways] : [] }),

  environment: () => environmentRule,

  capture: ({ maxOutputBytes }) => {
    const headBytes = Math.floor(maxOutputBytes * headShare);
    return {
      wholeBytes: maxOutputBytes,
      headBytes,
      tailBytes: maxOutputBytes - headBytes,
      cutAt: 'line',
      clean: { escapes: true, redraws: true, repeats: true, secrets: true },
    };
  },

  present,

  read: (result) => ({ text: result.text, isError: errorStatuses.has(result.status), structured: result }),
};

const askAlways = {
  kind: 'every-command',
  finding: { id: 'approve-always', verdict: 'ask', reason: 'every command is to be approved', instead: null },
} as const;

/** Whatever the command itself did is a result; that it did not run, or not to its end, is an error. */
const errorStatuses: ReadonlySet<string> = new Set([
  'cancelled',
  'could_not_start',
  'denied',
  'invalid',
  'needs_approval',
  'timed_out',
]);

/** Handrail's own: output in the order of writing, cleaned for a model, a structured result beside it, nothing lost. */
export const defaultContract = defineContract<DefaultOptions, DefaultResult>({
  name: 'default',
  summary: 'Output in the order of writing, cut in the middle with the whole in a file; a structured result.',
  options: optionsSchema,
  tools: [bash],
});
