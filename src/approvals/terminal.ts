import type { Readable, Writable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { ReadStream } from 'node:tty';
import { isCancel, type Option, select, text } from '@clack/prompts';
import type { OpenApproval } from '../model/approval.ts';
import type { CallOffer } from '../model/grant.ts';
import type { ApprovalAnswer, ApprovalQuestion } from '../model/ports.ts';
import { callOffer } from '../policy/grants.ts';
import { visible } from '../policy/visible.ts';
import { openAnswers, saidNo } from './answers.ts';
import { describeOffer, describeQuestion } from './describe.ts';
import { unfit } from './unfit.ts';
import { wordsAsText } from './words-as-text.ts';

/** A terminal with a person at it. */
export interface PersonsTerminal {
  readonly input: Readable;
  readonly output: Writable;
  readonly signal: AbortSignal;
}

type Asked = Pick<OpenApproval, 'question' | 'isMasked'>;

type Choice = 'no' | 'once' | 'conversation' | 'always' | 'edit';

/** Shows a question and asks for the answer; `unanswered` when the person turns away from it, or the signal is aborted. */
export async function askOnTerminal(asked: Asked, terminal: PersonsTerminal): Promise<ApprovalAnswer> {
  const always = alwaysTexts(asked.question);
  const more = isShort(always) ? [] : ['', '"always" would allow', ...always.map((text) => `  ${text}`)];
  await dropTyped(terminal.input);
  terminal.output.write(`\n${[describeQuestion(asked.question).text, ...more].join('\n')}\n\n`);
  const choice = await select<Choice>({
    message: 'May it run?',
    options: choicesFor(asked),
    initialValue: 'no', // What a key does that was pressed too soon.
    ...terminal,
  });
  return isCancel(choice) ? unanswered : await followUp(choice, asked, terminal);
}

const unanswered = { kind: 'unanswered' } as const;

/** Milliseconds in which what was typed before arrives: it is in the terminal already. */
const typedBeforeMs = 20;

/** Nobody has answered a question before it was there: what was typed meanwhile was meant for something else. */
async function dropTyped(input: Readable): Promise<void> {
  if (!(input instanceof ReadStream)) return;
  const drop = (): void => {};
  // As lines they would come only with their end.
  input.setRawMode(true);
  input.on('data', drop);
  await setTimeout(typedBeforeMs);
  input.off('data', drop);
  input.pause();
}

/** What would be kept; nothing where it cannot be. */
function alwaysTexts({ offers }: ApprovalQuestion): readonly string[] {
  return (offers ?? []).map(describeOffer);
}

/** Whether it fits into a line of the choice: 200 characters. */
function isShort(texts: readonly string[]): boolean {
  return texts.join('; ').length <= 200;
}

function choicesFor(asked: Asked): Option<Choice>[] {
  const open = openAnswers(asked);
  return [
    { value: 'no', label: 'No', hint: 'the reason reaches the agent' },
    { value: 'once', label: 'Yes, this once' },
    ...(open.conversation
      ? [{ value: 'conversation', label: 'Yes, this very command, in this conversation' } as const]
      : []),
    ...(open.always ? [{ value: 'always', label: alwaysLabel(asked.question) } as const] : []),
    ...(open.edit ? [{ value: 'edit', label: 'Run another command in its stead' } as const] : []),
  ];
}

function alwaysLabel(question: ApprovalQuestion): string {
  const texts = alwaysTexts(question);
  return isShort(texts) ? `Always: ${texts.join('; ')}` : 'Always, as said above';
}

async function followUp(choice: Choice, asked: Asked, terminal: PersonsTerminal): Promise<ApprovalAnswer> {
  switch (choice) {
    case 'no': {
      const reason = await text({
        message: 'Why? The agent is told.',
        defaultValue: saidNo,
        placeholder: saidNo,
        ...terminal,
      });
      return isCancel(reason) ? unanswered : { kind: 'refused', reason };
    }
    case 'once':
      return { kind: 'approved' };
    case 'conversation':
      return { kind: 'approved', conversation: true };
    case 'always':
      return await askForRule(asked.question, terminal);
    case 'edit':
      return await askForCommand(asked, terminal);
  }
}

/** One call can be narrowed, or changed for one as narrow; of several things all are taken, as they were shown. */
async function askForRule({ offers }: ApprovalQuestion, terminal: PersonsTerminal): Promise<ApprovalAnswer> {
  const [only, ...others] = offers ?? [];
  if (only?.kind !== 'call' || others.length > 0) return { kind: 'approved', always: {} };
  const words = await text({
    message: `Always, in ${visible(only.cwd)}`,
    initialValue: visible(wordsAsText(only.words)),
    validate: (given = '') => (ruleOf(given, only) === null ? tooBroad : undefined),
    ...terminal,
  });
  const rule = isCancel(words) ? null : ruleOf(words, only);
  return rule === null ? unanswered : { kind: 'approved', always: { offers: [rule] } };
}

const tooBroad = 'one call of a known program, every word of it as it is, that does not run what others say';

/** What was shown and left as it is stands for what was offered, seen or not. */
function ruleOf(given: string, offered: CallOffer): CallOffer | null {
  return given === visible(wordsAsText(offered.words)) ? offered : callOffer(given, offered.cwd);
}

async function askForCommand(asked: Asked, terminal: PersonsTerminal): Promise<ApprovalAnswer> {
  const { command } = asked.question.request;
  const given = await text({
    message: 'The command to run; it is judged again',
    // What has something in it that is not seen would be taken over unseen.
    initialValue: visible(command) === command ? command : '',
    validate: (text = '') => unfit({ kind: 'edited', command: text }, asked) ?? undefined,
    ...terminal,
  });
  return isCancel(given) ? unanswered : { kind: 'edited', command: given };
}
