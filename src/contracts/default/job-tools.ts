import { describeUnrunnable } from '../../analysis/analyze.ts';
import type { ContractTool } from '../../model/contract.ts';
import { type JobRequest, keyNames, stopSignals } from '../../model/job.ts';
import type { Problem } from '../../model/request.ts';
import { jsonSchemaOf, readFromModel, z } from '../schema.ts';
import { formatDuration } from '../units.ts';
import { type DefaultOptions, longestWaitMs, maxTimeoutMs } from './options.ts';
import { presentJob, presentJobList } from './present-job.ts';
import { type DefaultResult, jobListResultSchema, jobToolResultSchema } from './result.ts';
import { readResult, runRules } from './rules.ts';

type Tool = ContractTool<DefaultOptions, DefaultResult>;

/** Milliseconds without output after which a job counts as idle: 1 s, longer than most programs pause in their work. */
const quietMs = 1_000;

/** Milliseconds that are waited when nothing is said: 30 s, well under the 60 s after which many clients give up. */
const defaultWaitMs = 30_000;

const job = z.string().min(1).describe('The id of the job, as bash or bash_jobs told it.');

const outputSchema = z.strictObject({
  job,
  wait_for: z
    .union([
      z.enum(['exit', 'idle']),
      z.strictObject({ pattern: z.string().min(1) }),
      z.strictObject({ port: z.int().min(1).max(65_535) }),
    ])
    .optional()
    .describe(
      'Wait until the job has ended ("exit"), is silent ("idle"), has written a line that a regular expression matches since you last read (with search or from_line: at any time), or a local port is open.',
    ),
  wait_ms: z
    .int()
    .min(1)
    .max(maxTimeoutMs)
    .optional()
    .describe(
      'Milliseconds to wait at most; without wait_for, for the end. Left out: 30000 if wait_for is given.',
    ),
  search: z
    .string()
    .min(1)
    .optional()
    .describe(
      'A regular expression: the matching lines of the whole output, or of those that from_line and lines say, with their numbers.',
    ),
  from_line: z
    .int()
    .optional()
    .describe('Read from this line of the whole output on; the first is 1, -20 are the last twenty.'),
  lines: z.int().min(1).optional().describe('How many lines, with from_line.'),
});

const bashOutput: Tool = {
  ...runRules,
  name: 'bash_output',
  annotations: { title: 'Read the output of a job', readOnly: true, destructive: false, openWorld: false },
  inputSchema: jsonSchemaOf(outputSchema),
  outputSchema: jsonSchemaOf(jobToolResultSchema),
  description: ({ patienceMs = null }) =>
    [
      'Reads what a job has written since you last read, and says how it is doing.',
      `To wait, give wait_for and wait_ms instead of calling again and again. A call waits for ${formatDuration(longestWaitMs(patienceMs))} at most.`,
      'With search or from_line you get parts of the whole output, also after the end of the job.',
    ].join('\n'),
  decode(input) {
    const reading = readFromModel(outputSchema, input);
    if (reading.kind === 'invalid') return reading;
    const { wait_for, wait_ms, search } = reading.value;
    const problem =
      patternProblem('search', search) ??
      patternProblem(
        'wait_for.pattern',
        typeof wait_for === 'object' && 'pattern' in wait_for ? wait_for.pattern : undefined,
      );
    if (problem !== null) return { kind: 'invalid', problems: [problem] };
    const waitFor = wait_for ?? (wait_ms === undefined ? null : 'exit');
    return {
      kind: 'job',
      request: {
        kind: 'output',
        job: reading.value.job,
        read: {
          waitFor: waitFor === null ? null : conditionOf(waitFor),
          waitMs: wait_ms ?? defaultWaitMs,
          select: selectionOf(reading.value),
        },
      },
    };
  },
  present: presentJob,
  read: readResult,
};

/** What is wrong with a pattern, by the name that it has here. */
function patternProblem(path: string, pattern: string | undefined): Problem | null {
  try {
    if (pattern !== undefined) new RegExp(pattern, 'u');
    return null;
  } catch (error) {
    // As `SyntaxError: Invalid regular expression: /(/u: Unterminated group`.
    const received = `${JSON.stringify(pattern)} (${String(error).replace(/^.*\/u: /s, '')})`;
    return { path, expected: 'a regular expression', received, hint: null };
  }
}

type OutputInput = z.output<typeof outputSchema>;
type OutputRead = Extract<JobRequest, { kind: 'output' }>['read'];

function conditionOf(waitFor: NonNullable<OutputInput['wait_for']>): NonNullable<OutputRead['waitFor']> {
  if (waitFor === 'exit') return { kind: 'exit' };
  if (waitFor === 'idle') return { kind: 'idle', quietMs };
  return 'pattern' in waitFor ? { kind: 'pattern', ...waitFor } : { kind: 'port', ...waitFor };
}

function selectionOf({ search, from_line, lines }: OutputInput): OutputRead['select'] {
  const range = { from: from_line || 1, count: lines ?? null };
  if (search !== undefined) return { kind: 'search', pattern: search, ...range };
  if (from_line === undefined && lines === undefined) return { kind: 'new' };
  return { kind: 'lines', ...range };
}

const inputSchema = z.strictObject({
  job,
  text: z.string().optional().describe('Written to the standard input of the command, as it is.'),
  keys: z.array(z.enum(keyNames)).optional().describe('Keys pressed after the text: ["Enter"].'),
  eof: z
    .boolean()
    .optional()
    .describe('End the input after that; on a terminal, type its end-of-file character.'),
});

const bashInput: Tool = {
  ...runRules,
  name: 'bash_input',
  annotations: { title: 'Type into a job', readOnly: false, destructive: true, openWorld: true },
  inputSchema: jsonSchemaOf(inputSchema),
  outputSchema: jsonSchemaOf(jobToolResultSchema),
  description: () =>
    'Writes to the standard input of a job that was started with run_in_background, or types on the terminal of one with pty. A line is only a line with its end: give "\\n" or the key Enter.',
  decode(input) {
    const reading = readFromModel(inputSchema, input);
    if (reading.kind === 'invalid') return reading;
    const { text = '', keys = [], eof = false } = reading.value;
    // Another character would be typed in its place.
    const at = text.search(/[\ud800-\udfff]/u);
    if (at !== -1)
      return {
        kind: 'invalid',
        problems: [{ ...describeUnrunnable({ code: 'lone-surrogate', at }), path: 'text' }],
      };
    return { kind: 'job', request: { kind: 'input', job: reading.value.job, text, keys, end: eof } };
  },
  present: presentJob,
  read: readResult,
};

const stopSchema = z.strictObject({
  job,
  signal: z
    .enum(stopSignals)
    .optional()
    .describe('Only send this signal. Left out: the job is ended, by SIGTERM and after 2 s by SIGKILL.'),
});

const bashStop: Tool = {
  ...runRules,
  name: 'bash_stop',
  annotations: { title: 'End a job', readOnly: false, destructive: true, openWorld: false },
  inputSchema: jsonSchemaOf(stopSchema),
  outputSchema: jsonSchemaOf(jobToolResultSchema),
  description: () => 'Ends a job, every process of it, or sends it a signal. Its output can still be read.',
  decode(input) {
    const reading = readFromModel(stopSchema, input);
    if (reading.kind === 'invalid') return reading;
    const { signal = null } = reading.value;
    return { kind: 'job', request: { kind: 'stop', job: reading.value.job, signal } };
  },
  present: presentJob,
  read: readResult,
};

const listSchema = z.strictObject({});

const bashJobs: Tool = {
  ...runRules,
  name: 'bash_jobs',
  annotations: { title: 'List jobs', readOnly: true, destructive: false, openWorld: false },
  inputSchema: jsonSchemaOf(listSchema),
  outputSchema: jsonSchemaOf(jobListResultSchema),
  description: () => 'Lists the jobs that run, and the last ones that have ended, newest first.',
  decode(input) {
    const reading = readFromModel(listSchema, input);
    return reading.kind === 'invalid' ? reading : { kind: 'job', request: { kind: 'list' } };
  },
  present: presentJobList,
  read: readResult,
};

/** The tools for what goes on after a call. */
export const jobTools: readonly Tool[] = [bashOutput, bashInput, bashStop, bashJobs];
