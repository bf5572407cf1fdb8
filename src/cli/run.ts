import { once } from 'node:events';
import { quote } from '../backends/local/quote.ts';
import { allowOf } from '../contracts/default/allow.ts';
import { whatWasEnded } from '../contracts/default/present-exit.ts';
import { whatWasDenied } from '../contracts/default/present-sandbox.ts';
import type { CallResult } from '../engine/engine.ts';
import type { Tool } from '../engine/tools.ts';
import type { Event } from '../model/event.ts';
import type { Job } from '../model/job.ts';
import type { Ended, MovedToJob, Outcome } from '../model/outcome.ts';
import { visibleLine, visibleLines } from '../policy/visible.ts';
import { exitStatusOf } from './exit-status.ts';
import { notesOnConfinement, untoldConfinement } from './notes-on-confinement.ts';
import { personAt } from './person.ts';
import { type ServeFlags, serve, yes } from './serve.ts';
import { misuse, type Terminal } from './terminal.ts';
import { jsonText } from './visible.ts';

/** The options of `handrail run`. */
export interface RunFlags extends ServeFlags {
  readonly timeoutMs?: string;
  readonly allow?: string;
  readonly json?: boolean;
  readonly live?: boolean;
  readonly yes?: boolean;
}

/** Runs one command through the contract; the exit status is the command's. */
export async function run(terminal: Terminal, words: readonly string[], flags: RunFlags): Promise<number> {
  const command = oneCommand(words);
  const timeoutMs = flags.timeoutMs === undefined ? null : milliseconds(flags.timeoutMs);
  const input = { command, ...(flags.allow !== undefined && { allow: jsonOf('--allow', flags.allow) }) };
  const live = flags.json !== true && (flags.live ?? terminal.stdout.isTTY);
  const { bash, workingDirectory } = serve(terminal, flags, flags.yes === true ? yes : personAt(terminal));
  try {
    const [tool] = bash.tools.list();
    if (flags.allow !== undefined) expectAllow(bash.contract, tool);
    const result = await bash.run(input, {
      workingDirectory,
      timeoutMs,
      signal: terminal.interrupted,
      onEvent: live ? echo(terminal) : null,
    });
    if (live) terminal.stderr.write(afterLive(result));
    else {
      terminal.stdout.write(`${flags.json === true ? jsonText(result.result) : result.text}\n`);
      terminal.stderr.write(untoldConfinement(tool, result.outcome));
    }
    if (result.outcome.kind === 'needs_approval')
      terminal.stderr.write('[handrail: --yes approves what the rules ask about]\n');
    return exitStatusOf(result.outcome);
  } finally {
    await bash.close();
    // What a reader has not taken by now would keep this process.
    if (live && terminal.interrupted.aborted) terminal.stdout.destroy();
  }
}

/** A command is one text: words put together again would not be what was typed. */
function oneCommand(words: readonly string[]): string {
  const [command, ...others] = words;
  if (command !== undefined && others.length === 0) return command;
  throw misuse(`expected one command in quotes after --, got ${words.length} arguments`);
}

/** Where a tool takes no notice of what it does not know, nothing would be said of it. */
function expectAllow(contract: string, tool: Tool<unknown> | undefined): void {
  if (Object.hasOwn(Object(tool?.inputSchema.properties), 'allow')) return;
  throw misuse(`--allow: expected a contract that has it, as default does, got ${contract}`);
}

function jsonOf(option: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw misuse(`${option}: expected JSON, got ${JSON.stringify(text)}`);
  }
}

function milliseconds(text: string): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value > 0 && value <= longestMs) return value;
  const expected = `a whole number of milliseconds from 1 to ${longestMs} (a day)`;
  throw misuse(`--timeout-ms: expected ${expected}, got ${JSON.stringify(text)}`);
}

/** A day, as jobs have that name no limit: more is a slip of a digit. */
const longestMs = 24 * 60 * 60 * 1_000;

/** Writes the command's output as it comes. */
function echo({ stdout, stderr, interrupted }: Terminal): (event: Event) => Promise<void> | null {
  return (event) => {
    if (event.kind !== 'output') return null;
    const stream = event.stream === 'stderr' ? stderr : stdout;
    return stream.write(event.text) ? null : roomOn(stream, interrupted);
  };
}

/** Settled when what was written has gone, or nobody wants it any more: a slow reader makes the command wait. */
async function roomOn(stream: NodeJS.WriteStream, interrupted: AbortSignal): Promise<void> {
  try {
    await once(stream, 'drain', { signal: interrupted });
  } catch {
    // Interrupted, or the stream broke, which interrupts too: the command is being ended.
  }
}

/** What the output itself did not say. */
function afterLive({ outcome, recorded, text }: CallResult<unknown>): string {
  // A terminal is not to obey what the command has in it.
  if (outcome.kind !== 'ended' && outcome.kind !== 'moved_to_job')
    return `${visibleLines(text).join('\n')}\n`;
  const { confinement } = outcome;
  const notes = [
    ...(outcome.kind === 'ended' ? notesOn(outcome) : [`it goes on as job ${outcome.job.id}`]),
    ...notesOnConfinement(confinement),
    ...noteOnDenials(outcome),
  ];
  const record =
    recorded.kind === 'not_closed' ? [`the outcome could not be recorded: ${recorded.reason}`] : [];
  return [...notes, ...record].map((note) => `[handrail: ${note}]\n`).join('');
}

function notesOn({
  exit,
  survivors,
  job,
  outOfMemory,
}: Extract<Outcome, { kind: 'ended' }>): readonly string[] {
  const ending = {
    exited: null,
    signalled: exit.kind === 'signalled' ? `ended by ${exit.signal}` : null,
    timed_out: exit.kind === 'timed_out' ? `timed out after ${exit.timeoutMs} ms` : null,
    cancelled: 'cancelled',
    lost: exit.kind === 'lost' ? exit.reason : null,
  }[exit.kind];
  const memory = outOfMemory ? whatWasEnded(outOfMemory) : null;
  return [ending, memory, noteOnSurvivors(survivors.length, job)].filter((note) => note !== null);
}

function noteOnDenials({ denials, moreDeniedHosts, grantable }: Ended | MovedToJob): readonly string[] {
  if (grantable.length > 0)
    return [`the sandbox denied what --allow ${quote(jsonText(allowOf(grantable)))} asks for`];
  return denials.length > 0 ? [visibleLine(whatWasDenied(denials, moreDeniedHosts))] : [];
}

function noteOnSurvivors(count: number, job: Job | null): string | null {
  if (count === 0) return null;
  const processes = count === 1 ? '1 process' : `${count} processes`;
  return job === null
    ? `ended ${processes} that the command had left running`
    : `${processes} that the command has left running: job ${job.id}`;
}
