import { saidNo } from '../approvals/answers.ts';
import type { AnswerReceipt, Decisive, OpenApproval } from '../model/approval.ts';
import { answersTo } from './approval-detail.ts';
import type { Key } from './keys.ts';
import type { Entry } from './looking.ts';

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
  if (key.kind !== 'character' || !'ycaen'.includes(key.character)) return { kind: 'other' };
  if (!key.isAlone) return { kind: 'notice', notice: 'several keys at once: nothing was answered' };
  const can = answersTo(approval);
  if (!can.isOpen) return { kind: 'notice', notice: 'who asked has ended: there is nobody to answer' };
  if (key.character === 'n') return { kind: 'entry', entry: { kind: 'reason', text: '' } };
  if (!isRead) return { kind: 'notice', notice: 'there is more below: read to the end first (End)' };
  return yes(approval, key.character) ?? { kind: 'notice', notice: 'that answer is not open here' };
}

function yes(approval: OpenApproval, character: string): Deciding | null {
  const can = answersTo(approval);
  switch (character) {
    case 'y':
      return { kind: 'answer', answer: { kind: 'approved' }, words: 'approved for this once' };
    case 'c': {
      const answer = { kind: 'approved', conversation: true } as const;
      return can.conversation ? { kind: 'answer', answer, words: 'approved for this conversation' } : null;
    }
    case 'a': {
      const answer = { kind: 'approved', always: {} } as const;
      return can.always ? { kind: 'answer', answer, words: 'approved for good' } : null;
    }
    default: {
      const entry = { kind: 'command', text: approval.question.request.command } as const;
      return can.edit ? { kind: 'entry', entry } : null;
    }
  }
}

/** What is answered with a text; `null`: nothing is, with an empty one. */
export function answerOf({ kind, text }: Entry): Extract<Deciding, { kind: 'answer' }> | null {
  switch (kind) {
    case 'search':
      return null;
    case 'reason':
      return { kind: 'answer', answer: { kind: 'refused', reason: text.trim() || saidNo }, words: 'refused' };
    case 'command':
      if (text.trim() === '') return null;
      return {
        kind: 'answer',
        answer: { kind: 'edited', command: text },
        words: 'another command runs instead',
      };
  }
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
