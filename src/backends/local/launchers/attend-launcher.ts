import { closeSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { type EnclosedProcess, findEnclosed } from '../enclosure.ts';
import type { SandboxProcesses } from '../processes/call-processes.ts';
import { signalEach } from '../processes/end-call.ts';
import { type HeldProcess, holdProcess } from '../processes/held-process.ts';
import { keepShell } from '../processes/own-shells.ts';
import { startTimeOf } from '../processes/process-table.ts';
import { createLineSplitter } from '../streams/line-reader.ts';
import type {
  Connection,
  LaunchedShell,
  Launcher,
  NotStarted,
  ShellEnd,
  Task,
  WaitingShell,
} from './launcher.ts';
import { exitOf, type LauncherReport, parseReport } from './launcher-report.ts';
import { requestWord } from './launcher-script.ts';

type Told = LaunchedShell | NotStarted;
type News = 'ready' | 'entered' | 'started' | NotStarted;

/** Milliseconds between two looks at a launcher that has a command: 1 s. */
const lookEveryMs = 1_000;

/** A shell under way, as far as its launcher has told. */
interface Attempt {
  readonly order: number;
  /** Called with the first news of it that is waited for. */
  tell: (news: News) => void;
  readonly end: (end: ShellEnd | null) => void;
  readonly ended: Promise<ShellEnd | null>;
  shell: { readonly pid: number; readonly startTime: number | null };
  /** The id by which its launcher knows it; `null` as long as that has not told. */
  knownAs: number | null;
  /** Whether it was told of, and nothing of it was there. */
  isVanished: boolean;
  /** Called when it is over. */
  forget: () => void;
  exitedByItself: boolean;
  parts: readonly number[] | null;
}

/** Gives orders to a launcher, and reads what it tells; it is that which was started, or that has made its sandbox. */
export function attendLauncher(
  started: EnclosedProcess & {
    readonly writeFd: number;
    readonly reportFd: number;
    readonly lifelineFd: number | null;
  },
): Launcher {
  const { writeFd, reportFd, lifelineFd } = started;
  let { pid, startTime } = started;
  const keeper = lifelineFd === null ? null : { pid, startTime };
  let sandbox: SandboxProcesses | null = keeper && { keeper, namespace: null };
  const socket = new Socket({ fd: reportFd, readable: true, writable: false });
  let attempt: Attempt | null = null;
  let orders = 0;
  let isThere = true;
  let held: HeldProcess | null = null;
  let looking: NodeJS.Timeout | undefined;
  /** Whether all that it was told has been read, as far as is known: what a shell has left unread is no order. */
  let isInStep = true;
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
    memory: started.memory,
    isFree: () => isThere && isInStep && attempt === null && !(lifelineFd !== null && orders > 0),
    goesOn() {
      if (!isThere) return false;
      held ??= holdProcess({ pid, startTime });
      return held.goesOn();
    },
    async start(connection, task) {
      const under = begin();
      socket.ref();
      const told = await runs(under, tell(under, orderOf(under.order, connection, task)));
      return told.kind === 'started' && under.isVanished ? { kind: 'vanished', ended: under.ended } : told;
    },
    async prepare(connection) {
      const under = begin();
      const news = await tell(under, orderOf(under.order, connection, waitingTask));
      if (typeof news === 'object') return news;
      if (under.isVanished) return lost;
      const enter: WaitingShell['enter'] = (cwd) => {
        isInStep = false;
        const entered = tell(under, [cwd]);
        return async ({ hasPipe }) => {
          socket.ref();
          const told = write(under, [hasPipe ? 'yes' : '']) ? await runs(under, entered) : lost;
          isInStep = told.kind === 'started';
          return told;
        };
      };
      return { kind: 'waiting', ...under.shell, enter };
    },
    rest: () => void socket.unref(),
    letGo,
    endNow() {
      // First: one that is stopped would go on with the order, as what is let go of is continued.
      if (lifelineFd === null && startTime !== null) signalEach([{ pid, startTime }], ['SIGKILL']);
      letGo();
    },
    over: async () => {
      if (lifelineFd !== null) await started.over();
    },
  };

  function begin(): Attempt {
    orders += 1;
    attempt = beginAttempt(orders, { pid, startTime });
    return attempt;
  }

  /** It has been told all: its command runs with this news of it. */
  async function runs(under: Attempt, coming: Promise<News>): Promise<Told> {
    // The shell is at work meanwhile.
    if (isThere && attempt === under) looking = setInterval(wake, lookEveryMs).unref();
    const news = await coming;
    return typeof news === 'object' ? news : { kind: 'started', ...under.shell, ended: under.ended };
  }

  /** One that its command has suspended, as `pkill -STOP bash` does, would never tell how that ends. */
  function wake(): void {
    held ??= holdProcess({ pid, startTime });
    if (startTime !== null && held.isThere() && !held.goesOn()) signalEach([{ pid, startTime }], ['SIGCONT']);
  }

  /** Resolves to what is told of it next. */
  async function tell(under: Attempt, fields: readonly string[]): Promise<News> {
    const news = new Promise<News>((resolve) => {
      under.tell = resolve;
    });
    write(under, fields);
    return await news;
  }

  function write(under: Attempt, fields: readonly string[]): boolean {
    try {
      if (!isThere || attempt !== under) throw new Error('it is over');
      writeSync(writeFd, fields.map((field) => `${field}\0`).join(''));
      return true;
    } catch {
      letGo(); // It has ended, and its pipe is broken.
      under.tell(lost);
      return false;
    }
  }

  function take(report: LauncherReport, under: Attempt): void {
    switch (report.kind) {
      case 'shell':
        if (report.order === under.order && under.knownAs === null) know(under, report);
        break;
      case 'ready':
      case 'entered':
      case 'started':
        if (report.order === under.order) under.tell(report.kind);
        break;
      case 'change':
        changed(under, report);
        break;
      case 'parts':
        under.parts = report.statuses;
        break;
      case 'unable':
        under.tell({ kind: 'not_started', reason: report.reason });
        break;
      case 'status':
        if (report.order === under.order) finish(under, report.status);
    }
  }

  /** Once, before the command runs: what a command writes here makes no other process its shell. */
  function know(
    under: Attempt,
    { pid: own, startTime: since }: Extract<LauncherReport, { kind: 'shell' }>,
  ): void {
    under.knownAs = own;
    under.shell =
      lifelineFd === null ? { pid: own, startTime: since ?? startTimeOf(own) } : enter(under, own);
    if (isThere) under.forget = keepShell(under.shell, pid);
  }

  /** Bash tells that it has exited, and with which status, before that it is over. The other line of its end is nobody's then. */
  function changed(
    under: Attempt,
    { pid: whose, exitStatus }: Extract<LauncherReport, { kind: 'change' }>,
  ): void {
    under.exitedByItself = exitStatus !== null;
    if (exitStatus !== null && whose === under.knownAs) finish(under, exitStatus);
  }

  /** Where the shell that knows itself by this id is in the sandbox, and its launcher. */
  function enter(under: Attempt, innerPid: number): Attempt['shell'] {
    const found = findEnclosed(started.pid, innerPid);
    under.isVanished = found === null;
    // It is not there any more, or not to be seen, and must not go on then. What it has told is still read: its command may have run.
    if (found === null) end();
    else {
      ({ pid, startTime } = found.launcher);
      letGoOfProcess();
      sandbox = keeper && { keeper, namespace: found.namespace };
    }
    return found?.shell ?? { pid, startTime };
  }

  function finish({ exitedByItself, parts, end, tell, forget }: Attempt, status: number): void {
    attempt = null;
    forget();
    clearInterval(looking);
    socket.unref();
    tell({ kind: 'not_started', reason: `status ${status}` }); // If it has started, that was told before.
    end({ exit: exitOf(status, exitedByItself), status, parts });
  }

  function letGoOfProcess(): void {
    held?.letGo();
    held = null;
  }

  /** Nothing more is asked of it; its sandbox ends. */
  function end(): void {
    if (!isThere) return;
    isThere = false;
    clearInterval(looking);
    letGoOfProcess();
    closeSync(writeFd);
    if (lifelineFd !== null) closeSync(lifelineFd);
    // One that the command has suspended would not learn that it can end.
    if (startTime !== null) signalEach([{ pid, startTime }], ['SIGCONT']);
    // Nor would what keeps its sandbox, that somebody has stopped.
    if (keeper !== null && keeper.startTime !== null)
      signalEach([{ ...keeper, startTime: keeper.startTime }], ['SIGCONT']);
  }

  function letGo(): void {
    end();
    socket.destroy();
    attempt?.forget();
    attempt?.tell(lost);
    attempt?.end(null);
    attempt = null;
  }
}

const lost: NotStarted = {
  ...{ kind: 'not_started', reason: 'the process that was to start it has ended', hasEnded: true },
};

function beginAttempt(order: number, shell: Attempt['shell']): Attempt {
  let end: Attempt['end'] = () => {};
  const ended = new Promise<ShellEnd | null>((resolve) => {
    end = resolve;
  });
  const tell = (): void => {};
  const told = { knownAs: null, isVanished: false, exitedByItself: true, parts: null };
  return { order, tell, end, ended, shell, forget() {}, ...told };
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
  return [`${requestWord}${number}`, mark, cwd, ...streams, hasPipe ? 'yes' : '', how, text, terminal ?? ''];
}
