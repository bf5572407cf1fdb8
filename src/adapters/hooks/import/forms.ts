import { parseCall } from '../../../analysis/programs/parse-call.ts';
import type { Command } from '../../../analysis/programs/program.ts';
import { programNamed } from '../../../analysis/programs/registry.ts';
import { known } from '../../../analysis/words.ts';
import { commandPattern } from '../../../policy/command-pattern.ts';

/** A pattern as the words of a call. */
export interface Form {
  readonly words: string;
  /**
   * What may follow the words: nothing, any further words (`git push *`), or any text at all, so that the last word may go on
   * (`git push*`).
   */
  readonly mayFollow: 'nothing' | 'words' | 'text';
}

/** `null` for what cannot be said: a wildcard in the midst, and text that is more than the words of one call. */
export function formOf(pattern: string): Form | null {
  // What stands on lines of its own is not one call.
  if (/[\n\r]/.test(pattern.trim())) return null;
  const text = pattern.trim();
  if (text === '*') return { words: '*', mayFollow: 'nothing' };
  const [, start = '', end = ''] = /^([\s\S]*?)(\s*\*)?$/.exec(text) ?? [];
  const words = start.trim().replace(/\s+/g, ' ');
  if (words === '' || /[*?"'`$\\|&;<>(){}[\]#~!]/.test(words)) return null;
  return { words, mayFollow: end === '' ? 'nothing' : end === '*' ? 'text' : 'words' };
}

/** The forms of calls, as rules have them, for which a pattern stands. */
export interface Targets {
  readonly forms: readonly string[];
  /** What else begins so, and no rule can say: subcommands that are not known, or options; `null`: nothing. */
  readonly rest: 'subcommands' | 'options' | null;
}

/** What a form comes to, but for the words that may follow. */
export function targetsOf({ words, mayFollow }: Form): Targets {
  if (mayFollow !== 'text') return { forms: [words], rest: null };
  const at = words.lastIndexOf(' ');
  const last = words.slice(at + 1);
  const subcommands = at === -1 ? null : subcommandsAfter(words.slice(0, at));
  if (subcommands !== null) {
    const names = subcommands.flatMap((key) => key.split(' ').find((name) => name.startsWith(last)) ?? []);
    return { forms: names.map((name) => `${words.slice(0, at)} ${name}`), rest: 'subcommands' };
  }
  return isOptionName(words, last)
    ? { forms: [words], rest: 'options' }
    : { forms: [`${words}*`], rest: null };
}

/** Whether the last word of a form is an option, and not its value. */
function isOptionName(words: string, last: string): boolean {
  const { operands, options } = commandPattern(words);
  return last.startsWith('-') && operands.at(-1) !== last && options.at(-1)?.value !== last;
}

/** Whether a subcommand is to follow these words, so that they alone say little of what is done. */
export function awaitsSubcommand(words: string): boolean {
  return subcommandsAfter(words) !== null;
}

/** What is known to stand after these words, each with all of its names; `null`: that is no subcommand. */
function subcommandsAfter(text: string): readonly string[] | null {
  const words = text.split(' ');
  const [name = ''] = words;
  const program = programNamed(name);
  if (program === null) return null;
  const stdin = { kind: 'nothing' } as const;
  const { command, call } = parseCall(program, { name, argv: words.map(known), stdin, cwd: known('/') });
  const { subcommands }: Command = command;
  return subcommands === undefined || call.operands.length > 0 ? null : Object.keys(subcommands);
}
