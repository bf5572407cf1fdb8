import { closeSync } from 'node:fs';
import type { StreamName } from '../../model/capture.ts';
import { messageOf } from '../../model/errors.ts';
import type { StartProblem } from '../../model/exit.ts';
import type { Plan, StreamRule } from '../../model/plan.ts';
import type { Sink } from '../../model/ports.ts';
import { whenAborted } from './abort.ts';
import { type CallIdentity, markValue } from './call-processes.ts';
import type { LaunchedShell, Launcher, ShellEnd } from './launcher.ts';
import type { LauncherPool } from './launcher-pool.ts';
import type { Pipe, PipePool } from './pipes.ts';
import { openInodes, type PipeReader, readPipe } from './read-pipe.ts';
import { prepareScript } from './script.ts';
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
}

/** What every command of a backend is started with. */
export interface LaunchParts {
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
  stop: AbortSignal,
): Promise<Launch | CouldNotStart> {
  const { pool, watchdog } = parts;
  const mark = watchdog.nextMark();
  const outputs: { readonly stream: StreamName; readonly pipe: Pipe }[] = [];
  let launcher: Launcher | null = null;
  let input: Pipe | null = null;
  try {
    launcher = await parts.launchers.take(launcherEnvironment(plan));
    for (const stream of streamNames[plan.streams]) outputs.push({ stream, pipe: await pool.take() });
    if (plan.input === 'pipe') input = await pool.take();
    const order = { mark: markOf(parts, mark), input, outputs, stop };
    const shell = await startShell(launcher, plan, order);
    if (shell?.kind === 'not_started') throw new Error(shell.reason);
    const readers = outputs.map(({ stream, pipe }) => readPipe(pipe, (bytes) => sink(stream, bytes)));
    const outputInodes = openInodes(readers);
    const call = { mark, launcher, shell, outputInodes };
    watchdog.know(call);
    const ended = shell?.ended ?? Promise.resolve(null);
    return { kind: 'launched', call, launcher, ended, readers, inputFd: input?.writeFd ?? null };
  } catch (error) {
    watchdog.forget(mark);
    launcher?.letGo();
    for (const { pipe } of outputs) closeSync(pipe.readFd);
    input?.closeWritingEnd();
    const message = `bash could not be started: ${messageOf(error)}`;
    return { kind: 'could_not_start', problem: { code: 'spawn-failed', message } };
  } finally {
    for (const { pipe } of outputs) pipe.closeWritingEnd();
    if (input !== null) closeSync(input.readFd);
  }
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
  plan: Pick<Plan, 'command' | 'cwd'>,
  order: {
    readonly mark: string;
    readonly input: Pipe | null;
    readonly outputs: readonly { readonly pipe: Pipe }[];
    readonly stop: AbortSignal;
  },
): Promise<LaunchedShell | { readonly kind: 'not_started'; readonly reason: string } | null> {
  const [output = '/dev/null', errors = output] = order.outputs.map(({ pipe }) => pipe.path);
  const script = await prepareScript(plan.command);
  const over = new AbortController();
  try {
    const started = launcher.start({
      mark: order.mark,
      cwd: plan.cwd,
      input: order.input?.readPath ?? '/dev/null',
      output,
      errors,
      script,
    });
    return await Promise.race([started, whenAborted(order.stop, over.signal).then(() => null)]);
  } finally {
    over.abort();
    await script.close();
  }
}
