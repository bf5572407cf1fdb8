import type { Word } from '../../../model/word.ts';
import { prefixOf, textOf } from '../../words.ts';
import type { State } from '../state/state.ts';

/** `set` with parameters, or with options that change what words become. */
export function setParameters(state: State, words: readonly Word[]): void {
  const end = words.findIndex((word) => textOf(word) === '--' || !/^[-+]/.test(prefixOf(word)));
  const options = end === -1 ? words : words.slice(0, end);
  for (const option of options) setOption(state, prefixOf(option));
  if (words.some((word) => word.kind !== 'known' && /^-?$/.test(prefixOf(word)))) state.hasOddGlobs = true;
  if (end === -1) return;
  const first = words[end];
  if (first?.kind !== 'known') state.hasOddDirectories = state.stopsAtUnset = true;
  const isName = options.some((word) => /^[-+][a-zA-Z]*o$/.test(textOf(word) ?? ''));
  if (isName) {
    state.hasOddGlobs ||= words.some((word) => word.kind !== 'known' || word.text === 'noglob');
    state.hasOddDirectories ||= words.some((word) => word.kind !== 'known' || word.text === 'physical');
    state.stopsAtUnset ||= words.some((word) => word.kind !== 'known' || word.text === 'nounset');
    state.exportsAll ||= words.some((word) => textOf(word) === 'allexport');
    state.positional = words.length > end + 1 ? null : state.positional;
    return;
  }
  state.positional = words.slice(textOf(first) === '--' ? end + 1 : end);
}

export function shift(state: State, [count]: readonly Word[]): void {
  const text = count === undefined ? '1' : textOf(count);
  const isCertain = state.positional?.every(({ kind }) => kind === 'known') === true;
  const number = text !== null && /^[0-9]+$/.test(text) ? Number(text) : null;
  if (state.positional === null || number === null || !isCertain) state.positional = null;
  else if (number <= state.positional.length) state.positional = state.positional.slice(number);
}

function setOption(state: State, option: string): void {
  if (/^[-+][a-zA-Z]*f/.test(option)) state.hasOddGlobs = true;
  if (/^-[a-zA-Z]*P/.test(option)) state.hasOddDirectories = true;
  if (/^-[a-zA-Z]*u/.test(option)) state.stopsAtUnset = true;
  if (/^[-+][a-zA-Z]*a/.test(option)) state.exportsAll = option.startsWith('-');
}
