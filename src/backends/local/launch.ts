import { spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import type { StreamName } from '../../model/capture.ts';
import { messageOf } from '../../model/errors.ts';
import type { Exit, StartProblem } from '../../model/exit.ts';
import type { Plan, StreamRule } from '../../model/plan.ts';
import type { Sink } from '../../model/ports.ts';
import { type CallIdentity, markValue, markVariable } from './call-processes.ts';
import type { Pipe, PipePool } from './pipes.ts';
import { startTimeOf } from './process-table.ts';
import { type PipeReader, readPipe } from './read-pipe.ts';
import { prepareScript, type Script } from './script.ts';
import type { Watchdog } from './watchdog.ts';

/** A bash that was started: it leads a session and a process group of its own. */
export interface Launch {
  readonly kind: 'started';
  readonly call: CallIdentity;
  /** Settled when the shell itself is over, whatever it left behind. */
  readonly exited: Promise<Exit>;
  readonly readers: readonly PipeReader[];
}

/** What every command of a backend is started with. */
export interface LaunchParts {
  /** Absolute path. */
  readonly bash: string;
  readonly pool: PipePool;
  readonly watchdog: Watchdog;
  /** The marks of the calls that the host itself runs in; `null` when it runs in none. */
  readonly outerMark: string | null;
}

/** The shell's own process. */
type Shell = Pick<CallIdentity, 'shellPid' | 'shellStartTime'> & Pick<Launch, 'exited'>;

const streamNames: Readonly<Record<StreamRule, readonly StreamName[]>> = {
  apart: ['stdout', 'stderr'],
  combined: ['output'],
};

/** Starts bash on a plan. Either it runs, or nothing does and the answer says why. */
export async function launch(
  { bash, pool, watchdog, outerMark }: LaunchParts,
  plan: Plan,
  sink: Sink,
): Promise<Launch | { readonly kind: 'could_not_start'; readonly problem: StartProblem }> {
  const mark = watchdog.nextMark();
  const outputs: { readonly stream: StreamName; readonly pipe: Pipe }[] = [];
  try {
    for (const stream of streamNames[plan.streams]) outputs.push({ stream, pipe: await pool.take() });
    const writeFds = outputs.map(({ pipe }) => pipe.writeFd);
    const { exited, ...shell } = await startShell(bash, marked(plan, mark, outerMark), writeFds);
    watchdog.know({ mark, ...shell });
    const readers = outputs.map(({ stream, pipe }) => readPipe(pipe, (bytes) => sink(stream, bytes)));
    const outputInodes = new Set(outputs.map(({ pipe }) => pipe.inode));
    return { kind: 'started', call: { mark, ...shell, outputInodes }, exited, readers };
  } catch (error) {
    watchdog.forget(mark);
    for (const { pipe } of outputs) closeSync(pipe.readFd);
    const message = `bash could not be started: ${messageOf(error)}`;
    return { kind: 'could_not_start', problem: { code: 'spawn-failed', message } };
  } finally {
    for (const { pipe } of outputs) closeSync(pipe.writeFd);
  }
}

function marked(plan: Plan, mark: string, outerMark: string | null): Plan {
  return { ...plan, env: { ...plan.env, [markVariable]: markValue(mark, outerMark) } };
}

async function startShell(bash: string, plan: Plan, writeFds: readonly number[]): Promise<Shell> {
  const script = await prepareScript(plan.command);
  try {
    return await spawnShell(bash, script, plan, writeFds);
  } finally {
    script.close();
  }
}

/** Rejects when the process could not be made. One descriptor is for both streams, two are for one each. */
function spawnShell(bash: string, script: Script, plan: Plan, writeFds: readonly number[]): Promise<Shell> {
  const [stdout, stderr = stdout] = writeFds;
  const child = spawn(bash, script.args, {
    cwd: plan.cwd,
    env: plan.env,
    detached: true, // setsid: a session and a group of its own, and no terminal to ask on
    stdio: ['ignore', stdout, stderr, ...(script.textFd === null ? [] : [script.textFd])],
  });
  // At once: before this returns to the event loop, the process cannot have been waited for and its id not be used again.
  const shellPid = child.pid ?? -1;
  const shellStartTime = startTimeOf(shellPid);
  const exited = new Promise<Exit>((resolve) => {
    child.on('exit', (code, signal) => {
      resolve(signal === null ? { kind: 'exited', code: code ?? -1 } : { kind: 'signalled', signal });
    });
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('spawn', () => resolve({ shellPid, shellStartTime, exited }));
  });
}
