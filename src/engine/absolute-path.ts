import { resolve } from 'node:path';
import { codeOf, HandrailError, messageOf } from '../model/errors.ts';

/**
 * A path that was given, absolute: what is relative is so to the directory of this process. `of`: what it was given as, `a call: workingDirectory`.
 * Throws a `HandrailError` of code `misuse` where that directory is wanted and is gone.
 */
export function absolutePath(of: string, given: string): string {
  try {
    return resolve(given);
  } catch (cause) {
    const message = `${of}: expected an absolute path, as the directory of this process is gone (${codeOf(cause) ?? messageOf(cause)}): give one, or go to another directory (process.chdir)`;
    throw new HandrailError('misuse', message, { cause });
  }
}
