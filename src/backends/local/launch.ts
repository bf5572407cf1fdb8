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
import type { Programs } from './preconditions.ts';
import { type PipeReader, readPipe } from './read-pipe.ts';
import { prepareScript } from './script.ts';
import { openTerminal, type Terminal, terminalSupport } from './terminal.ts';
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

const streamNames: Readonly<Record<StreamRule, readonly StreamName[]>> = {
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
  let terminal: Terminal | null = null;
  const support = plan.terminal && (await terminalSupport());
  if (support?.kind === 'unavailable')
    return { kind: 'could_not_start', problem: { code: 'terminal-unavailable', message: support.reason } };
  try {
    launcher = await parts.launchers.take(launcherEnvironment(plan));
    for (const stream of streamNames[plan.streams]) outputs.push({ stream, pipe: await pool.take() });
    if (plan.input === 'pipe' || plan.terminal !== null) input = await pool.take();
    const [output] = outputs;
    if (support && plan.terminal && input && output)
      terminal = openTerminal(support.open, parts.programs.cat, plan.terminal, {
        input,
        output: output.pipe,
      });
    const order = { mark: markValue(mark, parts.outerMark), input, outputs, terminal, stop };
    const shell = await startShell(launcher, plan, order);
    if (shell?.kind === 'not_started') throw new Error(shell.reason);
    const readers = outputs.map(({ stream, pipe: { readFd, fileId } }) =>
      readPipe({ readFd, fileId: terminal?.fileId ?? fileId }, (bytes) => sink(stream, bytes)),
    );
    const call = { mark, launcher, shell, outputFiles: new Set(readers.map((reader) => reader.fileId)) };
    watchdog.know({ mark, shell: terminal === null ? shell : launcher });
    return {
      kind: 'launched',
      call,
      launcher,
      ended: shell?.ended ?? Promise.resolve(null),
      readers,
      inputFd: input?.writeFd ?? null,
      hasTerminal: terminal !== null,
    };
  } catch (error) {
    watchdog.forget(mark);
    launcher?.letGo();
    for (const { pipe } of outputs) closeSync(pipe.readFd);
    input?.closeWritingEnd();
    const message = `bash could not be started: ${messageOf(error)}`;
    return { kind: 'could_not_start', problem: { code: 'spawn-failed', message } };
  } finally {
    for (const { pipe } of outputs) pipe.closeWritingEnd();
    terminal?.letGo();
    if (input !== null) closeSync(input.readFd);
  }
}

/** The directory is told with the order: launchers wait in the root, where they hold no file system. */
function launcherEnvironment({ env }: Plan): Plan['env'] {
  return { ...env, PWD: '/' };
}

/** Resolves to `null` when the call was stopped before the shell ran: to enter a directory can take for ever. */
async function startShell(
  launcher: Launcher,
  plan: Plan,
  order: {
    readonly mark: string;
    readonly input: Pipe | null;
    readonly outputs: readonly { readonly pipe: Pipe }[];
    readonly terminal: Terminal | null;
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
      terminal: order.terminal?.path ?? null,
    });
    return await Promise.race([started, whenAborted(order.stop, over.signal).then(() => null)]);
  } finally {
    over.abort();
    await script.close();
  }
}
