import { parsedCall } from '../../analysis/programs/parsed-call.ts';
import { textOf } from '../../analysis/words.ts';
import type { Invocation } from '../../model/analysis.ts';
import type { Word } from '../../model/word.ts';
import { printsNames } from './listers.ts';

/**
 * Whether a word is what `find -print0 | xargs -0` hands on, each as it is: it begins with the directory that was searched, and
 * so is no option. Where it is split at blanks, or a program takes lines apart on the way, a name can become several.
 */
export function beginsWithDirectory(
  word: Word,
  { parent }: Invocation,
  invocations: readonly Invocation[],
): boolean {
  if (word.kind !== 'unknown' || word.prefix !== '' || word.suffix !== '') return false;
  const wrapper = parent === null ? undefined : invocations[parent];
  const { stdin } = wrapper ?? {};
  return (
    word.sources.length === 1 &&
    word.sources[0]?.kind === 'input' &&
    wrapper?.name === 'xargs' &&
    takesEachAsItIs(wrapper) &&
    stdin?.kind === 'pipe' &&
    stdin.from.length > 0 &&
    stdin.from.every((id) => printsPathsApart(invocations[id]))
  );
}

function takesEachAsItIs(wrapper: Invocation): boolean {
  const { call, problems } = parsedCall(wrapper) ?? {};
  if (call === undefined || problems === undefined || problems.length > 0) return false;
  const names = new Set(call.given.flatMap(({ names }) => names));
  return names.has('-0') && !['-d', '-a', '-E', '-e'].some((name) => names.has(name));
}

/** It searches directories that it names, none of which can begin with a dash, and ends each path with a NUL. */
function printsPathsApart(invocation: Invocation | undefined): boolean {
  if (invocation === undefined || invocation.name !== 'find' || invocation.resolution !== 'program')
    return false;
  const words = invocation.argv.map(textOf);
  return (
    words.includes('-print0') &&
    words.every((text) => text !== null && !/^-(?:exec|ok|files0-from)/.test(text)) &&
    printsNames(invocation)
  );
}
