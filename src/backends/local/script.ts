import { closeSync, constants, openSync } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** How a command is handed to bash: its arguments, and the descriptor that it reads the text from, if it does. */
export interface Script {
  readonly args: readonly string[];
  /** Passed to bash as descriptor 3; `null` when the text is among the arguments. */
  readonly textFd: number | null;
  close(): void;
}

/** Linux takes no single argument longer than this: MAX_ARG_STRLEN, 32 pages of 4 KiB, its final NUL counted. */
const maxArgumentBytes = 32 * 4096;

/** No start-up files, so that what runs is the given text and nothing else. */
const shellOptions = ['--noprofile', '--norc'];

/** What `$0` is, and what messages begin with; `$BASH` is the path of the bash that runs. */
const shellName = 'bash';

/**
 * Reads the whole text from descriptor 3 into the variable in which `bash -c` keeps its text anyway, closes the
 * descriptor, and runs it. `read` returns 1 at the end of the text; `exec` sets `$?` back to 0.
 */
const loader = 'IFS= read -r -d "" -u 3 BASH_EXECUTION_STRING; exec 3<&-; eval -- "$BASH_EXECUTION_STRING"';

/** `bash -c` semantics for a command of any length: as an argument where it fits, else from an unnamed file. */
export async function prepareScript(command: string): Promise<Script> {
  if (Buffer.byteLength(command) < maxArgumentBytes) {
    return { args: [...shellOptions, '-c', command, shellName], textFd: null, close: () => {} };
  }
  const textFd = await unnamedFile(command);
  return { args: [...shellOptions, '-c', loader, shellName], textFd, close: () => closeSync(textFd) };
}

/** A file for reading that has no name any more. A pipe would do, but bash reads a pipe one byte at a time. */
async function unnamedFile(text: string): Promise<number> {
  const directory = await mkdtemp(join(tmpdir(), 'handrail-'));
  try {
    const path = join(directory, 'command');
    const file = await open(path, 'wx', 0o600);
    await file.writeFile(text).finally(() => file.close());
    return openSync(path, constants.O_RDONLY);
  } finally {
    await rm(directory, { recursive: true });
  }
}
