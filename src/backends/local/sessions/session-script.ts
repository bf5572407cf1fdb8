import { quote } from '../quote.ts';

/**
 * What the launcher of a session runs in place of a command: bash as at a prompt, with the lines below on its standard
 * input. Only such a bash has a way back from anything it does: an error, or `interrupt`, throws away the rest of the
 * command, and it reads the next line. One that runs a script would end, or go on with the rest. The user's own history
 * is neither read nor written.
 */
export const sessionCommand = 'HISTFILE= exec "$BASH" --noprofile --norc --noediting +H -i -s';

/**
 * The signal that makes the shell leave the command: nobody else sends it, and without a trap it does nothing.
 *
 * SIGINT by itself would not do. While a program runs, bash holds it back, and forgets it unless the program dies of
 * SIGINT too: of `sleep 60; rm -r x` the second part would run. A trap is run before the next command in any case.
 */
export const interruptSignal = 'SIGURG';

/**
 * Nothing is left but what the shell sources: that is the command, its functions included. Of what is thrown away while it reads a line,
 * bash (to version 5.2) has its buffer be what it is not: it runs what stood there before, and reads on until it crashes. A trap
 * of SIGINT that the command has set would keep it from being left; it is not set again afterwards. No word of it is one that
 * an alias is looked up for, as it is for `[[` and `{`.
 */
const interruptTrap = '\\builtin test "${BASH_SOURCE-}" && \\builtin trap - INT && \\builtin kill -INT "$$"';

/** One command for the shell. */
export interface Step {
  /** Tells the reports of this step from those of others. */
  readonly order: number;
  /** What `$?` is at first: how the step before ended. */
  readonly previousStatus: number;
  /** Where to go first; `null`: the shell stays where it is. */
  readonly cwd: string | null;
  /** Whether the command can have a pipeline in it. */
  readonly hasPipe: boolean;
  /** The step whose trap of RETURN may still be set, as it was left before its end; `null`: there is none. */
  readonly leftTrap: number | null;
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
  '\\builtin history -c',
  '\\builtin unset -v HISTFILE MAILCHECK PROMPT_COMMAND PS0 PS1 PS2 TMOUT',
  'BASH_ARGV0=bash',
].join('; ')}\n`;

/**
 * What a command has set for its prompt bash would run before each line, with our lines on its standard input: it may read them, never come to
 * an end, or end the shell, as it does itself after `TMOUT` seconds; so it would expand what it is to tell of mail. There is no prompt here: it is
 * taken away, unless it is read-only.
 */
const forgetPrompt =
  "\\builtin unset -v MAILPATH PROMPT_COMMAND PS0 PS1 PS2 TMOUT 2>/dev/null||\\builtin printf ''";

/**
 * The command is read from a file, by `source`: it has its own end, so that no quote or here-document in it can take in
 * what follows, and bash does not say what only a person at a prompt wants to know. Its descriptors are the shell's for
 * as long as it runs, and no longer; the reports are opened by their path for each line, and are nobody's in between.
 * The descriptors are given to `source` and not to a group around it: `set -x` has told of the line by then, to nobody. Whether
 * they can be opened is tried before: a shell that may open no more files (`ulimit -n`) says of `source` no more than 1.
 *
 * That the line of the command is run is told first: what a command has set, as a read-only `PROMPT_COMMAND` or a trap of `DEBUG`, can read our lines
 * in the place of bash. The end is told in the line of the command, before there is another prompt, and again in the next one: what is thrown away of a command takes
 * the rest of its line along.
 *
 * They are short, as bash takes 1,024 bytes of its input at a time: what it has taken with the line before, nothing else can read in its place.
 */
export function stepLines(step: Step, reports: string): string {
  const { order, previousStatus, cwd, hasPipe, leftTrap, script, output, errors } = step;
  const streams = `</dev/null >${quote(output)} 2>${quote(errors)}`;
  const status = previousStatus === 0 ? '' : `(\\builtin exit ${previousStatus}) || `;
  const source = `${status}\\builtin source ${quote(script)} ${streams}`;
  const entered = cwd === null ? source : `\\builtin cd -- ${quote(cwd)} ${streams} && { ${source}; }`;
  const begun = `\\builtin printf 'begun ${order}\\n' >|${quote(reports)}`;
  const over = `\\builtin printf 'over ${order} %s\\n' "$?" >|${quote(reports)}`;
  const before = [
    `\\builtin trap ${quote(interruptTrap)} ${interruptSignal.slice(3)}`,
    // By what tells the end as well: one that is turned off would look like streams that cannot be opened.
    `\\builtin printf '' ${streams} || \\builtin printf 'unable ${order}\\n' >|${quote(reports)}`,
    ...(hasPipe ? [tellParts(order, reports)] : []),
  ];
  const after = [over, forgetPrompt, forgetHistory, ...tellMute(order, reports)];
  return [
    leftTrap === null ? '' : takeTrapBackLine(leftTrap),
    `${before.join(';')}\n`,
    `${[begun, entered, over, forgetPrompt].join(';')}\n`,
    `${after.join(';')}\n`,
  ].join('');
}

/**
 * `source` tells no more than one status; how the parts of its last pipeline ended is known to a trap at its end alone.
 * The trap is run also at the end of what the command itself sources; the number of files that are still open tells
 * them apart. One that a command has set is left alone. At the end of the command the trap takes itself back: a line that
 * looks whether it is still there forks, and what that forks would be seen as what the command has left running.
 * There is none where its text would be seen (`set -v`), or read as another (aliases).
 */
function tellParts(order: number, reports: string): string {
  const statuses = `"\${#BASH_SOURCE[@]}" "\${PIPESTATUS[@]}" $'\\n'`;
  const told = `\\builtin printf '%s ' parts ${order} ${statuses} >| ${quote(reports)}`;
  const isLast = `\\builtin test "\${#BASH_SOURCE[@]}" == 0`;
  const hook = `{ ${told}; ${isLast} && \\builtin trap - RETURN; } 2> /dev/null`;
  const isInTheWay = `\\builtin shopt -qo verbose || \\builtin test "$(${returnTrap}; \\builtin alias { })"`;
  return `${isInTheWay} || \\builtin trap ${quote(hook)} RETURN`;
}

/** The trap is not run when the command is left before its end, by an interruption or an error in an expansion. */
function takeTrapBackLine(order: number): string {
  return `[[ $(${returnTrap}) == *"parts ${order} "* ]] && \\builtin trap - RETURN\n`;
}

const returnTrap = '\\builtin trap -p RETURN';

/** Of what is sourced bash remembers nothing: all that a command that turns it on would find are the lines around it. */
const forgetHistory =
  '\\builtin shopt -qo history && \\builtin set +o history && \\builtin history -c && \\builtin unset -v HISTFILE';

/**
 * A command that has redefined `builtin`, or turned off what is needed of it, has also silenced what is before. That is
 * told, and such a shell is given no other command. One that has turned off `source` alone silences nothing, but no
 * command after it could be read: `source` is turned on again.
 */
function tellMute(order: number, reports: string): readonly string[] {
  return [
    '\\unset -f builtin',
    '\\builtin enable printf source',
    `\\builtin printf 'mute ${order}\\n' >|${quote(reports)}`,
  ];
}

/** Has the shell say that it reads lines again. */
export function backLine(number: number, reports: string): string {
  return `\\builtin printf 'back ${number}\\n' >| ${quote(reports)}; ${forgetPrompt}\n`;
}
