import type { ContractTool } from '../../model/contract.ts';
import { defineContract, runCommand } from '../define.ts';
import { jsonSchemaOf, readWith } from '../schema.ts';
import { maxAnalysed } from '../units.ts';
import { description } from './description.ts';
import { inputSchema, lifetimeOf } from './input.ts';
import { type ModesOptions, optionsSchema } from './options.ts';
import { captureRule } from './output.ts';
import { type ModesResult, present } from './present.ts';
import { policy } from './rules.ts';

const bash: ContractTool<ModesOptions, ModesResult> = {
  name: 'bash',
  annotations: { title: 'Run a bash command', readOnly: false, destructive: true, openWorld: true },
  inputSchema: jsonSchemaOf(inputSchema),
  outputSchema: null,
  streams: 'combined',
  maxAnalysed,
  judgesUncalled: true,

  description: ({ workingDirectory }) => description(workingDirectory),

  decode(input, { options, workingDirectory }) {
    const reading = readWith(inputSchema, input);
    if (reading.kind === 'invalid') return reading;
    const { command, mode = 'default' } = reading.value;
    return runCommand({ command, cwd: workingDirectory, ...lifetimeOf(mode, options) });
  },

  policy: () => policy,
  environment: () => ({ inherit: 'everything', set: {} }),
  capture: () => captureRule,
  present,
  read: ({ kind, text }) => ({ text, isError: kind === 'error', structured: null }),
};

/** A `modes`: three modes with a time limit each, one output, checks of what would run. */
export const modes = defineContract<ModesOptions, ModesResult>({
  name: 'modes',
  summary:
    'Three modes: 30 s, 15 min, in the background; one output, of a long one both ends; checks over what runs.',
  options: optionsSchema,
  stricter: { defaultTimeoutMs: 'lower', slowTimeoutMs: 'lower', backgroundTimeoutMs: 'lower' },
  tools: [bash],
});
