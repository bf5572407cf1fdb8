import { closeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StreamName } from '../../model/capture.ts';
import { messageOf } from '../../model/errors.ts';
import type { ProcessIdentity, StartProblem } from '../../model/exit.ts';
import type { Plan, StreamRule } from '../../model/plan.ts';
import type { Sink } from '../../model/ports.ts';
import { stopReason, whenAborted } from './abort.ts';
import { type CallIdentity, markValue } from './call-processes.ts';
import { type Enclosure, type Slots, slotPath } from './enclosure.ts';
import type { LaunchedShell, Launcher, LaunchOrder, ShellEnd } from './launcher.ts';
import type { LauncherPool } from './launcher-pool.ts';
import type { Pipe, PipePool } from './pipes.ts';
import type { Programs } from './preconditions.ts';
import { openFiles, type PipeReader, readPipe } from './read-pipe.ts';
import { prepareScript, type Script } from './script.ts';
import { type OpenPty, openTerminal, type Terminal, terminalSupport } from './terminal.ts';
import type { Watchdog } from './watchdog.ts';

/** A shell that runs a command, or that was still about to when the call was stopped. */
export interface Launch {
  readonly kind: 'launched';
  readonly call: CallIdentity;
  readonly launcher: Launcher;
  /** Settled when the shell itself is over, whatever it left behind; see `LaunchedShell`. */
  readonly ended: Promise<ShellEnd | null>;
  readonly readers: readonly PipeReader[];
  /** The writing end of the command's standard input; `null` when it has none. Whoever ends the call closes it. */
  readonly inputFd: number | null;
  /** Whether it runs on a terminal. Then the launcher leads its session and its group, and takes no other order. */
  readonly hasTerminal: boolean;
}

/** What every command of a backend is started with. */
export interface LaunchParts {
  readonly programs: Programs;
  readonly pool: PipePool;
  readonly launchers: LauncherPool;
  readonly watchdog: Watchdog;
  /** The marks of the calls that the host itself runs in; `null` when it runs in none. */
  readonly outerMark: string | null;
}

type CouldNotStart = { readonly kind: 'could_not_start'; readonly problem: StartProblem };

/** The streams of a command, in the order of its descriptors. */
export const streamNames: Readonly<Record<StreamRule, readonly StreamName[]>> = {
  apart: ['stdout', 'stderr'],
  combined: ['output'],
};

/** Has a launcher start bash on a plan. Either it runs, or nothing does and the answer says why. */
export async function launch(
  parts: LaunchParts,
  plan: Plan,
  sink: Sink,
  { stop, enclosure }: { readonly stop: AbortSignal; readonly enclosure: Enclosure | null },
): Promise<Launch | CouldNotStart> {
  const support = plan.terminal && (await terminalSupport());
  if (support?.kind === 'unavailable') {
    const { advice, reason } = support;
    return couldNotStart('terminal-unavailable', `there are no terminals: ${advice}; ${reason}`);
  }
  const { watchdog } = parts;
  const mark = watchdog.nextMark();
  const streams: Streams = { outputs: [], input: null, terminal: null };
  let launcher: Launcher | null = null;
  let script: Script | null = null;
  try {
    await openStreams(streams, parts, plan, support?.open ?? null);
    script = await prepareScript(plan.command);
    const connected = { ...streams, script };
    const env = launcherEnvironment(plan);
    launcher =
      enclosure === null
        ? await parts.launchers.take(env)
        : await parts.launchers.enclose(env, { enclosure, slots: slotsFor(connected) });
    const ways = enclosure === null ? waysTo(connected) : enclosedWaysTo(connected);
    const shell = await startShell(launcher, { ...ways, cwd: plan.cwd, mark: markOf(parts, mark) }, stop);
    if (shell?.kind === 'not_started') throw new Error(shell.reason);
    const readers = streams.outputs.map(({ stream, pipe: { readFd, fileId } }) =>
      readPipe({ readFd, fileId: streams.terminal?.fileId ?? fileId }, (bytes) => sink(stream, bytes)),
    );
    const outputFiles = openFiles(readers);
    const leader = shell && leaderOf(shell, launcher, streams);
    const call = { mark, launcher, shell: leader, sandbox: launcher.sandbox, outputFiles };
    watchdog.know(call);
    const ended = shell?.ended ?? Promise.resolve(null);
    const inputFd = streams.input?.writeFd ?? null;
    return { kind: 'launched', call, launcher, ended, readers, inputFd, hasTerminal: plan.terminal !== null };
  } catch (error) {
    watchdog.forget(mark);
    launcher?.letGo();
    await launcher?.over();
    for (const { pipe } of streams.outputs) closeSync(pipe.readFd);
    streams.input?.closeWritingEnd();
    return couldNotStart('spawn-failed', `bash could not be started: ${messageOf(error)}`);
  } finally {
    await script?.close();
    for (const { pipe } of streams.outputs) pipe.closeWritingEnd();
    streams.terminal?.letGo();
    if (streams.input !== null) closeSync(streams.input.readFd);
  }
}

/** What a shell is connected to, as far as it was opened. */
interface Streams {
  readonly outputs: { readonly stream: StreamName; readonly pipe: Pipe }[];
  input: Pipe | null;
  terminal: Terminal | null;
}

async function openStreams(
  streams: Streams,
  { pool, programs }: LaunchParts,
  plan: Plan,
  open: OpenPty | null,
): Promise<void> {
  for (const stream of streamNames[plan.streams]) streams.outputs.push({ stream, pipe: await pool.take() });
  if (plan.input === 'pipe' || plan.terminal !== null) streams.input = await pool.take();
  const { input, outputs } = streams;
  const [output] = outputs;
  if (open === null || plan.terminal === null || input === null || output === undefined) return;
  streams.terminal = openTerminal(open, programs.cat, plan.terminal, { input, output: output.pipe });
}

/** On a terminal the launcher shares the group of its shell, which it leads. */
function leaderOf(shell: ProcessIdentity, launcher: Launcher, { terminal }: Streams): ProcessIdentity {
  const { pid, startTime } = terminal === null ? shell : launcher;
  return { pid, startTime };
}

function couldNotStart(code: StartProblem['code'], message: string): CouldNotStart {
  return { kind: 'could_not_start', problem: { code, message } };
}

/** A mark as the processes of the call get it. */
export function markOf({ outerMark }: LaunchParts, mark: string): string {
  return markValue(mark, outerMark);
}

/** The directory is told with the order: launchers wait in the root, where they hold no file system. */
export function launcherEnvironment({ env }: Plan): Plan['env'] {
  return { ...env, PWD: '/' };
}

/** Resolves to `null` when the call was stopped before the shell ran: to enter a directory can take for ever. */
export async function startShell(
  launcher: Launcher,
  order: LaunchOrder,
  stop: AbortSignal,
): Promise<LaunchedShell | { readonly kind: 'not_started'; readonly reason: string } | null> {
  const over = new AbortController();
  try {
    return await Promise.race([launcher.start(order), notWaitedFor(stop, over.signal)]);
  } finally {
    over.abort();
  }
}

/** What a shell is connected to. */
interface Connected {
  readonly input: Pipe | null;
  readonly outputs: readonly { readonly pipe: Pipe }[];
  readonly terminal: Terminal | null;
  readonly script: Script;
}

/** The paths by which a launcher opens what its shell is connected to. */
export function waysTo({ input, outputs, terminal, script }: Connected): Ways {
  const [output = '/dev/null', errors = output] = outputs.map(({ pipe }) => pipe.path);
  return { input: input?.readPath ?? '/dev/null', output, errors, script, terminal: terminal?.path ?? null };
}

type Ways = Omit<LaunchOrder, 'cwd' | 'mark'>;

/** The paths in a sandbox, where a terminal is in the place of the input. */
export function enclosedWaysTo({ input, outputs, terminal, script }: Connected): Ways {
  const output = outputs.length === 0 ? '/dev/null' : slotPath('output');
  return {
    input: input === null ? '/dev/null' : slotPath('input'),
    output,
    errors: outputs.length > 1 ? slotPath('errors') : output,
    script: script.fd === null ? script : { ...script, text: slotPath('script') },
    terminal: terminal && slotPath('input'),
  };
}

export function slotsFor({ input, outputs, terminal, script }: Connected): Slots {
  if (terminal !== null) return { input: terminal.fd, output: null, errors: null, script: script.fd };
  const [output = null, errors = null] = outputs.map(({ pipe }) => pipe.writeFd);
  return { input: input?.readFd ?? null, output, errors, script: script.fd };
}

/**
 * Milliseconds that a command has to start in which is to go on as a job when its time is up, before it is given up: 2 s,
 * as much as a command that is ended has.
 */
const lateStartMs = 2_000;

/** Settled when the start of a command is of no use any more. */
async function notWaitedFor(stop: AbortSignal, over: AbortSignal): Promise<null> {
  await whenAborted(stop, over);
  if (stop.aborted && stopReason(stop).kind === 'kept')
    await sleep(lateStartMs, null, { signal: over }).catch(() => null);
  return null;
}
