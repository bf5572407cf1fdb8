import { defaultContract } from '../contracts/default/default.ts';
import type { DefaultResult } from '../contracts/default/result.ts';
import { createBash } from '../create-bash.ts';
import type { CallResult } from '../engine/engine.ts';
import { type JobAnswer, keyNames, stopSignals } from '../model/job.ts';
import { describeProblem } from '../model/request.ts';
import { resolveSettings } from '../settings/resolve.ts';
import { misuseStatus } from './misuse-status.ts';
import { misuse, type Terminal } from './terminal.ts';
import { jsonText, visibleText } from './visible.ts';

/** The options of every command about jobs. */
export interface JobFlags {
  readonly json?: boolean;
}

/** The options of `handrail output` and `handrail wait`. */
export interface OutputFlags extends JobFlags {
  readonly search?: string;
  readonly fromLine?: string;
  readonly lines?: string;
  readonly pattern?: string;
  readonly port?: string;
  readonly idle?: boolean;
  readonly timeoutMs?: string;
}

/** The options of `handrail input`. */
export interface InputFlags extends JobFlags {
  readonly key?: readonly string[];
  readonly eof?: boolean;
}

/** What is exited with when what was waited for did not come about, or what was to be typed was not taken. */
const notMetStatus = 1;

/** Lists the jobs of the state directory, whoever started them. */
export async function jobs(terminal: Terminal, flags: JobFlags): Promise<number> {
  return await ask(terminal, 'bash_jobs', {}, flags);
}

/** Prints what a job has written: all of it, some lines, or those that match. */
export async function output(terminal: Terminal, job: string, flags: OutputFlags): Promise<number> {
  const { search, fromLine, lines } = flags;
  const range = {
    from_line: wholeNumber('--from-line', fromLine) ?? 1,
    lines: wholeNumber('--lines', lines, 1),
  };
  return await ask(terminal, 'bash_output', { job, search, ...range }, flags);
}

/** Waits for the end of a job, or for what the flags say. */
export async function wait(terminal: Terminal, job: string, flags: OutputFlags): Promise<number> {
  const { pattern, port, idle, timeoutMs } = flags;
  const conditions = [
    ...(pattern === undefined ? [] : [{ pattern }]),
    ...(port === undefined ? [] : [{ port: wholeNumber('--port', port, 1, 65_535) }]),
    ...(idle === true ? ['idle'] : []),
  ];
  if (conditions.length > 1) {
    const given = (['pattern', 'port', 'idle'] as const).filter((name) => flags[name] !== undefined);
    const got = given.map((name) => `--${name}`).join(' and ');
    throw misuse(`expected one of --pattern, --port and --idle, got ${got}`);
  }
  const input = {
    job,
    wait_for: conditions[0] ?? 'exit',
    wait_ms: wholeNumber('--timeout-ms', timeoutMs, 1, longestWaitMs) ?? longestWaitMs,
    // Not what is new: that is for the conversation that started the job.
    from_line: -lastLines,
  };
  return await ask(terminal, 'bash_output', input, flags);
}

/** Lines that are printed when a wait is over. */
const lastLines = 20;

/** The longest that the tool waits. */
const longestWaitMs = 600_000;

/** Writes to the standard input of a job. */
export async function input(
  terminal: Terminal,
  job: string,
  text: string | undefined,
  { key = [], eof = false, ...flags }: InputFlags,
): Promise<number> {
  const unknown = key.find((name) => !(keyNames as readonly string[]).includes(name));
  if (unknown !== undefined)
    throw misuse(`--key: expected one of ${keyNames.join(', ')}, got ${JSON.stringify(unknown)}`);
  return await ask(terminal, 'bash_input', { job, text, keys: key, eof }, flags);
}

/** Ends a job, or sends it a signal. */
export async function stop(
  terminal: Terminal,
  job: string,
  { signal, ...flags }: JobFlags & { readonly signal?: string },
): Promise<number> {
  if (signal !== undefined && !(stopSignals as readonly string[]).includes(signal))
    throw misuse(`--signal: expected one of ${stopSignals.join(', ')}, got ${JSON.stringify(signal)}`);
  return await ask(terminal, 'bash_stop', { job, signal }, flags);
}

/** Asks the tool that a model would ask, so that both are told the same, and a person's question is in the record too. */
async function ask(
  terminal: Terminal,
  tool: string,
  given: Readonly<Record<string, unknown>>,
  { json }: JobFlags,
): Promise<number> {
  const { settings } = resolveSettings({ directory: terminal.cwd, env: terminal.env, flags: {} });
  const bash = createBash<unknown, DefaultResult>({
    contract: defaultContract.name,
    stateDir: settings.stateDir,
    env: terminal.env,
  });
  const toolInput = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  try {
    const called = await bash.call(tool, toolInput, {
      conversationId: 'command line',
      workingDirectory: terminal.cwd,
      signal: terminal.interrupted,
    });
    if (json === true) terminal.stdout.write(`${jsonText(called.result)}\n`);
    else tell(terminal, called);
    return statusOfAnswer(called);
  } finally {
    await bash.close();
  }
}

/** What a model reads in brackets is told to a person as any other mistake. */
function tell({ stdout, stderr }: Terminal, { outcome, text }: CallResult<DefaultResult>): void {
  if (outcome.kind === 'invalid')
    for (const problem of outcome.problems) stderr.write(errorLine(describeProblem(problem)));
  else if (outcome.kind === 'could_not_start') stderr.write(errorLine(outcome.problem.message));
  else stdout.write(`${text}\n`);
}

function errorLine(message: string): string {
  return `handrail: ${visibleText(message)}\n`;
}

function statusOfAnswer({ isError, outcome }: CallResult<DefaultResult>): number {
  if (isError) return misuseStatus;
  return outcome.kind === 'answered' && !cameAbout(outcome.answer) ? notMetStatus : 0;
}

function cameAbout(answer: JobAnswer): boolean {
  switch (answer.kind) {
    case 'output':
      return answer.waited?.met !== false;
    case 'input':
      return (
        answer.result.kind === 'written' && answer.result.left === 0 && answer.result.end !== 'unanswered'
      );
    case 'stop':
    case 'list':
      return true;
  }
}

/** `least` and `most`: what the tool takes, which has other names for it. */
function wholeNumber(
  flag: string,
  text: string | undefined,
  least = Number.MIN_SAFE_INTEGER,
  most = Number.MAX_SAFE_INTEGER,
): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (/^-?\d+$/.test(text) && Number.isSafeInteger(value) && value >= least && value <= most) return value;
  throw misuse(`${flag}: expected a whole number${rangeOf(least, most)}, got ${JSON.stringify(text)}`);
}

function rangeOf(least: number, most: number): string {
  if (most !== Number.MAX_SAFE_INTEGER) return ` from ${least} to ${most}`;
  return least === Number.MIN_SAFE_INTEGER ? '' : ` of at least ${least}`;
}
