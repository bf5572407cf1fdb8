import type { OpenApproval } from '../model/approval.ts';
import { messageOf } from '../model/errors.ts';
import { answerOf, type Deciding, decide, receiptWords } from './decide.ts';
import { bodyOf, type Drawn, drawFrame } from './draw.ts';
import type { Size } from './frame.ts';
import type { Key } from './keys.ts';
import { atStart, type Entry, type Looking, opened, type View } from './looking.ts';
import type { Sources } from './sources.ts';
import { tabs } from './tabs.ts';
import { textField, typed } from './text-field.ts';

/** The screen without a terminal: keys go in, lines come out. */
export interface App {
  press(key: Key): void;
  /** What a screen of that size shows; what is on it counts as seen. */
  frame(size: Size): Pick<Drawn, 'lines' | 'cursor'>;
}

export interface AppParts {
  readonly sources: Sources;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly changed: () => void;
  readonly quit: () => void;
}

export function createApp({ sources, now, changed, quit }: AppParts): App {
  let looking = atStart;
  let size: Size = { columns: 80, rows: 24 };
  /** The approval whose end was on the screen. */
  let seenToEnd: string | null = null;

  const set = (change: Partial<Looking>): void => {
    looking = { ...looking, ...change };
  };
  const body = () => bodyOf(sources, looking, { size, now: now() });

  return {
    frame(given) {
      size = given;
      const drawn = drawFrame(sources, looking, { size, now: now(), seenToEnd });
      if (drawn.showsEnd && looking.view?.kind === 'approval') seenToEnd = looking.view.id;
      return drawn;
    },
    press(key) {
      set({ notice: null });
      if (key.kind === 'leave') quit();
      else if (looking.entry !== null) type(looking.entry, key);
      else if (looking.view !== null) pressInView(looking.view, key);
      else pressInList(key);
      changed();
    },
  };

  function type(entry: Entry, key: Key): void {
    if (key.kind === 'escape') set({ entry: null });
    else if (key.kind === 'enter') finish(entry);
    else if (key.kind === 'page-up' || key.kind === 'page-down') readOn(key);
    else edit(entry, key);
  }

  /** What is no answer stays, to be changed for one. */
  function finish(entry: Entry): void {
    const approval = openedApproval();
    if (entry.kind === 'search') set({ entry: null });
    else if (approval === undefined) set({ entry: null, notice: 'too late, it is not there any more' });
    else {
      const given = answerOf(entry, approval);
      if (given.kind === 'notice') set({ notice: given.notice });
      else answer(given);
    }
  }

  function readOn(key: Key): void {
    if (looking.view !== null) scroll(looking.view, key);
  }

  function edit(entry: Entry, key: Key): void {
    const field = typed(entry.field, key);
    set({ entry: { ...entry, field } });
    if (entry.kind === 'search' && field.value !== entry.field.value) search(field.value);
  }

  function search(text: string): void {
    sources.audit.find(text);
    sources.audit.want(size.rows);
    set({ selected: { ...looking.selected, audit: undefined } });
  }

  /** What does the same in every list and view; `false`: nothing. */
  function pressAnywhere(key: Key): boolean {
    if (key.kind !== 'character') return false;
    const { character } = key;
    const closed = { view: null, beneath: null };
    const tab = tabs[Number(character) - 1]?.id;
    if (character === '?') help();
    else if (character === 'q') quit();
    else if (character === '/')
      set({ ...closed, tab: 'audit', entry: { kind: 'search', field: textField(sources.audit.search) } });
    else if (tab !== undefined) set({ ...closed, tab });
    else return false;
    return true;
  }

  function help(): void {
    const beneath = looking.view?.kind === 'help' ? looking.beneath : looking.view;
    set({ ...opened({ kind: 'help', id: '' }), beneath });
  }

  function back(): void {
    const { beneath } = looking;
    set({ ...(beneath === null ? { view: null } : opened(beneath)), beneath: null });
  }

  function pressInList(key: Key): void {
    if (pressAnywhere(key)) return;
    if (key.kind === 'tab' || key.kind === 'right') turn(1);
    else if (key.kind === 'back-tab' || key.kind === 'left') turn(-1);
    else if (key.kind === 'enter') open();
    else if (key.kind === 'escape') clearSearch();
    else select(key);
  }

  function turn(by: number): void {
    const at = tabs.findIndex(({ id }) => id === looking.tab);
    set({ tab: tabs[(at + by + tabs.length) % tabs.length]?.id ?? looking.tab });
  }

  function clearSearch(): void {
    if (looking.tab === 'audit' && sources.audit.search !== '') search('');
  }

  function select(key: Key): void {
    const { ids, index, page } = body();
    const step = stepOf(key, page);
    if (step === null) return;
    const next = Math.max(0, Math.min(ids.length - 1, index + step));
    set({ selected: { ...looking.selected, [looking.tab]: placeOf(ids[next], next, step) } });
    if (looking.tab === 'audit') sources.audit.want(step === far ? far : next + 2 * page);
  }

  function open(): void {
    const { ids, index } = body();
    const id = ids[index];
    if (id === undefined) return;
    if (looking.tab === 'conversations') {
      set({ tab: 'audit' });
      search(id.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
      return;
    }
    seenToEnd = null;
    set(opened({ kind: viewKinds[looking.tab], id }));
  }

  function pressInView(view: View, key: Key): void {
    if (key.kind === 'escape' || key.kind === 'left') back();
    else if (!decideOn(key) && !pressAnywhere(key)) scroll(view, key);
  }

  function scroll({ kind }: View, key: Key): void {
    const { lines, page, top } = body();
    const step = stepOf(key, page);
    if (step === null) return;
    const last = Math.max(0, lines - page);
    const next = Math.max(0, Math.min(last, top + step));
    set({ top: next === last && (kind === 'call' || kind === 'job') ? null : next });
  }

  function openedApproval(): OpenApproval | undefined {
    const { view } = looking;
    return view?.kind === 'approval' ? sources.approvals().find(({ id }) => id === view.id) : undefined;
  }

  function decideOn(key: Key): boolean {
    const approval = openedApproval();
    if (approval === undefined) return false;
    const deciding = decide(approval, key, seenToEnd === approval.id);
    if (deciding.kind === 'notice') set({ notice: deciding.notice });
    if (deciding.kind === 'entry') begin(deciding.entry);
    if (deciding.kind === 'answer') answer(deciding);
    return deciding.kind !== 'other';
  }

  /** Where what would be kept is told, and where, is not to be covered by what is typed of it. */
  function begin(entry: Entry): void {
    set(entry.kind === 'rule' ? { entry, top: far } : { entry });
  }

  function answer(given: Extract<Deciding, { kind: 'answer' }>): void {
    const { view } = looking;
    if (view?.kind !== 'approval') return;
    set({ entry: null });
    const tell = (notice: string): void => {
      set({ notice: `approval ${view.id}: ${notice}` });
      changed();
    };
    sources.answer(view.id, given.answer).then(
      (receipt) => {
        if (receipt.kind === 'taken' && looking.view === view) set({ view: null });
        tell(receiptWords(receipt, given.words));
      },
      (error: unknown) => tell(`not answered: ${messageOf(error)}`),
    );
  }
}

/** The first and the last one are not held on to: what is newer takes the place of the one, and of the other what is read later. */
function placeOf(id: string | undefined, index: number, step: number): Looking['selected']['audit'] {
  if (step === far) return { id: '', index: far };
  return id === undefined || (index === 0 && step < 0) ? undefined : { id, index };
}

const viewKinds = { running: 'call', jobs: 'job', approvals: 'approval', audit: 'entry' } as const;

/** To the end of whatever it is. */
const far = Number.MAX_SAFE_INTEGER;

/** Lines that a key moves by; `null` for a key that moves nothing. */
function stepOf(key: Key, page: number): number | null {
  const name = key.kind === 'character' ? key.character : key.kind;
  return stepsOf(page)[name] ?? null;
}

function stepsOf(page: number): Readonly<Partial<Record<string, number>>> {
  return {
    ...{ up: -1, k: -1, down: 1, j: 1, 'page-up': -page, 'page-down': page },
    ...{ home: -far, g: -far, end: far, G: far },
  };
}
