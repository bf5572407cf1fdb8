import { execFile } from 'node:child_process';
import { messageOf } from '../../model/errors.ts';
import { findExecutable } from './find-executable.ts';

/** A program on this machine: where it is and what it says of itself. */
export type ProgramProbe =
  | { readonly kind: 'found'; readonly path: string; readonly version: string }
  | { readonly kind: 'broken'; readonly path: string; readonly reason: string }
  | { readonly kind: 'missing' };

/** Milliseconds in which a program has to have printed its version. */
const versionWaitMs = 5_000;

/** Looks for a program by its path or on a PATH, and asks for the first line of its `--version`. */
export async function probeProgram(nameOrPath: string, path: string | undefined): Promise<ProgramProbe> {
  const found = nameOrPath.startsWith('/') ? nameOrPath : findExecutable(nameOrPath, path);
  if (found === null) return { kind: 'missing' };
  try {
    return { kind: 'found', path: found, version: await versionOf(found) };
  } catch (error) {
    return { kind: 'broken', path: found, reason: messageOf(error) };
  }
}

function versionOf(program: string): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(program, ['--version'], { timeout: versionWaitMs }, (error, stdout) => {
      if (error === null) resolve(stdout.split('\n')[0] ?? '');
      else reject(error);
    });
  });
}
