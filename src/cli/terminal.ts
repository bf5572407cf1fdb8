import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { HandrailError } from '../model/errors.ts';
import { suggestion } from '../model/suggestion.ts';

/** What a command of the command line works with: the world as it was when the process started. */
export interface Terminal {
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly version: string;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  readonly stdin: NodeJS.ReadStream;
  /** Aborted by Ctrl-C, by the other signals that ask to end, and when nobody reads the output any more. */
  readonly interrupted: AbortSignal;
}

/** How wide the screen is that is written to; `null` if it is no screen. */
export function columnsOf({ stdout }: Pick<Terminal, 'stdout'>): number | null {
  return stdout.isTTY === true && stdout.columns > 0 ? stdout.columns : null;
}

/** The signals that ask this process to end. */
const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

/** A signal that is aborted when this process is asked to end, or cannot write any more; it then ends by itself. */
export function interruption(stdout: NodeJS.WriteStream, stderr: NodeJS.WriteStream): AbortSignal {
  const controller = new AbortController();
  for (const signal of endingSignals) process.on(signal, () => controller.abort());
  stdout.on('error', (error) => {
    controller.abort();
    if (!isBrokenPipe(error)) stderr.write(`handrail: standard output cannot be written: ${error.message}\n`);
  });
  stderr.on('error', () => controller.abort());
  return controller.signal;
}

/** Whether whoever reads has gone: that is an ending like any other, and needs no words. */
export function isBrokenPipe(error: Error): boolean {
  return 'code' in error && error.code === 'EPIPE';
}

/** Milliseconds that readers have to take what was written before this process ends without them: 2 s, as commands that are ended have. */
const takenMs = 2_000;

/**
 * Called when all is done and nobody need be waited for: this process ends soon, also when what it has written is not taken. To
 * destroy standard output does not do that: Node keeps it open, and waits for what the system was given.
 */
export function endUnread(): void {
  setTimeout(() => process.exit(), takenMs).unref();
}

/** Everything on standard input. Throws when this process is asked to end before that. */
export async function readAll(terminal: Terminal): Promise<string> {
  return (await readBytes(terminal)).toString('utf8');
}

/** The same as it came. */
export async function readBytes({ stdin, interrupted }: Terminal): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const stop = (): void => void stdin.destroy(misuse('interrupted before the whole input was read'));
  interrupted.addEventListener('abort', stop, { once: true });
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk));
  interrupted.removeEventListener('abort', stop);
  return Buffer.concat(chunks);
}

/** The directory that a flag names; left out: this one. An empty name is that of a variable that is not set, and means no place. */
export function directoryOf({ cwd }: Pick<Terminal, 'cwd'>, flag: string, given = '.'): string {
  if (given === '') throw misuse(`${flag}: expected the name of a directory, got ""`);
  return resolve(cwd, given);
}

/** The file that a word names, which is no empty one either. */
export function fileOf({ cwd }: Pick<Terminal, 'cwd'>, what: string, given: string): string {
  if (given === '') throw misuse(`${what}: expected the name of a file, got ""`);
  return resolve(cwd, given);
}

/** The same of a directory that has to be there: what is said of another place would not hold for the one that was meant. */
export function directoryThere(terminal: Pick<Terminal, 'cwd'>, flag: string, given?: string): string {
  const directory = directoryOf(terminal, flag, given);
  const what = isDirectory(directory);
  if (given === undefined || what === true) return directory;
  const why = what === null ? 'which does not exist' : 'which is not a directory';
  throw misuse(`${flag}: expected a directory, got ${JSON.stringify(given)}, ${why}`);
}

/** `null`: nothing is there, or nobody here may look. */
function isDirectory(path: string): boolean | null {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? null;
  } catch {
    return null; // Something on the way to it is no directory, or may not be looked into.
  }
}

/** A name that is none of those that are known, as it came, with the nearest of them. */
export function gotName(given: string, known: readonly string[]): string {
  const hint = suggestion(given, known);
  return `${JSON.stringify(given)}${hint === null ? '' : ` — ${hint}`}`;
}

/** A mistake in how the command line was used. */
export function misuse(message: string): HandrailError {
  return new HandrailError('misuse', message);
}
