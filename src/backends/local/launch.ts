import { spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import type { StreamName } from '../../model/capture.ts';
import { messageOf } from '../../model/errors.ts';
import type { Exit, StartProblem } from '../../model/exit.ts';
import type { Plan, StreamRule } from '../../model/plan.ts';
import type { Sink } from '../../model/ports.ts';
import type { Pipe, PipePool } from './pipes.ts';
import { type PipeReader, readPipe } from './read-pipe.ts';
import { prepareScript, type Script } from './script.ts';

/** A bash that was started: it leads a session and a process group of its own. */
export interface Launch {
  readonly kind: 'started';
  readonly shell: Shell;
  readonly readers: readonly PipeReader[];
}

/** The shell's own process. */
interface Shell {
  /** Its process id, which is also that of its group and session. */
  readonly pid: number;
  /** Settled when the shell itself is over, whatever it left behind. */
  readonly exited: Promise<Exit>;
}

const streamNames: Readonly<Record<StreamRule, readonly StreamName[]>> = {
  apart: ['stdout', 'stderr'],
  combined: ['output'],
};

/** Starts bash on a plan. Either it runs, or nothing does and the answer says why. */
export async function launch(
  bash: string,
  pool: PipePool,
  plan: Plan,
  sink: Sink,
): Promise<Launch | { readonly kind: 'could_not_start'; readonly problem: StartProblem }> {
  const outputs: { readonly stream: StreamName; readonly pipe: Pipe }[] = [];
  try {
    for (const stream of streamNames[plan.streams]) outputs.push({ stream, pipe: await pool.take() });
    const writeFds = outputs.map(({ pipe }) => pipe.writeFd);
    const shell = await startShell(bash, plan, writeFds);
    const readers = outputs.map(({ stream, pipe }) => readPipe(pipe.readFd, (bytes) => sink(stream, bytes)));
    return { kind: 'started', shell, readers };
  } catch (error) {
    for (const { pipe } of outputs) closeSync(pipe.readFd);
    const message = `bash could not be started: ${messageOf(error)}`;
    return { kind: 'could_not_start', problem: { code: 'spawn-failed', message } };
  } finally {
    for (const { pipe } of outputs) closeSync(pipe.writeFd);
  }
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
    argv0: 'bash',
    cwd: plan.cwd,
    env: plan.env,
    detached: true, // setsid: a session and a group of its own, and no terminal to ask on
    stdio: ['ignore', stdout, stderr, ...(script.textFd === null ? [] : [script.textFd])],
  });
  const exited = new Promise<Exit>((resolve) => {
    child.on('exit', (code, signal) => {
      resolve(signal === null ? { kind: 'exited', code: code ?? -1 } : { kind: 'signalled', signal });
    });
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('spawn', () => resolve({ pid: child.pid ?? -1, exited }));
  });
}
