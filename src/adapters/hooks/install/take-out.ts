import { type ChangeObject, diffArrays } from 'diff';
import { type Edit, edited, type SettingsFormat } from './edit.ts';

/** What a file held before our hook was put in, and then. */
export interface KeptTexts {
  /** `null`: there was no file. */
  readonly before: string | null;
  readonly after: string;
}

/**
 * A text of settings without our hook. Where it is known what was put in, by what is kept, that is taken out, and every other
 * character stays: those from before, and those that somebody has written since. Else our hook is looked for in it.
 */
export function takeOut(format: SettingsFormat, text: string, kept: KeptTexts | null): Edit {
  if (kept !== null && kept.after === text) return edited(text, kept.before);
  const edit = format.remove(text);
  if (kept === null || edit.kind !== 'edited' || edit.text === null) return edit;
  const { before, after } = kept;
  if (before === null) return isAllOurs(format, edit.text, after) ? edited(text, null) : edit;
  const exact = undone({ before, after, now: text }).find((one) =>
    format.isWithoutOurs(one, { before, now: text }),
  );
  return exact === undefined ? edit : edited(text, exact);
}

/** Whether nothing is left but what was written for our hook, in whatever form. */
function isAllOurs(format: SettingsFormat, left: string, after: string): boolean {
  const bare = format.remove(after);
  return bare.kind === 'edited' && bare.text?.replace(/\s/g, '') === left.replace(/\s/g, '');
}

/**
 * What is there now, with the change from `before` to `after` taken back. There may be several ways to tell what was put in, and what
 * somebody wrote beside it, and some are wrong: two commas are alike.
 */
function undone({ before, after, now }: { before: string; after: string; now: string }): readonly string[] {
  const [first, then, last] = [tokensOf(before), tokensOf(after), tokensOf(now)];
  const theirs = changesBetween(then, last, (token, other) => token === other);
  // A blank of before is not the same as one among what was put in.
  const ours = changesBetween(first, then, (token, other) => token === other && token.trim() !== '');
  return ours.flatMap((own) => theirs.map((other) => merged(then, own, other)));
}

/** Strings, words, ends of lines, blanks, and single characters: all that a text is made of. */
function tokensOf(text: string): readonly string[] {
  return text.match(/"(?:[^"\\\n]|\\.)*"|\w+|\r?\n|[ \t]+|[\s\S]/g) ?? [];
}

type Changes = readonly Pick<ChangeObject<string[]>, 'added' | 'removed' | 'value'>[];

type Comparator = (token: string, other: string) => boolean;

/** The most tokens that may differ. What was written anew as a whole has nothing to be told apart by. */
const maxEditLength = 2_000;

/** What has to be changed in one text for the other, told from its start and from its end. */
function changesBetween(
  one: readonly string[],
  other: readonly string[],
  comparator: Comparator,
): readonly Changes[] {
  const backwards = changesFromStart(one.toReversed(), other.toReversed(), comparator);
  const turned = backwards?.map((change) => ({ ...change, value: change.value.toReversed() })).toReversed();
  return [changesFromStart(one, other, comparator), turned ?? null].filter((changes) => changes !== null);
}

/** What is the same at the start of both stays, and then what is at their end; `null`: they differ too much. */
function changesFromStart(
  one: readonly string[],
  other: readonly string[],
  comparator: Comparator,
): Changes | null {
  const start = sameAtStart(one, other);
  const end = sameAtStart(one.slice(start).toReversed(), other.slice(start).toReversed());
  const from = one.slice(start, one.length - end);
  const to = other.slice(start, other.length - end);
  const changes = diffArrays(from, to, { maxEditLength, comparator });
  return changes === undefined
    ? null
    : [same(one.slice(0, start)), ...changes, same(one.slice(one.length - end))];
}

/** How many tokens are the same at the start of both. */
function sameAtStart(one: readonly string[], other: readonly string[]): number {
  const at = one.findIndex((token, index) => token !== other[index]);
  return at === -1 ? one.length : at;
}

function same(value: string[]) {
  return { added: false, removed: false, value };
}

/** The tokens between, without what `ours` has put in and with what it has taken out, and as `theirs` have made it since. */
function merged(between: readonly string[], ours: Changes, theirs: Changes): string {
  const own = placesOf(ours, { gone: 'added', put: 'removed' });
  const other = placesOf(theirs, { gone: 'removed', put: 'added' });
  const textAt = (at: number) => {
    const token = own.gone.has(at) || other.gone.has(at) ? '' : (between[at] ?? '');
    return `${other.put.get(at) ?? ''}${own.put.get(at) ?? ''}${token}`;
  };
  return Array.from({ length: between.length + 1 }, (_, at) => textAt(at)).join('');
}

/** Of the tokens between, which are to go, and what is to be put before which: changes stand behind what goes with them. */
function placesOf(changes: Changes, { gone, put }: Record<'gone' | 'put', 'added' | 'removed'>) {
  const places = { gone: new Set<number>(), put: new Map<number, string>() };
  let at = 0;
  let waiting = '';
  const settle = () => {
    if (waiting !== '') places.put.set(at, waiting);
    waiting = '';
  };
  for (const change of changes) {
    if (change[put]) {
      waiting += change.value.join('');
      continue;
    }
    if (!change[gone]) settle();
    for (const _ of change.value) {
      if (change[gone]) places.gone.add(at);
      at += 1;
    }
  }
  settle();
  return places;
}
