/** Why a running command was stopped by us. It is the `reason` of the abort signal that a backend is given. */
export type Stop =
  | { readonly kind: 'timed_out'; readonly timeoutMs: number }
  | { readonly kind: 'cancelled' };

/** How a command came to its end. A command that we stopped is never also `exited` or `signalled`. */
export type Exit =
  | { readonly kind: 'exited'; readonly code: number }
  /** `signal` is a name such as `SIGSEGV`. */
  | { readonly kind: 'signalled'; readonly signal: string }
  | Stop;

/** Why nothing was started. The codes are stable; the message says what was expected, what came, what to do. */
export interface StartProblem {
  readonly code:
    | 'bash-not-found'
    | 'mkfifo-not-found'
    | 'cwd-not-found'
    | 'cwd-not-a-directory'
    | 'cwd-not-accessible'
    | 'spawn-failed'
    | 'audit-unavailable'
    /** A bug put an end to the call; whether the command had started is not known. */
    | 'internal-error';
  readonly message: string;
}

/** A process that outlived the shell that it came from. */
export interface Survivor {
  readonly pid: number;
  /** Its command line, words divided by spaces. */
  readonly command: string;
  /** Whether it could still write to the command's output. */
  readonly holdsOutput: boolean;
}

/** What a backend says of a run once it is over and nothing of it is left that nobody knows of. */
export type Run =
  | { readonly kind: 'could_not_start'; readonly problem: StartProblem }
  | {
      readonly kind: 'ended';
      readonly exit: Exit;
      /** What still ran when the shell was over; it has been ended. */
      readonly survivors: readonly Survivor[];
    };
