import { resolvePath, startInRoot } from '../../analysis/paths.ts';
import { allValues, has } from '../../analysis/programs/options.ts';
import { parsedCall } from '../../analysis/programs/parsed-call.ts';
import {
  describeByName,
  known,
  piecesOf,
  prefixOf,
  sameWord,
  sourcesOf,
  textOf,
} from '../../analysis/words.ts';
import type { Invocation, Stdin } from '../../model/analysis.ts';
import type { Effect } from '../../model/effect.ts';
import type { Path, Source, Word } from '../../model/word.ts';
import { mayLeadUp } from '../glob.ts';
import { isWithin, type Places } from '../paths/places.ts';
import type { Parsed } from '../subject.ts';
import { filtersForSecrets } from './asked-names.ts';
import { beginsWithDirectory } from './found-words.ts';
import {
  allComesFrom,
  cutsStatus,
  passesLinesOn,
  printsHidden,
  printsNames,
  sendingErrors,
} from './listers.ts';
import { printsPlainText } from './plain-texts.ts';
import { isRevision } from './revisions.ts';
import { asksForSecrets, glances, parentOf, searchers, searchesAround } from './searches.ts';
import { namesSecret } from './secret-words.ts';

/** The invocation that a word belongs to, and what is around it. */
export interface Surroundings {
  readonly invocation: Invocation;
  readonly analysis: Parsed;
  readonly places: Places;
}

/**
 * Whether an unknown word can only be the name of a file in the workspace: what a program listed there. Files that hold
 * secrets may be among them, as they are among those that a recursive search goes through; not where one is asked for.
 */
export function isListOfWorkspace(word: Word, around: Surroundings): boolean {
  if (around.invocation.name === 'git' && isRevision(word, around)) return true;
  if (word.kind !== 'unknown' || word.sources.length === 0 || namesSecret(word)) return false;
  const isPlain = !word.prefix.startsWith('/') || isWithin(word.prefix, around.places.workspace);
  if (!isPlain || /(?:^|\/)\.\.(?:\/|$)/.test(`${word.prefix}${word.suffix}`)) return false;
  if (mayBeInRoot(word, around.places)) return false;
  const directory = word.prefix.slice(0, word.prefix.lastIndexOf('/') + 1);
  if (directory !== '' && !leadsWithin(known(directory), around.invocation.cwd, around.places)) return false;
  return word.sources.every((source) =>
    source.kind === 'one-of'
      ? source.texts.flatMap((text) => wordsFrom(text, word)).every((text) => isNameInWorkspace(text, around))
      : listsWorkspace(source, around),
  );
}

/** What becomes of one of the texts that a word may be; nothing where it is several words, not each of which has the ends of the word. */
function wordsFrom(
  text: string,
  { prefix, suffix, count }: Extract<Word, { kind: 'unknown' }>,
): readonly string[] {
  const whole = `${prefix}${text}${suffix}`;
  if (count === 'one' || !/[ \t\n]/.test(text)) return [whole];
  return prefix + suffix === '' ? piecesOf(text) : [''];
}

/** What is listed may be nothing: then a path behind it begins at the root, where there may be something. */
function mayBeInRoot(
  { prefix, suffix, sources }: Extract<Word, { kind: 'unknown' }>,
  { followed = null }: Places,
): boolean {
  const mayBeNothing = sources.some(({ kind }) => kind === 'output' || kind === 'input' || kind === 'number');
  if (!mayBeNothing || prefix !== '' || !/^\/+[^/]/.test(suffix)) return false;
  if (followed?.isThere) return followed.isThere(suffix.replace(/^\/+|\/+$/g, (at) => at.slice(0, 1)));
  return startInRoot.test(suffix);
}

/** A path that is known as one of several: it counts as one that stands there. */
function isNameInWorkspace(text: string, { invocation, places }: Surroundings): boolean {
  const word: Word = { kind: 'known', text };
  return (
    text !== '' &&
    isHere(invocation, places) &&
    staysWithin(word, places.workspace) &&
    leadsWithin(word, invocation.cwd, places) &&
    !namesSecret(word)
  );
}

function listsWorkspace(source: Source, around: Surroundings): boolean {
  const { invocation, analysis } = around;
  switch (source.kind) {
    case 'number':
      return isHere(invocation, around.places);
    case 'matched':
      return isHere(invocation, around.places) && isPatternOfWorkspace(source.pattern, around.places);
    case 'output':
      return isHere(invocation, around.places) && areListed(source.of, around);
    case 'found':
      return isFoundInWorkspace(source.under, around);
    case 'input':
      return isHere(invocation, around.places) && isListed(inputOf(invocation, analysis), around);
    case 'matches':
      return (
        isHere(invocation, around.places) &&
        isKindOfWorkspace(resolvePath(invocation.cwd, source.pattern), around.places)
      );
    case 'variable':
    case 'pipe':
    case 'one-of':
    case 'other':
      return false;
  }
}

/** A name counts from where the program is that is given it. */
function isHere({ cwd }: Invocation, places: Places): boolean {
  return cwd.kind === 'known' ? isWithin(cwd.text, places.workspace) : isPatternOfWorkspace(cwd, places);
}

function isPatternOfWorkspace(pattern: Word, places: Places): boolean {
  if (pattern.kind !== 'pattern' || namesSecret(pattern)) return false;
  return !mayLeadUp(pattern.glob) && isWithin(pattern.prefix, places.workspace);
}

/** A pattern for some kind of names, which stays one for plain files where `nullglob` or `nocaseglob` is set: `src/*.ts`. */
function isKindOfWorkspace(pattern: Word, places: Places): boolean {
  if (pattern.kind !== 'pattern' || !/(?:^|\/)[^./][^/]*\w[^/]*$/.test(pattern.glob)) return false;
  const small = { ...pattern, glob: pattern.glob.toLowerCase() };
  return !namesSecret(small) && isPatternOfWorkspace(pattern, places);
}

/**
 * A search is for what it says: one for the names of secrets finds nothing else. Where one runs another, the name may be what
 * either has found.
 */
function isFoundInWorkspace(under: Word, { invocation, analysis, places }: Surroundings): boolean {
  const parent = parentOf(invocation, analysis);
  const searches = searchesAround(invocation, analysis);
  const cwds = [parent, ...searches].map((one) => one?.cwd ?? invocation.cwd);
  if (!cwds.every((cwd) => isWithin(prefixOf(resolvePath(cwd, under)), places.workspace))) return false;
  if (parent === undefined || [parent, ...searches].some((one) => asksForSecrets(one, invocation)))
    return false;
  if (glances.has(invocation.name ?? '')) return true;
  const isThere = searches.every(({ cwd }) => sameWord(cwd, invocation.cwd));
  return searches.length > 0 && isThere && !searches.some(printsHidden);
}

/** What `xargs` makes words of is its own input, not that of the program that it runs, or what is in a file. */
export function inputOf({ parent, stdin }: Invocation, analysis: Parsed): Stdin {
  const runner = parent === null ? undefined : analysis.invocations[parent];
  if (runner === undefined) return stdin;
  const call = parsedCall(runner)?.call;
  const separators = call === undefined ? [] : allValues(call, '--delimiter');
  const areLines = separators.every((word) => /^(?:\\n|\\0|\n)$/.test(textOf(word) ?? ''));
  const isOfFile = call !== undefined && has(call, '--arg-file');
  return isOfFile || !areLines ? { kind: 'unknown' } : runner.stdin;
}

/** Whether all that these print is names of files in the workspace, or what could be one. */
function areListed(ids: readonly number[], around: Surroundings): boolean {
  const { analysis } = around;
  const isGlance = glances.has(around.invocation.name ?? '');
  // A filter for the names of secrets leaves nothing else.
  const mayAsk = isGlance && !searchers.test(around.invocation.name ?? '');
  const sendsErrors = sendingErrors(analysis.invocations);
  const isHarmless = (one: Invocation) =>
    isWithinWorkspace(one, around) &&
    !tellsOther(one, around.places, sendsErrors(one)) &&
    !asksForSecrets(one, around.invocation) &&
    (mayAsk || !filtersForSecrets(one));
  const isSource = (one: Invocation) =>
    printsPlainText(one) || (printsNames(one) && (isGlance || !printsHidden(one)));
  const passesOn = (one: Invocation) => passesLinesOn(one) || cutsStatus(one, analysis.invocations);
  return allComesFrom(ids, analysis.invocations, { isHarmless, isSource, passesOn });
}

/** Whether what a program prints, or complains of, may have a part of its words in it that is no name in the workspace. */
function tellsOther({ name, argv }: Invocation, { workspace }: Places, tellsErrors: boolean): boolean {
  const words = argv
    .slice(1)
    .filter((word) => tellsErrors || (echoes.has(name ?? '') && word.kind === 'known'));
  return words.some((word) => !partsOf(word)?.every(isNameIn(workspace)));
}

/** What a message with the word in it may be split into; `null` if that is not known. */
function partsOf(word: Word): readonly string[] | null {
  if (word.kind === 'unknown') return null;
  const text = word.kind === 'known' ? word.text : word.glob;
  return text.split(/[^\w./*?~@%+=-]+/);
}

function isNameIn(workspace: string | null): (text: string) => boolean {
  return (text) => {
    const word: Word = { kind: 'known', text };
    return !text.startsWith('~') && staysWithin(word, workspace) && !namesSecret(word);
  };
}

/** Whether what comes in is a list of names. */
function isListed(stdin: Stdin, around: Surroundings): boolean {
  return stdin.kind === 'pipe' && areListed(stdin.from, around);
}

/** Programs that print the names that they are given, and read nothing. */
const namers: ReadonlySet<string> = new Set(['ls', 'realpath', 'dirname', 'basename', 'git', 'fd', 'fdfind']);

/** Those of them that do so whether it is there or not. */
const echoes: ReadonlySet<string> = new Set(['realpath', 'dirname', 'basename']);

/** A word that leads nowhere else, if it is a path. */
function staysWithin(word: Word, workspace: string | null): boolean {
  if (word.kind === 'unknown') return false;
  const text = word.kind === 'known' ? word.text : word.glob;
  // Of git: from the top of the repository, which may be more than the workspace.
  if (/^:(?:\/|\([^)]*\btop\b)/.test(text)) return false;
  return (!text.startsWith('/') || isWithin(text, workspace)) && !mayLeadUp(text);
}

/** A name that is no output: what prints that would have to be looked at again for each word that has it. */
function isNameAround(word: Word, around: Surroundings): boolean {
  const isMatched = sourcesOf(word).every(({ kind }) => kind === 'matched' || kind === 'number');
  return isMatched && isListOfWorkspace(word, around);
}

/** A word that leads nowhere else where links are followed, if it is a path. */
function leadsWithin(word: Word, cwd: Path, { followed = null }: Places): boolean {
  if (followed === null || word.kind !== 'known') return true;
  return isWithin(followed.realPath(prefixOf(resolvePath(cwd, word))), followed.places.workspace);
}

/** It works in the workspace, and reads nothing outside of it. */
function isWithinWorkspace(invocation: Invocation, around: Surroundings): boolean {
  const { name, argv, cwd, effects } = invocation;
  const { places } = around;
  const { workspace } = places;
  if (cwd.kind !== 'known' || !isWithin(cwd.text, workspace)) return false;
  const isNamed = (word: Word) =>
    staysWithin(word, workspace) || isNameAround(word, { ...around, invocation });
  if (namers.has(name ?? '') && !argv.slice(1).every(isNamed)) return false;
  if (name === 'realpath' && !argv.slice(1).every((word) => leadsWithin(word, cwd, places))) return false;
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
  'grep egrep fgrep wc cat head tail tac rev nl ls stat du jq diff cmp file bat basename dirname realpath readlink md5sum sha1sum sha256sum sha512sum cksum cut'.split(
    ' ',
  ),
);

/**
 * Whether a word that may turn out to be an option begins with a directory; or is a name from the workspace, and the program
 * one that could do no harm with it: a file would have to be called as an option is, and then be read in another way.
 */
export function isHarmlessOption(effect: Effect, around: Surroundings): boolean {
  if (effect.kind !== 'unknown' || effect.code !== 'possible-option') return false;
  const { name, argv } = around.invocation;
  if (name === null) return false;
  const words = argv.filter((word) => word.kind !== 'known' && describeByName(word) === effect.subject);
  const { invocation, analysis } = around;
  if (words.length > 0 && words.every((word) => beginsWithDirectory(word, invocation, analysis.invocations)))
    return true;
  if (!(name === 'git' || name === 'cd' || onlyRead.has(name))) return false;
  // Where it goes is told by another effect, whatever its options are.
  if (name === 'cd') return true;
  if (name === 'git') return words.length > 0 && words.every((word) => isRevision(word, around));
  return words.length > 0 && words.every((word) => isName(word) || isListOfWorkspace(word, around));
}

/** A pattern becomes names of files. */
function isName(word: Word): boolean {
  return word.kind === 'pattern';
}
