import { spawn } from 'node:child_process';
import { closeSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Exit } from '../../model/exit.ts';
import type { SandboxProcesses } from './call-processes.ts';
import { type Enclosure, findEnclosed, type Slots, slotDescriptors } from './enclosure.ts';
import { signalEach } from './end-call.ts';
import { exitOf, type LauncherReport, parseReport } from './launcher-report.ts';
import { launcherScript } from './launcher-script.ts';
import { createLineSplitter } from './line-reader.ts';
import { closePipe, type Pipe, type PipePool } from './pipes.ts';
import { startTimeOf } from './process-table.ts';
import { loader, type Script } from './script.ts';
import { serveSandbox } from './serve-sandbox.ts';

/** A shell to start: whose call it is for, where, with which streams, on which text. */
export interface LaunchOrder {
  /** The value of the variable that marks the processes of the call. */
  readonly mark: string;
  readonly cwd: string;
  /** Paths of what the shell's three streams are opened on. */
  readonly input: string;
  readonly output: string;
  readonly errors: string;
  readonly script: Script;
  /** Path of the terminal that takes the place of the three streams; `null` for none. A launcher has one at most, for good. */
  readonly terminal: string | null;
}

/** A shell that runs a command. */
export interface LaunchedShell {
  readonly kind: 'started';
  readonly pid: number;
  /** `null` where there is no /proc to tell. */
  readonly startTime: number | null;
  /** Settled when the shell itself is over, whatever it left behind. `null`: its launcher ended first. */
  readonly ended: Promise<ShellEnd | null>;
}

export interface ShellEnd {
  readonly exit: Exit;
  /** What bash says of it: from 129 on an exit status, or 128 and the number of the signal that ended it. */
  readonly status: number;
  /** How the parts of the command's last pipeline ended, in order; `null` when it was not asked for or is not known. */
  readonly parts: readonly number[] | null;
}

/**
 * A bash that starts shells, one at a time, as their parent: forking takes it a fraction of what it takes this process,
 * which it does not hold up, and it learns how they ended also when this process is gone.
 */
export interface Launcher {
  /** Its id, which is also that of the session that its shells are in; in a sandbox once a shell has started. */
  readonly pid: number;
  readonly startTime: number | null;
  /** The sandbox that it is in, once a shell has started there; `null`: in none. */
  readonly sandbox: SandboxProcesses | null;
  /** The descriptor with whose end its sandbox ends, for another process to hold it; `null`: it is in none. */
  readonly lifelineFd: number | null;
  /** Whether it can be given an order: it has none under way, and is there. In a sandbox it takes one only. */
  isFree(): boolean;
  /** Resolves when the command runs, or says why it does not. */
  start(
    order: LaunchOrder,
  ): Promise<LaunchedShell | { readonly kind: 'not_started'; readonly reason: string }>;
  /** Whether the shell under way has been told to have exited by itself, and its status not yet. */
  hasExited(): boolean;
  /** The descriptor that tells how the shell under way ends, for another process to go on reading; see `letGo`. */
  readonly reportFd: number;
  /** The shell under way keeps this process from ending no more. */
  rest(): void;
  /**
   * No more orders, and no more reading of its reports: it ends when the shell under way has. Its sandbox ends at once,
   * unless another process holds it.
   */
  letGo(): void;
  /** Resolves when nothing is left of its sandbox; at once for one that is in none. Only after `letGo`. */
  over(): Promise<void>;
}

/** What a launcher is started with. */
export interface LauncherParts {
  /** Absolute path. */
  readonly bash: string;
  readonly pool: PipePool;
  /** The file with `partsHook`. */
  readonly hookFd: number;
}

/** Where a launcher is to be, and what its shell is connected to. */
export interface Enclosed {
  readonly enclosure: Enclosure;
  readonly slots: Slots;
}

/** Starts a launcher whose shells have this environment. Rejects when the process cannot be made. */
export async function startLauncher(
  parts: LauncherParts,
  env: Readonly<Record<string, string>>,
  enclosed: Enclosed | null = null,
): Promise<Launcher> {
  const pipes: Pipe[] = [];
  try {
    const requests = await parts.pool.take();
    pipes.push(requests);
    const reports = await parts.pool.take();
    pipes.push(reports);
    const lifeline = enclosed && (await parts.pool.take());
    if (lifeline !== null) pipes.push(lifeline);
    const connected = enclosed && lifeline && { ...enclosed, lifelineFd: lifeline.readFd };
    const process = await spawnLauncher(parts, env, [requests.readFd, reports.writeFd], connected);
    closeSync(requests.readFd);
    reports.closeWritingEnd();
    if (lifeline !== null) closeSync(lifeline.readFd);
    const lifelineFd = lifeline?.writeFd ?? null;
    return attendLauncher({ ...process, writeFd: requests.writeFd, reportFd: reports.readFd, lifelineFd });
  } catch (error) {
    pipes.forEach(closePipe);
    throw error;
  }
}

/** Throws, or rejects, when there is no process: which of the two depends on why. */
async function spawnLauncher(
  { bash, hookFd }: LauncherParts,
  env: Readonly<Record<string, string>>,
  [requestsFd, reportsFd]: readonly [number, number],
  enclosed: (Enclosed & { readonly lifelineFd: number }) | null,
): Promise<LauncherProcess> {
  const script = ['--noprofile', '--norc', '-c', launcherScript, 'handrail-launcher', loader];
  const own = [bash, ...script, enclosed === null ? '' : 'sandbox'];
  const [program = bash, ...words] = [...(enclosed?.enclosure.words ?? []), ...own];
  const slots = enclosed === null ? [] : slotDescriptors(enclosed.slots);
  const proxy = enclosed?.enclosure.proxy;
  const child = spawn(program, words, {
    cwd: '/',
    env,
    detached: true, // setsid: a session of its own, and no terminal for its shells to ask on
    stdio: [
      requestsFd,
      enclosed?.lifelineFd ?? 'ignore',
      'ignore',
      reportsFd,
      hookFd,
      ...slots,
      ...(proxy ? ['ipc' as const] : []),
    ],
  });
  if (proxy !== undefined) serveSandbox(child, proxy);
  const { pid } = child;
  if (pid === undefined) return await new Promise((_resolve, reject) => child.on('error', reject));
  // It must not keep this process from ending: with it, its orders end.
  child.unref();
  const exited = new Promise<void>((resolve) => child.on('exit', () => resolve()));
  const over = async (): Promise<void> => {
    child.ref();
    await exited;
  };
  return { pid, startTime: startTimeOf(pid), over };
}

/** The process that was started: the launcher, or what has made its sandbox. */
interface LauncherProcess {
  readonly pid: number;
  readonly startTime: number | null;
  over(): Promise<void>;
}

/** A shell under way, as far as its launcher has told. */
interface Attempt {
  readonly tell: (started: LaunchedShell | { readonly kind: 'not_started'; readonly reason: string }) => void;
  readonly end: (end: ShellEnd | null) => void;
  readonly ended: Promise<ShellEnd | null>;
  readonly order: number;
  exitedByItself: boolean;
  hasChanged: boolean;
  parts: readonly number[] | null;
}

function attendLauncher(
  started: LauncherProcess & {
    readonly writeFd: number;
    readonly reportFd: number;
    readonly lifelineFd: number | null;
  },
): Launcher {
  const { writeFd, reportFd, lifelineFd } = started;
  let { pid, startTime } = started;
  let sandbox: SandboxProcesses | null = null;
  const socket = new Socket({ fd: reportFd, readable: true, writable: false });
  let attempt: Attempt | null = null;
  let orders = 0;
  let isThere = true;
  socket.unref();
  socket.setEncoding('latin1');
  const onLine = (line: string): void => {
    const report = parseReport(line);
    if (report !== null && attempt !== null) take(report, attempt);
  };
  socket.on('data', createLineSplitter(onLine));
  // A pipe that breaks has nothing more to give: that is its end.
  socket.on('error', letGo);
  socket.on('close', letGo);

  return {
    get pid() {
      return pid;
    },
    get startTime() {
      return startTime;
    },
    get sandbox() {
      return sandbox;
    },
    reportFd,
    lifelineFd,
    isFree: () => isThere && attempt === null && !(lifelineFd !== null && orders > 0),
    hasExited: () => attempt?.hasChanged === true && attempt.exitedByItself,
    async start(order) {
      orders += 1;
      const started = new Promise<Awaited<ReturnType<Launcher['start']>>>((tell) => {
        attempt = beginAttempt(orders, tell);
      });
      socket.ref();
      try {
        writeSync(writeFd, requestOf(orders, order));
      } catch {
        letGo(); // It has ended, and its pipe is broken.
      }
      return await started;
    },
    rest: () => void socket.unref(),
    letGo,
    over: async () => {
      if (lifelineFd !== null) await started.over();
    },
  };

  function take(report: LauncherReport, under: Attempt): void {
    switch (report.kind) {
      case 'started': {
        const { order, ...shell } = report;
        if (order !== under.order) break;
        under.tell({ ...shell, ...(lifelineFd === null ? {} : enter(report.pid)), ended: under.ended });
        break;
      }
      case 'parts':
        under.parts = report.statuses;
        break;
      case 'change':
        under.exitedByItself = report.exitedByItself;
        under.hasChanged = true;
        break;
      case 'status':
        if (report.order === under.order) finish(under, report.status);
        break;
    }
  }

  /** Finds the sandbox that has been made. Of a shell that is over already, its launcher is what is left. */
  function enter(innerPid: number): { readonly pid: number; readonly startTime: number | null } {
    const found = findEnclosed(started.pid, innerPid);
    if (found !== null) {
      ({ pid, startTime } = found.launcher);
      sandbox = found.sandbox;
    }
    return found?.shell ?? { pid, startTime };
  }

  function finish({ exitedByItself, parts, end, tell }: Attempt, status: number): void {
    attempt = null;
    socket.unref();
    tell({ kind: 'not_started', reason: `status ${status}` }); // If it has started, that was told before.
    end({ exit: exitOf(status, exitedByItself), status, parts });
  }

  function letGo(): void {
    if (!isThere) return;
    isThere = false;
    closeSync(writeFd);
    if (lifelineFd !== null) closeSync(lifelineFd);
    socket.destroy();
    // One that the command has suspended would not learn that it can end.
    if (startTime !== null) signalEach([{ pid, startTime }], ['SIGCONT']);
    attempt?.tell({ kind: 'not_started', reason: 'the process that was to start it has ended' });
    attempt?.end(null);
  }
}

function beginAttempt(order: number, tell: Attempt['tell']): Attempt {
  let end: Attempt['end'] = () => {};
  const ended = new Promise<ShellEnd | null>((resolve) => {
    end = resolve;
  });
  return { order, tell, end, ended, exitedByItself: true, hasChanged: false, parts: null };
}

function requestOf(
  number: number,
  { mark, cwd, input, output, errors, script, terminal }: LaunchOrder,
): string {
  const fields = [
    number,
    mark,
    cwd,
    input,
    output,
    errors,
    script.hasPipe ? 'yes' : '',
    script.how,
    script.text,
    terminal ?? '',
  ];
  return fields.map((field) => `${field}\0`).join('');
}
