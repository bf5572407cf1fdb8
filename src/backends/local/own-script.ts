/** The first version of bash whose commands all that is promised of them holds for: 5.0, of 2019. Before it no `$0` can be set. */
export const oldestBash = 5;

/** How a bash is started that runs a script of this program. */
export interface OwnScript {
  /** What comes after the path of bash. Further words are those of the script. */
  readonly words: readonly string[];
  /** To be in its environment. The script is rid of it before it does anything. */
  readonly variables: Readonly<Record<string, string>>;
}

const unlessOld = `((BASH_VERSINFO[0] >= ${oldestBash})) || { builtin echo "bash $BASH_VERSION: ${oldestBash}.0 or later is needed" >&2; builtin exit 1; }`;

/**
 * A script that a bash is given in its environment. As one of its words it would be in the list of processes, where it would fill pages of
 * what `ps` prints for a command, and `pgrep -f` would find words of it. There it is called `handrail-` and `name`, which is a word. A bash that is
 * too old ends at once: what it would do else is not known.
 */
export function ownScript(name: string, script: string): OwnScript {
  const variable = `HANDRAIL_SCRIPT_${name}`;
  // The environment can have functions called `eval` and `unset`.
  return {
    words: ['--noprofile', '--norc', '-c', `builtin eval -- "$${variable}"`, `handrail-${name}`],
    variables: { [variable]: `builtin unset ${variable}\n${unlessOld}\n${script}` },
  };
}
