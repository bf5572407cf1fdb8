import { confinementWords } from '../live/confinement-words.ts';
import type { Access } from '../model/access.ts';
import type { OpenApproval } from '../model/approval.ts';
import type { Finding } from '../model/decision.ts';
import type { Explained } from '../model/explanation.ts';
import type { Offer } from '../model/grant.ts';
import { fields, heading } from './details.ts';
import type { Line } from './frame.ts';
import { approvalMark } from './lists.ts';
import { wrap } from './text.ts';
import { age, fullTime } from './words.ts';

/** All that a person has to know to answer. */
export function approvalDetail(approval: OpenApproval, now: number, columns: number): readonly Line[] {
  const { question, state, isMasked } = approval;
  const { request, explanation, offers } = question;
  const mark = approvalMark(state);
  const text = (given: string): readonly Line[] =>
    wrap(given, columns).map((row): Line => [{ text: row, look: 'normal' }]);
  return [
    ...fields(
      [
        ['State', `${mark.text}: ${stateWords[state]}, for ${age(now - approval.askedAtMs)}`, mark.look],
        ['Command', showBlanks(request.command), 'strong'],
        ['Purpose', request.description && `${request.description} (says the model)`],
        ['Directory', request.cwd],
        ['Confinement', confinementWords(question.confinement)],
        [
          'Asks for',
          question.access.length === 0 ? null : question.access.map(accessWords).join('\n'),
          'attention',
        ],
        ['Conversation', question.conversationId],
        ['Contract', question.contract],
        ['Until', fullTime(approval.expiresAtMs)],
        ['Secrets', isMasked ? 'left out as ***: it can be answered for once alone' : null, 'attention'],
      ],
      columns,
    ),
    [],
    heading('Why you are asked'),
    ...question.findings.flatMap((finding) => text(`- ${findingWords(finding)}`)),
    [],
    heading('What it would run'),
    ...(explanation.unparsed === null ? [] : text(`! not understood: ${explanation.unparsed.reason}`)),
    ...explanation.invocations.flatMap((one) => text(invocationWords(one, '').join('\n'))),
    [],
    heading('What "always" would allow'),
    ...(offers === null || isMasked
      ? text('- nothing: it is asked about each time')
      : offers.flatMap((offer) => text(`- ${offerWords(offer)}`))),
  ];
}

/** What can be answered to it. */
export function answersTo({ question, state, isMasked }: OpenApproval): {
  readonly isOpen: boolean;
  readonly conversation: boolean;
  readonly always: boolean;
  readonly edit: boolean;
} {
  const isOpen = state !== 'gone';
  return {
    isOpen,
    conversation: isOpen && !isMasked && question.isConversationNamed,
    always: isOpen && !isMasked && question.offers !== null,
    edit: isOpen && !isMasked && !/\p{Cc}/u.test(question.request.command),
  };
}

const stateWords: Readonly<Record<OpenApproval['state'], string>> = {
  waiting: 'a call waits for the answer',
  left: 'the call is over; a yes is for the same call when it is made again',
  gone: 'who asked has ended; nobody would hear the answer',
};

/** Where more than three blanks stand in a row, how many they are: something can stand far to the right of them. */
function showBlanks(command: string): string {
  return command.replace(/[\p{Zs}]{4,}|[^\P{Zs} ]/gu, (blanks) =>
    blanks.length === 1
      ? `<U+${blanks.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}>`
      : `<${blanks.length} blanks>`,
  );
}

function findingWords({ id, reason, instead }: Finding): string {
  return `${reason} [${id}]${instead === null ? '' : `; instead: ${instead}`}`;
}

function invocationWords(
  { words, cwd, via, effects, findings, runs }: Explained,
  indent: string,
): readonly string[] {
  const where = cwd === null ? ' (in a directory that is not known)' : '';
  const by = via.length === 0 ? '' : ` (by ${via.join(', ')})`;
  return [
    `${indent}- ${showBlanks(words)}${by}${where}`,
    ...effects.map((effect) => `${indent}    ${effect}`),
    ...findings.map((finding) => `${indent}  ! ${findingWords(finding)}`),
    ...runs.flatMap((one) => invocationWords(one, `${indent}  `)),
  ];
}

function accessWords(access: Access): string {
  return access.kind === 'host' ? `host ${access.host}` : `${access.access} ${access.path}`;
}

function offerWords(offer: Offer): string {
  switch (offer.kind) {
    case 'call':
      return `${offer.words.join(' ')}, in ${offer.cwd}`;
    case 'access':
      return `${accessWords(offer.access)}, for what works in ${offer.workspace}`;
  }
}
