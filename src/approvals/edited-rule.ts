import type { CallOffer } from '../model/grant.ts';
import type { ApprovalQuestion } from '../model/ports.ts';
import { callOffer } from '../policy/grants.ts';
import { visible } from '../policy/visible.ts';
import { wordsAsText } from './words-as-text.ts';

/** The one call that an answer may hold for as it is, or changed for another; `null`: it is none, or several things. */
export function editableOffer({ offers }: Pick<ApprovalQuestion, 'offers'>): CallOffer | null {
  const [only, ...others] = offers ?? [];
  return only?.kind === 'call' && others.length === 0 ? only : null;
}

/** The words of a call, to be shown and changed. */
export function ruleText({ words }: CallOffer): string {
  return visible(wordsAsText(words));
}

/** What was shown and left as it is stands for what was offered, seen or not. `null`: it is not narrow enough. */
export function editedRule(given: string, offered: CallOffer): CallOffer | null {
  return given === ruleText(offered) ? offered : callOffer(given, offered.cwd);
}

/** What an edited rule has to be. */
export const narrowRule =
  'one call of a known program, every word of it as it is, that does not run what others say';
