import { type ErrorCode, HandrailError, messageOf } from '../model/errors.ts';

/** An error on its way to another thread, where it is made anew: what is cloned of one is no `HandrailError` any more. */
export interface Failure {
  readonly message: string;
  /** `null`: it was not one of Handrail's. */
  readonly code: ErrorCode | null;
  readonly name: string;
  readonly stack: string | undefined;
}

export function failureOf(thrown: unknown): Failure {
  const isError = thrown instanceof Error;
  return {
    message: messageOf(thrown),
    code: thrown instanceof HandrailError ? thrown.code : null,
    name: isError ? thrown.name : 'Error',
    stack: isError ? thrown.stack : undefined,
  };
}

/** Its stack tells where it was thrown in the other thread. */
export function errorOf({ message, code, name, stack }: Failure): Error {
  const error =
    code === null ? Object.assign(new Error(message), { name }) : new HandrailError(code, message);
  if (stack !== undefined) error.stack = stack;
  return error;
}
