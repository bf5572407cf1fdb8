import { closeSync, writeSync } from 'node:fs';
import { messageOf } from '../../model/errors.ts';
import type { Plan } from '../../model/plan.ts';
import type { CallIdentity } from './call-processes.ts';
import { endCall, isStill } from './end-call.ts';
import { type LaunchParts, markOf, unlessStopped } from './launch.ts';
import type { LaunchedShell, Launcher, ShellEnd } from './launcher.ts';
import { launcherEnvironment } from './launcher-pool.ts';
import { type LineReader, readLines } from './line-reader.ts';
import { closePipe, type Pipe } from './pipes.ts';
import type { FileId } from './process-table.ts';
import { prepareScript } from './script.ts';
import { parseSessionReport, type SessionReport } from './session-report.ts';
import { backLine, openingLine, type Step, sessionCommand, stepLines } from './session-script.ts';
import { waysTo } from './streams.ts';

/** A bash that is kept, and runs one step at a time. */
export interface SessionShell {
  /** What its processes are told by; without the pipes that they write to, which are those of its steps. */
  readonly call: CallIdentity;
  /** Settled when the shell is over, whatever it left behind. `null`: its launcher ended first. */
  readonly ended: Promise<ShellEnd | null>;
  hasEnded(): boolean;
  /** Resolves when the step is over, or the shell. */
  run(step: Omit<Step, 'order' | 'previousStatus'>): Promise<StepEnd>;
  /** Called when the step was stopped: nobody waits for it any more. */
  abandonStep(): void;
  /** Has the shell say that it reads lines again; the number that it will say it with. */
  askBack(): number;
  /** The last number that it has said. */
  lastBack(): number;
  /** Lets go of its pipes. An idle shell ends by that. */
  letGo(): void;
  /** Called when it is over and nothing of it is left: its launcher is free for others. */
  giveBack(): void;
}

/** `mute`: the shell goes on, and cannot be told anything any more. */
type StepEnd =
  | { readonly kind: 'over'; readonly status: number; readonly parts: readonly number[] | null }
  | { readonly kind: 'mute' }
  | { readonly kind: 'shell-ended' };

type NotStarted = { readonly kind: 'not_started'; readonly reason: string };

/** Starts a shell in the plan's directory, with its environment. `null`: it was stopped before. */
export async function startSessionShell(
  parts: LaunchParts,
  plan: Plan,
  stop: AbortSignal,
): Promise<SessionShell | NotStarted | null> {
  const { pool, launchers, watchdog } = parts;
  const mark = watchdog.nextMark();
  const pipes: Pipe[] = [];
  let launcher: Launcher | null = null;
  const letGo = (): void => {
    launcher?.letGo();
    watchdog.forget(mark);
    pipes.forEach(closePipe);
  };
  try {
    const requests = await pool.take();
    pipes.push(requests);
    const reports = await pool.take();
    pipes.push(reports);
    launcher = await launchers.take(launcherEnvironment(plan));
    const script = await prepareScript(sessionCommand);
    const ways = waysTo({ input: requests, outputs: [], terminal: null });
    const connection = { ...ways, mark: markOf(parts, mark) };
    const shell = await unlessStopped(launcher.start(connection, { cwd: plan.cwd, script }), stop);
    await script.close();
    const call = { mark, launcher, begin: null, sandbox: null, outputFiles: new Set<FileId>() };
    if (shell?.kind === 'started') return attend({ ...call, shell }, requests, reports);
    // What may still be about to start must not find another file where the pipe was.
    await endCall({ ...call, shell: null }, 0);
    letGo();
    return shell;
  } catch (error) {
    letGo();
    return { kind: 'not_started', reason: messageOf(error) };
  }

  function attend(
    call: CallIdentity & { readonly launcher: Launcher; readonly shell: LaunchedShell },
    requests: Pipe,
    reports: Pipe,
  ): SessionShell {
    closeSync(requests.readFd);
    call.launcher.rest();
    watchdog.know(call);
    const giveBack = (): void => launchers.giveBack(call.launcher);
    return attendSession({ call, ended: call.shell.ended, requests, reports, giveBack });
  }
}

/** A step under way. */
interface Attempt {
  readonly order: number;
  readonly end: (end: StepEnd) => void;
  parts: readonly number[] | null;
}

/** What `$?` is after a command that was left: 130, as after Ctrl-C. */
const leftStatus = 130;

function attendSession(shell: {
  readonly call: CallIdentity;
  readonly ended: Promise<ShellEnd | null>;
  readonly requests: Pipe;
  readonly reports: Pipe;
  readonly giveBack: () => void;
}): SessionShell {
  const { call, ended, requests, reports } = shell;
  let attempt: Attempt | null = null;
  let orders = 0;
  let asked = 0;
  let back = 0;
  let previousStatus = 0;
  let over = false;
  let released = false;

  const lines: LineReader = readLines(reports.readFd, (line) => {
    const report = parseSessionReport(line);
    if (report?.kind === 'back') back = report.number;
    else if (report !== null && attempt !== null && report.order === attempt.order) take(report, attempt);
  });
  void ended.then(() => {
    over = true;
    finish({ kind: 'shell-ended' });
  });
  write(openingLine);

  return {
    call,
    ended,
    // The launcher may not have told yet.
    hasEnded: () => over || (call.shell !== null && !isStill(call.shell)),
    run(step) {
      orders += 1;
      const told = new Promise<StepEnd>((end) => {
        attempt = { order: orders, end, parts: null };
      });
      lines.keepAlive(true);
      if (over) finish({ kind: 'shell-ended' });
      write(stepLines({ ...step, order: orders, previousStatus }, reports.path));
      return told;
    },
    abandonStep() {
      previousStatus = leftStatus;
      attempt = null;
      lines.keepAlive(false);
    },
    askBack() {
      asked += 1;
      write(backLine(asked, reports.path));
      return asked;
    },
    lastBack: () => back,
    letGo() {
      if (released) return;
      released = true;
      requests.closeWritingEnd();
      lines.stop();
      reports.closeWritingEnd();
    },
    giveBack: shell.giveBack,
  };

  function take(report: Exclude<SessionReport, { kind: 'back' }>, under: Attempt): void {
    switch (report.kind) {
      case 'parts':
        if (report.depth === 0) under.parts = report.statuses;
        break;
      case 'over':
        previousStatus = report.status;
        finish({ kind: 'over', status: report.status, parts: under.parts });
        break;
      case 'mute':
        finish({ kind: 'mute' });
        break;
    }
  }

  function finish(end: StepEnd): void {
    lines.keepAlive(false);
    attempt?.end(end);
    attempt = null;
  }

  function write(text: string): void {
    try {
      if (!released) writeSync(requests.writeFd, text);
    } catch {
      // The shell is over, and its pipe is broken: `ended` tells.
    }
  }
}
