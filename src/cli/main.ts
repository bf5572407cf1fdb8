#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { CommanderError } from 'commander';
import { HandrailError, messageOf } from '../model/errors.ts';
import { hostEnvironment } from '../settings/host.ts';
import { unwritableStatus } from './exit-status.ts';
import { givenWords } from './given-words.ts';
import { misuseStatusOf } from './misuse-status.ts';
import { runProgram } from './program.ts';
import { endUnread, interruption, isBrokenPipe, misuse, type Terminal } from './terminal.ts';
import { visibleText } from './visible.ts';

// Told of at once or at the end: whoever has stopped reading has what was wanted, all else is no success.
process.stdout.on('error', (error) => {
  if (isBrokenPipe(error)) return;
  process.on('exit', () => {
    process.exitCode ||= unwritableStatus;
  });
});

/** Node's own, of a module that waits for what never comes: what is not known to be done is no success. */
const unsettledStatus = 13;
process.exitCode = unsettledStatus;
void exitStatus().then((status) => {
  process.exitCode = status;
});

async function exitStatus(): Promise<number> {
  const words = process.argv.slice(2);
  try {
    const terminal = openTerminal();
    const status = await runProgram(terminal, givenWords());
    const { interrupted } = terminal;
    if (interrupted.aborted) endUnread();
    else interrupted.addEventListener('abort', endUnread, { once: true });
    return status;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : misuseStatusOf(words); // It has said what was wrong.
    if (!(error instanceof HandrailError)) throw error;
    process.stderr.write(`handrail: ${visibleText(error.message)}\n`);
    return misuseStatusOf(words);
  }
}

function openTerminal(): Terminal {
  return {
    env: hostEnvironment(),
    cwd: workingDirectory(),
    version: packageVersion(),
    stdout: process.stdout,
    stderr: process.stderr,
    stdin: process.stdin,
    interrupted: interruption(process.stdout, process.stderr),
  };
}

function workingDirectory(): string {
  try {
    return process.cwd();
  } catch (error) {
    const isTooLong = error instanceof Error && 'code' in error && error.code === 'ERANGE';
    const what = isTooLong ? 'has a path that is too long' : 'is gone';
    throw misuse(
      `the directory that handrail was called in ${what} (${messageOf(error)}); go to another one`,
    );
  }
}

function packageVersion(): string {
  const file = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const { version } = JSON.parse(file) as { version: string }; // Our own file: npm does not pack one without a version.
  return version;
}
