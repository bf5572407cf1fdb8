/** Every code that a thrown error can carry. What is expected to happen is returned, not thrown. */
export type ErrorCode =
  | 'invalid-options'
  | 'invalid-settings'
  | 'misuse'
  | 'no-resource'
  | 'state-unavailable'
  | 'unknown-contract'
  | 'unknown-tool';

/** Misuse, or a machine that cannot serve: says what was expected, what came and what to do. */
export class HandrailError extends Error {
  override readonly name = 'HandrailError';
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The message of whatever was thrown. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
