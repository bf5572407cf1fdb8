import { closeSync, writeSync } from 'node:fs';
import type { Plan } from '../../model/plan.ts';
import type { CallIdentity } from './call-processes.ts';
import { type LaunchParts, launcherEnvironment, markOf, startShell } from './launch.ts';
import type { ShellEnd } from './launcher.ts';
import { type LineReader, readLines } from './line-reader.ts';
import type { Pipe } from './pipes.ts';
import { parseSessionReport, type SessionReport } from './session-report.ts';
import { backLine, openingLine, type Step, sessionCommand, stepLines } from './session-script.ts';

/** A bash that is kept, and runs one step at a time. */
export interface SessionShell {
  /** What its processes are told by; without the pipes that they write to, which are those of its steps. */
  readonly call: CallIdentity;
  /** Settled when the shell is over, whatever it left behind. `null`: its launcher ended first. */
  readonly ended: Promise<ShellEnd | null>;
  hasEnded(): boolean;
  /** Resolves when the step is over; to `null` when the shell is. */
  run(step: Omit<Step, 'order' | 'previousStatus'>): Promise<StepEnd | null>;
  /** Has the shell say that it reads lines again; the number that it will say it with. */
  askBack(): number;
  /** The last number that it has said. */
  lastBack(): number;
  /** Lets go of all that the host has of it. An idle shell ends by that. */
  letGo(): void;
}

export type StepEnd = Omit<Extract<SessionReport, { kind: 'over' }>, 'kind' | 'order'>;

type NotStarted = { readonly kind: 'not_started'; readonly reason: string };

/** Starts a shell in the plan's directory, with its environment. `null`: it was stopped before. Rejects when it cannot. */
export async function startSessionShell(
  parts: LaunchParts,
  plan: Plan,
  stop: AbortSignal,
): Promise<SessionShell | NotStarted | null> {
  const { pool, launchers, watchdog } = parts;
  const mark = watchdog.nextMark();
  const requests = await pool.take();
  const reports = await pool.take();
  const launcher = await launchers.take(launcherEnvironment(plan));
  const order = { mark: markOf(parts, mark), input: requests, outputs: [], stop };
  const shell = await startShell(launcher, { command: sessionCommand, cwd: plan.cwd }, order);
  closeSync(requests.readFd);
  if (shell === null || shell.kind === 'not_started') {
    launcher.letGo();
    watchdog.forget(mark);
    requests.closeWritingEnd();
    closeSync(reports.readFd);
    reports.closeWritingEnd();
    return shell;
  }
  launcher.rest();
  const call = { mark, launcher, shell, outputInodes: new Set<number>() };
  watchdog.know(call);
  const letGo = (): void => launchers.giveBack(launcher);
  return attendSession({ call, ended: shell.ended, requests, reports, letGo });
}

function attendSession(shell: {
  readonly call: CallIdentity;
  readonly ended: Promise<ShellEnd | null>;
  readonly requests: Pipe;
  readonly reports: Pipe;
  readonly letGo: () => void;
}): SessionShell {
  const { call, ended, requests, reports } = shell;
  let attempt: { readonly order: number; readonly end: (end: StepEnd | null) => void } | null = null;
  let orders = 0;
  let asked = 0;
  let back = 0;
  let previousStatus = 0;
  let over = false;
  let released = false;

  const lines: LineReader = readLines(reports.readFd, (line) => {
    const report = parseSessionReport(line);
    if (report?.kind === 'back') back = report.number;
    if (report?.kind === 'over' && report.order === attempt?.order) finish(report);
  });
  void ended.then(() => {
    over = true;
    finish(null);
  });
  write(openingLine);

  return {
    call,
    ended,
    hasEnded: () => over,
    run(step) {
      orders += 1;
      const told = new Promise<StepEnd | null>((end) => {
        attempt = { order: orders, end };
      });
      lines.keepAlive(true);
      if (over) finish(null);
      write(stepLines({ ...step, order: orders, previousStatus }, reports.path));
      return told;
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
      void ended.then(shell.letGo);
    },
  };

  function finish(end: StepEnd | null): void {
    previousStatus = end?.status ?? 0;
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
