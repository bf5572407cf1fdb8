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

/** How bash hands functions on to other shells: they would go before the programs of their names. */
const exportedFunction = /^BASH_FUNC_/;

/** The environment of a command: what the rule lets through from the host's, then what it sets. */
export function environment(
  rule: EnvironmentRule,
  host: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return { ...inherited(rule.inherit, host), ...rule.set };
}

/** Environments that are remembered: 16, which is one or two for each contract that a host serves. */
const mostRemembered = 16;

/** To look at each variable takes longer than most of what is done for a command before it starts. */
const inherited = rememberLast(
  mostRemembered,
  (inherit: EnvironmentRule['inherit'], host: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(host).filter(
        ([name, value]) =>
          !changesTheShell.has(name) && !exportedFunction.test(name) && passes(inherit, name, value),
      ),
    ),
);

function passes(inherit: EnvironmentRule['inherit'], name: string, value: string): boolean {
  if (inherit === 'everything') return true;
  if (inherit === 'without-secrets') return !looksSecret(name, value);
  return inherit.includes(name);
}
