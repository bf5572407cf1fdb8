import { isAbsolute } from 'node:path';
import type { Decisive, OpenApproval } from '../model/approval.ts';
import type { Offer } from '../model/grant.ts';
import type { Always, ApprovalQuestion } from '../model/ports.ts';
import { callOffer } from '../policy/grants.ts';
import { hasHiddenCharacters } from '../policy/hidden-characters.ts';
import { describeOffer } from './describe.ts';
import { malformed } from './malformed.ts';
import { isSameOffer } from './same-offer.ts';
import { wordsAsText } from './words-as-text.ts';

/** Why a question cannot be answered so, in words; `null`: it can. */
export function unfit(
  answer: Decisive,
  { question, isMasked }: Pick<OpenApproval, 'question' | 'isMasked'>,
): string | null {
  const wrong = malformed(answer);
  if (wrong !== null) return wrong;
  switch (answer.kind) {
    case 'refused':
      return null;
    case 'edited':
      if (isMasked) return `a secret was left out of the command as it is kept here, so it cannot be edited`;
      return unfitText(answer.command);
    case 'approved':
      if (isMasked && (answer.always !== undefined || answer.conversation === true))
        return 'a secret was left out of the command as it is kept here, so it can be approved for once alone';
      if (answer.conversation === true && !question.isConversationNamed)
        return 'the call belongs to no conversation that goes on, so there is nothing that the answer could hold for';
      return answer.always === undefined ? null : unfitAlways(answer.always, question);
  }
}

function unfitText(command: string): string | null {
  if (command.trim() === '') return 'expected a command, got none';
  if (/\0|[\ud800-\udfff]/u.test(command))
    return 'expected a command that bash can be given, got one with a NUL or half a character';
  return hasHiddenCharacters(command)
    ? 'expected a command that can be seen, got one with characters that are not'
    : null;
}

function unfitAlways({ offers }: Always, question: ApprovalQuestion): string | null {
  if (question.offers === null)
    return 'there is no rule for it that is narrow enough to hold for good; it can be approved for once or for the conversation';
  const broad = offers?.find((offer) => !isNarrow(offer, question.offers ?? []));
  return broad === undefined ? null : tooBroad(broad);
}

/** A call has to be one that could have been offered, word for word; what is beyond the sandbox has to have been. */
function isNarrow(offer: Offer, offered: readonly Offer[]): boolean {
  if (offered.some((one) => isSameOffer(one, offer))) return true;
  if (offer.kind === 'access') return false;
  if (!isAbsolute(offer.cwd) || !offered.some(({ kind }) => kind === 'call')) return false;
  const call = callOffer(wordsAsText(offer.words), offer.cwd);
  return call !== null && isSameOffer(call, offer);
}

function tooBroad(offer: Offer): string {
  return `${describeOffer(offer)} is not narrow enough to hold for good: it has to be ${narrowest[offer.kind]}`;
}

const narrowest: Readonly<Record<Offer['kind'], string>> = {
  call: 'one call of a known program, with every word of it known, and of a program that does not run what others say',
  access: 'what was offered, and nothing else',
};
