import { reasonIn } from '../approvals/answers.ts';
import { canBeChanged, offerLines, readLines } from '../approvals/offer-lines.ts';
import type { Decisive, OpenApproval } from '../model/approval.ts';
import type { Offer } from '../model/grant.ts';
import type { Always } from '../model/ports.ts';
import { givenCommand } from './given-command.ts';
import { directoryOf, misuse, type Terminal } from './terminal.ts';

/** The options of `handrail approve` that are an answer. */
export interface AnswerFlags {
  readonly yes?: boolean;
  readonly conversation?: boolean;
  readonly always?: boolean;
  readonly as?: readonly string[];
  readonly in?: string;
  readonly for?: string;
  readonly no?: boolean;
  readonly because?: string;
  readonly edit?: string;
}

/** The answer that the flags are; `null`: they are none. `asked`: what is answered, if it is there. */
export async function answerOf(
  terminal: Terminal,
  flags: AnswerFlags,
  asked: OpenApproval | null,
): Promise<Decisive | null> {
  const kind = kindOf(flags);
  switch (kind) {
    case null:
      return null;
    case 'yes':
      return { kind: 'approved' };
    case 'conversation':
      return { kind: 'approved', conversation: true };
    case 'always':
      return { kind: 'approved', always: alwaysOf(terminal, flags, asked) };
    case 'no':
      return { kind: 'refused', reason: reasonIn(flags.because) };
    case 'edit':
      return { kind: 'edited', command: await givenCommand(terminal, flags.edit ?? '') };
  }
}

type Kind = 'yes' | 'conversation' | 'always' | 'no' | 'edit';

const kinds: readonly Kind[] = ['yes', 'conversation', 'always', 'no', 'edit'];

/** Which answer the flags are; with others of them it would not be known which is meant. */
export function kindOf(flags: AnswerFlags): Kind | null {
  const given = kinds.filter((name) => flags[name] !== undefined);
  if (given.length > 1)
    throw misuse(`expected one answer, got ${given.map((name) => `--${name}`).join(' and ')}`);
  const kind = given[0] ?? null;
  const got = kind === null ? 'none' : `--${kind}`;
  const lonely = (['as', 'in', 'for'] as const).find((name) => flags[name] !== undefined);
  if (lonely !== undefined && kind !== 'always')
    throw misuse(`--${lonely}: expected --always with it, got ${got}`);
  if (flags.because !== undefined && kind !== 'no')
    throw misuse(`--because: expected --no with it, got ${got}`);
  return kind;
}

function alwaysOf(terminal: Terminal, flags: AnswerFlags, asked: OpenApproval | null): Always {
  const forMs = flags.for === undefined ? {} : { forMs: spanOf(flags.for) };
  if (asked === null || (flags.as === undefined && flags.in === undefined)) return forMs;
  const { question } = asked;
  const hasCall = question.offers?.some(({ kind }) => kind === 'call') === true;
  if (question.offers === null || !canBeChanged(question) || (flags.in !== undefined && !hasCall))
    throw misuse(nothingToChange(flags, question));
  const shown = offerLines(question);
  const { as: given = shown } = flags;
  if (given.length !== shown.length) {
    const each = shown.length === 1 ? 'for the one line' : 'once for each line';
    throw misuse(
      `--as: expected it ${times(shown.length)}, ${each} that is shown with the approval, got it ${times(given.length)}; an empty one leaves its line out`,
    );
  }
  const directory = flags.in === undefined ? null : directoryOf(terminal, '--in', flags.in);
  const read = readLines(
    given,
    question,
    question.offers.map((offer) => moved(offer, directory)),
  );
  if (read.kind === 'always') return { ...forMs, ...read.always };
  const got = read.at === null ? 'none' : JSON.stringify(given[read.at]);
  const which = read.at === null || shown.length === 1 ? '' : `, for line ${read.at + 1}`;
  throw misuse(`--as: expected ${read.expected}${which}, got ${got}`);
}

function nothingToChange(flags: AnswerFlags, question: OpenApproval['question']): string {
  const given = (['as', 'in'] as const).filter((name) => flags[name] !== undefined);
  const lines = offerLines(question);
  const got =
    lines.length === 0
      ? 'of which nothing is kept; say --yes or --conversation'
      : `that keeps ${lines.join(', ')}; say --always alone`;
  const names = given.map((name) => `--${name}`).join(' and ');
  return `${names}: expected an approval with a call that can be allowed for good, got one ${got}`;
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}

/** A call in another directory; `null`: in its own. */
function moved(offer: Offer, cwd: string | null): Offer {
  return offer.kind === 'call' && cwd !== null ? { ...offer, cwd } : offer;
}

const unitMs: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A span such as `90m`, `8h`, `7d`; `ever` has no end. */
function spanOf(text: string): number | null {
  if (text === 'ever') return null;
  const span = /^([1-9]\d{0,5})([mhd])$/.exec(text);
  const unit = unitMs[span?.[2] ?? ''];
  if (span === null || unit === undefined)
    throw misuse(`--for: expected a span such as 90m, 8h, 7d, or ever, got ${JSON.stringify(text)}`);
  return Number(span[1]) * unit;
}
