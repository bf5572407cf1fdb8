/** What can be wrong; see the table of the document. */
export type EnvelopeErrorCode =
  | 'INVALID_PARAM'
  | 'NOT_FOUND'
  | 'ACCESS_DENIED'
  | 'PERMISSION_DENIED'
  | 'TIMEOUT'
  | 'EXECUTION_ERROR';

/** Why there is no result. */
export interface EnvelopeError {
  readonly code: EnvelopeErrorCode;
  readonly message: string;
}

/** What a command came to; with empty values where none ran. */
export interface EnvelopeData {
  readonly stdout: string;
  readonly stderr: string;
  /** `null` when it was ended, or goes on. */
  readonly exit_code: number | null;
  /** The name of the signal that ended it, such as `SIGKILL`. */
  readonly signal: string | null;
  readonly truncated: boolean;
  /** Verbatim. */
  readonly command: string;
  /** From the project root. */
  readonly directory: string;
}

/** The parts that every answer has. */
interface Common {
  readonly data: EnvelopeData;
  readonly text: string;
  /** Whole milliseconds, and bytes as the command wrote them. */
  readonly stats: {
    readonly time_ms: number;
    readonly stdout_bytes: number;
    readonly stderr_bytes: number;
  };
  readonly context: {
    readonly cwd: string;
    /** As received. */
    readonly params_input: unknown;
    readonly directory_resolved: string;
  };
}

/** What a call of `envelope` answers with. */
export type EnvelopeResult =
  | ({ readonly status: 'success' | 'partial' } & Common)
  | ({ readonly status: 'error'; readonly error: EnvelopeError } & Common);
