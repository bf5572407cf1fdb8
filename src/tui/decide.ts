import { noReason, openAnswers } from '../approvals/answers.ts';
import { canBeChanged, isAskedAgain, offerLines, readLines } from '../approvals/offer-lines.ts';
import type { AnswerReceipt, Decisive, OpenApproval } from '../model/approval.ts';
import type { Always, ApprovalQuestion } from '../model/ports.ts';
import { answersTo } from './approval-detail.ts';
import type { Key } from './keys.ts';
import type { AnswerEntry, Entry } from './looking.ts';
import { textField } from './text-field.ts';

/** What a key comes to that was pressed on an opened approval. */
export type Deciding =
  /** It says nothing to it. */
  | { readonly kind: 'other' }
  | { readonly kind: 'notice'; readonly notice: string }
  /** More is to be typed before it is answered. */
  | { readonly kind: 'entry'; readonly entry: Entry }
  | { readonly kind: 'answer'; readonly answer: Decisive; readonly words: string };

/** `isRead`: the end of the question was on the screen. Before that nobody says yes; what was pasted answers nothing. */
export function decide(approval: OpenApproval, key: Key, isRead: boolean): Deciding {
  if (key.kind === 'paste') return severalKeys;
  if (key.kind !== 'character' || !'ycaen'.includes(key.character)) return { kind: 'other' };
  if (!key.isAlone) return severalKeys;
  const can = answersTo(approval);
  if (!can.isOpen) return { kind: 'notice', notice: 'who asked has ended: there is nobody to answer' };
  if (key.character === 'n') return { kind: 'entry', entry: { kind: 'reason', field: textField('') } };
  if (!isRead) return { kind: 'notice', notice: 'there is more below: read to the end first (End)' };
  return yes(approval, key.character) ?? { kind: 'notice', notice: 'that answer is not open here' };
}

const severalKeys = { kind: 'notice', notice: 'several keys at once: nothing was answered' } as const;

function yes(approval: OpenApproval, character: string): Deciding | null {
  const can = answersTo(approval);
  switch (character) {
    case 'y':
      return { kind: 'answer', answer: { kind: 'approved' }, words: 'approved for this once' };
    case 'c': {
      const answer = { kind: 'approved', conversation: true } as const;
      return can.conversation ? { kind: 'answer', answer, words: 'approved for this conversation' } : null;
    }
    case 'a':
      return can.always ? always(approval) : null;
    default: {
      const field = textField(approval.question.request.command, 'free');
      if (can.edit) return { kind: 'entry', entry: { kind: 'command', field } };
      return openAnswers(approval).edit ? unseenCharacters(approval.id) : null;
    }
  }
}

function unseenCharacters(id: string): Deciding {
  const instead = `another one is given by handrail approve ${id} --edit`;
  return {
    kind: 'notice',
    notice: `it has characters that are not seen, and is not changed here: ${instead}`,
  };
}

/** What would be kept is shown to be confirmed, changed or left out, a line for each of it. */
function always({ question }: OpenApproval): Deciding {
  if (!canBeChanged(question)) return forGood({}, question);
  const field = textField(offerLines(question).join('\n'), 'fixed');
  return { kind: 'entry', entry: { kind: 'rule', field } };
}

function forGood(always: Always, question: ApprovalQuestion): Answered {
  const words = isAskedAgain(always, question)
    ? 'approved once, and what you kept for good; it is asked about again'
    : 'approved for good';
  return { kind: 'answer', answer: { kind: 'approved', always }, words };
}

type Answered = Extract<Deciding, { kind: 'answer' }>;

/** What is answered to an approval with a text, or why nothing is. */
export function answerOf(
  { kind, field: { value } }: AnswerEntry,
  { question }: OpenApproval,
): Answered | Extract<Deciding, { kind: 'notice' }> {
  switch (kind) {
    case 'rule': {
      const lines = value.split('\n');
      const read = readLines(lines, question);
      if (read.kind === 'always') return forGood(read.always, question);
      return notAnswered(read.expected, lines.length === 1 ? null : read.at);
    }
    case 'reason':
      return {
        kind: 'answer',
        answer: { kind: 'refused', reason: value.trim() || noReason },
        words: 'refused',
      };
    case 'command':
      if (value.trim() === '') return notAnswered('a command; Esc goes back');
      return {
        kind: 'answer',
        answer: { kind: 'edited', command: value },
        words: 'another command in its stead',
      };
  }
}

/** `line`: which of several it is about, the first one is 0. */
function notAnswered(expected: string, line: number | null = null): Extract<Deciding, { kind: 'notice' }> {
  const place = line === null ? '' : `line ${line + 1}: `;
  return { kind: 'notice', notice: `not answered: ${place}expected ${expected}` };
}

/** What became of an answer. */
export function receiptWords(receipt: AnswerReceipt, words: string): string {
  switch (receipt.kind) {
    case 'taken':
      return receipt.state === 'left' ? `${words}; it holds when the call is made again` : words;
    case 'too-late':
      return receipt.because === 'gone'
        ? 'too late, who asked has ended'
        : `too late, it was ${receipt.because} before`;
    case 'unknown':
      return 'too late, it is not there any more';
    case 'unfit':
      return `not taken: ${receipt.reason}`;
  }
}
