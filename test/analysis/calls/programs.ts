import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import recorded from './options.json' with { type: 'json' };

/** A program, or a subcommand of one, and the options that its help names. */
export interface CalledProgram {
  readonly words: readonly string[];
  readonly options: readonly CalledOption[];
}

export interface CalledOption {
  readonly name: string;
  /** Whether the help shows a value behind it. */
  readonly hasValue: boolean;
}

/** Programs that read, show and change files, and what the help of those of Debian 12 names: the same for every run. What never ends by itself is not among them. */
export const recordedPrograms: readonly CalledProgram[] = Object.entries(recorded).map(([call, options]) => ({
  words: call.split(' '),
  options: options.split(' ').map((option) => ({
    name: option.replace(/=$/, ''),
    hasValue: option.endsWith('='),
  })),
}));

/** The same by the help of the programs that this machine has, for a hunt; of what it finds there, `options.json` was made. */
export function programsHere(): readonly CalledProgram[] {
  return recordedPrograms.flatMap(({ words }) => {
    const [program = '', ...rest] = words;
    const { stdout, stderr, error } = spawnSync(program, [...rest, program === 'git' ? '-h' : '--help'], {
      ...{ cwd: tmpdir(), encoding: 'utf8', timeout: 10_000, stdio: ['ignore', 'pipe', 'pipe'] },
    });
    return error === undefined ? [{ words, options: optionsIn(stdout + stderr) }] : [];
  });
}

/** Letters and words with dashes, wherever they stand: what is none is refused by the program. */
function optionsIn(help: string): readonly CalledOption[] {
  const long = help.matchAll(/(?<![\w-])(--[a-z][\w-]*)(\[?[= ]?<?[A-Z<][\w<>-]*)?/g);
  const short = help.matchAll(/(?<![\w-])(-[A-Za-z0-9])(?![\w])([ =]?[A-Z<][\w<>]*)?/g);
  const named = new Map<string, boolean>();
  for (const [, name = '', value] of [...long, ...short])
    if (!['--help', '--version'].includes(name)) named.set(name, value !== undefined);
  const options = [...named].map(([name, hasValue]) => ({ name, hasValue }));
  return options.length > 0 ? options : letters;
}

/** For those whose help names none. */
const letters: readonly CalledOption[] = [...'abcdefgiklmnopqrstuvwxyz'].map((letter) => ({
  ...{ name: `-${letter}`, hasValue: false },
}));
