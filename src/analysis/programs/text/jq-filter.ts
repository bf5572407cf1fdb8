import type { Effect } from '../../../model/effect.ts';
import { known, unknown } from '../../words.ts';
import { disclosesVariable, readsFile, runsShell, unknownEffect } from '../effects.ts';

/**
 * What a filter of jq or an expression of yq does besides printing: it shows variables of the environment, loads modules,
 * and with yq reads files and evaluates texts.
 */
export function effectsOfFilter(filter: string): readonly Effect[] {
  const code = withoutStrings(filter);
  return [
    ...[...code.matchAll(environment)].map(({ groups = {} }) =>
      disclosesVariable(groups.field ?? groups.argument ?? null),
    ),
    ...(loading.test(code) ? loadedBy(filter) : []),
    ...(/(?<![\w.$@])system\s*\(/.test(code) ? [runsShell(unknown())] : []),
    ...(/(?<![\w.$@])eval\s*\(/.test(code) ? [unknownEffect('unreadable-code', filter)] : []),
    ...(/(?<![\w.$@])(import|include|modulemeta)\b/.test(code) ? [unknownEffect('loaded-code', filter)] : []),
  ];
}

const loading = /(?<![\w.$@])(?:str_?)?load(?:_?\w+)?\s*\(/;

/** The files that are named where it loads them; another one may be the value of an expression. */
function loadedBy(filter: string): readonly Effect[] {
  const calls = filter.matchAll(new RegExp(`${loading.source}(?:\\s*"([^"\\\\]*)"\\s*\\))?`, 'g'));
  return [...calls].map(([, name]) => readsFile(name === undefined ? unknown() : known(name)));
}

/** Neither a field, `.env`, nor a key, `{env: 1}`. */
const environment =
  /(?:\$ENV\b|(?<![\w.$@])(?:env|strenv|envsubst)\b(?!\s*:))(?:\.(?<field>\w+)|\((?<argument>\w+)\))?/g;

/**
 * The filter without comments and the text of its strings. With interpolation, strings hold code again: then all is left
 * in, and a word in a string counts as code.
 */
function withoutStrings(filter: string): string {
  if (filter.includes('\\(')) return filter;
  return filter.replace(/"(?:\\[\s\S]|[^"\\])*"|#[^\n]*/g, (text) => {
    if (text.startsWith('"')) return '""';
    // Newer versions go on with the comment in the next line then.
    return text.endsWith('\\') ? text : '';
  });
}
