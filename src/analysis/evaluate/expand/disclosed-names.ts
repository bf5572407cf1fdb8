import type { Source } from '../../../model/word.ts';
import { tellsVariable } from '../../programs/effects.ts';
import { sourcesOfValue } from '../state/state.ts';
import { note, type Scope, valueOfParameter } from './scope.ts';

/** Notes variables of the environment that the shell tells: an expression as a number, or in the message that it is none; `${x:?…}`. */
export function noteSources(scope: Scope, sources: readonly Source[]): void {
  for (const source of sources)
    if (source.kind === 'variable') note(scope, tellsVariable(source.name === '*' ? null : source.name));
}

/** How many names in one expression are looked at. */
const maxNames = 16;

/** The same of all names in an expression that is not followed. */
export function noteNames(scope: Scope, text: string): void {
  for (const [name] of [...text.matchAll(/(?<![\w$])[A-Za-z_]\w*/g)].slice(0, maxNames)) {
    const value = valueOfParameter(scope, name);
    const sources = value.kind === 'unset' ? [] : sourcesOfValue(value);
    noteSources(
      scope,
      sources.filter((source) => source.kind === 'variable' && source.name !== '*'),
    );
  }
}
