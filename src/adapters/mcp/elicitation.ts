import type { ClientCapabilities, ElicitRequestFormParams, ElicitResult } from '@modelcontextprotocol/server';
import { noAnswer } from '../../approvals/answers.ts';
import { describeQuestion, type ShownQuestion } from '../../approvals/describe.ts';
import { unfit } from '../../approvals/unfit.ts';
import { describeKind } from '../../model/options.ts';
import type { ApprovalAnswer, ApprovalQuestion, Approver } from '../../model/ports.ts';
import { headOf } from '../../model/whole-characters.ts';
import { alwaysIn, type Content, type Fields, ruleFields } from './rule-fields.ts';

/** What a client is asked with. Rejects when it cannot be asked, or does not answer before the signal is aborted. */
export type Elicit = (form: ElicitRequestFormParams, signal: AbortSignal) => Promise<ElicitResult>;

/** Whether a client can show a form. One that says nothing of modes is from before there was another one. */
export function hasForms({ elicitation }: ClientCapabilities = {}): boolean {
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}

/**
 * Asks the person at the client, until the signal or the client's patience is at an end. A client that fails has not said
 * no: somebody else may still answer.
 */
export function createFormApprover(elicit: Elicit, patience: AbortSignal | null): Approver {
  return {
    async ask(question, signal) {
      const form = formFor(question, { onlyOnce: false });
      if (form === null) return { kind: 'unanswered' };
      const enough = patience === null ? signal : AbortSignal.any([signal, patience]);
      try {
        return answerOf(await elicit(form, enough), question);
      } catch {
        return { kind: 'unanswered' };
      }
    },
  };
}

/** What no client shows as a whole is not asked about by a form: 100,000 characters. */
const maxMessageLength = 100_000;

/** The longest reason that is passed on, in characters. */
const maxReasonLength = 1_000;

/** What the agent is told where the person gives no reason: the word that a client has on its button. */
const declined = 'the user has declined';

/** `null`: it is too long for a form. */
export function formFor(
  question: ApprovalQuestion,
  { onlyOnce }: { readonly onlyOnce: boolean },
): ElicitRequestFormParams | null {
  const shown = describeQuestion(question);
  const choices = choicesFor(shown).filter(({ answer }) => !onlyOnce || isOnce(answer));
  const always = choices.some(({ answer }) => answer === 'always') ? (shown.always ?? []) : [];
  const message = [
    'May this command be run?',
    '',
    shown.text,
    ...(always.length === 0 ? [] : ['', '"Always" would allow', ...always.map((rule) => `  ${rule}`)]),
  ].join('\n');
  if (message.length > maxMessageLength) return null;
  return {
    mode: 'form',
    message,
    requestedSchema: {
      type: 'object',
      properties: { ...answerFields(choices), ...(onlyOnce ? {} : editFields(question)) },
    },
  };
}

function answerFields(choices: readonly Offered[]) {
  return {
    answer: {
      type: 'string',
      title: 'Answer',
      enum: choices.map(({ answer }) => answer),
      enumNames: choices.map(({ title }) => title),
      default: 'once',
    },
    reason: {
      type: 'string',
      title: 'Why not',
      description: 'Is told to the agent. With it the answer is no.',
      maxLength: maxReasonLength,
    },
  } as const satisfies Fields;
}

/** What can be changed; who leaves it as it is has not changed anything. */
function editFields(question: ApprovalQuestion): Fields {
  return {
    ...ruleFields(question),
    command: {
      type: 'string',
      title: 'Run another command instead',
      description: 'It is judged again, and the agent is told. Leave it empty for the command above.',
    },
  };
}

type Choice = 'once' | 'conversation' | 'always' | 'no';

interface Offered {
  readonly answer: Choice;
  readonly title: string;
}

function choicesFor({ hasConversation, always }: ShownQuestion): readonly Offered[] {
  return [
    { answer: 'once', title: 'Yes, this once' },
    ...(hasConversation
      ? [{ answer: 'conversation', title: 'Yes, for this very command in this conversation' } as const]
      : []),
    ...(always === null ? [] : [{ answer: 'always', title: 'Yes, always, as said above' } as const]),
    { answer: 'no', title: 'No' },
  ];
}

function isOnce(answer: Choice): boolean {
  return answer === 'once' || answer === 'no';
}

/**
 * What a person has said. To accept is to say yes, unless the form says otherwise; to close it is to say nothing. What
 * is not among what was offered is a no.
 */
export function answerOf({ action, content }: ElicitResult, question: ApprovalQuestion): ApprovalAnswer {
  if (action === 'cancel') return { kind: 'unanswered' };
  const reason = headOf(textOf(content?.reason), maxReasonLength);
  if (action !== 'accept' || reason !== '') return refused(reason || declined);
  const wrong = content === undefined ? null : wrongIn(content, question);
  if (wrong !== null) return refused(`${noAnswer.reason}: ${wrong}`);
  const answer = chosenAnswer(content ?? {}, question);
  const why = answer.kind === 'unanswered' ? null : unfit(answer, { question, isMasked: false });
  return why === null ? answer : refused(`${noAnswer.reason}: ${why}`);
}

/** In the newest era nobody has held it against the form before: what is in no field, or not of its kind, is no yes. */
function wrongIn(content: unknown, question: ApprovalQuestion): string | null {
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    return `expected what the form has, got ${describeKind(content)}`;
  const fields: Fields = { ...answerFields([]), ...editFields(question) };
  for (const [name, value] of Object.entries(content)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field === undefined)
      return `expected only ${Object.keys(fields).join(', ')}, got ${JSON.stringify(name)}`;
    // What has a box to tick can come as the text that is shown for it.
    if (typeof value !== 'string' && typeof value !== field.type)
      return `expected as ${name} ${field.type === 'boolean' ? 'true or false' : 'a text'}, got ${describeKind(value)}`;
  }
  return null;
}

function chosenAnswer(content: Content, question: ApprovalQuestion): ApprovalAnswer {
  const { answer = 'once', command } = content;
  const chosen = choicesFor(describeQuestion(question)).find((choice) => choice.answer === answer)?.answer;
  if (chosen === undefined) return noAnswer;
  if (chosen === 'no') return refused(declined);
  const instead = textOf(command);
  if (instead !== '' && instead !== question.request.command) return { kind: 'edited', command: instead };
  switch (chosen) {
    case 'once':
      return { kind: 'approved' };
    case 'conversation':
      return { kind: 'approved', conversation: true };
    case 'always':
      return alwaysIn(content, question);
  }
}

function refused(reason: string): ApprovalAnswer {
  return { kind: 'refused', reason };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}
