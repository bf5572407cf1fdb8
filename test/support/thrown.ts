import { HandrailError } from '../../src/model/errors.ts';

/** What a caller can tell an error by. */
export interface Thrown {
  readonly code: string;
  readonly message: string;
}

/** The error that `work` throws; fails the test when it throws nothing, or something that is no `HandrailError`. */
export function thrownBy(work: () => unknown): Thrown {
  try {
    work();
  } catch (error) {
    return describe(error);
  }
  throw new Error('expected a HandrailError, nothing was thrown');
}

/** The same for a promise. */
export async function rejectionOf(promise: Promise<unknown>): Promise<Thrown> {
  try {
    await promise;
  } catch (error) {
    return describe(error);
  }
  throw new Error('expected a HandrailError, the promise was resolved');
}

function describe(error: unknown): Thrown {
  if (!(error instanceof HandrailError)) throw error;
  return { code: error.code, message: error.message };
}
