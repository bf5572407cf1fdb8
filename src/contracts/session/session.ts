import type { ContractTool } from '../../model/contract.ts';
import { defineContract } from '../define.ts';
import { jsonSchemaOf } from '../schema.ts';
import { decode, inputSchema } from './input.ts';
import { optionsSchema, type SessionOptions } from './options.ts';
import { captureRule } from './output.ts';
import { present } from './present.ts';
import { prompt } from './prompt.ts';
import type { SessionResult } from './result.ts';
import { approver, policy } from './rules.ts';

const bash: ContractTool<SessionOptions, SessionResult> = {
  name: 'bash',
  annotations: { title: 'Run a bash command', readOnly: false, destructive: true, openWorld: true },
  inputSchema: jsonSchemaOf(inputSchema),
  outputSchema: null,
  streams: 'combined',
  description: prompt,
  decode,
  policy,
  environment: () => ({ inherit: 'everything', set: {} }),
  capture: captureRule,
  present,
  read: (result) =>
    'error' in result
      ? { text: result.error.message, isError: true, structured: null }
      : { text: result.text, isError: false, structured: null },
};

/** D `session`: a shell that lasts for each directory, permission for all that does not only read, nothing banned. */
export const session = defineContract<SessionOptions, SessionResult>({
  name: 'session',
  summary:
    'A shell that lasts for each directory; all that does not only read is asked about; nothing is banned.',
  options: optionsSchema,
  stricter: { onAsk: ['allow', 'ask', 'deny'], maxOutputBytes: 'lower', maxOutputLines: 'lower' },
  tools: [bash],
  approver,
  // Calls of one host that name no conversation share their shells.
  conversation: () => 'shared',
});
