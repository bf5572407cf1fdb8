import { quote } from './quote.ts';

/**
 * What the launcher of a session runs in place of a command: bash as at a prompt, with the lines below on its standard
 * input. Only such a bash has a way back from anything it does: an error, or `interrupt`, throws away the rest of the
 * command, and it reads the next line. One that runs a script would end, or go on with the rest.
 */
export const sessionCommand = 'exec "$BASH" --noprofile --norc --noediting +H -i -s';

/**
 * The signal that makes the shell leave the command: nobody else sends it, and without a trap it does nothing.
 *
 * SIGINT by itself would not do. While a program runs, bash holds it back, and forgets it unless the program dies of
 * SIGINT too: of `sleep 60; rm -r x` the second part would run. A trap is run before the next command in any case.
 */
export const interruptSignal = 'SIGURG';

/** The command's own trap of SIGINT is put aside, for `backLine` to set again. */
const interruptTrap =
  'if [[ ! ${HANDRAIL_trap+x} ]]; then HANDRAIL_trap=$(\\builtin trap -p INT); fi; \\builtin trap - INT; \\builtin kill -INT $$';

/** One command for the shell. */
export interface Step {
  /** Tells the reports of this step from those of others. */
  readonly order: number;
  /** What `$?` is at first: how the step before ended. */
  readonly previousStatus: number;
  /** Where to go first; `null`: the shell stays where it is. */
  readonly cwd: string | null;
  /** Paths of the file with the command, and of what its streams are opened on. */
  readonly script: string;
  readonly output: string;
  readonly errors: string;
}

/**
 * All that is between commands has no output, and nothing is kept in a variable: what a command redirects, unsets or
 * redefines changes none of it. Aliases are not looked up in a word with a backslash, functions not behind `builtin`.
 */
export const openingLine = `${[
  '\\builtin set +o history',
  '\\builtin unset -v HISTFILE MAILCHECK PS1 PS2',
  'BASH_ARGV0=bash',
].join('; ')}\n`;

/**
 * The command is read from a file, by `source`: it has its own end, so that no quote or here-document in it can take in
 * what follows, and bash does not say what only a person at a prompt wants to know. Its descriptors are the shell's for
 * as long as it runs, and no longer; the reports are opened by their path for each line, and are nobody's in between.
 */
export function stepLines(
  { order, previousStatus, cwd, script, output, errors }: Step,
  reports: string,
): string {
  const status = previousStatus === 0 ? '' : `(\\builtin exit ${previousStatus}) || `;
  const source = `${status}\\builtin source ${quote(script)}`;
  const entered = cwd === null ? source : `\\builtin cd -- ${quote(cwd)} && { ${source}; }`;
  return [
    `\\builtin trap ${quote(interruptTrap)} ${interruptSignal.slice(3)}\n`,
    `{ ${entered}; } < /dev/null > ${quote(output)} 2> ${quote(errors)}\n`,
    `\\builtin printf '%s ' over ${order} "$?" "\${PIPESTATUS[@]}" $'\\n' > ${quote(reports)}\n`,
  ].join('');
}

/** Has the shell say that it reads lines again. */
export function backLine(number: number, reports: string): string {
  return [
    '\\builtin eval "${HANDRAIL_trap-}"',
    '\\builtin unset -v HANDRAIL_trap',
    `\\builtin printf 'back ${number} \\n' > ${quote(reports)}\n`,
  ].join('; ');
}
