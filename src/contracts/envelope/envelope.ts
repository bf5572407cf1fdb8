import type { ContractTool } from '../../model/contract.ts';
import { describeValue } from '../../model/describe-value.ts';
import type { Lifetime } from '../../model/request.ts';
import { asWritten } from '../as-written.ts';
import { defineContract, runCommand } from '../define.ts';

import { maxKeptBytes } from '../units.ts';
import { type Call, inputSchema, readInput } from './input.ts';
import { type EnvelopeOptions, optionsSchema } from './options.ts';
import { present } from './present.ts';
import type { EnvelopeResult } from './result.ts';
import { policyOf } from './rules.ts';

/** How long a background command may run when no limit is asked for: 24 hours. */
const backgroundTimeoutMs = 24 * 60 * 60 * 1_000;

/** The longest command that the rules look into, in UTF-16 units: 4 Mi. What is longer is refused. */
const maxAnalysed = 4 * 1024 * 1024;

/** Wide enough for most tables, and as high as a window usually is. */
const terminalSize = { columns: 120, rows: 40 };

const bash: ContractTool<EnvelopeOptions, EnvelopeResult> = {
  name: 'Bash',
  annotations: { title: 'Run a shell command', readOnly: false, destructive: true, openWorld: true },
  inputSchema,
  outputSchema: null,
  streams: 'apart',
  maxAnalysed,

  description: () => 'Execute a shell command within the project sandbox.',

  decode(input, scope) {
    const { outcome } = readInput(input, scope);
    if (outcome.kind === 'call') return operationOf(outcome.call);
    const { at, error } = outcome;
    const given = typeof input === 'object' && input !== null ? Object.entries(input) : [];
    const received = describeValue(given.find(([key]) => key === at)?.[1]);
    return { kind: 'invalid', problems: [{ path: at, expected: error.message, received, hint: null }] };
  },

  policy: ({ options, env, request }) => policyOf({ options, env, hasTerminal: request.terminal !== null }),

  environment: () => ({ inherit: 'everything', set: { MYCODEAGENT: '1' } }),

  capture: ({ maxOutputBytes = maxKeptBytes }) => ({
    wholeBytes: maxOutputBytes,
    headBytes: maxOutputBytes,
    tailBytes: 0,
    cutAt: 'character',
    clean: asWritten,
  }),

  present,

  read: (result) => ({ text: result.text, isError: result.status === 'error', structured: null }),
};

function operationOf({ command, cwd, root, timeoutMs, isLimited, hasTerminal, isBackground }: Call) {
  return runCommand({
    ...{ command, cwd, root },
    workspace: root,
    timeoutMs: isBackground && !isLimited ? backgroundTimeoutMs : timeoutMs,
    lifetime: lifetimeOf(isBackground),
    terminal: hasTerminal ? terminalSize : null,
  });
}

/** What is sent to the background is not waited for at all. */
function lifetimeOf(isBackground: boolean): Lifetime {
  if (!isBackground) return { kind: 'call', survivors: 'keep' };
  return { kind: 'job', settleMs: 0, input: 'nothing' };
}

/** E `envelope`: a status, data, text, stats and context; a project root that no command leaves; names that do not run. */
export const envelope = defineContract<EnvelopeOptions, EnvelopeResult>({
  name: 'envelope',
  summary: 'An answer of fixed fields; a project that no cd leaves; programs that are refused by what runs.',
  options: optionsSchema,
  stricter: { maxOutputBytes: 'lower' },
  tools: [bash],
});
