import { fold } from '../contracts/columns.ts';
import { count } from '../contracts/units.ts';
import { visible } from '../policy/visible.ts';
import { answersTo } from './approval-detail.ts';
import { lineWords } from './entry-lines.ts';
import { cutLine, edges, type Line, line, type Size, type Span } from './frame.ts';
import type { Entry, Looking, View } from './looking.ts';
import type { Sources } from './sources.ts';
import { type Tab, tabs } from './tabs.ts';
import { shortened } from './text.ts';
import { hostWords } from './words.ts';

/** The first line: the lists, and how much is in them. */
export function header(sources: Sources, looking: Looking, columns: number): Line {
  const counts: Readonly<Partial<Record<Tab, string>>> = {
    running: String(sources.calls().length),
    jobs: String(sources.jobs().filter(({ state }) => state.kind === 'running').length),
    approvals: approvalCount(sources),
  };
  const isWide = columns >= 76;
  const spans = tabs.map(({ id, title, short }, at): Span => {
    const count = counts[id] === undefined ? '' : ` ${counts[id]}`;
    const text = `${at + 1}${isWide ? ' ' : ''}${isWide ? title : short}${count}`;
    const isSelected = id === looking.tab;
    const look = isSelected ? 'selected' : count.endsWith('!') ? 'attention' : 'normal';
    return { text: isSelected ? `[${text}]` : ` ${text} `, look };
  });
  const shown = fromWhere(spans, tabs.findIndex(({ id }) => id === looking.tab) + 1, columns);
  return edges(cutLine(shown, columns), { text: hostWords(sources.hosts), look: 'faint' }, columns);
}

/** Without the first of them where the others before `end` leave no room: the list that is looked at is named. */
function fromWhere(spans: readonly Span[], end: number, columns: number): readonly Span[] {
  // With a column for the sign that others are cut off.
  const columnsFrom = (start: number): number =>
    spans.slice(start, end).reduce((sum, { text }) => sum + text.length, end < spans.length ? 1 : 0);
  let start = 0;
  while (start < end - 1 && columnsFrom(start) > columns) start += 1;
  return spans.slice(start);
}

/** With a sign that says to look. */
function approvalCount(sources: Sources): string {
  const open = sources.approvals().filter(({ state }) => state !== 'gone').length;
  return open === 0 ? '0' : `${open}!`;
}

/** What has just been said, or is wrong, in place of the last line; `null`: nothing. */
export function saidLines(
  sources: Sources,
  { notice }: Looking,
  { columns, rows }: Size,
): readonly Line[] | null {
  const problem = sources.problem();
  const said = notice ?? (problem === null ? null : `! ${problem}`);
  if (said === null) return null;
  // The lowest screen has but one line to spare.
  const most = Math.min(mostSaid, rows - 5);
  const folded = fold(visible(said), columns);
  const rest = folded.slice(most - 1).join(' ');
  return [...folded.slice(0, most - 1), ...(rest === '' ? [] : [rest])].map((text) =>
    line(text, columns, notice === null ? 'bad' : 'attention'),
  );
}

/** Lines for what is said: 3, in which nearly all of it is whole on a screen of 40 columns. */
const mostSaid = 3;

/** The last line: what can be done. */
export function footer(sources: Sources, looking: Looking, isRead: boolean, columns: number): Line {
  const { entry, view } = looking;
  if (entry !== null) return entryHintLine(sources, entry, columns);
  const hints = view === null ? listHints(sources, looking) : viewHints(sources, view, isRead, columns);
  return hintLine(hints, '? help  q leave', columns);
}

function hintLine(left: string, right: string, columns: number): Line {
  return edges([{ text: shortened(left, columns), look: 'faint' }], { text: right, look: 'faint' }, columns);
}

/** Where the cursor is among several lines goes first: it tells that there are others than are seen. */
function entryHintLine(sources: Sources, entry: Entry, columns: number): Line {
  const place = lineWords(entry);
  const room = place === '' ? columns : columns - place.length - 2;
  return hintLine(shortened(entryHint(sources, entry), room), place, columns);
}

function entryHint({ audit }: Sources, { kind, field }: Entry): string {
  const hint = entryHints[kind];
  if (kind === 'search') return audit.isPattern ? hint : `${hint}  (plain text)`;
  return kind === 'rule' && field.value.includes('\n') ? `${hint}  an empty line is left out` : hint;
}

const entryHints: Readonly<Record<Entry['kind'], string>> = {
  search: 'Enter done  Ctrl-U clear',
  reason: 'Enter say no  Esc back',
  command: 'Enter run  Esc back  Alt-Enter new line',
  rule: 'Enter allow always  Esc back',
};

/** Columns in which all answers have room with their whole names, and the way back: 54. */
const allAnswers = 54;

function listHints(sources: Sources, { tab }: Looking): string {
  if (tab !== 'audit') return 'Enter open  Tab next';
  const { search, isPattern, rows, hasMore } = sources.audit;
  const found = `${count(rows.length, 'call')}${hasMore ? ' or more' : ''}`;
  if (search === '') return `${found}  / search  Enter open`;
  const matches = rows.length === 1 ? 'matches' : 'match';
  return `${found} ${matches} ${isPattern ? '' : 'the plain text '}${search}  Esc all`;
}

function viewHints(sources: Sources, { kind, id }: View, isRead: boolean, columns: number): string {
  const approval = kind === 'approval' ? sources.approvals().find((one) => one.id === id) : undefined;
  if (approval === undefined) return 'Esc back';
  const can = answersTo(approval);
  if (!can.isOpen) return 'Esc back';
  if (!isRead) return 'n no  (End: read on, then y yes)  Esc back';
  const isNarrow = columns < allAnswers;
  const more = [
    can.conversation ? (isNarrow ? 'c conv' : 'c conversation') : '',
    can.always ? 'a always' : '',
    can.edit ? 'e edit' : '',
    isNarrow ? '' : 'Esc back',
  ];
  return ['y yes', 'n no', ...more.filter((one) => one !== '')].join('  ');
}
