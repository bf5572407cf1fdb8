import { fold } from '../contracts/columns.ts';
import { formatDuration } from '../contracts/units.ts';
import type { LiveOutput } from '../live/protocol.ts';
import type { Job } from '../model/job.ts';
import { visible } from '../policy/visible.ts';
import type { AuditEntry } from '../state/audit-log.ts';
import type { Line, Look } from './frame.ts';
import type { CallRow } from './lists.ts';
import { wrap } from './text.ts';
import { fullTime, jobMark, markOf } from './words.ts';

/** Blanks and a name before what is told. */
const labelColumns = 14;

/** What is told of something, by name; what is `null` is left out. */
export function fields(
  pairs: readonly (readonly [name: string, value: string | null, look?: Look])[],
  columns: number,
): readonly Line[] {
  return pairs.flatMap(([name, value, look = 'normal']) =>
    value === null ? [] : field(name, value, look, columns),
  );
}

function field(name: string, value: string, look: Look, columns: number): readonly Line[] {
  const isNarrow = columns < 3 * labelColumns;
  const room = isNarrow ? columns - 2 : columns - labelColumns;
  // A command is broken wherever the screen ends, as a blank in it may mean something.
  const rows =
    look === 'strong' ? wrap(value, room) : value.split('\n').flatMap((text) => fold(visible(text), room));
  const label = { text: name, look: 'faint' } as const;
  if (isNarrow) return [[label], ...rows.map((text): Line => [{ text: `  ${text}`, look }])];
  return rows.map((text, at) => [
    { ...label, text: (at === 0 ? name : '').padEnd(labelColumns) },
    { text, look },
  ]);
}

export function heading(text: string): Line {
  return [{ text, look: 'strong' }];
}

const empty: Line = [];

export function callDetail({ call, command: asked, mark, age }: CallRow, columns: number): readonly Line[] {
  const { command, waitsFor, output } = call;
  const known = command ?? call.asked;
  return [
    ...fields(
      [
        ['State', `${mark.text}, for ${age}`, mark.look],
        ['Command', command?.text ?? asked, 'strong'],
        ['Waits for', waitsFor && `session ${waitsFor}, in which another command runs`],
        ['Purpose', known?.description ?? null],
        ['Directory', known?.cwd ?? call.workingDirectory],
        ['Confinement', command?.confinement ?? null],
        ['Conversation', call.conversationId],
        ['Contract', `${call.contract}, tool ${call.tool}`],
        ['Call', call.id],
        ['Since', fullTime(command?.startedAt ?? call.openedAt)],
      ],
      columns,
    ),
    empty,
    ...outputLines(output, columns),
  ];
}

export function jobDetail(
  job: Job,
  output: LiveOutput | null,
  now: number,
  columns: number,
): readonly Line[] {
  const { state } = job;
  const mark = jobMark(state);
  const ended = state.kind === 'running' ? null : state.at;
  return [
    ...fields(
      [
        ['State', `${mark.text}, for ${formatDuration((ended ?? now) - job.startedAt)}`, mark.look],
        ['Command', job.command, 'strong'],
        ['Purpose', job.description],
        ['Directory', job.cwd],
        ['Conversation', job.conversationId],
        ['Contract', job.contract],
        ['Call', job.callId],
        ['Process', String(job.shell.pid)],
        ['Since', fullTime(job.startedAt)],
        ['Until', ended === null ? null : fullTime(ended)],
        ['Output', job.outputFile],
        ['Incomplete', job.outputProblem, 'bad'],
      ],
      columns,
    ),
    empty,
    ...outputLines(output, columns),
  ];
}

function outputLines(output: LiveOutput | null, columns: number): readonly Line[] {
  if (output === null || output.text === '') return [[{ text: '(no output so far)', look: 'faint' }]];
  const text = output.text.endsWith('\n') ? output.text.slice(0, -1) : output.text;
  return [
    heading(output.isCut ? 'Output, its end' : 'Output'),
    ...wrap(text, columns).map((row): Line => [{ text: row, look: 'normal' }]),
  ];
}

export function entryDetail(entry: AuditEntry, columns: number): readonly Line[] {
  const { opened, closed } = entry;
  const mark = markOf(closed?.status ?? 'open');
  const took = closed === null ? '' : `, after ${formatDuration(closed.at - entry.openedAt)}`;
  return [
    ...fields(
      [
        ['Status', `${mark.text}${took}`, mark.look],
        ['Command', closed?.command ?? null, 'strong'],
        ['Directory', closed?.cwd ?? opened.workingDirectory],
        ['Conversation', opened.conversationId],
        ['Contract', `${opened.contract}, tool ${opened.tool}`],
        ['Backend', opened.backend],
        ['Call', entry.id],
        ['Opened', fullTime(entry.openedAt)],
        ['Closed', closed === null ? 'not yet, or its host has ended before' : fullTime(closed.at)],
        ['Host', `process ${opened.hostPid}`],
      ],
      columns,
    ),
    empty,
    heading('As recorded'),
    ...wrap(JSON.stringify({ input: opened.input, outcome: closed?.outcome ?? null }, null, 2), columns).map(
      (text): Line => [{ text, look: 'normal' }],
    ),
  ];
}
