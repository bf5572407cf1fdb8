import { type OpenAnswers, openAnswers } from '../approvals/answers.ts';
import { describeQuestion, type ShownInvocation } from '../approvals/describe.ts';
import { fold } from '../contracts/columns.ts';
import type { OpenApproval } from '../model/approval.ts';
import { fields, heading } from './details.ts';
import type { Line } from './frame.ts';
import { approvalMark } from './lists.ts';
import { wrap } from './text.ts';
import { age, fullTime } from './words.ts';

/** All that a person has to know to answer. */
export function approvalDetail(approval: OpenApproval, now: number, columns: number): readonly Line[] {
  const { state, isMasked } = approval;
  const shown = describeQuestion(approval.question);
  const mark = approvalMark(state);
  const always = isMasked || shown.always === null ? ['nothing: it is asked about each time'] : shown.always;
  return [
    ...fields(
      [
        ['State', `${mark.text}: ${stateWords[state]}`, mark.look],
        ['Asked', `${age(now - approval.askedAtMs)} ago`],
        ['Command', shown.command.join('\n'), 'strong'],
        ['Directory', shown.directory],
        ['Confinement', shown.confinement],
        ['Typed into', shown.typing, 'attention'],
        ['Asks beyond', shown.access.length === 0 ? null : shown.access.join('\n'), 'attention'],
        ['Agent says', shown.description],
        ['Conversation', approval.question.conversationId],
        ['Contract', shown.contract],
        ['Until', fullTime(approval.expiresAtMs)],
        ['Secrets', isMasked ? 'left out as ***: it can be answered for once alone' : null, 'attention'],
      ],
      columns,
    ),
    ...section('Asked about because', shown.reasons, columns),
    ...section(capitalized(shown.invocationsTitle), shown.invocations.flatMap(invocationLines), columns),
    ...section('What "always" would keep', always, columns),
  ];
}

/** What can be answered to it. */
export function answersTo(approval: OpenApproval): OpenAnswers & { readonly isOpen: boolean } {
  const open = openAnswers(approval);
  // What is not seen in it would be taken over unseen. Line feeds and tabs have signs where it is edited.
  const canBeShown = !/(?![\n\t])[\p{Cc}\p{Cf}]/u.test(approval.question.request.command);
  return { ...open, edit: open.edit && canBeShown, isOpen: approval.state !== 'gone' };
}

const stateWords: Readonly<Record<OpenApproval['state'], string>> = {
  waiting: 'a call waits for the answer',
  left: 'the call is over; a yes is for the same call when it is made again',
  gone: 'who asked has ended; nobody would hear the answer',
};

function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function section(title: string, texts: readonly string[], columns: number): readonly Line[] {
  if (texts.length === 0) return [];
  return [[], heading(title), ...texts.flatMap((text) => prose(text, columns))];
}

/** Characters that are broken between words, which is slow: 2,000, as nobody reads more than that as prose. */
const mostFolded = 2_000;

/** Broken between words; what is indented stays so. */
function prose(text: string, columns: number): readonly Line[] {
  const words = text.trimStart();
  const indent = Math.min(text.length - words.length, 8);
  const width = Math.max(8, columns - indent - 4);
  return (words.length > mostFolded ? wrap(words, width) : fold(words, width)).map((row, at): Line => {
    const begin = ' '.repeat(indent) + (at === 0 ? '- ' : '  ');
    return [{ text: begin + row, look: 'normal' }];
  });
}

function invocationLines({ level, words, about }: ShownInvocation): readonly string[] {
  const indent = '  '.repeat(level);
  return [`${indent}${words}`, ...about.map((line) => `${indent}    ${line}`)];
}
