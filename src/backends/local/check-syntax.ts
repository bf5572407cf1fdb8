import { execFile } from 'node:child_process';
import type { SyntaxMistake } from '../../model/exit.ts';
import type { Plan } from '../../model/plan.ts';
import { maxArgumentBytes } from './launchers/script.ts';

/**
 * Has bash read a command and run nothing of it: with `-n` it takes the text apart, to the end or to the first mistake, and
 * expands and executes nothing. The words are those of `bash -c`. A text that is longer than one argument can be is not
 * checked: from a file bash would tell of it in other words.
 */
export async function checkSyntax(
  bash: string,
  plan: Plan,
  stop: AbortSignal,
): Promise<SyntaxMistake | null> {
  if (Buffer.byteLength(plan.command) >= maxArgumentBytes) return null;
  try {
    return await readOnly(bash, plan, stop);
  } catch {
    return null; // No process could be made (E2BIG): nothing is known of the text.
  }
}

function readOnly(
  bash: string,
  { command, cwd, env }: Plan,
  stop: AbortSignal,
): Promise<SyntaxMistake | null> {
  const words = ['--noprofile', '--norc', '-n', '-c', '--', command, 'bash'];
  const options = { cwd, env, signal: stop, killSignal: 'SIGKILL', encoding: 'buffer', maxBuffer } as const;
  return new Promise((resolve) => {
    execFile(bash, words, options, (error, _stdout, stderr) => {
      // Without a number it was not found, was stopped or was ended by a signal.
      resolve(typeof error?.code === 'number' ? { exitCode: error.code, words: stderr } : null);
    });
  });
}

/** Far above what bash says of a text of this length: each here-document without an end is told of once. */
const maxBuffer = 32 * 1024 * 1024;
