import type { Captured } from './capture.ts';
import type { OutOfMemory, ProcessIdentity } from './exit.ts';
import type { TerminalSize } from './plan.ts';

/** A command that goes on without its caller, or went on and is over. */
export interface Job {
  /** Short, unique among all jobs of a state directory, and never given out again. */
  readonly id: string;
  readonly callId: string;
  readonly contract: string;
  readonly conversationId: string;
  readonly command: string;
  readonly cwd: string;
  readonly description: string | null;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Leads the process group of the command: its shell; on a terminal, who started the shell. */
  readonly shell: ProcessIdentity;
  /** `null` as long as the host that started it has not said. */
  readonly supervisor: ProcessIdentity | null;
  /** What the command's processes have in their environment. */
  readonly mark: string;
  /** Absolute path of the file that has all that the command wrote. */
  readonly outputFile: string;
  /** Why the file does not have all of it; `null` when it does. */
  readonly outputProblem: string | null;
  /** The terminal that it runs on; `null` for none. */
  readonly terminal: TerminalSize | null;
  readonly state: JobState;
}

/** How a job is doing. */
export type JobState =
  /** `shell`: how its shell ended, when others of its processes outlived it. */
  | { readonly kind: 'running'; readonly shell: JobExit | null }
  | {
      readonly kind: 'ended';
      readonly exit: JobExit;
      readonly at: number;
      /** Left out: nothing that is known. */
      readonly outOfMemory?: OutOfMemory;
    }
  /** Its supervisor is gone, and how the job ended is not known. */
  | { readonly kind: 'lost'; readonly at: number };

/** How the shell of a job ended. */
export type JobExit =
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'signalled'; readonly signal: string }
  /** It reached the job's own time limit and was ended. */
  | { readonly kind: 'timed_out' }
  /** What had started the shell was ended from outside, so that nobody was told. */
  | { readonly kind: 'unknown' };

/** What a tool asks of a job. */
export type JobRequest =
  | { readonly kind: 'output'; readonly job: string; readonly read: OutputRequest }
  | {
      readonly kind: 'input';
      readonly job: string;
      /** To be written to the command's standard input. */
      readonly text: string;
      /** Pressed after the text. */
      readonly keys: readonly KeyName[];
      /** Whether the input ends after that. */
      readonly end: boolean;
    }
  /** `signal`: sent, and nothing more; `null`: the job is ended. */
  | { readonly kind: 'stop'; readonly job: string; readonly signal: StopSignal | null }
  | { readonly kind: 'list' };

/** A key that has no character of its own. */
export type KeyName = (typeof keyNames)[number];

export const keyNames = [
  ...(['Enter', 'Tab', 'Escape', 'Space', 'Backspace', 'Delete', 'Up', 'Down', 'Left', 'Right'] as const),
  ...(['Home', 'End', 'PageUp', 'PageDown', 'C-a', 'C-c', 'C-d', 'C-e', 'C-k', 'C-l', 'C-r', 'C-u'] as const),
  ...(['C-w', 'C-x', 'C-z', 'C-\\'] as const),
];

/** A signal that a job can be sent. */
export type StopSignal = (typeof stopSignals)[number];

export const stopSignals = [
  ...([
    'SIGINT',
    'SIGTERM',
    'SIGKILL',
    'SIGHUP',
    'SIGQUIT',
    'SIGSTOP',
    'SIGCONT',
    'SIGUSR1',
    'SIGUSR2',
  ] as const),
];

/** What of a job's output is wanted, and what is waited for before. */
export interface OutputRequest {
  readonly waitFor: WaitCondition | null;
  /** Milliseconds to wait at most; 0 for not at all. */
  readonly waitMs: number;
  readonly select: OutputSelection;
}

/** When a wait is over. */
export type WaitCondition =
  | { readonly kind: 'exit' }
  /** Nothing was written for `quietMs` milliseconds. */
  | { readonly kind: 'idle'; readonly quietMs: number }
  /** A regular expression matches in a line: of the whole output where parts of that are wanted, else of what is new. */
  | { readonly kind: 'pattern'; readonly pattern: string }
  /** Something accepts connections to the TCP port: on this machine, or in the network of the job’s sandbox, where that has its own. */
  | { readonly kind: 'port'; readonly port: number };

/** Which part of the output is given. */
export type OutputSelection =
  /** What was written since the conversation last read. */
  | { readonly kind: 'new' }
  | ({ readonly kind: 'lines' } & LineRange)
  /** The lines among these that a regular expression matches in. */
  | ({ readonly kind: 'search'; readonly pattern: string } & LineRange);

/** Lines of the whole output by number, the first is 1; a negative number counts from the end. */
export interface LineRange {
  readonly from: number;
  /** `null`: all from there on. */
  readonly count: number | null;
}

/** What came of asking something of a job. */
export type JobAnswer =
  | {
      readonly kind: 'output';
      readonly job: Job;
      readonly output: JobOutput;
      /** Whether what was waited for came about; `null` when nothing was. */
      readonly waited: { readonly met: boolean; readonly ms: number } | null;
      /** The number of a line that was waited for in vain, as it was told before; `null`: there is none. */
      readonly toldBefore: number | null;
      /** The command line of the process that waits for input; `null` when none does. */
      readonly waitsForInput: string | null;
    }
  | { readonly kind: 'input'; readonly job: Job; readonly result: InputResult }
  | {
      readonly kind: 'stop';
      readonly job: Job;
      readonly wasRunning: boolean;
      /** What was done to processes of a job that was lost; `null`: it was not, or none of them was there. */
      readonly done: 'ended' | StopSignal | null;
    }
  | {
      readonly kind: 'list';
      readonly jobs: readonly Job[];
      /** The ids of those that wait for input. */
      readonly waiting: ReadonlySet<string>;
    };

/** Whether a job took what was to be typed. */
export type InputResult =
  | {
      readonly kind: 'written';
      readonly bytes: number;
      /** Bytes that it had no room for, and was not given. */
      readonly left: number;
      /** Whether a line of it is longer than a terminal gives to a program that reads lines: such a program was not given the rest of that. */
      readonly hasLongLine: boolean;
      /** What has become of its input; `unanswered`: it was to be ended, and who has it open did not answer. */
      readonly end: 'open' | 'ended' | 'unanswered';
    }
  | { readonly kind: 'refused'; readonly reason: string };

/** A part of a job's output as text, cleaned as the contract says. */
export type JobOutput =
  | {
      readonly kind: 'text';
      readonly captured: Captured;
      readonly totalBytes: number;
      /** Lines of the whole output, where lines were wanted and none of them is there; `null` otherwise. */
      readonly linesThere: number | null;
    }
  | {
      readonly kind: 'matches';
      readonly matches: readonly { readonly line: number; readonly text: string }[];
      /** Lines that matched and are not among them. */
      readonly more: number;
      /** Whether there were lines above that a terminal keeps no more: they were not looked at, and the first that was is 1. */
      readonly isCut: boolean;
      readonly totalBytes: number;
    };
