import { createMatcher, type Matcher, SlowPattern } from '../jobs/matcher.ts';
import type { Status } from '../model/outcome.ts';
import { type AuditEntry, type AuditLog, searchText } from '../state/audit-log.ts';

/** A call of the audit log, as much of it as a list shows. */
export interface AuditRow {
  readonly id: string;
  readonly openedAt: number;
  readonly contract: string;
  readonly tool: string;
  readonly conversationId: string;
  readonly status: Status | 'open';
  readonly command: string;
}

/** The audit log as a list that is read as far as somebody looks. */
export interface AuditRows {
  /** The newest first; those that a search finds, if there is one. */
  readonly rows: readonly AuditRow[];
  /** All that was read, whatever is searched for. */
  readonly all: readonly AuditRow[];
  /** Whether there is more to be read. */
  readonly hasMore: boolean;
  readonly search: string;
  /** Whether what is searched for is a regular expression that is soon done, and not looked for letter for letter. */
  readonly isPattern: boolean;
  /** Only rows that it matches, as a regular expression if it is one; an empty one is all of them. */
  find(search: string): void;
  /** Reads until so many rows are there, a page at a time; `changed` is called after each. */
  want(rows: number): void;
  /** Takes in what has come to the log since. Throws when it cannot be read. */
  refresh(): void;
  close(): void;
}

/** Rows that are held at most: 100,000. Who looks for older ones asks `handrail audit`. */
const mostRows = 100_000;

/** Rows that are read before anybody asks: 500, for the list of conversations. */
const firstRows = 500;

/** Characters of a command that are searched: 64 Ki, more than anybody writes. */
const searchedLength = 64 * 1024;

/** Characters of all commands that are held to be searched: 64 Mi. What comes after is searched at its start alone. */
const mostHeld = 64 * 1024 * 1024;

/** Characters that are held of a command in any case, for the list. */
const shownLength = 400;

export function createAuditRows(open: () => AuditLog | null, changed: () => void): AuditRows {
  let all: AuditRow[] = [];
  let found: readonly AuditRow[] = all;
  let search = '';
  let finder = finderOf('');
  /** Where older entries begin: `undefined`, nothing was read yet; `null`, there are none. */
  let next: number | null | undefined;
  let lastRow = 0;
  let held = 0;
  /** What the rows are of. */
  let log: AuditLog | null = null;
  let wanted = firstRows;
  let timer: NodeJS.Immediate | null = null;

  /** What was read of a log that is not in its place any more is let go of. */
  const current = (): AuditLog | null => {
    const opened = open();
    if (opened === null || opened === log) return opened;
    log = opened;
    all = [];
    select();
    next = undefined;
    lastRow = opened.lastRow();
    held = 0;
    return opened;
  };

  const select = (): void => {
    found = finder.among(all);
  };

  const toRows = (entries: readonly AuditEntry[]): readonly AuditRow[] =>
    entries.map((entry) => {
      const row = toRow(entry, held < mostHeld ? searchedLength : shownLength);
      held += row.command.length;
      return row;
    });

  /** One page, and then whoever else has something to do. */
  const readOn = (): void => {
    timer = null;
    const from = current();
    if (from === null || next === null || found.length >= wanted || all.length >= mostRows) return;
    const page = from.page(next ?? null);
    const rows = toRows(page.entries);
    all = newestFirst([...all, ...rows]);
    const { isPattern } = finder;
    const more = finder.among(rows);
    if (finder.isPattern === isPattern) found = search === '' ? all : newestFirst([...found, ...more]);
    else select();
    next = page.next;
    changed();
    readSoon();
  };
  const readSoon = (): void => {
    timer ??= setImmediate(() => {
      try {
        readOn();
      } catch {
        // It cannot be read now; `refresh` tells why.
      }
    });
  };

  return {
    get rows() {
      return found;
    },
    get all() {
      return all;
    },
    get hasMore() {
      return next !== null && all.length < mostRows;
    },
    get search() {
      return search;
    },
    get isPattern() {
      return finder.isPattern;
    },
    find(text) {
      search = text;
      finder = finderOf(text);
      select();
      readSoon();
    },
    want(rows) {
      wanted = Math.max(wanted, rows);
      if (found.length < wanted && next !== null) readSoon();
    },
    refresh() {
      const from = current();
      if (from === null) return;
      if (next === undefined) return readOn();
      const news = from.since(lastRow, next);
      if (news.row === lastRow) return;
      lastRow = news.row;
      all = merged(all, toRows(news.entries));
      select();
      changed();
    },
    close() {
      if (timer !== null) clearImmediate(timer);
    },
  };
}

/** Entries that are there already are replaced, the others are put in. */
function merged(all: readonly AuditRow[], news: readonly AuditRow[]): AuditRow[] {
  const byId = new Map(news.map((row) => [row.id, row]));
  const kept = all.map((row) => {
    const newer = byId.get(row.id);
    byId.delete(row.id);
    return newer ?? row;
  });
  return byId.size === 0 ? kept : newestFirst([...[...byId.values()].toReversed(), ...kept]);
}

/** By the time of opening: what one host has recorded may come to the log after what another one did later. */
function newestFirst(rows: readonly AuditRow[]): AuditRow[] {
  return rows.toSorted((a, b) => b.openedAt - a.openedAt);
}

function toRow(entry: AuditEntry, commandLength: number): AuditRow {
  const { id, openedAt, opened, closed } = entry;
  return {
    ...{ id, openedAt, contract: opened.contract, tool: opened.tool },
    conversationId: start(opened.conversationId, shownLength),
    status: closed?.status ?? 'open',
    command: start(searchText(entry), commandLength),
  };
}

/** A copy: a part of a string holds on to all of it. */
function start(text: string, length: number): string {
  return text.length <= length ? text : Buffer.from(text.slice(0, length), 'utf16le').toString('utf16le');
}

/** Finds what a person has typed. */
interface Finder {
  /** Whether it is a regular expression for this, and not looked for letter for letter. */
  readonly isPattern: boolean;
  among(rows: readonly AuditRow[]): readonly AuditRow[];
}

/** Rows that a pattern is held against at once: 500, a page. */
const lookedAtOnce = 500;

/** What is no expression, or none yet, is looked for letter for letter; so is one that would hold up the screen. */
function finderOf(text: string): Finder {
  let pattern = patternOf(text);
  const plain = () => createMatcher(text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), looks);
  const foundBy = (matcher: Matcher, rows: readonly AuditRow[]): readonly AuditRow[] => {
    const found: AuditRow[] = [];
    for (let at = 0; at < rows.length; at += lookedAtOnce) {
      const looked = rows.slice(at, at + lookedAtOnce);
      const texts = looked.flatMap(textsOf);
      const each = texts.length / looked.length;
      const matches = new Set(matcher.matching(texts).map(({ index }) => Math.floor(index / each)));
      found.push(...looked.filter(({ id }, index) => matches.has(index) || id.startsWith(text)));
    }
    return found;
  };
  return {
    get isPattern() {
      return pattern !== null;
    },
    among(rows) {
      if (text === '') return rows;
      try {
        if (pattern !== null) return foundBy(pattern, rows);
      } catch (error) {
        if (!(error instanceof SlowPattern)) throw error;
        pattern = null;
      }
      return foundBy(plain(), rows);
    },
  };
}

function textsOf({ command, status, conversationId, contract }: AuditRow): readonly string[] {
  return [command, status, conversationId, contract];
}

/** For as long as somebody looks. */
const looks = { flags: 'iu', allMs: Number.POSITIVE_INFINITY };

function patternOf(text: string): Matcher | null {
  try {
    return createMatcher(text, looks);
  } catch {
    return null; // It is no expression, or none yet.
  }
}
