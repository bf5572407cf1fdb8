import { count } from '../contracts/units.ts';
import { answersTo } from './approval-detail.ts';
import { cutLine, edges, type Line, line, type Span } from './frame.ts';
import type { Looking, View } from './looking.ts';
import type { Sources } from './sources.ts';
import { type Tab, tabs } from './tabs.ts';
import { lastLines, shortened } from './text.ts';
import { hostWords } from './words.ts';

/** The first line: the lists, and how much is in them. */
export function header(sources: Sources, looking: Looking, columns: number): Line {
  const counts: Readonly<Partial<Record<Tab, string>>> = {
    running: String(sources.calls().length),
    jobs: String(sources.jobs().filter(({ state }) => state.kind === 'running').length),
    approvals: approvalCount(sources),
  };
  const isWide = columns >= 76;
  const spans = tabs.flatMap(({ id, title, short }, at): readonly Span[] => {
    const count = counts[id] === undefined ? '' : ` ${counts[id]}`;
    const text = `${at + 1}${isWide ? ' ' : ''}${isWide ? title : short}${count}`;
    const isSelected = id === looking.tab;
    const look = isSelected ? 'selected' : count.endsWith('!') ? 'attention' : 'normal';
    return [{ text: isSelected ? `[${text}]` : ` ${text} `, look }];
  });
  return edges(cutLine(spans, columns), { text: hostWords(sources.hosts), look: 'faint' }, columns);
}

/** With a sign that says to look. */
function approvalCount(sources: Sources): string {
  const open = sources.approvals().filter(({ state }) => state !== 'gone').length;
  return open === 0 ? '0' : `${open}!`;
}

/** The last line: what is typed, what has just been said, or what can be done. */
export function footer(sources: Sources, looking: Looking, isRead: boolean, columns: number): Line {
  const { entry, notice, view } = looking;
  const problem = sources.problem();
  if (entry !== null) return entryLine(entry, columns);
  if (notice !== null) return line(notice, columns, 'attention');
  if (problem !== null) return line(`! ${problem}`, columns, 'bad');
  const hints = view === null ? listHints(sources, looking) : viewHints(sources, view, isRead);
  return edges(
    [{ text: shortened(hints, columns), look: 'faint' }],
    { text: '? help  q leave', look: 'faint' },
    columns,
  );
}

function entryLine({ kind, text }: NonNullable<Looking['entry']>, columns: number): Line {
  const names = { search: 'Search: ', reason: 'No, because: ', command: 'Run instead: ', rule: 'Always: ' };
  const name = names[kind];
  // The end is where one types.
  const shown = lastLines(text, Math.max(1, columns - name.length - 1), 1).join('');
  return cutLine(
    [
      { text: name, look: 'strong' },
      { text: shown, look: 'normal' },
      { text: '_', look: 'selected' },
    ],
    columns,
  );
}

function listHints(sources: Sources, { tab }: Looking): string {
  if (tab !== 'audit') return 'Enter open  Tab next';
  const { search, rows, hasMore } = sources.audit;
  const found = `${count(rows.length, 'call')}${hasMore ? ' or more' : ''}`;
  if (search === '') return `${found}  / search  Enter open`;
  return `${found} ${rows.length === 1 ? 'matches' : 'match'} ${search}  Esc all`;
}

function viewHints(sources: Sources, { kind, id }: View, isRead: boolean): string {
  const approval = kind === 'approval' ? sources.approvals().find((one) => one.id === id) : undefined;
  if (approval === undefined) return 'Esc back';
  const can = answersTo(approval);
  if (!can.isOpen) return 'Esc back';
  if (!isRead) return 'n no  (End: read on, then y yes)  Esc back';
  const more = [
    can.conversation ? 'c conversation' : '',
    can.always ? 'a always' : '',
    can.edit ? 'e edit' : '',
  ];
  return ['y yes', 'n no', ...more.filter((one) => one !== ''), 'Esc back'].join('  ');
}
