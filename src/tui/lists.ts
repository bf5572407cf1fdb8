import type { LiveCall } from '../live/protocol.ts';
import type { OpenApproval } from '../model/approval.ts';
import type { Job } from '../model/job.ts';
import { visibleLine } from '../policy/visible.ts';
import type { AuditRow } from './audit-rows.ts';
import type { Column } from './frame.ts';
import type { EndedCall, Sources } from './sources.ts';
import { age, clockTime, jobMark, type Mark, markColumns, markOf } from './words.ts';

/** A call of the list of those that run: it runs, waits, or has just ended. */
export interface CallRow {
  readonly id: string;
  readonly call: LiveCall;
  readonly command: string;
  readonly mark: Mark;
  /** How long it runs, or ran. */
  readonly age: string;
}

/** What is known of a conversation. */
export interface ConversationRow {
  readonly id: string;
  readonly contract: string;
  readonly running: number;
  readonly jobs: number;
  readonly waiting: number;
  /** Calls of it among those of the audit log that were read. */
  readonly calls: number;
  /** Milliseconds since 1970. */
  readonly lastAt: number;
  readonly lastCommand: string;
}

/** Milliseconds that a call is still listed after its end: 10 s, long enough to look. */
const endedForMs = 10_000;

export function callRows(sources: Sources, now: number): readonly CallRow[] {
  const asked = new Map(
    sources.approvals().map(({ question }) => [question.callId, question.request.command]),
  );
  const running = sources.calls().map((call) => ({
    ...{ id: call.id, call, mark: progressOf(call, asked.has(call.id)) },
    command: asked.get(call.id) ?? commandOf(call),
    age: age(now - (call.command?.startedAt ?? call.openedAt)),
  }));
  const ended = sources.ended().filter(({ at }) => now - at < endedForMs);
  return [...running, ...ended.map(endedRow)];
}

export function endedRow({ call, status, at }: EndedCall): CallRow {
  const mark: Mark = status === null ? { text: '! host gone', look: 'bad' } : markOf(status);
  const since = call.command?.startedAt ?? call.openedAt;
  return { id: call.id, call, command: commandOf(call), mark, age: age(at - since) };
}

function progressOf({ command, waitsFor }: LiveCall, isWaiting: boolean): Mark {
  if (isWaiting) return { text: '? waiting', look: 'attention' };
  if (waitsFor !== null) return { text: '· in line', look: 'normal' };
  return command === null ? { text: '· preparing', look: 'normal' } : { text: '» running', look: 'good' };
}

function commandOf({ command, asked, tool }: LiveCall): string {
  return (command ?? asked)?.text ?? `(${tool})`;
}

export const callColumns: readonly Column<CallRow>[] = [
  { title: 'FOR', width: 6, from: 0, text: (row) => row.age },
  { title: 'STATE', width: markColumns, from: 0, text: (row) => row.mark.text, look: (row) => row.mark.look },
  { title: 'CONVERSATION', width: 14, from: 70, text: (row) => row.call.conversationId },
  { title: 'CONTRACT', width: 9, from: 110, text: (row) => row.call.contract },
  {
    title: 'DIRECTORY',
    width: 28,
    from: 130,
    text: ({ call }) => (call.command ?? call.asked)?.cwd ?? call.workingDirectory,
  },
  { title: 'COMMAND', width: null, from: 0, text: (row) => row.command },
];

export function jobColumns(now: number): readonly Column<Job>[] {
  return [
    { title: 'JOB', width: 5, from: 0, text: (job) => job.id },
    { title: 'FOR', width: 6, from: 0, text: (job) => age(endOf(job, now) - job.startedAt) },
    {
      ...{ title: 'STATE', width: markColumns, from: 0 },
      text: (job) => jobMark(job.state).text,
      look: (job) => jobMark(job.state).look,
    },
    { title: 'CONVERSATION', width: 14, from: 75, text: (job) => job.conversationId },
    { title: 'DIRECTORY', width: 28, from: 130, text: (job) => job.cwd },
    { title: 'COMMAND', width: null, from: 0, text: (job) => job.command },
  ];
}

function endOf({ state }: Job, now: number): number {
  return state.kind === 'running' ? now : state.at;
}

/** Characters of a command that a row has room for on any screen. */
const listedLength = 2_000;

/** The width of a time of day or a date. */
const timeColumns = 11;

export function approvalColumns(now: number): readonly Column<OpenApproval>[] {
  return [
    { title: 'ID', width: 6, from: 0, text: ({ id }) => id },
    { title: 'SINCE', width: 6, from: 0, text: ({ askedAtMs }) => age(now - askedAtMs) },
    {
      ...{ title: 'STATE', width: markColumns, from: 0 },
      text: ({ state }) => approvalMark(state).text,
      look: ({ state }) => approvalMark(state).look,
    },
    { title: 'CONVERSATION', width: 14, from: 75, text: ({ question }) => question.conversationId },
    {
      ...{ title: 'COMMAND', width: null, from: 0 },
      text: ({ question }) => visibleLine(question.request.command),
    },
  ];
}

export function approvalMark(state: OpenApproval['state']): Mark {
  switch (state) {
    case 'waiting':
      return { text: '? waiting', look: 'attention' };
    case 'left':
      return { text: '? left', look: 'attention' };
    case 'gone':
      return { text: '! host gone', look: 'bad' };
  }
}

export function auditColumns(now: number): readonly Column<AuditRow>[] {
  return [
    { title: 'TIME', width: timeColumns, from: 50, text: (row) => clockTime(row.openedAt, now) },
    {
      ...{ title: 'STATUS', width: markColumns, from: 0 },
      text: (row) => markOf(row.status).text,
      look: (row) => markOf(row.status).look,
    },
    { title: 'CONVERSATION', width: 14, from: 75, text: (row) => row.conversationId },
    { title: 'TOOL', width: 12, from: 110, text: (row) => row.tool },
    { title: 'ID', width: 16, from: 130, text: (row) => row.id },
    { title: 'COMMAND', width: null, from: 0, text: (row) => row.command.slice(0, listedLength) },
  ];
}

export function conversationColumns(now: number): readonly Column<ConversationRow>[] {
  const number = (n: number): string => (n === 0 ? '-' : String(n));
  return [
    { title: 'CONVERSATION', width: 18, from: 0, text: ({ id }) => id },
    { title: 'RUNS', width: 4, from: 0, text: ({ running }) => number(running) },
    { title: 'JOBS', width: 4, from: 50, text: ({ jobs }) => number(jobs) },
    {
      title: 'ASKS',
      width: 4,
      from: 0,
      text: ({ waiting }) => number(waiting),
      look: ({ waiting }) => (waiting > 0 ? 'attention' : 'normal'),
    },
    { title: 'CALLS', width: 5, from: 60, text: ({ calls }) => number(calls) },
    { title: 'LAST', width: timeColumns, from: 60, text: ({ lastAt }) => clockTime(lastAt, now) },
    { title: 'CONTRACT', width: 9, from: 90, text: ({ contract }) => contract },
    {
      title: 'LAST COMMAND',
      width: null,
      from: 0,
      text: ({ lastCommand }) => lastCommand.slice(0, listedLength),
    },
  ];
}

/** Something that happened in a conversation. */
interface Trace {
  readonly conversationId: string;
  readonly contract: string;
  readonly at: number;
  readonly command: string;
  readonly kind: 'running' | 'jobs' | 'waiting' | 'calls';
}

/** What conversations are known by. */
interface Traced extends Pick<Sources, 'calls' | 'jobs' | 'approvals'> {
  readonly audit: Pick<Sources['audit'], 'all'>;
}

/** All conversations that anything is known of, the one with the newest call first. */
export function conversationRows(sources: Traced): readonly ConversationRow[] {
  const rows = new Map<string, { -readonly [K in keyof ConversationRow]: ConversationRow[K] }>();
  for (const { conversationId: id, contract, at, command, kind } of traces(sources)) {
    const row = rows.get(id) ?? {
      ...{ id, contract, lastAt: at, lastCommand: command },
      ...{ running: 0, jobs: 0, waiting: 0, calls: 0 },
    };
    row[kind] += 1;
    if (at > row.lastAt) Object.assign(row, { lastAt: at, lastCommand: command });
    rows.set(id, row);
  }
  return [...rows.values()].toSorted((a, b) => b.lastAt - a.lastAt);
}

function traces(sources: Traced): readonly Trace[] {
  const jobs = sources.jobs().filter(({ state }) => state.kind === 'running');
  // Who has asked and is gone waits for no answer.
  const asked = sources.approvals().filter(({ state }) => state !== 'gone');
  return [
    ...sources.calls().map((call) => ({
      ...pick(call),
      at: call.openedAt,
      command: commandOf(call),
      kind: 'running' as const,
    })),
    ...jobs.map((job) => ({ ...pick(job), at: job.startedAt, command: job.command, kind: 'jobs' as const })),
    ...asked.map(({ question, askedAtMs }) => ({
      ...{ ...pick(question), at: askedAtMs, command: question.request.command, kind: 'waiting' as const },
    })),
    ...sources.audit.all.map((row) => ({
      ...pick(row),
      at: row.openedAt,
      command: row.command,
      kind: 'calls' as const,
    })),
  ];
}

function pick(from: Pick<Trace, 'conversationId' | 'contract'>): Pick<Trace, 'conversationId' | 'contract'> {
  return { conversationId: from.conversationId, contract: from.contract };
}
