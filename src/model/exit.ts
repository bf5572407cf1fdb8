import type { DeniedHosts } from './denied-host.ts';

/** Why a running command was stopped by us. */
export type Stop =
  | { readonly kind: 'timed_out'; readonly timeoutMs: number }
  | { readonly kind: 'cancelled' };

/** The `reason` of the abort signal that a backend is given: the command is to be ended, or to go on as a job. */
export type StopReason =
  | Stop
  | { readonly kind: 'kept' /** How it ends if it may not go on. */; readonly otherwise: Stop };

/** How a command came to its end. A command that we stopped is never also `exited` or `signalled`. */
export type Exit =
  | { readonly kind: 'exited'; readonly code: number }
  /** `signal` is a name such as `SIGSEGV`. */
  | { readonly kind: 'signalled'; readonly signal: string }
  /** What watched over it was ended from outside, and with that the command: it had started, and how it was doing is not known. `reason`: what was ended. */
  | { readonly kind: 'lost'; readonly reason: string }
  | Stop;

/** What an exit status says beyond its number. */
export interface ExitNote {
  /** What the last command says with 1, which is no failure of it: `no line matched`; `null` where 1 is one. */
  readonly answer: string | null;
  /** What the status of a pipeline, which is that of its last part, does not tell; `null` when that is nothing. */
  readonly pipeline: {
    /** The part that the status is of, as it stands in the command. */
    readonly whose: string;
    readonly failed: readonly { readonly part: string; readonly status: number }[];
  } | null;
}

/** Every reason for which nothing was started, with what it says. The codes are stable. @documented */
export const startProblemCodes = {
  'bash-not-found': 'There is no bash, or it cannot be run.',
  'coreutils-not-found': 'A program that output is read with (`mkfifo`, `cat`) is missing.',
  'cwd-not-found': 'The directory to run in does not exist.',
  'cwd-not-a-directory': 'The directory to run in is a file.',
  'cwd-not-accessible': 'The directory to run in may not be entered.',
  'cwd-outside': 'The directory is not in the one that it has to be in, links followed.',
  'terminal-unavailable': 'What makes terminals is not installed, or does not work on this machine.',
  'spawn-failed': 'The system refused to start a process.',
  'sandbox-unavailable': 'The command was to be confined, and cannot be.',
  'container-unavailable': 'The command was to run in a container, and none can be made.',
  'session-busy': 'The session had another command under way for as long as this one may take.',
  'job-refused': 'The command was to be a job from the start, and cannot be one.',
  'audit-unavailable': 'The call could not be recorded, and so was not made.',
  'state-unavailable': 'The state directory, or the database in it, cannot be used.',
  'internal-error': 'A bug put an end to the call; whether the command had started is not known.',
} as const;

/** Why nothing was started. The message says what was expected, what came, what to do. */
export interface StartProblem {
  readonly code: keyof typeof startProblemCodes;
  readonly message: string;
}

/** Why a call did not run whose session had others to run until its time was up. */
export const sessionBusy: StartProblem = {
  code: 'session-busy',
  message:
    'the session had another command under way until the time was up; nothing of this one has run. Wait for the other one, or use another session',
};

/** What bash says of a text that it cannot read, as it would when it was to run it. */
export interface SyntaxMistake {
  readonly exitCode: number;
  /** What it writes to its standard error. */
  readonly words: Uint8Array;
}

/** A process that outlived the shell that it came from. */
export interface Survivor {
  readonly pid: number;
  /** Its command line, words divided by spaces. */
  readonly command: string;
  /** Whether it could still write to the command's output. */
  readonly holdsOutput: boolean;
}

/** What a backend says of a run once it is over, or goes on without its caller; nothing of it is left unknown. */
export type Run =
  | { readonly kind: 'could_not_start'; readonly problem: StartProblem }
  /** Nothing has run: the session has another shell than the plan is for. `shell`: the one it has; `null`: none. */
  | { readonly kind: 'other_shell'; readonly shell: string | null }
  | RunEnd
  /** A supervisor has it now. `waitsForInput`: the command line of the process that was waiting for input, if one was. */
  | {
      readonly kind: 'kept';
      readonly kept: KeptRun;
      readonly waitsForInput: string | null;
      readonly deniedHosts?: DeniedHosts;
    };

/** The shell of a run is over. */
export interface RunEnd {
  readonly kind: 'ended';
  readonly exit: Exit;
  /** How the parts of the last pipeline ended, in order; `null` when that is not known. */
  readonly parts: readonly number[] | null;
  /** What still ran when the shell was over; in a session, when the command was. */
  readonly survivors: readonly Survivor[];
  /** Who has the survivors now; `null`: they have been ended, or belong to the session's shell if it is there. */
  readonly kept: KeptRun | null;
  /** How the kept shell is that it ran in; `null` for a shell of its own, or when it did not come to run. */
  readonly session: SessionState | null;
  /** What it was not let to; left out: nothing that is known. */
  readonly deniedHosts?: DeniedHosts;
  /** Left out: nothing that is known. */
  readonly outOfMemory?: OutOfMemory;
}

/** Processes that the kernel has ended as a sandbox had no more memory. */
export interface OutOfMemory {
  /** How many, of the command and of what it started. */
  readonly processes: number;
  /** Bytes that all of the sandbox may have. */
  readonly limitBytes: number;
}

/** A kept shell, as a run found it and left it. */
export interface SessionState {
  /** Tells the shell from every other of the backend, and from what it was before a client ran something in it that is not the last one's. */
  readonly shell: string;
  readonly found: SessionFound;
  /** `null`: it is there for the next run. */
  readonly left: ShellLoss | null;
}

/** `first`: the session had none before. With a `ShellLoss` it is another one than before, and its state is new. */
export type SessionFound =
  | { readonly isNew: false }
  | { readonly isNew: true; readonly because: 'first' | ShellLoss };

/**
 * Why a kept shell is there no more: `ended`, by a command (`exit`, `exec`), or by us while nothing ran in it; `lost`, a
 * command could not be stopped without it, or it was ended from outside.
 */
export type ShellLoss = 'ended' | 'lost';

/** A run that goes on as a job. */
export interface KeptRun {
  /** The process that watches over it and records its end. */
  readonly supervisor: ProcessIdentity;
  /** Leads the group of the command. */
  readonly shell: ProcessIdentity;
  /** Told by the processes of the run, which have it in their environment. */
  readonly mark: string;
  /** Settled when the supervisor is over, as long as this process is there to see it. */
  readonly over: Promise<void>;
}

/** A process and no other that had its id before or has it later. */
export interface ProcessIdentity {
  readonly pid: number;
  /** In clock ticks since the machine started; `null` where there is no /proc to tell. */
  readonly startTime: number | null;
}
