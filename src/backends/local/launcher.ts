import { spawn } from 'node:child_process';
import { closeSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Exit } from '../../model/exit.ts';
import type { SandboxProcesses } from './call-processes.ts';
import { type DenialSource, type Enclosure, findEnclosed, type Slots, slotDescriptors } from './enclosure.ts';
import { signalEach } from './end-call.ts';
import { exitOf, type LauncherReport, parseReport } from './launcher-report.ts';
import { launcherScript } from './launcher-script.ts';
import { createLineSplitter } from './line-reader.ts';
import { closePipe, type Pipe, type PipePool } from './pipes.ts';
import { startTimeOf } from './process-table.ts';
import { loader, type Script } from './script.ts';
import { startServed } from './serve-sandbox.ts';

/** Whose call a shell is for, and with which streams. */
export interface Connection {
  /** The value of the variable that marks the processes of the call. */
  readonly mark: string;
  /** Paths of what the shell's three streams are opened on. */
  readonly input: string;
  readonly output: string;
  readonly errors: string;
  /** Path of the terminal that takes the place of the three streams; `null` for none. A launcher has one at most, for good. */
  readonly terminal: string | null;
}

/** What a shell is to run, and where. */
interface Task {
  readonly cwd: string;
  readonly script: Script;
}

export interface NotStarted {
  readonly kind: 'not_started';
  readonly reason: string;
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

/** A shell that has started, and waits for what it is to run. It ends with its launcher. */
export interface WaitingShell {
  readonly kind: 'waiting';
  readonly pid: number;
  readonly startTime: number | null;
  /** Runs what stands in the place of its text, once. Resolves as `Launcher.start` does. */
  start(task: { readonly cwd: string; readonly hasPipe: boolean }): Promise<LaunchedShell | NotStarted>;
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
  /** What its sandbox was not let to; `null`: that has no proxy, or it is in none. */
  readonly denials: DenialSource | null;
  /** Whether it can be given an order: it has none under way, and is there. In a sandbox it takes one only. */
  isFree(): boolean;
  /** Resolves when the command runs, or says why it does not. */
  start(connection: Connection, task: Task): Promise<LaunchedShell | NotStarted>;
  /** Resolves when a shell waits, whose text is blank; see `findBlankText`. It does not keep this process from ending. */
  prepare(connection: Connection): Promise<WaitingShell | NotStarted>;
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
  /** The file with `shellHook`. */
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
  const proxy = enclosed?.enclosure.proxy?.open() ?? null;
  const channel = proxy === null ? [] : (['ipc'] as const);
  const child = startServed(proxy, () =>
    spawn(program, words, {
      cwd: '/',
      env,
      detached: true, // setsid: a session of its own, and no terminal for its shells to ask on
      stdio: [
        ...[requestsFd, enclosed?.lifelineFd ?? ignored, ignored, reportsFd, hookFd],
        ...[...slots, ...channel],
      ],
    }),
  );
  const { pid } = child;
  if (pid === undefined) return await new Promise((_resolve, reject) => child.on('error', reject));
  // It must not keep this process from ending: with it, its orders end.
  child.unref();
  const exited = new Promise<void>((resolve) => child.on('exit', () => resolve()));
  const over = async (): Promise<void> => {
    child.ref();
    await exited;
  };
  return { pid, startTime: startTimeOf(pid), over, denials: proxy };
}

const ignored = 'ignore' as const;

/** The process that was started: the launcher, or what has made its sandbox. */
interface LauncherProcess {
  readonly pid: number;
  readonly startTime: number | null;
  readonly denials: DenialSource | null;
  over(): Promise<void>;
}

type Told = LaunchedShell | NotStarted;

/** A shell under way, as far as its launcher has told. */
interface Attempt {
  readonly order: number;
  /** Called with the first news of it that is waited for. */
  tell: (news: 'ready' | 'started' | NotStarted) => void;
  readonly end: (end: ShellEnd | null) => void;
  readonly ended: Promise<ShellEnd | null>;
  shell: { readonly pid: number; readonly startTime: number | null };
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
    denials: started.denials,
    isFree: () => isThere && attempt === null && !(lifelineFd !== null && orders > 0),
    hasExited: () => attempt?.hasChanged === true && attempt.exitedByItself,
    async start(connection, task) {
      const under = begin();
      socket.ref();
      return await send(under, orderOf(under.order, connection, task));
    },
    async prepare(connection) {
      const under = begin();
      const news = await tell(under, orderOf(under.order, connection, waitingTask));
      if (typeof news === 'object') return news;
      const startWaiting: WaitingShell['start'] = async ({ cwd, hasPipe }) => {
        socket.ref();
        return await send(under, [cwd, hasPipe ? 'yes' : '']);
      };
      return { kind: 'waiting', ...under.shell, start: startWaiting };
    },
    rest: () => void socket.unref(),
    letGo,
    over: async () => {
      if (lifelineFd !== null) await started.over();
    },
  };

  function begin(): Attempt {
    orders += 1;
    attempt = beginAttempt(orders, { pid, startTime });
    return attempt;
  }

  async function send(under: Attempt, fields: readonly string[]): Promise<Told> {
    const news = await tell(under, fields);
    return typeof news === 'object' ? news : { kind: 'started', ...under.shell, ended: under.ended };
  }

  /** Resolves to what is told of it next. */
  async function tell(under: Attempt, fields: readonly string[]): Promise<Parameters<Attempt['tell']>[0]> {
    const news = new Promise<Parameters<Attempt['tell']>[0]>((resolve) => {
      under.tell = resolve;
    });
    try {
      if (attempt !== under) throw new Error('it is over');
      writeSync(writeFd, fields.map((field) => `${field}\0`).join(''));
    } catch {
      letGo(); // It has ended, and its pipe is broken.
      under.tell(lost);
    }
    return await news;
  }

  function take(report: LauncherReport, under: Attempt): void {
    switch (report.kind) {
      case 'shell': {
        const { order, pid: own, startTime: since } = report;
        if (order === under.order)
          under.shell = lifelineFd === null ? { pid: own, startTime: since } : enter(own);
        break;
      }
      case 'ready':
      case 'started':
        if (report.order === under.order) under.tell(report.kind);
        break;
      case 'change':
        under.exitedByItself = report.exitedByItself;
        under.hasChanged = true;
        break;
      case 'parts':
        under.parts = report.statuses;
        break;
      case 'status':
        if (report.order === under.order) finish(under, report.status);
    }
  }

  /** Where the shell that knows itself by this id is in the sandbox, and its launcher. */
  function enter(innerPid: number): Attempt['shell'] {
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
    attempt?.tell(lost);
    attempt?.end(null);
    attempt = null;
  }
}

const lost: NotStarted = { kind: 'not_started', reason: 'the process that was to start it has ended' };

function beginAttempt(order: number, shell: Attempt['shell']): Attempt {
  let end: Attempt['end'] = () => {};
  const ended = new Promise<ShellEnd | null>((resolve) => {
    end = resolve;
  });
  const tell = (): void => {};
  return { order, tell, end, ended, shell, exitedByItself: true, hasChanged: false, parts: null };
}

/** How a launcher is told of a shell that is to wait. */
type WaitingTask = {
  readonly cwd: '';
  readonly script: { readonly how: 'waiting'; readonly text: ''; readonly hasPipe: false };
};
const waitingTask: WaitingTask = { cwd: '', script: { how: 'waiting', text: '', hasPipe: false } };

function orderOf(
  number: number,
  { mark, input, output, errors, terminal }: Connection,
  { cwd, script }: Task | WaitingTask,
): readonly string[] {
  const { hasPipe, how, text } = script;
  const streams = [input, output, errors];
  return [String(number), mark, cwd, ...streams, hasPipe ? 'yes' : '', how, text, terminal ?? ''];
}
