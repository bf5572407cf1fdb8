import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { misuse } from './terminal.ts';

/** What stands in a text of Node's for bytes that are no UTF-8, and in what somebody has written so. */
const replacement = '\uFFFD';

/**
 * The words that the program was called with. Throws where one of them has bytes that are no UTF-8: Node has put another character
 * for them, so that a command would be another one. Where there is no /proc, nobody can tell.
 */
export function givenWords(): readonly string[] {
  const words = process.argv.slice(2);
  if (words.some((word) => word.includes(replacement)) && !isUtf8(commandLine()))
    throw misuse(
      "expected UTF-8 in the arguments, got bytes that are none; write such bytes as bash does, $'\\xff'",
    );
  return words;
}

function commandLine(): Uint8Array {
  try {
    return readFileSync('/proc/self/cmdline');
  } catch {
    return new Uint8Array();
  }
}
