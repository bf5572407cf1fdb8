import { keepsAscii, namesOfCode } from '../analysis/programs/locale-names.ts';
import type { EnvironmentRule } from '../model/plan.ts';
import { rememberLast } from './remember.ts';
import { looksSecret } from './secrets.ts';

/**
 * Variables that make bash run another text first, or take the given one in another way. With them, what runs would
 * not be what was judged. See "Bash Variables" and "Bash Startup Files" in the bash manual.
 */
const changesTheShell: ReadonlySet<string> = new Set([
  'BASH_ENV',
  'BASH_COMPAT',
  'BASH_LOADABLES_PATH',
  'BASH_XTRACEFD',
  'BASHOPTS',
  'CDPATH',
  'ENV',
  'EXECIGNORE',
  'FUNCNEST',
  'GLOBIGNORE',
  'POSIXLY_CORRECT',
  'POSIX_PEDANTIC',
  'PS4',
  'SHELLOPTS',
  'TMOUT',
]);

type Environment = Readonly<Record<string, string>>;

/** How bash hands functions on to other shells: they would go before the programs of their names. */
const exportedFunction = /^BASH_FUNC_/;

/** The environment of a command: what the rule lets through from the host's, then what it sets. Like ones are the same object. */
export function environment(
  { inherit, set }: Pick<EnvironmentRule, 'inherit' | 'set'>,
  host: Environment,
): Environment {
  return made(inherit, host, JSON.stringify(set));
}

/** Environments that are remembered: 16, which is one or two for each directory that commands of a host run in. */
export const mostRemembered = 16;

/** To make one takes longer than most of what is done for a command before it starts. `set` is told as JSON. */
const made = rememberLast(
  mostRemembered,
  (inherit: EnvironmentRule['inherit'], host: Environment, set: string): Environment => {
    // Where the host was before is not for the command to know.
    const { OLDPWD: _, ...env } = { ...inherited(inherit, host), ...JSON.parse(set) };
    return env;
  },
);

const inherited = rememberLast(
  mostRemembered,
  (inherit: EnvironmentRule['inherit'], host: Environment): Environment =>
    Object.fromEntries(
      Object.entries(host).filter(
        ([name, value]) =>
          !changesTheShell.has(name) &&
          !exportedFunction.test(name) &&
          !(namesOfCode.has(name) && !keepsAscii(value)) &&
          passes(inherit, name, value),
      ),
    ),
);

function passes(inherit: EnvironmentRule['inherit'], name: string, value: string): boolean {
  if (inherit === 'everything') return true;
  if (inherit === 'without-secrets') return !looksSecret(name, value);
  return inherit.includes(name);
}
