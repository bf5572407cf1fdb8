import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { statFields } from '../processes/process-table.ts';

/**
 * How long the text is that a waiting shell has in the place of its command: 4 KiB, more than all but a few commands have. Bash copies it
 * some times until the shell waits: with 16 KiB that takes a tenth more of what the whole call takes.
 */
export const blankTextBytes = 4 * 1024;

/**
 * The text of a `bash -c` that has not begun to read it: spaces, in the memory where the kernel has put the words of the
 * process. What is written there before bash goes on is the text that it runs, is told by `ps`, and is what it speaks of
 * in its messages: nothing tells it from one that the process was started with.
 */
export interface BlankText {
  /** Whether the command could be put in its place; if not, nothing has been changed, or nobody may go on. */
  fill(command: string): boolean;
  /** Can be called again. */
  close(): void;
}

/** Whether a command fits. */
export function fitsBlankText(command: string): boolean {
  return Buffer.byteLength(command) < blankTextBytes;
}

const blank = Buffer.alloc(blankTextBytes, ' ');

/** What a shell runs for all that others see of it while it waits. Bash would do nothing for it. */
const waitingText = '# waits for a command';

/** Where the next command is made ready. */
const text = Buffer.alloc(blankTextBytes);

/** The field of proc(5)'s stat that tells where the words of a process are, 48 in its list, of those after `comm`. */
const wordsField = 45;

/**
 * Finds the text as the last word of a process. `null` where this process may not write there: without a /proc, or where a
 * security module or `kernel.yama.ptrace_scope` keeps processes apart.
 */
export function findBlankText(pid: number): BlankText | null {
  const words = Number(statFields(pid)[wordsField] ?? 0);
  if (words === 0) return null;
  try {
    const start = words + offsetOfBlank(readFileSync(`/proc/${pid}/cmdline`));
    const found = openText(openSync(`/proc/${pid}/mem`, 'r+'), start);
    // All the spaces would be pages of what `ps` prints.
    if (found.fill(waitingText)) return found;
    found.close();
    return null;
  } catch {
    return null; // It is gone, or not ours to write to.
  }
}

/** Throws when there is none. */
function offsetOfBlank(commandLine: Buffer): number {
  const offset = commandLine.length - 1 - blankTextBytes;
  if (offset < 0 || !commandLine.subarray(offset, -1).equals(blank))
    throw new Error('its last word is not blank');
  return offset;
}

function openText(fd: number, start: number): BlankText {
  let isOpen = true;
  /** Where the NULs begin, up to the end. At first all are spaces. */
  let filled = blankTextBytes;
  return {
    fill(command) {
      const length = text.write(command);
      // What was there is written over: nothing of it is left for others to see.
      const end = Math.max(length + 1, filled);
      text.fill(0, length, end);
      filled = length;
      try {
        return writeSync(fd, text, 0, end, start) === end;
      } catch {
        return false; // It is gone.
      }
    },
    close() {
      if (isOpen) closeSync(fd);
      isOpen = false;
    },
  };
}
