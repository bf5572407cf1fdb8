import { misuse, readBytes, type Terminal } from './terminal.ts';
import { utf8 } from './utf8.ts';

/**
 * The command that is to be judged: the argument, or for `-` what is on standard input, without the newline at its end. A
 * text that must not be given to a shell by mistake can be kept in a file that way.
 */
export async function givenCommand(terminal: Terminal, argument: string): Promise<string> {
  if (argument !== '-') return argument;
  const text = utf8(await readBytes(terminal));
  if (text === null) throw misuse('expected UTF-8 on standard input, got bytes that are none');
  return text.replace(/\n$/, '');
}
