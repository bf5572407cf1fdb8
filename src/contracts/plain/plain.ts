import { resolve } from 'node:path';
import type { ContractTool } from '../../model/contract.ts';
import type { Rule } from '../../model/decision.ts';
import type { Approver } from '../../model/ports.ts';
import { asWritten } from '../as-written.ts';
import { defineContract, runCommand } from '../define.ts';
import { jsonSchemaOf, readWith, z } from '../schema.ts';
import { formatSeconds } from '../units.ts';
import { type Confirm, optionsSchema, type PlainOptions } from './options.ts';
import { type PlainResult, present } from './present.ts';

/** Keys that are not named here are passed over: the document's tool takes the command, and looks at nothing else. */
const inputSchema = z.object({ command: z.string().describe('The command to run with bash -c.') });

const bash: ContractTool<PlainOptions, PlainResult> = {
  name: 'bash',
  annotations: { title: 'Run a bash command', readOnly: false, destructive: true, openWorld: true },
  inputSchema: jsonSchemaOf(inputSchema),
  outputSchema: null,
  streams: 'apart',

  description: ({ options }) =>
    [
      'Runs a shell command with bash -c and returns its exit code, standard output and standard error.',
      `It is stopped after ${formatSeconds(options.timeoutMs)}; each stream is cut after ${options.maxOutputBytes} bytes.`,
      'Each command gets a fresh shell, and there is nothing on standard input.',
      'The call returns when that shell is over. What is left running in the background goes on, and no answer tells of it.',
    ].join('\n'),

  decode(input, { options, workingDirectory }) {
    const reading = readWith(inputSchema, input);
    if (reading.kind === 'invalid') return reading;
    const { command } = reading.value;
    const cwd = resolve(workingDirectory, options.cwd ?? '.');
    const lifetime = { kind: 'call', survivors: 'keep' } as const;
    return runCommand({ command, cwd, timeoutMs: options.timeoutMs, lifetime });
  },

  policy: ({ options }) => ({ rules: rulesOf(options) }),
  environment: () => ({ inherit: 'everything', set: {} }),

  capture: ({ maxOutputBytes }) => ({
    wholeBytes: maxOutputBytes,
    headBytes: maxOutputBytes,
    tailBytes: 0,
    cutAt: 'character',
    clean: asWritten,
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
  stricter: { denyPatterns: 'any', timeoutMs: 'lower', maxOutputBytes: 'lower' },
  tools: [bash],
  approver: ({ confirm }) => (confirm === undefined ? null : confirming(confirm)),
});

/** The denied texts in their order; what contains none of them is confirmed, if anybody confirms. */
function rulesOf({ denyPatterns, confirm }: PlainOptions): readonly Rule[] {
  const denied = denyPatterns.map(denyText);
  return confirm === undefined ? denied : [...denied, confirmEvery];
}

function denyText(pattern: string): Rule {
  const reason = `Command blocked by safety policy: contains '${pattern}'`;
  return {
    kind: 'text-contains',
    pattern,
    finding: { id: 'plain-deny-pattern', verdict: 'deny', reason, instead: null },
  };
}

const confirmEvery: Rule = {
  kind: 'every-command',
  finding: { id: 'plain-confirm', verdict: 'ask', reason: 'every command is to be confirmed', instead: null },
};

function confirming(confirm: Confirm): Approver {
  return {
    async ask({ request }) {
      const answer = await confirm(request.command);
      return answer === true ? { kind: 'approved' } : { kind: 'refused', reason: 'not confirmed' };
    },
  };
}
