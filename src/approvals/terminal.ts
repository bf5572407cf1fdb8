import type { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { ReadStream } from 'node:tty';
import type { Option, SelectOptions } from '@clack/prompts';
import { shortenText } from '../contracts/columns.ts';
import type { OpenApproval } from '../model/approval.ts';
import type { ApprovalAnswer, ApprovalQuestion } from '../model/ports.ts';
import { visible, visibleLine } from '../policy/visible.ts';
import { noReason, openAnswers } from './answers.ts';
import { describeOffer, describeQuestion, offerPlace } from './describe.ts';
import { canBeChanged, offerLines, readLine, readLines } from './offer-lines.ts';
import { type PersonsTerminal, promptOn } from './prompt-on.ts';
import { type AskingTerminal, sizeOf, withRoom } from './room.ts';
import { unfit } from './unfit.ts';

/** What asks is loaded when it is wanted: it is a module of the new kind, which the program has to wait for. */
const prompts = () => import('@clack/prompts');

type Asked = Pick<OpenApproval, 'question' | 'isMasked'>;

type Choice = 'no' | 'once' | 'conversation' | 'always' | 'part' | 'edit';

/** Asks which of several is to be answered, the first one beforehand; `null` when the person turns away. */
export async function pickOnTerminal(
  open: readonly [OpenApproval, ...OpenApproval[]],
  terminal: AskingTerminal,
): Promise<OpenApproval | null> {
  const options = open.map((one) => ({ value: one, label: labelOf(one.id, one.question) }));
  const [initialValue] = open;
  return await choose(terminal, { message: 'Which one?', options, initialValue });
}

/** Columns of a command that is told in one line: what is asked about is shown whole before it is answered. */
const labelColumns = 60;

function labelOf(id: string, { request }: ApprovalQuestion): string {
  const most = { columns: labelColumns, characters: labelColumns };
  return `${id}  ${shortenText(visibleLine(request.command), most)}`;
}

/** Shows a question and asks for the answer; `unanswered` when the person turns away from it, or the signal is aborted. */
export async function askOnTerminal(asked: Asked, terminal: AskingTerminal): Promise<ApprovalAnswer> {
  const always = alwaysTexts(asked.question);
  const more = isShort(always, terminal)
    ? []
    : ['', '"always" would allow', ...always.map((text) => `  ${text}`)];
  await dropTyped(terminal.input);
  terminal.output.write(`\n${[describeQuestion(asked.question).text, ...more].join('\n')}\n\n`);
  const choice = await choose<Choice>(terminal, {
    message: 'May it run?',
    options: choicesFor(asked, terminal),
    initialValue: 'no', // What a key does that was pressed too soon.
  });
  return choice === null ? unanswered : await followUp(choice, asked, terminal);
}

/** `null`: the person has turned away. */
async function choose<Value>(
  terminal: AskingTerminal,
  choosing: SelectOptions<Value> & { readonly message: string },
): Promise<Value | null> {
  const { select } = await prompts();
  return await withRoom<Value>(terminal, choosing, (there) =>
    promptOn(there, 'keys', (keys) => select<Value>({ ...choosing, ...keys })),
  );
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

/** Whether it fits into a line of the choice: 200 characters, and four rows of a narrow screen. */
function isShort(texts: readonly string[], { output }: PersonsTerminal): boolean {
  return texts.join('; ').length <= Math.min(200, 4 * sizeOf(output).columns);
}

function choicesFor(asked: Asked, terminal: PersonsTerminal): Option<Choice>[] {
  const open = openAnswers(asked);
  return [
    { value: 'no', label: 'No', hint: 'the reason reaches the agent' },
    { value: 'once', label: 'Yes, this once' },
    ...(open.conversation
      ? [{ value: 'conversation', label: 'Yes, this very command, in this conversation' } as const]
      : []),
    ...(open.always ? [{ value: 'always', label: alwaysLabel(asked.question, terminal) } as const] : []),
    ...(open.always && isSeveral(asked.question)
      ? [
          {
            value: 'part',
            label: 'Always, changed or without some of it',
            hint: 'what is left out is asked about again',
          } as const,
        ]
      : []),
    ...(open.edit ? [{ value: 'edit', label: 'Run another command in its stead' } as const] : []),
  ];
}

/** One call is shown to be changed before it is kept; of several things that would be a key for each. */
function isSeveral({ offers }: ApprovalQuestion): boolean {
  return offers !== null && offers.length > 1;
}

function alwaysLabel(question: ApprovalQuestion, terminal: PersonsTerminal): string {
  const texts = alwaysTexts(question);
  return isShort(texts, terminal) ? `Always: ${texts.join('; ')}` : 'Always, as said above';
}

async function followUp(choice: Choice, asked: Asked, terminal: PersonsTerminal): Promise<ApprovalAnswer> {
  switch (choice) {
    case 'no': {
      const { isCancel, text } = await prompts();
      const reason = await promptOn(terminal, 'line', (keys) =>
        text({
          message: 'Why? The agent is told.',
          defaultValue: noReason,
          placeholder: noReason,
          ...keys,
        }),
      );
      return isCancel(reason) ? unanswered : { kind: 'refused', reason };
    }
    case 'once':
      return { kind: 'approved' };
    case 'conversation':
      return { kind: 'approved', conversation: true };
    case 'always':
      return canBeChanged(asked.question) && !isSeveral(asked.question)
        ? await askForLines(asked.question, terminal)
        : { kind: 'approved', always: {} };
    case 'part':
      return await askForLines(asked.question, terminal);
    case 'edit':
      return await askForCommand(asked, terminal);
  }
}

/** Asks for what is kept, one after the other: as it is, changed for what is as narrow, or, of several, left out. */
async function askForLines(question: ApprovalQuestion, terminal: PersonsTerminal): Promise<ApprovalAnswer> {
  const { isCancel, text } = await prompts();
  const offers = question.offers ?? [];
  const shown = offerLines(question);
  const given: string[] = [];
  for (const [at, offer] of offers.entries()) {
    const isLast = at === offers.length - 1;
    const validate = (text = ''): string | undefined => {
      const read = isLast ? readLines([...given, text], question) : readLine(text, offer);
      return read.kind === 'unfit' ? `expected ${read.expected}` : undefined;
    };
    const which = isSeveral(question) ? `, ${at + 1} of ${offers.length} (empty: left out)` : '';
    const options = {
      message: `Always${which}, ${offerPlace(offer)}`,
      initialValue: shown[at] ?? '',
      validate,
    };
    const line = await promptOn(terminal, 'line', (keys) => text({ ...options, ...keys }));
    if (isCancel(line)) return unanswered;
    given.push(line);
  }
  const read = readLines(given, question);
  return read.kind === 'unfit' ? unanswered : { kind: 'approved', always: read.always };
}

async function askForCommand(asked: Asked, terminal: PersonsTerminal): Promise<ApprovalAnswer> {
  const { isCancel, multiline, text } = await prompts();
  const { command } = asked.question.request;
  const lines = command.split('\n');
  const options = {
    // What has something in it that is not seen would be taken over unseen.
    initialValue: lines.every((line) => visible(line) === line) ? command : '',
    validate: (text = '') => unfit({ kind: 'edited', command: text }, asked) ?? undefined,
  };
  const given = options.initialValue.includes('\n')
    ? await promptOn(terminal, 'lines', (keys) =>
        multiline({
          ...{ ...options, ...keys, message: `${judgedAgain}; Tab and Enter when done`, showSubmit: true },
        }),
      )
    : await promptOn(terminal, 'line', (keys) => text({ ...options, ...keys, message: judgedAgain }));
  return isCancel(given) ? unanswered : { kind: 'edited', command: given };
}

const judgedAgain = 'The command to run; it is judged again';
