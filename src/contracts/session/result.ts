/** What a call of `session` answers with. */
export type SessionResult =
  | { readonly text: string; readonly metadata: SessionMetadata }
  | { readonly error: { readonly kind: SessionErrorKind; readonly message: string } };

/** What a host shows of a command that ran. */
export interface SessionMetadata {
  /** Milliseconds since 1970. */
  readonly start_time: number;
  /** Milliseconds since 1970. */
  readonly end_time: number;
  /** As it was given, up to 30,000 bytes; empty when none was. */
  readonly description: string;
  /** `null` when the command did not exit by itself. */
  readonly exit_code: number | null;
  /** What the command wrote, as far as it is in the text. */
  readonly output: string;
}

/**
 * Why nothing was run: the input was not understood; permission was refused, or nobody was there to give it; the machine
 * could not start the command.
 */
export type SessionErrorKind = 'InvalidParameters' | 'PermissionDenied' | 'Failed';
