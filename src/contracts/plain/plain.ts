import { resolve } from 'node:path';
import { bothStreams, type Capture, type Captured } from '../../model/capture.ts';
import type { ContractTool } from '../../model/contract.ts';
import type { Ended, Report } from '../../model/outcome.ts';
import type { Approver } from '../../model/ports.ts';
import { describeProblem } from '../../model/request.ts';
import { defineContract, runCommand } from '../define.ts';
import { jsonSchemaOf, readWith, z } from '../schema.ts';
import { maxKeptBytes } from '../units.ts';

/** Asked before a command runs; anything but `true`, and a throw, refuses it. */
export type Confirm = (command: string) => boolean | Promise<boolean>;

const optionsSchema = z.strictObject({
  cwd: z.string().min(1).optional().describe('Directory to run in; the conversation’s when left out.'),
  denyPatterns: z
    .array(z.string().min(1))
    .default([])
    .describe('A command that contains one of these texts is blocked; tried in order.'),
  timeoutMs: z.int().min(1).default(120_000).describe('Milliseconds until a command is ended.'),
  maxOutputBytes: z
    .int()
    .min(0)
    .max(maxKeptBytes)
    .default(50_000)
    .describe('Bytes that are kept of each stream, from its start.'),
  confirm: z
    .custom<Confirm>(
      (value) => typeof value === 'function',
      'a function, which only the library can be given',
    )
    .optional()
    .describe('Asked before each command; library only.'),
});

/** The options of `plain`, complete. */
export type PlainOptions = z.output<typeof optionsSchema>;

/** What a call of `plain` answers with. */
export type PlainResult =
  | {
      readonly content: readonly [{ readonly type: 'text'; readonly text: string }];
      readonly details: { readonly exit_code: number; readonly success: boolean };
    }
  | { readonly error: { readonly kind: PlainErrorKind; readonly message: string } };

/** What can go wrong besides the command itself. */
export type PlainErrorKind = 'InvalidArgs' | 'Failed' | 'Cancelled';

const inputSchema = z.strictObject({ command: z.string().describe('The command to run with bash -c.') });

const bash: ContractTool<PlainOptions, PlainResult> = {
  name: 'bash',
  annotations: { title: 'Run a bash command', readOnly: false, destructive: true, openWorld: true },
  inputSchema: jsonSchemaOf(inputSchema),
  outputSchema: null,
  streams: 'apart',

  description: ({ options }) =>
    [
      'Runs a shell command with bash -c and returns its exit code, standard output and standard error.',
      `It is stopped after ${seconds(options.timeoutMs)}; each stream is cut after ${options.maxOutputBytes} bytes.`,
      'Nothing is kept from one command to the next, and there is nothing on standard input.',
    ].join('\n'),

  decode(input, { options, workingDirectory }) {
    const reading = readWith(inputSchema, input);
    if (reading.kind === 'invalid') return reading;
    const { command } = reading.value;
    const cwd = resolve(workingDirectory, options.cwd ?? '.');
    return runCommand({ command, cwd, timeoutMs: options.timeoutMs });
  },

  policy: ({ options: { denyPatterns, confirm } }) => ({
    rules: [
      ...denyPatterns.map((pattern) => ({
        kind: 'text-contains' as const,
        pattern,
        finding: {
          id: 'plain-deny-pattern',
          verdict: 'deny' as const,
          reason: `Command blocked by safety policy: contains '${pattern}'`,
          instead: null,
        },
      })),
      ...(confirm === undefined ? [] : [confirmEvery]),
    ],
  }),

  environment: () => ({ inherit: 'everything', set: {} }),

  capture: ({ maxOutputBytes }) => ({
    wholeBytes: maxOutputBytes,
    headBytes: maxOutputBytes,
    tailBytes: 0,
    cutAt: 'character',
    clean: { escapes: false, redraws: false, repeats: false, secrets: false },
  }),

  present,

  read: (result) =>
    'error' in result
      ? { text: result.error.message, isError: true, structured: null }
      : { text: result.content[0].text, isError: false, structured: null },
};

/** B `plain`: command in, exit code and two streams out; a deny list of plain texts, and a callback to confirm. */
export const plain = defineContract<PlainOptions, PlainResult>({
  name: 'plain',
  summary: 'Exit code and both streams as text; a list of denied texts; an optional confirmation.',
  options: optionsSchema,
  tools: [bash],
  approver: ({ confirm }) => (confirm === undefined ? null : confirming(confirm)),
});

const confirmEvery = {
  kind: 'every-command',
  finding: { id: 'plain-confirm', verdict: 'ask', reason: 'every command is to be confirmed', instead: null },
} as const;

function confirming(confirm: Confirm): Approver {
  return {
    async ask({ request }) {
      const answer = await confirm(request.command);
      return answer === true ? { kind: 'approved' } : { kind: 'refused', reason: 'not confirmed' };
    },
  };
}

function present({ outcome }: Report): PlainResult {
  switch (outcome.kind) {
    case 'invalid':
      return failure('InvalidArgs', outcome.problems.map(describeProblem).join('; '));
    case 'denied':
      return failure(
        'Failed',
        outcome.by === 'person' ? notConfirmed : (outcome.findings[0]?.reason ?? outcome.reason),
      );
    case 'needs_approval':
      return failure(
        'Failed',
        `Command was not run: it needs an approval that nobody has given (${outcome.reason}).`,
      );
    case 'could_not_start':
      return failure('Failed', `Failed to execute: ${outcome.problem.message}`);
    case 'ended':
      return presentEnded(outcome);
    case 'moved_to_job':
    case 'answered':
      throw new Error(`a contract without jobs was given the outcome ${outcome.kind}`);
  }
}

const notConfirmed = 'Command was not confirmed by the user.';

function presentEnded({ exit, capture }: Ended): PlainResult {
  switch (exit.kind) {
    case 'cancelled':
      return failure('Cancelled', 'Command was cancelled.');
    case 'timed_out':
      return failure('Failed', `Command timed out after ${seconds(exit.timeoutMs)}`);
    case 'signalled':
      return success(-1, capture);
    case 'exited':
      return success(exit.code, capture);
  }
}

function failure(kind: PlainErrorKind, message: string): PlainResult {
  return { error: { kind, message } };
}

function success(exitCode: number, capture: Capture): PlainResult {
  const streams = bothStreams(capture);
  const stdout = textOf(streams.stdout);
  const stderr = textOf(streams.stderr);
  const output = stderr === '' ? stdout : `STDOUT:\n${stdout}\nSTDERR:\n${stderr}`;
  const text = `Exit code: ${exitCode}\n${output}`;
  return { content: [{ type: 'text', text }], details: { exit_code: exitCode, success: exitCode === 0 } };
}

function textOf({ text }: Captured): string {
  return text.kind === 'whole' ? text.text : `${text.head}\n... (output truncated)`;
}

/** `120s`, `1.5s` */
function seconds(ms: number): string {
  return `${ms / 1000}s`;
}
