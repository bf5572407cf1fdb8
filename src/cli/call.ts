import { messageOf } from '../model/errors.ts';
import { misuseStatus } from './misuse-status.ts';
import { untoldConfinement } from './notes-on-confinement.ts';
import { personAt } from './person.ts';
import { type ServeFlags, serve, yes } from './serve.ts';
import { misuse, readAll, type Terminal } from './terminal.ts';
import { jsonText } from './visible.ts';

/** The options of `handrail call`. */
export interface CallFlags extends ServeFlags {
  readonly yes?: boolean;
}

/** Calls a tool with a JSON input and prints the contract's own result as one line of JSON, also where the input is refused. */
export async function call(
  terminal: Terminal,
  toolName: string,
  inputText: string | undefined,
  flags: CallFlags,
): Promise<number> {
  const { bash, workingDirectory } = serve(terminal, flags, flags.yes === true ? yes : personAt(terminal));
  try {
    const tool = bash.tools.get(toolName); // A wrong name is told before anything is waited for on standard input.
    const input = parseInput(inputText ?? (await readAll(terminal)));
    const { result, outcome } = await bash.call(toolName, input, {
      workingDirectory,
      signal: terminal.interrupted,
    });
    terminal.stdout.write(`${jsonText(result)}\n`);
    terminal.stderr.write(untoldConfinement(tool, outcome));
    return outcome.kind === 'invalid' ? misuseStatus : 0;
  } finally {
    await bash.close();
  }
}

function parseInput(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const got = text.trim() === '' ? 'nothing' : `text that is none (${messageOf(error)})`;
    throw misuse(`expected the tool's input as JSON, as an argument or on standard input, got ${got}`);
  }
}
