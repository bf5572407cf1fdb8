import type { Invocation } from '../../model/analysis.ts';
import type { Parsed, Subject } from '../subject.ts';
import { variableClass } from './variables.ts';

/** The variables that are in its words, and those that it is to show. */
export function variablesGiven({ acts, invocation: { argv } }: Subject): readonly string[] {
  return acts.flatMap(({ effect }) => {
    if (effect.kind !== 'discloses' || effect.what !== 'variable') return [];
    if (effect.name === null) return argv.every(({ kind }) => kind === 'known') ? [] : ['*'];
    return variableClass(effect, null) === 'harmless' ? [] : [effect.name];
  });
}

/**
 * Whether a variable is given to it as it is, and with nothing else: of a part of one, and of its first letter as a number, the size
 * tells what it is. A word that is no text for it, as the name of a file, is in what it says of that.
 */
export function isGivenWhole([name, second]: readonly string[], { invocation, analysis }: Subject): boolean {
  if (name === undefined || second !== undefined || isSetIn(analysis, name)) return false;
  const { argv, span } = invocation;
  const text = analysis.command.slice(span.start, span.end);
  if (argv.every(({ kind }) => kind === 'known'))
    return /^(?:printenv|declare)$/.test(invocation.name ?? '') || /^[^$`]*<<< ?"\$\{?\w+\}?"$/.test(text);
  return (
    /^(?:echo(?: -n)?|printf (?:%s|'%s(?:\\n)?'|"%s(?:\\n)?")) "\$\{?\w+\}?"$/.test(text) &&
    text.includes(name)
  );
}

/** Whether the command makes something else of a variable. */
function isSetIn({ command, invocations }: Parsed, name: string): boolean {
  const isSet = ({ effects }: Invocation) =>
    effects.some((effect) => effect.kind === 'sets' && effect.name === name);
  return invocations.some(isSet) || new RegExp(`(?:\\b(?:for|select)\\s+|=)${name}\\b`).test(command);
}
