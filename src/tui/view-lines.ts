import { approvalDetail } from './approval-detail.ts';
import { callDetail, entryDetail, fields, jobDetail } from './details.ts';
import { type Line, line } from './frame.ts';
import { keyHelp } from './keys.ts';
import { callRows, endedRow } from './lists.ts';
import type { View } from './looking.ts';
import type { Sources } from './sources.ts';

export const viewNames: Readonly<Record<View['kind'], string>> = {
  call: 'Call',
  job: 'Job',
  approval: 'Approval',
  entry: 'Recorded call',
  help: 'Keys',
};

/** All lines of a view on a screen that is so wide. */
export function viewLines(
  sources: Sources,
  { kind, id }: View,
  columns: number,
  now: number,
): readonly Line[] {
  const gone = (what: string): readonly Line[] => [line(what, columns, 'faint')];
  switch (kind) {
    case 'help':
      return helpLines(columns);
    case 'call': {
      const ended = sources.ended().find(({ call }) => call.id === id);
      const row = callRows(sources, now).find((one) => one.id === id) ?? (ended && endedRow(ended));
      return row === undefined
        ? viewLines(sources, { kind: 'entry', id }, columns, now)
        : callDetail(row, columns);
    }
    case 'job': {
      const job = sources.jobs().find((one) => one.id === id);
      return job === undefined
        ? gone('this job is forgotten')
        : jobDetail(job, sources.outputOf(job), now, columns);
    }
    case 'approval': {
      const approval = sources.approvals().find((one) => one.id === id);
      if (approval !== undefined) return approvalDetail(approval, now, columns);
      return gone('this was answered, or the call does not wait any more');
    }
    case 'entry': {
      const entry = sources.entry(id);
      return entry === null ? gone('this call is not in the audit log') : entryDetail(entry, columns);
    }
  }
}

function helpLines(columns: number): readonly Line[] {
  return fields(
    keyHelp.map(({ keys, what }) => [keys, what] as const),
    columns,
  );
}
