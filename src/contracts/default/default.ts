import { resolve } from 'node:path';
import type { ContractTool, DescriptionScope } from '../../model/contract.ts';
import { describeValue } from '../../model/describe-value.ts';
import type { Lifetime, Problem } from '../../model/request.ts';
import { defineContract, runCommand } from '../define.ts';
import { jsonSchemaOf, readFromModel, z } from '../schema.ts';
import { count, formatDuration } from '../units.ts';
import { allowSchema, readAllow } from './allow.ts';
import { jobTools } from './job-tools.ts';
import { type DefaultOptions, longestWaitMs, maxTimeoutMs, optionsSchema, timeLimit } from './options.ts';
import { presentBash } from './present.ts';
import { bashResultSchema, type DefaultResult } from './result.ts';
import { readResult, runRules } from './rules.ts';

/** Milliseconds in which a command that is to run in the background may end and be told of at once: 1 s. */
const settleMs = 1_000;

/** The time limit of a job that names none: 24 hours. */
const jobTimeoutMs = 24 * 60 * 60 * 1_000;

/** Wider than most tables and lines of a log, and as high as a window usually is. */
const terminalSize = { columns: 120, rows: 40 };
/** A name is no place for more than that, and it is repeated in every result. */
const maxSessionName = 64;

const inputSchema = z.strictObject({
  command: z.string().min(1).describe('The command, for bash.'),
  description: z.string().optional().describe('What the command is for, in a few words; shown to the user.'),
  workdir: z
    .string()
    .min(1)
    .optional()
    .describe('Directory to run in, absolute or relative to the working directory. Use it instead of cd.'),
  timeout_ms: timeLimit
    .optional()
    .describe(
      'Milliseconds until the command goes on as a job at the latest; in the background, until it is ended.',
    ),
  run_in_background: z
    .boolean()
    .optional()
    .describe('Start it as a job and return at once: for servers, watchers, long builds.'),
  pty: z
    .boolean()
    .optional()
    .describe('Run it on a terminal: for programs that ask or draw. You are given the text on its screen.'),
  session: z
    .string()
    .min(1)
    .max(maxSessionName)
    .optional()
    .describe(
      'Name of a shell that is kept for later calls with the same name, one after the other: variables, functions and cd last in it. There workdir is a cd; without it the call runs where the one before has left the shell. At its time limit the command is ended, its background processes run on with the session. Not with run_in_background or pty.',
    ),
  allow: allowSchema.optional(),
});

const bash: ContractTool<DefaultOptions, DefaultResult> = {
  ...runRules,
  name: 'bash',
  checksSyntax: true,
  annotations: { title: 'Run a bash command', readOnly: false, destructive: true, openWorld: true },
  inputSchema: jsonSchemaOf(inputSchema),
  outputSchema: jsonSchemaOf(bashResultSchema),

  description(scope) {
    const place = `in ${scope.workingDirectory}`;
    const whole = described(scope, place);
    return whole.length <= mostOfDescription ? whole : described(scope, 'where the conversation works');
  },

  decode(input, { options, workingDirectory, env }) {
    const reading = readFromModel(inputSchema, input);
    if (reading.kind === 'invalid') return reading;
    const {
      command,
      description,
      workdir,
      timeout_ms,
      run_in_background = false,
      pty = false,
      session,
      allow = {},
    } = reading.value;
    const beyond = Object.keys(allow).length > 0;
    const problem =
      session === undefined ? null : problemOfSession(session, { run_in_background, pty, allow: beyond });
    if (problem !== null) return { kind: 'invalid', problems: [problem] };
    const asked = readAllow(allow, { workingDirectory, env });
    if (asked.kind === 'invalid') return asked;
    return runCommand({
      command,
      cwd: resolve(workingDirectory, workdir ?? '.'),
      timeoutMs: timeout_ms ?? (run_in_background ? jobTimeoutMs : options.timeoutMs),
      lifetime: lifetimeOf(run_in_background, session),
      description: description ?? null,
      terminal: pty ? terminalSize : null,
      session: session === undefined ? null : { name: session, entersCwd: workdir !== undefined },
      access: asked.access,
    });
  },

  present: presentBash,
  read: readResult,
};

/** What OpenAI's chat completions and those that have their shape take, in characters; a longer one has all tools of a request refused. */
const mostOfDescription = 1_024;

function described(
  { options, isConfined = false, keepsRuns = true, patienceMs = null }: DescriptionScope<DefaultOptions>,
  place: string,
): string {
  return [
    'Runs a command in bash and returns what it prints, stdout and stderr in the order of writing.',
    `It runs ${place} unless workdir says otherwise. Each call gets a fresh shell: variables and cd last in a session alone.`,
    'There is no terminal and no input: use options that answer questions, or pty and then bash_input.',
    keepsRuns
      ? `What still runs after ${describeTimeLimit(options, patienceMs)} goes on as a job: bash_output reads on, bash_stop ends it. So does what it leaves running. In a session it is ended${describeLimit(patienceMs)}.`
      : `What still runs after ${describeTimeLimit(options, null)}${describeLimit(patienceMs)} is ended, and so is what it leaves running. Nothing goes on as a job here: run_in_background is refused.`,
    `Of a long output you get start and end, ${count(options.maxOutputBytes, 'byte')}, and a file with the whole.`,
    `Lines in [brackets] after the output are about the command: a non-zero exit status, a job, what was left out${isConfined ? ', what its sandbox denied and what to give as allow to ask the user for it' : ''}.`,
    ...(isConfined
      ? [
          'Empty read-only directories, as .bashrc, stand in for settings that must not be made: copy none. /tmp is for you alone, not to hand over.',
        ]
      : []),
  ].join('\n');
}

function describeTimeLimit({ timeoutMs }: DefaultOptions, patienceMs: number | null): string {
  const mostMs = longestWaitMs(patienceMs);
  return timeoutMs < mostMs
    ? `${formatDuration(timeoutMs)} (or timeout_ms, at most ${formatDuration(mostMs)})`
    : `${formatDuration(mostMs)} (or timeout_ms, if that is less)`;
}

/** What cannot go on as a job, as a command in a session, is ended when its caller gives up. */
function describeLimit(patienceMs: number | null): string {
  const mostMs = longestWaitMs(patienceMs);
  return mostMs === maxTimeoutMs
    ? ''
    : ` (keep it to ${formatDuration(mostMs)}: a longer call may be given up)`;
}

/** What runs in a session is part of its shell, which no supervisor can take over. */
function lifetimeOf(isJob: boolean, session: string | undefined): Lifetime {
  if (session !== undefined) return { kind: 'call', survivors: 'end' };
  return isJob ? { kind: 'job', settleMs, input: 'pipe' } : { kind: 'call-then-job' };
}

/** What a session cannot be together with. */
function problemOfSession(
  session: string,
  {
    run_in_background,
    pty,
    allow,
  }: { readonly run_in_background: boolean; readonly pty: boolean; readonly allow: boolean },
): Problem | null {
  // Its shell is in a sandbox already, and in another one the command would not find what it counts on.
  if (allow)
    return notTogether(
      session,
      'allow',
      'a command with allow has a shell of its own, say with workdir where it runs',
    );
  if (run_in_background)
    return notTogether(
      session,
      'run_in_background',
      'in a session, end the command with & to have it run on',
    );
  return pty ? notTogether(session, 'pty', 'the shell of a session has no terminal') : null;
}

function notTogether(session: string, other: string, hint: string): Problem {
  return {
    path: 'session',
    expected: `no session together with ${other}`,
    received: describeValue(session),
    hint: `leave one of them out; ${hint}`,
  };
}

/** Handrail's own: output in the order of writing, cleaned for a model, a structured result beside it, nothing lost. */
export const defaultContract = defineContract<DefaultOptions, DefaultResult>({
  name: 'default',
  summary:
    'Output in the order of writing, cut in the middle with the whole in a file; a structured result; jobs.',
  options: optionsSchema,
  stricter: {
    timeoutMs: 'lower',
    maxOutputBytes: 'lower',
    approve: ['never', 'unconfined', 'rules', 'always'],
  },
  // What it holds back can be asked for: see `allow`.
  sandbox: 'workspace',
  tools: [bash, ...jobTools],
});
