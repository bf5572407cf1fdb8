import { describeQuestion } from '../approvals/describe.ts';
import { isAskedAgain } from '../approvals/offer-lines.ts';
import { createApprovalQueue } from '../approvals/queue.ts';
import { systemClock } from '../engine/clock.ts';
import type { AnswerReceipt, Approvals, Decisive, OpenApproval } from '../model/approval.ts';
import { grantLimits } from '../policy/grants-of-answer.ts';
import { visibleLine } from '../policy/visible.ts';
import { resolveSettings } from '../settings/resolve.ts';
import { createLazyState, type State } from '../state/lazy-state.ts';
import { makeStateDirectory } from '../state/state-directory.ts';
import { type AnswerFlags, answerOf, kindOf } from './answer-flags.ts';
import { approveStatus } from './exit-status.ts';
import { hookContract } from './hook/hook-contract.ts';
import { hasPerson, refusedToAgents } from './person.ts';
import { columnsOf, misuse, type Terminal } from './terminal.ts';
import { ellipsis, jsonText, listLines, pathEnd, visible } from './visible.ts';

/** The options of `handrail approve`. */
export interface ApproveFlags extends AnswerFlags {
  readonly json?: boolean;
}

/** Lists what waits for a person, shows one of it, or answers it. */
export async function approve(
  terminal: Terminal,
  id: string | undefined,
  flags: ApproveFlags,
): Promise<number> {
  return await withState(terminal, async (state) => {
    const approvals = createApprovalQueue({
      ...{ store: state.approvals, clock: systemClock, mask: (text) => text, waitMs: null },
    });
    const open = await approvals.open();
    if (id === undefined) {
      requireNoAnswer(flags);
      const [first, ...others] = open.filter(({ state }) => state !== 'gone');
      if (canPick(terminal, flags) && first !== undefined)
        return await pickOne(terminal, approvals, [first, ...others], flags);
      terminal.stdout.write(flags.json === true ? `${jsonText(open)}\n` : describeList(open, terminal));
      return approveStatus.done;
    }
    return await one(terminal, { approvals, id, asked: open.find((each) => each.id === id) ?? null }, flags);
  });
}

/** Opens the state of the settings, and lets go of it. */
export async function withState<Value>(
  terminal: Terminal,
  use: (state: State) => Promise<Value>,
): Promise<Value> {
  const { settings } = resolveSettings({ directory: terminal.cwd, env: terminal.env, flags: {} });
  // Where none can be made, nothing that is told of it would be known.
  makeStateDirectory(settings.stateDir);
  const state = createLazyState(settings.stateDir);
  try {
    return await use(state);
  } finally {
    state.shut();
  }
}

function requireNoAnswer(flags: AnswerFlags): void {
  const kind = kindOf(flags);
  if (kind === null) return;
  throw misuse(
    `expected the id of what is to be answered beside --${kind}, got none; handrail approve lists what waits, with the ids`,
  );
}

/** How to answer on a screen that is too small for a choice. */
const instead = 'answer with --yes or --no';

/** Whether a person is there to pick one, and not only to read a list that goes elsewhere. */
function canPick(terminal: Terminal, { json }: ApproveFlags): boolean {
  return json !== true && terminal.stdout.isTTY === true && hasPerson(terminal);
}

async function pickOne(
  terminal: Terminal,
  approvals: Approvals,
  answerable: readonly [OpenApproval, ...OpenApproval[]],
  flags: ApproveFlags,
): Promise<number> {
  const { pickOnTerminal } = await import('../approvals/terminal.ts');
  const { stdin: input, stderr: output, interrupted: signal } = terminal;
  const asked = await pickOnTerminal(answerable, { input, output, signal, instead });
  if (asked === null) return approveStatus.done;
  return await one(terminal, { approvals, id: asked.id, asked }, flags);
}

interface Approving {
  readonly approvals: Approvals;
  readonly id: string;
  /** `null`: there is none of that id that waits. */
  readonly asked: OpenApproval | null;
}

async function one(terminal: Terminal, approving: Approving, flags: ApproveFlags): Promise<number> {
  const { approvals, id, asked } = approving;
  const given = await answerOf(terminal, flags, asked);
  if (given === null && asked !== null && !hasPerson(terminal)) {
    const shown = flags.json === true ? jsonText(asked) : `${headline(asked)}\n\n${described(asked)}`;
    terminal.stdout.write(`${shown}\n`);
    return approveStatus.done;
  }
  if (refusedToAgents(terminal, 'to answer an approval')) return approveStatus.refused;
  // What was not there to be looked at is not answered by who wanted to look, also when it is there by now.
  if (given === null && asked === null) return told(terminal, { kind: 'unknown' }, id, flags);
  const answer = given ?? (asked && (await askHere(terminal, approvals, asked)));
  if (answer === 'over') {
    const why = 'it was answered elsewhere, or its call is over';
    terminal.stderr.write(`approval ${visible(id)} waits no more: ${why}\n`);
    return approveStatus.unchanged;
  }
  if (answer === null) {
    terminal.stdout.write(`approval ${visible(id)} was not answered\n`);
    return approveStatus.unchanged;
  }
  const receipt = await approvals.answer(id, answer);
  const effect = receipt.kind === 'taken' ? effectOf(answer, receipt.state, asked) : null;
  return told(terminal, receipt, id, flags, effect);
}

/** The question, and what would be kept of a yes for good. */
function described({ question }: OpenApproval): string {
  const { text, always } = describeQuestion(question);
  const days = grantLimits.alwaysMs / 86_400_000;
  const kept =
    always === null
      ? ['what --always would keep: nothing, as nothing of it is narrow enough']
      : [
          `what --always would keep, for ${days} days unless --for is given`,
          ...always.map((one) => `  ${one}`),
          ...(always.length > 1
            ? ['--as, once for each in this order, changes it, or leaves it out if empty']
            : []),
        ];
  return `${text}\n\n${kept.join('\n')}`;
}

/** `null`: the person has turned away; `over`: meanwhile it waits no more. */
async function askHere(
  terminal: Terminal,
  approvals: Approvals,
  asked: OpenApproval,
): Promise<Decisive | 'over' | null> {
  const { askOnTerminal } = await import('../approvals/terminal.ts');
  const { stdin: input, stderr: output, interrupted } = terminal;
  const over = whenOver(approvals, asked);
  try {
    const signal = AbortSignal.any([interrupted, over.signal]);
    const answer = await askOnTerminal(asked, { input, output, signal, instead });
    if (answer.kind !== 'unanswered') return answer;
    return over.signal.aborted ? 'over' : null;
  } finally {
    over.stop();
  }
}

/** How often it is looked whether a question still waits: a person who reads it should not be late by much. */
const lookEveryMs = 500;

/** Aborted once an approval waits no more. */
function whenOver(approvals: Approvals, { id }: OpenApproval) {
  const over = new AbortController();
  const look = async (): Promise<void> => {
    const open = await approvals.open();
    if (!open.some((one) => one.id === id && one.state !== 'gone')) over.abort();
  };
  // What cannot be looked up now may be the next time; answering says so where it cannot.
  const timer = setInterval(() => void look().catch(() => {}), lookEveryMs);
  return { signal: over.signal, stop: () => clearInterval(timer) };
}

/** `effect`: what comes of an answer that was taken. */
function told(
  { stdout, stderr }: Terminal,
  receipt: AnswerReceipt,
  id: string,
  { json }: ApproveFlags,
  effect: string | null = null,
): number {
  const words = describeReceipt(receipt, visible(id), effect);
  if (json === true) stdout.write(`${jsonText({ id, ...receipt })}\n`);
  else (receipt.kind === 'taken' ? stdout : stderr).write(`${words}\n`);
  switch (receipt.kind) {
    case 'taken':
      return approveStatus.done;
    case 'too-late':
      return approveStatus.unchanged;
    case 'unknown':
    case 'unfit':
      return approveStatus.misuse;
  }
}

function describeReceipt(receipt: AnswerReceipt, id: string, effect: string | null): string {
  switch (receipt.kind) {
    case 'taken':
      return `approval ${id} is answered: ${effect}`;
    case 'too-late':
      return `approval ${id} is not answered by this: ${late[receipt.because]}`;
    case 'unknown':
      return `handrail: expected the id of an approval that waits, got ${JSON.stringify(id)}; handrail approve lists them`;
    case 'unfit':
      return `handrail: approval ${id} cannot be answered so: ${receipt.reason}`;
  }
}

/** What comes of an answer. A guard of another agent can only tell it of another command. */
function effectOf(answer: Decisive, state: 'waiting' | 'left', asked: OpenApproval | null): string {
  const always = answer.kind === 'approved' ? answer.always : undefined;
  if (always !== undefined && asked !== null && isAskedAgain(always, asked.question))
    return `${oneCall[state]}; ${notAllKept}`;
  if (state === 'waiting') return answer.kind === 'refused' ? 'the agent is told' : oneCall.waiting;
  if (answer.kind === 'refused') return 'the agent is told when it makes the same call within an hour';
  if (answer.kind === 'edited' && asked?.question.contract === hookContract)
    return 'the agent is told, when it makes the same call within an hour, to run the other command';
  const isKept = always !== undefined || (answer.kind === 'approved' && answer.conversation === true);
  if (isKept) return 'it is kept, as `handrail grants` lists';
  return oneCall.left;
}

/** What a yes for once does. */
const oneCall = {
  waiting: 'the call goes on',
  left: 'it holds for the same call, made again within an hour',
} as const;

const notAllKept = 'not all of it is kept, so that it is then asked about again';

const late = {
  answered: 'it was answered before, and that holds',
  cancelled: 'the call was cancelled',
  expired: 'its time is up; the call has to be made again',
  gone: 'the process that had asked is gone; the call has to be made again',
} as const;

const states = {
  waiting: 'a call waits',
  left: 'for the next such call',
  gone: 'whoever asked is gone',
} as const;

function headline({ id, state, askedAtMs }: OpenApproval): string {
  return `approval ${id}, asked ${new Date(askedAtMs).toISOString()} (${states[state]})`;
}

/** The widest that a directory is listed on a screen: a longer one would leave no room for the command. */
const directoryColumns = 28;

/** The most that is listed of a command, also where no screen is: 200 columns. Shown by its id it is whole. */
const commandColumns = 200;

function describeList(open: readonly OpenApproval[], { stdout }: Terminal): string {
  if (open.length === 0) return 'nothing waits for an approval\n';
  const width = columnsOf({ stdout }) ?? Number.POSITIVE_INFINITY;
  const rows = open.map(({ id, state, askedAtMs, question }) => [
    ...[id, new Date(askedAtMs).toISOString(), states[state]],
    pathEnd(visible(question.request.cwd), Number.isFinite(width) ? directoryColumns : width),
    ellipsis(visibleLine(question.request.command), commandColumns),
  ]);
  const lines = listLines([titles, ...rows], width, spare);
  return lines.map((line) => `${line}\n`).join('');
}

const titles = ['ID', 'ASKED', 'STATE', 'DIRECTORY', 'COMMAND'];

/** All but the command and the id, by which it is shown with all of them. */
const spare = [1, 2, 3];
