import type { Exit } from '../../../model/exit.ts';
import type { DenialSource, MemoryWatch } from '../enclosure.ts';
import type { SandboxProcesses } from '../processes/call-processes.ts';
import type { Script } from './script.ts';

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
export interface Task {
  readonly cwd: string;
  readonly script: Script;
}

export interface NotStarted {
  readonly kind: 'not_started';
  readonly reason: string;
  /** What was to start it has ended, before it said why. Left out: it has not. */
  readonly hasEnded?: true;
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

/** A shell that ran a command, and was gone when it was looked for, with its launcher: all that is in a sandbox can be ended there. */
export interface VanishedShell {
  readonly kind: 'vanished';
  /** As of a `LaunchedShell`. */
  readonly ended: Promise<ShellEnd | null>;
}

/** A shell that has started, and waits for what it is to run. It ends with its launcher. */
export interface WaitingShell {
  readonly kind: 'waiting';
  readonly pid: number;
  readonly startTime: number | null;
  /**
   * Has it go to the directory that it is to run in, once: it does so while the rest is made ready. What is returned runs what
   * stands in the place of its text then, once, and resolves as `Launcher.start` does.
   */
  enter(cwd: string): (task: { readonly hasPipe: boolean }) => Promise<LaunchedShell | NotStarted>;
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
  /** The sandbox that it is in; `null`: in none. */
  readonly sandbox: SandboxProcesses | null;
  /** The descriptor with whose end its sandbox ends, for another process to hold it; `null`: it is in none. */
  readonly lifelineFd: number | null;
  /** What its sandbox was not let to; `null`: that has no proxy, or it is in none. */
  readonly denials: DenialSource | null;
  /** What was ended there as it had no more memory; `null`: nothing is known of it. */
  readonly memory: MemoryWatch | null;
  /** Whether it can be given an order: it has none under way, and is there. In a sandbox it takes one only. */
  isFree(): boolean;
  /** Whether its process is there, and was not stopped; see `HeldProcess`. */
  goesOn(): boolean;
  /** Resolves when the command runs, or says why it does not. */
  start(connection: Connection, task: Task): Promise<LaunchedShell | VanishedShell | NotStarted>;
  /** Resolves when a shell waits, whose text is blank; see `findBlankText`. It does not keep this process from ending. */
  prepare(connection: Connection): Promise<WaitingShell | NotStarted>;
  /** The descriptor that tells how the shell under way ends, for another process to go on reading; see `letGo`. */
  readonly reportFd: number;
  /** The shell under way keeps this process from ending no more. */
  rest(): void;
  /**
   * No more orders, and no more reading of its reports: it ends when the shell under way has. Its sandbox ends at once,
   * unless another process holds it.
   */
  letGo(): void;
  /** Ends it at once, with an order that it may not have read yet. Its sandbox, if it is in one, is let go of. */
  endNow(): void;
  /** Resolves when nothing is left of its sandbox, which ends with `letGo`, or that cannot be waited for; at once for one that is in none. */
  over(): Promise<void>;
}
