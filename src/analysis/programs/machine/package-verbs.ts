import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { describeWord, known, prefixOf, textOf } from '../../words.ts';
import { changes, destroys, readsFile, receivesFrom, replacesTree, unknownEffect } from '../effects.ts';
import type { Call, Program } from '../program.ts';

/** How the words of a package manager are told apart. All that is in neither list is not known. */
export interface Verbs {
  readonly shows: RegExp;
  /** Shows what another host knows. */
  readonly asks?: RegExp;
  readonly fetches?: RegExp;
  readonly changes: RegExp;
  readonly removes?: RegExp;
  /** What of all words from the verb on makes a change of what would only show. */
  readonly turns?: RegExp;
  /** What of all words from the verb on has the machine started anew. */
  readonly reboots?: RegExp;
  /** Options with a value of their own. */
  readonly values?: RegExp;
  /** Options that set what may run programs, or where packages come from. */
  readonly settings?: RegExp;
}

export function manager(names: readonly string[], verbs: Verbs): Program {
  return { names, style: 'none', effects: (call) => manages(call, verbs) };
}

function manages({ operands }: Call, verbs: Verbs): readonly Effect[] {
  const index = verbAt(operands, verbs);
  const settings = operands.filter((word) => verbs.settings?.test(prefixOf(word)) === true);
  const odd = settings.map((word) => unknownEffect('unknown-option', describeWord(word)));
  if (index === -1) {
    if (operands.some(({ kind }) => kind !== 'known')) return [unknownEffect('unknown-words', '…')];
    // Options alone can be an order of their own, but for those that only show.
    return operands.length === 0 || odd.length > 0 || verbs.shows.source === '.'
      ? odd
      : [unknownEffect('unknown-option', describeWord(operands[0] ?? known('')))];
  }
  const verb = operands[index];
  const objects = operands.slice(index + 1).filter((word) => !prefixOf(word).startsWith('-'));
  const words = operands.slice(index).map(prefixOf).join(' ');
  const isTurned = verbs.turns?.test(words) === true;
  return [
    ...(isTurned ? installs(objects) : manage(verb === undefined ? '' : prefixOf(verb), objects, verbs)),
    ...(verbs.reboots?.test(words) === true ? [destroys('system', known('reboot'))] : []),
    ...odd,
    ...unsure(verb),
  ];
}

function unsure(verb: Word | undefined): readonly Effect[] {
  return verb === undefined || verb.kind === 'known'
    ? []
    : [unknownEffect('unknown-subcommand', describeWord(verb))];
}

/** The first word that is no option, or an option that is the verb: `dpkg -l`. */
function verbAt(operands: readonly Word[], verbs: Verbs): number {
  const isVerb = (text: string) =>
    text.startsWith('-') &&
    (verbs.shows.source === '.' || !verbs.shows.test(text)) &&
    [verbs.changes, verbs.removes, verbs.fetches].some(
      (some) => some !== undefined && some.source !== '.' && some.test(text),
    );
  const strong = operands.findIndex((word) => isVerb(prefixOf(word)));
  if (strong !== -1) return strong;
  const isValue = (at: number) => verbs.values?.test(prefixOf(operands[at - 1] ?? known(''))) === true;
  const plain = operands.findIndex((word, at) => !prefixOf(word).startsWith('-') && !isValue(at));
  const shown = operands.findIndex(
    (word) => prefixOf(word).startsWith('-') && verbs.shows.test(prefixOf(word)),
  );
  if (
    shown !== -1 &&
    verbs.shows.source !== '.' &&
    (plain === -1 || !hasVerb(prefixOf(operands[plain] ?? known('')), verbs))
  ) {
    return shown;
  }
  return plain;
}

function hasVerb(text: string, verbs: Verbs): boolean {
  return [verbs.changes, verbs.removes, verbs.fetches, verbs.asks].some(
    (some) => some !== undefined && some.source !== '.' && some.test(text),
  );
}

function manage(verb: string, objects: readonly Word[], verbs: Verbs): readonly Effect[] {
  const names = objects.length === 0 ? [null] : objects;
  if (verbs.removes?.test(verb)) return names.map((name) => destroys('package', name));
  if (verbs.asks?.test(verb)) return [receivesFrom(null)];
  if (verbs.fetches?.test(verb)) return [receivesFrom(null), replacesTree(known('.'))];
  if (verbs.changes.source !== '.' && verbs.changes.test(verb)) return installs(names);
  if (verbs.shows.test(verb)) return [];
  if (verbs.changes.test(verb)) return installs(names);
  return [unknownEffect('unknown-subcommand', verb)];
}

/** Packages come from a host; those that are named as files are read. */
export function installs(names: readonly (Word | null)[]): readonly Effect[] {
  const files = names
    .filter((name) => name !== null)
    .filter((name) => /\.(deb|rpm|apk|pkg\.tar\.\w+|snap|flatpak\w*)$/.test(textOf(name) ?? ''));
  return [receivesFrom(null), ...files.map(readsFile), ...names.map((name) => changes('package', name))];
}
