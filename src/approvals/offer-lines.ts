import type { Offer } from '../model/grant.ts';
import type { Always, ApprovalQuestion } from '../model/ports.ts';
import { callOffer } from '../policy/grants.ts';
import { isOfferedWhole } from '../policy/grants-of-answer.ts';
import { hasHiddenCharacters } from '../policy/hidden-characters.ts';
import { hasSigns } from '../policy/visible.ts';
import { offerText } from './describe.ts';
import { isSameOffer } from './same-offer.ts';
import { wordsAsText } from './words-as-text.ts';

/** The lines in which what an answer would keep is shown, to be left as they are, changed, or emptied. */
export function offerLines({ offers }: Offered): readonly string[] {
  return (offers ?? []).map(offerText);
}

/** Whether there is something to change: one thing beyond the sandbox alone can only be taken as it is. */
export function canBeChanged({ offers }: Offered): boolean {
  return offers !== null && (offers.length > 1 || offers.some(({ kind }) => kind === 'call'));
}

type Offered = Pick<ApprovalQuestion, 'offers'>;

/** What a line says that came back. */
export type LineRead =
  | { readonly kind: 'kept'; readonly offer: Offer }
  | { readonly kind: 'left-out' }
  | { readonly kind: 'unfit'; readonly expected: string };

/** What was left as it was shown stands for what was offered, seen or not; what was emptied is left out. */
export function readLine(given: string, offered: Offer): LineRead {
  if (given === offerText(offered)) return { kind: 'kept', offer: offered };
  if (given.trim() === '') return { kind: 'left-out' };
  if (offered.kind === 'access') return unfit('this as it was shown, or nothing');
  if (hasHiddenCharacters(given)) return unfit('a call that can be seen');
  // Signs are no characters of the words: what was kept would be another call than the one that was shown.
  if (offerText(offered) !== wordsAsText(offered.words) && hasSigns(given))
    return unfit('the line as it was shown, or one without signs for what is not seen');
  const call = callOffer(given, offered.cwd);
  return call === null ? unfit(narrowRule) : { kind: 'kept', offer: call };
}

/** What an edited rule has to be. */
export const narrowRule =
  'one call of a known program, every word of it as it is, that does not run what others say';

function unfit(expected: string): Extract<LineRead, { kind: 'unfit' }> {
  return { kind: 'unfit', expected };
}

/** What all lines say; `at`: the index of the line that cannot be taken, `null`: it is none by itself. */
export type LinesRead =
  | { readonly kind: 'always'; readonly always: Always }
  | { readonly kind: 'unfit'; readonly at: number | null; readonly expected: string };

/** Reads a line for each offer, in their order. `changed`: what the lines were about, where they were not about the offers as such. */
export function readLines(
  given: readonly string[],
  { offers }: Offered,
  changed: readonly Offer[] = offers ?? [],
): LinesRead {
  const kept: Offer[] = [];
  for (const [at, offer] of changed.entries()) {
    const read = readLine(given[at] ?? '', offer);
    if (read.kind === 'unfit') return { kind: 'unfit', at, expected: read.expected };
    if (read.kind === 'kept' && !kept.some((one) => isSameOffer(one, read.offer))) kept.push(read.offer);
  }
  if (kept.length === 0)
    return {
      kind: 'unfit',
      at: null,
      expected: changed.length === 1 ? narrowRule : 'one at least to be kept',
    };
  return { kind: 'always', always: holdsAll(kept, offers ?? []) ? {} : { offers: kept } };
}

/** Whether the same command is asked about again after such an answer, as something that was offered for it is not kept. */
export function isAskedAgain(
  { offers: kept }: Always,
  question: Pick<ApprovalQuestion, 'offers' | 'findings'>,
): boolean {
  return !isOfferedWhole(question) || (kept !== undefined && !holdsAll(kept, question.offers ?? []));
}

function holdsAll(kept: readonly Offer[], offers: readonly Offer[]): boolean {
  return offers.every((offer) => kept.some((one) => isSameOffer(one, offer)));
}
