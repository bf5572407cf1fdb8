import { createMatcher, describePatternError, type Matcher, SlowPattern } from '../jobs/matcher.ts';
import { HandrailError, messageOf } from '../model/errors.ts';
import { type Status, statuses } from '../model/outcome.ts';
import { visibleLine } from '../policy/visible.ts';
import { resolveSettings } from '../settings/resolve.ts';
import {
  type AuditEntry,
  type AuditLog,
  type AuditQuery,
  createAuditLog,
  searchText,
} from '../state/audit-log.ts';
import { readState } from '../state/read-state.ts';
import { type AuditFlags, defaultLimit } from './audit-flags.ts';
import { columnsOf, misuse, type Terminal } from './terminal.ts';
import { jsonText, listLines } from './visible.ts';

/** Lists calls, or prints one whole when an id is given. */
export function audit(terminal: Terminal, id: string | undefined, flags: AuditFlags): number {
  const query = readQuery(flags);
  if (id !== undefined) refuseListFlags(flags);
  return withAuditLog(terminal, (log) => {
    if (id === undefined) list(log, query, flags, terminal);
    else terminal.stdout.write(describeOne(log, id, flags));
    return 0;
  });
}

function refuseListFlags({ json, ...listFlags }: AuditFlags): void {
  const [name] = Object.keys(listFlags);
  if (name !== undefined)
    throw misuse(`--${name}: it is for the list of calls, and an id is given; leave out one of the two`);
}

function list(log: AuditLog, query: AuditQuery, flags: AuditFlags, terminal: Terminal): void {
  const { limit } = query;
  let hasMore = false;
  function* newest(): Generator<AuditEntry> {
    let listed = 0;
    for (const entry of log.list({ ...query, limit: limit + 1 })) {
      hasMore = listed === limit;
      if (hasMore) return;
      yield entry;
      listed += 1;
    }
  }

  if (flags.json) printJson(newest(), terminal);
  else printTable(newest(), terminal);
  if (hasMore)
    terminal.stderr.write(
      `handrail: these are the newest ${limit}; there are older ones, for which --limit is to be raised\n`,
    );
}

/** Line by line, as they are read: all of a log can be more than a text may be long. */
function printJson(entries: Iterable<AuditEntry>, { stdout }: Terminal): void {
  for (const entry of entries) {
    if (stdout.errored !== null) return; // Nobody reads it any more.
    stdout.write(`${jsonText(entry)}\n`);
  }
}

function printTable(entries: Iterable<AuditEntry>, { stdout }: Terminal): void {
  const rows = Array.from(entries, (entry) => [
    entry.id,
    new Date(entry.openedAt).toISOString(),
    entry.closed?.status ?? 'open',
    entry.opened.contract,
    visibleLine(searchText(entry)),
  ]);
  if (rows.length === 0) return void stdout.write('no calls found\n');
  const width = columnsOf({ stdout }) ?? Number.POSITIVE_INFINITY;
  for (const line of listLines([titles, ...rows], width, spare)) stdout.write(`${line}\n`);
}

const titles = ['ID', 'TIME', 'STATUS', 'CONTRACT', 'COMMAND'];

/** The contract, and the time: the newest are first. */
const spare = [3, 1];

/** Says whether the log is as it was written; exit status 1 when it is not. */
export function verifyAudit(terminal: Terminal): number {
  return withAuditLog(terminal, (log) => {
    const check = log.verify();
    if (check.kind === 'intact') {
      terminal.stdout.write(`intact: ${check.rows} rows\n`);
      return 0;
    }
    terminal.stdout.write(`broken at row ${check.seq}: ${check.reason}\n`);
    return 1;
  });
}

function withAuditLog(terminal: Terminal, use: (log: AuditLog) => number): number {
  const { settings } = resolveSettings({ directory: terminal.cwd, env: terminal.env, flags: {} });
  try {
    return readState(settings.stateDir, (database) => use(createAuditLog(database)));
  } catch (error) {
    if (error instanceof HandrailError) throw error;
    if (error instanceof SlowPattern)
      throw misuse(`--grep: expected ${error.expected}, got ${JSON.stringify(error.pattern)}; ${error.hint}`);
    throw new HandrailError(
      'state-unavailable',
      `the audit log in ${settings.stateDir} cannot be read (${messageOf(error)}); keep a copy of it, and move it away to begin a new one`,
      { cause: error },
    );
  }
}

function readQuery({ since, status, grep, limit }: AuditFlags): AuditQuery {
  return {
    since: since === undefined ? null : readTime(since),
    status: status === undefined ? null : readStatus(status),
    grep: grep === undefined ? null : readPattern(grep),
    limit: readLimit(limit),
  };
}

const unitMs: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A time, or how long ago: `2026-01-31`, `2026-01-31T12:00`, `90m`, `2h`, `7d`. A time without a zone is one of UTC, as those that are listed. */
function readTime(text: string): number {
  const ago = /^(\d+)([smhd])$/.exec(text);
  const unit = unitMs[ago?.[2] ?? ''];
  if (ago !== null && unit !== undefined) return Date.now() - Number(ago[1]) * unit;
  const lacksZone = /:\d{2}(?:\.\d+)?$/.test(text) && !/[+-]\d{2}:\d{2}$/.test(text);
  const time = isTime(text) ? Date.parse(lacksZone ? `${text}Z` : text) : Number.NaN;
  if (Number.isNaN(time)) {
    const expected = 'a time of UTC or a span such as 2026-01-31, 90m, 2h, 7d';
    throw misuse(`--since: expected ${expected}, got ${JSON.stringify(text)}`);
  }
  return time;
}

/** `Date.parse` makes a time of nearly anything: of `5` May 2001, of 31 February 3 March. */
function isTime(text: string): boolean {
  const date = /^\d{4}(-\d{2}(-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?)?)?$/.test(text);
  const day = text.slice(0, 'YYYY-MM-DD'.length);
  const parsed = new Date(day);
  return date && !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(day);
}

function readStatus(text: string): Status | 'open' {
  const known = [...statuses, 'open'] as const;
  const status = known.find((candidate) => candidate === text);
  if (status === undefined)
    throw misuse(`--status: expected one of ${known.join(', ')}, got ${JSON.stringify(text)}`);
  return status;
}

function readPattern(text: string): Matcher {
  try {
    // All of a log may take long: it is read, and matched, in parts.
    return createMatcher(text, { allMs: Number.POSITIVE_INFINITY });
  } catch (error) {
    const why = describePatternError(text, error);
    throw misuse(`--grep: expected a regular expression, got ${JSON.stringify(text)} (${why})`);
  }
}

function readLimit(text: string = String(defaultLimit)): number {
  const limit = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(limit) || limit < 1)
    throw misuse(
      `--limit: expected a whole number from 1 to ${Number.MAX_SAFE_INTEGER}, got ${JSON.stringify(text)}`,
    );
  return limit;
}

function describeOne(log: AuditLog, id: string, { json }: AuditFlags): string {
  // Each id begins with nothing.
  const [entry, ...others] = id === '' ? [] : log.find(id);
  if (entry === undefined)
    throw misuse(
      `expected the id of a call in the audit log, got ${JSON.stringify(id)}; handrail audit lists them`,
    );
  if (others.length > 0)
    throw misuse(`expected the id of one call, ${JSON.stringify(id)} begins ${others.length + 1} of them`);
  return `${json ? jsonText(entry) : jsonText(entry, 2)}\n`;
}
