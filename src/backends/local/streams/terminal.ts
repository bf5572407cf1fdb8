import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, constants, fstatSync, openSync } from 'node:fs';
import { codeOf, messageOf } from '../../../model/errors.ts';
import type { TerminalSize } from '../../../model/plan.ts';
import { mayBeSpecial } from '../../../model/special-file.ts';
import { type FileId, fileIdOf } from '../processes/process-table.ts';
import type { Pipe } from './pipes.ts';

/** A pseudo-terminal for one command. What is written there comes out of a pipe, and what goes into another is typed. */
export interface Terminal {
  /** What a process opens it by, as long as `letGo` was not called or others have it open. */
  readonly path: string;
  /** What it is open as in this process, until `letGo`. */
  readonly fd: number;
  readonly fileId: FileId;
  /** Called when the command has it open: it is over when the command's processes have all closed it. */
  letGo(): void;
}

/** What makes terminals: two descriptors of one, and its path. */
export type OpenPty = (
  columns: number,
  rows: number,
) => { readonly master: number; readonly slave: number; readonly pty: string };

export type TerminalSupport =
  | { readonly kind: 'available'; readonly open: OpenPty }
  | { readonly kind: 'unavailable'; readonly reason: string; readonly advice: string };

/**
 * Finds out whether there are terminals. `@lydell/node-pty` is an optional dependency, and is loaded when it is needed.
 *
 * Only its compiled part is used, which opens a terminal and does nothing else. Its own `open` starts to read, which is
 * not ours to do here, and what that returns has a `destroy` which sends SIGHUP to process -1: to every process there is.
 */
export async function terminalSupport(): Promise<TerminalSupport> {
  try {
    const { requireBinary } = await import('@lydell/node-pty/requireBinary.js');
    const binary = requireBinary('pty.node');
    if (!hasOpen(binary)) throw new Error('this version of it has no open');
    return { kind: 'available', open: (columns, rows) => binary.open(columns, rows) };
  } catch (error) {
    const advice = 'install @lydell/node-pty version 1 beside handrail (npm install @lydell/node-pty@1)';
    return { kind: 'unavailable', reason: reasonOf(error), advice };
  }
}

/** Node would name the file of ours that wanted it. */
function reasonOf(error: unknown): string {
  if (codeOf(error) === 'ERR_MODULE_NOT_FOUND') return 'the package @lydell/node-pty is not there';
  const [first = ''] = messageOf(error).split('\n');
  return first;
}

function hasOpen(binary: unknown): binary is { readonly open: OpenPty } {
  return (
    typeof binary === 'object' && binary !== null && 'open' in binary && typeof binary.open === 'function'
  );
}

/**
 * Makes a terminal whose output goes to `output`, and which is typed into by `input`: one `cat` each way.
 *
 * So the host has pipes as it has them of any command, and back-pressure, the end of the output, handing over to a
 * supervisor and typing from another process are one thing for both. The device itself could not be handed on by its
 * path (to open that makes another terminal), and a reader would have to tell its errors from its end.
 *
 * Nothing is waited for between opening the device and closing it here: the package leaves it open in every process
 * that is started meanwhile, and a terminal that a stranger has open does not end. A `cat` ends when all of the
 * terminal, or its pipe, is closed.
 */
export function openTerminal(
  open: OpenPty,
  cat: string,
  { columns, rows }: TerminalSize,
  { input, output }: { readonly input: Pipe; readonly output: Pipe },
): Terminal {
  const { master, slave, pty: path } = open(columns, rows);
  // Until a process of the command has it open it must not look closed. Opened anew, it is not left open in others.
  const kept = openSync(path, constants.O_RDWR | constants.O_NOCTTY);
  closeSync(slave);
  try {
    const shown = copy(cat, master, output.writeFd);
    const typed = copy(cat, input.readFd, master);
    endWith(shown, typed);
    return { path, fd: kept, fileId: fileIdOf(fstatSync(kept, mayBeSpecial)), letGo: () => closeSync(kept) };
  } catch (error) {
    closeSync(kept);
    throw error;
  } finally {
    closeSync(master);
  }
}

/** In a session of its own: no signal that is meant for the host, or for the command, ends it. */
function copy(cat: string, from: number, to: number): ChildProcess {
  const child = spawn(cat, [], { cwd: '/', env: {}, detached: true, stdio: [from, to, 'ignore'] });
  child.on('error', () => {}); // It has no id then, which is told below.
  if (child.pid === undefined) throw new Error(`${cat} could not be started`);
  child.unref();
  return child;
}

/**
 * Nobody reads what is typed on a terminal that all have closed, and the kernel tells nobody who waits for room there: what was typed last and
 * was not read would be waited for until the machine is turned off. One whose pipe has no reader ends by a signal; its terminal is still there.
 */
function endWith(shown: ChildProcess, typed: ChildProcess): void {
  shown.once('exit', (code) => {
    if (code !== null) typed.kill('SIGKILL');
  });
}
