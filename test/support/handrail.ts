import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { endJobs } from './jobs.ts';
import { temporaryDirectory } from './temporary.ts';

/** The built command line. */
export const mainFile = fileURLToPath(new URL('../../dist/cli/main.cjs', import.meta.url));

/** The same as it is installed: the file that a user starts, and an agent. */
export const programFile = fileURLToPath(new URL('../../dist/cli/handrail.cjs', import.meta.url));

/** A machine of its own for the command line: home, state, a directory to work in. Its jobs are ended with the test. */
export interface Machine {
  readonly home: string;
  readonly directory: string;
  readonly stateDir: string;
  readonly env: Readonly<Record<string, string>>;
}

export function temporaryMachine(): Machine {
  const home = temporaryDirectory();
  const directory = join(home, 'work');
  mkdirSync(directory);
  const stateDir = join(home, '.local/state/handrail');
  onTestFinished(() => endJobs(stateDir));
  return {
    home,
    directory,
    stateDir,
    env: { PATH: process.env.PATH ?? '', HOME: home },
  };
}

/** How a program ended and what it printed. */
export interface Printed {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface HandrailOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string | Buffer;
  /** Called with the process when it was started. */
  readonly onStart?: (process: { readonly pid: number }) => void;
  /** The file to start; the command line, if left out. */
  readonly program?: string;
  /** Called with the process and what it has printed on standard output so far. */
  readonly onStdout?: (process: { readonly pid: number }, stdout: string) => void;
}

/** Runs the built command line to its end, in a session of its own: in that of the tests others may be within a call. */
export function handrail(
  machine: Machine,
  words: readonly string[],
  options: HandrailOptions = {},
): Promise<Printed> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [options.program ?? mainFile, ...words], {
      cwd: machine.directory,
      env: { ...machine.env, ...options.env },
      detached: true,
    });
    if (child.pid !== undefined) options.onStart?.({ pid: child.pid });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      if (child.pid !== undefined) options.onStdout?.({ pid: child.pid }, stdout);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, stdout, stderr }));
    child.stdin.end(options.stdin ?? '');
  });
}
