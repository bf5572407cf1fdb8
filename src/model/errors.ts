/** Every code that a thrown error can carry, with what it says. What is expected to happen is returned, not thrown. @documented */
export const errorCodes = {
  'invalid-options': 'An option of `createBash`, of a contract or of a backend is not one that it takes.',
  'invalid-settings': 'A settings file, a variable, a file of rules or a flag could not be understood.',
  misuse: 'Something was called in a way that has no meaning: after `close`, or with a wrong flag.',
  'no-resource': 'A browser was asked for, and `createBash` was given none.',
  'state-unavailable': 'The state directory, or the database in it, cannot be used.',
  'thread-lost': 'The thread that all work of a bash was done in has ended by itself.',
  'unknown-contract': 'There is no contract of that name.',
  'unknown-tool': 'The contract has no tool of that name.',
} as const;

export type ErrorCode = keyof typeof errorCodes;

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

/** The code of a thrown error, as Node and SQLite have it: `ENOENT`; `null` where it has none. */
export function codeOf(thrown: unknown): string | null {
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : null;
  return typeof code === 'string' ? code : null;
}

/** Whether what was thrown says that nothing is at a path. */
export function isMissing(thrown: unknown): boolean {
  return codeOf(thrown) === 'ENOENT';
}
