import { closeSync, writeSync } from 'node:fs';
import { messageOf } from '../../../model/errors.ts';
import type { CouldNotStart } from '../../../model/outcome.ts';
import type { Plan } from '../../../model/plan.ts';
import { encloseUnlessStopped } from '../enclose-unless-stopped.ts';
import type { DenialSource, Enclose, Encloser, MemoryWatch } from '../enclosure.ts';
import { type LaunchParts, markOf, unlessStopped } from '../launch.ts';
import type { LaunchedShell, Launcher, NotStarted, ShellEnd } from '../launchers/launcher.ts';
import { launcherFor, scriptIn } from '../launchers/launcher-for.ts';
import { prepareScript } from '../launchers/script.ts';
import { withdraw } from '../launchers/withdraw.ts';
import type { CallIdentity } from '../processes/call-processes.ts';
import { type FileId, isStill } from '../processes/process-table.ts';
import { type Channel, channelIn, openChannel } from '../streams/channel.ts';
import { type LineReader, readLines } from '../streams/line-reader.ts';
import { closePipe, type Pipe } from '../streams/pipes.ts';
import { parseSessionReport, type SessionReport } from './session-report.ts';
import { backLine, openingLine, type Step, sessionCommand, stepLines } from './session-script.ts';
import { watchForSilence } from './silent-shell.ts';

/** A bash that is kept, and runs one step at a time. */
export interface SessionShell {
  /** What its processes are told by; without the pipes that they write to, which are those of its steps. */
  readonly call: CallIdentity;
  /** Settled when the shell is over, whatever it left behind. `null`: its launcher ended first. */
  readonly ended: Promise<ShellEnd | null>;
  hasEnded(): boolean;
  /** Resolves when the step is over, or the shell. */
  run(step: Omit<Step, 'order' | 'previousStatus' | 'leftTrap'>): Promise<StepEnd>;
  /** Whether the shell has come to the command of the last step. */
  hasBegun(): boolean;
  /** Resolves when the shell has come to the line behind the command of the last step, or has ended instead. */
  behindStep(): Promise<void>;
  /** Called when the step was stopped: nobody waits for it any more. */
  abandonStep(): void;
  /** Has the shell say that it reads lines again; the number that it will say it with. */
  askBack(): number;
  /** The last number that it has said. */
  lastBack(): number;
  /** Lets go of its pipes. An idle shell ends by that. */
  letGo(): void;
  /** Called when it is over and nothing of it is left: its launcher is free for others. Resolves when its sandbox is gone. */
  giveBack(): Promise<void>;
  /** What the pipes and the texts of its commands are handed over by. */
  readonly channel: Channel;
  /** What its sandbox was not let to; `null`: that has no proxy, or it is in none. */
  readonly denials: DenialSource | null;
  /** What was ended there as it had no more memory; `null`: nothing is known of it. */
  readonly memory: MemoryWatch | null;
}

/**
 * `mute`: the shell goes on, and cannot tell anything any more. `unable`: it cannot open what a command is connected to. `unread`: something else
 * has read the line of the command.
 */
type StepEnd =
  | { readonly kind: 'over'; readonly status: number; readonly parts: readonly number[] | null }
  | { readonly kind: 'mute' }
  | { readonly kind: 'unable' }
  | { readonly kind: 'unread' }
  | { readonly kind: 'shell-ended' };

/** What the shells of sessions are started with. */
export interface SessionParts extends LaunchParts {
  readonly enclose: Enclose;
  readonly mountPointsNow: Encloser['mountPointsNow'];
}

/** Starts a shell in the plan's directory, with its environment, in its sandbox. `null`: it was stopped before. */
export async function startSessionShell(
  parts: SessionParts,
  plan: Plan,
  stop: AbortSignal,
): Promise<SessionShell | NotStarted | CouldNotStart | null> {
  const { pool, launchers, watchdog, programs } = parts;
  const wants = { desk: true, home: plan.env.HOME ?? '' };
  const enclosure =
    plan.sandbox && ((await encloseUnlessStopped(parts.enclose, plan.sandbox, wants, stop)) ?? 'stopped');
  if (enclosure === 'stopped') return null;
  if (enclosure?.kind === 'could_not_start') return enclosure;
  const desk = enclosure?.desk ?? null;
  const channel = desk === null ? openChannel(pool) : channelIn(desk, programs);
  const pipes: Pipe[] = [];
  let mark: string | null = null;
  let launcher: Launcher | null = null;
  const letGo = async (): Promise<void> => {
    launcher?.letGo();
    if (mark !== null) watchdog.forget(mark);
    pipes.forEach(closePipe);
    await launcher?.over();
    await channel.close();
  };
  try {
    mark = watchdog.nextMark();
    const requests = await pool.take();
    pipes.push(requests);
    const reports = await channel.takePipe();
    pipes.push(reports);
    const script = prepareScript(sessionCommand);
    const streams = { input: requests, outputs: [], terminal: null };
    const found = await launcherFor(parts, plan, { streams, script, enclosure });
    launcher = found.launcher;
    const connection = { ...found.ways, mark: markOf(parts, mark) };
    const shell = await unlessStopped(
      launcher.start(connection, { cwd: plan.cwd, script: scriptIn(enclosure, script) }),
      stop,
    );
    script.close();
    const call = { mark, launcher, begin: null, sandbox: launcher.sandbox, outputFiles: new Set<FileId>() };
    if (shell?.kind === 'started') return attend({ ...call, shell }, requests, reports);
    // What may still be about to start must not find another file where the pipe was.
    await withdraw(launcher, mark);
    await letGo();
    return shell?.kind === 'vanished' ? { kind: 'not_started', reason: 'it ended as it began' } : shell;
  } catch (error) {
    await letGo();
    return { kind: 'not_started', reason: messageOf(error) };
  } finally {
    await enclosure?.release();
  }

  function attend(
    call: CallIdentity & { readonly launcher: Launcher; readonly shell: LaunchedShell },
    requests: Pipe,
    reports: Pipe,
  ): SessionShell {
    closeSync(requests.readFd);
    call.launcher.rest();
    watchdog.know(call);
    const giveBack = async (): Promise<void> => {
      launchers.giveBack(call.launcher);
      await call.launcher.over();
      await channel.close();
    };
    const { denials, memory } = call.launcher;
    const { ended } = call.shell;
    return attendSession({ call, ended, requests, reports, giveBack, channel, denials, memory });
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
  readonly giveBack: () => Promise<void>;
  readonly channel: Channel;
  readonly denials: DenialSource | null;
  readonly memory: MemoryWatch | null;
}): SessionShell {
  const { call, ended, requests, reports } = shell;
  let attempt: Attempt | null = null;
  let orders = 0;
  let begun = 0;
  let asked = 0;
  let back = 0;
  let previousStatus = 0;
  let leftTrap: number | null = null;
  let over = false;
  let released = false;
  let stopLooking = (): void => {};
  let behind: Promise<void> = Promise.resolve();
  let tellBehind = (): void => {};

  const lines: LineReader = readLines(reports.readFd, (line) => {
    const report = parseSessionReport(line);
    if (report?.kind === 'back') back = report.number;
    else if (report?.kind === 'begun') begun = report.order;
    else if (report?.kind === 'mute' && attempt === null && report.order === orders) tellBehind();
    else if (report !== null && attempt !== null && report.order === attempt.order) take(report, attempt);
  });
  void ended.then(() => {
    over = true;
    tellBehind();
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
      behind = new Promise((resolve) => {
        tellBehind = resolve;
      });
      lines.keepAlive(true);
      stopLooking = watch();
      if (over) finish({ kind: 'shell-ended' });
      write(stepLines({ ...step, order: orders, previousStatus, leftTrap }, reports.path));
      leftTrap = step.hasPipe ? orders : null;
      return told;
    },
    hasBegun: () => begun === orders,
    behindStep: () => behind,
    abandonStep() {
      previousStatus = leftStatus;
      attempt = null;
      stopLooking();
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
    channel: shell.channel,
    denials: shell.denials,
    memory: shell.memory,
  };

  function take(report: Exclude<SessionReport, { kind: 'back' | 'begun' }>, under: Attempt): void {
    switch (report.kind) {
      case 'parts':
        if (report.depth === 0) {
          under.parts = report.statuses;
          leftTrap = null;
        }
        break;
      case 'over':
        previousStatus = report.status;
        if (begun === under.order) finish({ kind: 'over', status: report.status, parts: under.parts });
        else finish({ kind: 'unread' });
        break;
      case 'mute':
      case 'unable':
        finish({ kind: report.kind });
        break;
    }
  }

  /** What has turned off too much, as `set -r` does, cannot even say that it is mute. */
  function watch(): () => void {
    if (call.shell === null) return () => {};
    return watchForSilence(call.shell, requests.fileId, () => finish({ kind: 'mute' }));
  }

  function finish(end: StepEnd): void {
    stopLooking();
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
