import { describeWord } from '../../analysis/words.ts';
import type { Invocation, Stdin } from '../../model/analysis.ts';
import type { Effect } from '../../model/effect.ts';
import type { Source, Word } from '../../model/word.ts';
import { isWithin, type Places } from '../paths/places.ts';
import type { Parsed } from '../subject.ts';
import { namesSecret } from './secret-words.ts';

/** Programs that print names of files and never their content, with the options that make them do so. */
const listers: Readonly<Record<string, RegExp | null>> = {
  find: null,
  fd: null,
  fdfind: null,
  ls: null,
  git: /^(?:ls-files|--name-only)$/,
  rg: /^(?:--files|-\w*l\w*|--files-with-matches)$/,
  grep: /^(?:-\w*[lL]\w*|--files-with(?:out)?-match(?:es)?)$/,
  realpath: null,
  dirname: null,
  basename: null,
  pwd: null,
};

/** Programs that pass on some of the lines that they read, or all of them in another order. */
const filters: ReadonlySet<string> = new Set([
  'grep',
  'egrep',
  'fgrep',
  'head',
  'tail',
  'sort',
  'uniq',
  'tac',
  'shuf',
  'cat',
]);

/**
 * Whether an unknown word can only be the name of a file in the workspace: what a program listed there. Files that hold
 * secrets may be among them, as they are among those that a recursive search goes through; not where one is asked for.
 */
export function isListOfWorkspace(
  word: Extract<Word, { kind: 'unknown' }>,
  analysis: Parsed,
  places: Places,
): boolean {
  const isPlain = word.prefix === '' || isWithin(word.prefix, places.workspace);
  if (!isPlain || /(?:^|\/)\.\.?(?:\/|$)/.test(word.suffix) || namesSecret(word)) return false;
  return word.sources.length > 0 && word.sources.every((source) => listsWorkspace(source, analysis, places));
}

function listsWorkspace(source: Source, analysis: Parsed, places: Places): boolean {
  switch (source.kind) {
    case 'output':
      return source.of.every((id) => isLister(analysis.invocations[id], analysis, places));
    case 'found':
      return (
        source.under.kind !== 'unknown' &&
        isWithin(source.under.kind === 'known' ? source.under.text : source.under.prefix, places.workspace)
      );
    case 'variable':
    case 'pipe':
    case 'input':
      return false;
  }
}

function isLister(invocation: Invocation | undefined, analysis: Parsed, places: Places): boolean {
  if (invocation === undefined || !isWithinWorkspace(invocation, places)) return false;
  const { name, argv, stdin } = invocation;
  if (name === null || argv.some(namesSecret)) return false;
  const option = listers[name];
  if (
    option !== undefined &&
    (option === null || argv.some((word) => word.kind === 'known' && option.test(word.text)))
  ) {
    return true;
  }
  return filters.has(name) && !readsFiles(invocation) && isListed(stdin, analysis, places);
}

/** Whether what comes in is a list of names. */
export function isListed(stdin: Stdin, analysis: Parsed, places: Places): boolean {
  return (
    stdin.kind === 'pipe' &&
    stdin.from.length > 0 &&
    stdin.from.every((id) => isLister(analysis.invocations[id], analysis, places))
  );
}

function readsFiles({ effects }: Invocation): boolean {
  return effects.some(({ kind }) => kind === 'reads');
}

/** It works in the workspace, and reads nothing outside of it. */
function isWithinWorkspace({ cwd, effects }: Invocation, { workspace }: Places): boolean {
  if (cwd.kind !== 'known' || !isWithin(cwd.text, workspace)) return false;
  return effects.every((effect) => {
    if (effect.kind !== 'reads') return true;
    return (
      effect.path.kind !== 'unknown' &&
      isWithin(effect.path.kind === 'known' ? effect.path.text : effect.path.prefix, workspace)
    );
  });
}

/** Programs of which no option does more than read a file in other ways. */
const onlyRead: ReadonlySet<string> = new Set(
  'grep egrep fgrep wc cat head tail tac rev nl ls stat du basename dirname realpath readlink md5sum sha1sum sha256sum sha512sum cksum cut'.split(
    ' ',
  ),
);

/**
 * Whether a word that may turn out to be an option is a name from the workspace, and the program one that could do no
 * harm with it: a file would have to be called as an option is, and then be read in another way.
 */
export function isHarmlessOption(
  effect: Effect,
  { name, argv }: Invocation,
  analysis: Parsed,
  places: Places,
): boolean {
  if (effect.kind !== 'unknown' || effect.code !== 'possible-option' || name === null || !onlyRead.has(name))
    return false;
  const words = argv.filter((word) => word.kind !== 'known' && describeWord(word) === effect.subject);
  return (
    words.length > 0 &&
    words.every((word) => word.kind === 'unknown' && isListOfWorkspace(word, analysis, places))
  );
}
