import { unnamedFile } from '../streams/unnamed-file.ts';

/** How a command is handed to a launcher. */
export interface Script {
  /** Whether `text` is the command, a file that has it, or one that the shell has to load it from itself. */
  readonly how: 'text' | 'file' | 'loaded';
  readonly text: string;
  /** The descriptor of that file; `null` where there is none. */
  readonly fd: number | null;
  /** Whether the command can have a pipeline in it. */
  readonly hasPipe: boolean;
  /** Called when the shell has started. */
  close(): void;
}

/** Linux takes no single argument longer than this: MAX_ARG_STRLEN, 32 pages of 4 KiB, its final NUL counted. */
export const maxArgumentBytes = 32 * 4096;

/** From so many bytes on a file is faster: bash reads a pipe byte by byte, which takes half a millisecond for 1 KiB. */
const maxPipedBytes = 1024;

/**
 * Reads the whole text from descriptor 3 into the variable in which `bash -c` keeps its text anyway, closes the
 * descriptor, and runs it. `read` returns 1 at the end of the text; `exec` sets `$?` back to 0.
 */
export const loader =
  'IFS= read -r -d "" -u 3 BASH_EXECUTION_STRING; exec 3<&-; eval -- "$BASH_EXECUTION_STRING"';

/** Whether the command can have a pipeline in it, of which bash may tell by a trap. */
export function hasPipe(command: string): boolean {
  return command.includes('|') && !tellsLastCommand(command) && !seesTraps.test(command);
}

/**
 * What lists traps, has something done before each command, or has bash say what it reads or runs would show one that the command has not
 * set; and what may write to no file cannot tell anything by it.
 */
const seesTraps =
  /\b(?:trap|BASH_XTRACEFD)\b|\b(?:set|shopt)\s[^\n;&|]*(?:-\w*[vr]|\b(?:verbose|restricted)\b)/;

/**
 * Whether the command speaks of what ran last. Where bash has read a start-up file, it tells a trap of EXIT of the last command in
 * that, whatever ran since: such a command is given none.
 */
export function tellsLastCommand(command: string): boolean {
  return command.includes('BASH_COMMAND');
}

/** `bash -c` semantics for a command of any length: as an argument where it fits, else from a file. */
export function prepareScript(command: string): Script {
  const bytes = Buffer.byteLength(command);
  const common = { hasPipe: hasPipe(command) };
  if (bytes <= maxPipedBytes) return { ...common, how: 'text', text: command, fd: null, close() {} };
  const { path, fd, close } = unnamedFile(command);
  return { ...common, how: bytes < maxArgumentBytes ? 'file' : 'loaded', text: path, fd, close };
}
