import { misuse, readBytes, type Terminal } from './terminal.ts';
import { utf8 } from './utf8.ts';

/**
 * The command that is to be judged: the argument, or for `-` what is on standard input, without the newline at its end. A
 * text that must not be given to a shell by mistake can be kept in a file that way.
 */
export async function givenCommand(terminal: Terminal, argument: string): Promise<string> {
  const command = argument === '-' ? await commandFromInput(terminal) : argument;
  // What is to say yes or no to a command must not say yes where a variable was empty.
  if (command === '') throw misuse('expected a command, got an empty text');
  return command;
}

async function commandFromInput(terminal: Terminal): Promise<string> {
  const text = utf8(await readBytes(terminal));
  if (text === null) throw misuse('expected UTF-8 on standard input, got bytes that are none');
  return text.replace(/\n$/, '');
}
