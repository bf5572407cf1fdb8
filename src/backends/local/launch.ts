import { couldNotStart } from '../../model/could-not-start.ts';
import { messageOf } from '../../model/errors.ts';
import type { ProcessIdentity } from '../../model/exit.ts';
import type { CouldNotStart } from '../../model/outcome.ts';
import type { Plan } from '../../model/plan.ts';
import type { Sink } from '../../model/ports.ts';
import { stopReason, unlessAborted } from './abort.ts';
import type { Enclosure } from './enclosure.ts';
import { jobStartMs, unlessLate } from './late.ts';
import type { LaunchedShell, Launcher, ShellEnd, VanishedShell } from './launchers/launcher.ts';
import { launcherFor, scriptIn } from './launchers/launcher-for.ts';
import type { LauncherPool } from './launchers/launcher-pool.ts';
import { prepareScript, type Script } from './launchers/script.ts';
import { withdraw } from './launchers/withdraw.ts';
import type { Programs } from './preconditions.ts';
import { beginCall, type CallBegin, type CallIdentity, markValue } from './processes/call-processes.ts';
import { stayAliveFor } from './stay-alive.ts';
import type { PipePool } from './streams/pipes.ts';
import { openFiles, type PipeReader, readPipe } from './streams/read-pipe.ts';
import { closeOwnEnds, closeShellEnds, noStreams, openStreams, type Streams } from './streams/streams.ts';
import { type OpenPty, terminalSupport } from './streams/terminal.ts';
import type { Watchdog } from './supervision/watchdog.ts';
import type { WarmShells } from './warm/warm-shells.ts';
import { whyNotStarted } from './why-not-started.ts';

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
  /** `null`: every shell is started when it is wanted. */
  readonly warmShells: WarmShells | null;
  readonly watchdog: Watchdog;
  /** The marks of the calls that the host itself runs in; `null` when it runs in none. */
  readonly outerMark: string | null;
}

/** What a launch is asked for beside its plan. */
interface Wishes {
  readonly stop: AbortSignal;
  /** The sandbox to run in; `null`: in none. */
  readonly enclosure: Enclosure | null;
}

/** Has a launcher start bash on a plan. Either it runs, or nothing does and the answer says why. */
export async function launch(
  parts: LaunchParts,
  plan: Plan,
  sink: Sink,
  wishes: Wishes,
): Promise<Launch | CouldNotStart> {
  const support = plan.terminal && (await terminalSupport());
  if (support?.kind === 'unavailable') {
    const { advice, reason } = support;
    return couldNotStart('terminal-unavailable', `there are no terminals: ${advice}; ${reason}`);
  }
  return (
    (await launchWarm(parts, plan, sink, wishes)) ??
    (await launchCold(parts, plan, sink, { ...wishes, open: support?.open ?? null }))
  );
}

/** Has a shell that waits run it. Resolves to `null` when there is none, or it has not done so. */
async function launchWarm(
  parts: LaunchParts,
  plan: Plan,
  sink: Sink,
  { stop, enclosure }: Wishes,
): Promise<Launch | null> {
  const warm = (await parts.warmShells?.take(plan, enclosure, stop)) ?? null;
  if (warm === null) return null;
  const begin = beginCall();
  const started = warm.start(plan.command);
  const readers = warm.outputs.map(({ stream, reader }) => reader.begin((bytes) => sink(stream, bytes)));
  const shell = await unlessStopped(started, stop);
  if (shell?.kind === 'not_started') {
    await warm.discard();
    return null;
  }
  // A shell that waited is older than the call: one that is not known is looked for among all processes.
  const known = shell === null ? { shell, begin: null } : { shell, begin };
  return attendShell(parts, { ...warm, isKnown: true, ...known }, readers);
}

/** Reads what is written from now on. */
function readOutputs(
  outputs: Streams['outputs'],
  terminal: Streams['terminal'],
  sink: Sink,
): readonly PipeReader[] {
  return outputs.map(({ stream, pipe: { readFd, fileId } }) =>
    readPipe({ readFd, fileId: terminal?.fileId ?? fileId }, (bytes) => sink(stream, bytes)),
  );
}

async function launchCold(
  parts: LaunchParts,
  plan: Plan,
  sink: Sink,
  {
    stop,
    enclosure,
    open,
  }: { readonly stop: AbortSignal; readonly enclosure: Enclosure | null; readonly open: OpenPty | null },
): Promise<Launch | CouldNotStart> {
  const { watchdog, pool, programs } = parts;
  const streams = noStreams();
  let mark: string | null = null;
  let launcher: Launcher | null = null;
  let script: Script | null = null;
  try {
    mark = watchdog.nextMark();
    await openStreams(streams, { pool, cat: programs.cat }, plan, open);
    script = prepareScript(plan.command);
    const found = await launcherFor(parts, plan, { streams, script, enclosure });
    launcher = found.launcher;
    const connection = { ...found.ways, mark: markOf(parts, mark) };
    const begin = beginCall();
    const started = launcher.start(connection, { cwd: plan.cwd, script: scriptIn(enclosure, script) });
    const shell = await unlessStopped(started, stop);
    if (shell?.kind === 'not_started') throw new Error(whyNotStarted(shell, plan.sandbox));
    if (shell === null) await withdraw(launcher, mark);
    const readers = readOutputs(streams.outputs, streams.terminal, sink);
    return attendShell(parts, { mark, isKnown: false, launcher, streams, begin, shell }, readers);
  } catch (error) {
    // Its shell may run, and nobody would know of it.
    if (launcher !== null && mark !== null) await withdraw(launcher, mark);
    await launcher?.over();
    if (mark !== null) watchdog.forget(mark);
    closeOwnEnds(streams);
    return couldNotStart('spawn-failed', `bash could not be started: ${messageOf(error)}`);
  } finally {
    script?.close();
    closeShellEnds(streams);
  }
}

/** What was started, with what it is connected to; no `shell`: the call was stopped before it was known to run. */
interface StartedShell {
  readonly mark: string;
  /** Whether the watchdog knows of the shell. */
  readonly isKnown: boolean;
  readonly launcher: Launcher;
  readonly streams: Pick<Streams, 'input' | 'terminal'>;
  /** `null`: what is of the call may be older. */
  readonly begin: CallBegin | null;
  readonly shell: LaunchedShell | VanishedShell | null;
}

/** Has the watchdog know of it. */
function attendShell(
  { watchdog }: LaunchParts,
  { mark, isKnown, launcher, streams, begin, shell }: StartedShell,
  readers: readonly PipeReader[],
): Launch {
  const { input, terminal } = streams;
  const outputFiles = openFiles(readers);
  const leader = shell?.kind === 'started' ? leaderOf(shell, launcher, streams) : null;
  const call = { mark, launcher, shell: leader, begin, sandbox: launcher.sandbox, outputFiles };
  if (!isKnown) watchdog.know(call);
  const ended = shell?.ended ?? Promise.resolve(null);
  const inputFd = input?.writeFd ?? null;
  return { kind: 'launched', call, launcher, ended, readers, inputFd, hasTerminal: terminal !== null };
}

/** On a terminal the launcher shares the group of its shell, which it leads. */
function leaderOf(
  shell: ProcessIdentity,
  launcher: Launcher,
  { terminal }: Pick<Streams, 'terminal'>,
): ProcessIdentity {
  const { pid, startTime } = terminal === null ? shell : launcher;
  return { pid, startTime };
}

/** A mark as the processes of the call get it. */
export function markOf({ outerMark }: LaunchParts, mark: string): string {
  return markValue(mark, outerMark);
}

/** Resolves to `null` when the call was stopped before the shell ran: to enter a directory can take for ever. */
export async function unlessStopped<Told>(started: Promise<Told>, stop: AbortSignal): Promise<Told | null> {
  const first = await unlessAborted(started, stop);
  if (first !== 'stopped') return first;
  return stopReason(stop).kind === 'kept' ? await stayAliveFor(unlessLate(started, jobStartMs)) : null;
}
