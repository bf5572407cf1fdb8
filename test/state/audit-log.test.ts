import { describe, expect, it, vi } from 'vitest';
import { createMatcher } from '../../src/jobs/matcher.ts';
import { appendToChain } from '../../src/state/audit-chain.ts';
import { type AuditQuery, createAuditLog, searchText } from '../../src/state/audit-log.ts';
import { callOf, exitedWith, temporaryAuditLog, wasInvalid } from './audit.ts';

const everything: AuditQuery = { since: null, status: null, grep: null, limit: 1_000 };

describe('an entry of the audit log', () => {
  it('is open until it is closed, and then has all that became of the call', async () => {
    const { log } = temporaryAuditLog();
    const before = Date.now();
    const id = await log.open(callOf('make'));
    const opened = { ...callOf('make'), hostPid: process.pid };
    expect(id).toMatch(/^[0-9a-f]{16}$/);
    expect([...log.list(everything)]).toEqual([{ id, openedAt: expect.any(Number), opened, closed: null }]);

    await log.close(id, exitedWith(2, 'make'));
    const after = Date.now();
    const [entry] = [...log.list(everything)];
    expect(entry).toEqual({
      id,
      openedAt: expect.any(Number),
      opened,
      closed: { ...exitedWith(2, 'make'), at: expect.any(Number) },
    });
    const times = [before, entry?.openedAt, entry?.closed?.at, after].map(Number);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  it('can hold any text', async () => {
    const { log } = temporaryAuditLog();
    const command =
      'NUL \0, half a pair \uD83D, 👩‍👩‍👧, \n, \u2028, "quotes" and $(things) -- \'; DROP TABLE audit';
    const id = await log.open(callOf(command));
    await log.close(id, exitedWith(0, command));
    expect(log.find(id)).toEqual([
      {
        id,
        openedAt: expect.any(Number),
        opened: { ...callOf(command), hostPid: process.pid },
        closed: { ...exitedWith(0, command), at: expect.any(Number) },
      },
    ]);
    expect(log.verify()).toEqual({ kind: 'intact', rows: 2 });
  });

  it('can be closed once only', async () => {
    const { log } = temporaryAuditLog();
    const id = await log.open(callOf('make'));
    await log.close(id, exitedWith(0, 'make'));
    await expect(log.close(id, exitedWith(1, 'make'))).rejects.toThrow(
      `somebody has changed what waited to be taken into the audit log, of call ${id}`,
    );
    expect([...log.list(everything)].map(({ closed }) => closed?.status)).toEqual(['ok']);
    expect(log.verify()).toEqual({ kind: 'intact', rows: 2 });
  });
});

describe('listing', () => {
  it('gives the newest call first', async () => {
    const { log } = temporaryAuditLog();
    const first = await log.open(callOf('one'));
    const second = await log.open(callOf('two'));
    await log.close(first, exitedWith(0, 'one'));
    expect([...log.list(everything)].map(({ id }) => id)).toEqual([second, first]);
  });

  it('gives the newest call first also where the log has it from before others, a page at a time', () => {
    const { database, log } = temporaryAuditLog();
    const add = (times: readonly number[]): void => {
      const body = JSON.stringify({ ...callOf('make'), hostPid: 1 });
      const rows = times.map((at, n) => ({ call: `${at} ${n}`, kind: 'opened' as const, at, body }));
      database.write(() => appendToChain(database, rows));
    };
    const recent = Array.from({ length: 600 }, (_, n) => 1_000 + n);
    add(recent);
    // Of a host that was killed; many of one moment.
    const left = Array.from({ length: 600 }, () => 7);
    add(left);
    const times = (limit: number, since: number | null) =>
      [...log.list({ ...everything, since, limit })].map(({ openedAt }) => openedAt);
    expect(times(2, null)).toEqual([1_599, 1_598]);
    expect(times(5_000, null)).toEqual([...recent.toReversed(), ...left]);
    expect(times(5_000, 8)).toEqual(recent.toReversed());
  });

  it('sorts nothing to give a page of a long log', () => {
    const { database } = temporaryAuditLog();
    const plans: string[] = [];
    const all: typeof database.all = (sql, ...values) => {
      const steps = database.all(`EXPLAIN QUERY PLAN ${sql}`, ...values);
      plans.push(steps.map(({ detail }) => detail).join('; '));
      return [];
    };
    const log = createAuditLog({ ...database, all });
    [...log.list(everything)];
    [...log.list({ ...everything, since: 1, status: 'failed' })];
    log.page(null);
    expect(plans).toHaveLength(3);
    expect(plans.filter((plan) => plan.includes('TEMP B-TREE'))).toEqual([]);
  });

  it('gives nothing of an empty log', () => {
    expect([...temporaryAuditLog().log.list(everything)]).toEqual([]);
  });

  it('gives at most as many as asked for', async () => {
    const { log } = temporaryAuditLog();
    const ids: string[] = [];
    for (const command of ['one', 'two', 'three']) ids.push(await log.open(callOf(command)));
    expect([...log.list({ ...everything, limit: 2 })].map(({ id }) => id)).toEqual([ids[2], ids[1]]);
  });

  it('gives the calls since a time, which is in it', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      const { log } = temporaryAuditLog();
      const ids: string[] = [];
      for (const time of [1_000, 2_000, 3_000]) {
        vi.setSystemTime(time);
        ids.push(await log.open(callOf('make')));
      }
      const since = (time: number) =>
        [...log.list({ ...everything, since: time })].map(({ openedAt }) => openedAt);
      expect([since(2_000), since(2_001), since(3_001)]).toEqual([[3_000, 2_000], [3_000], []]);
      expect([...log.list({ ...everything, since: 0 })].map(({ id }) => id)).toEqual(ids.toReversed());
    } finally {
      vi.useRealTimers();
    }
  });

  it('gives the calls of one status, and those that are still open', async () => {
    const { log } = temporaryAuditLog();
    const ok = await log.open(callOf('ok'));
    const failed = await log.open(callOf('failed'));
    const invalid = await log.open(callOf('invalid'));
    const open = await log.open(callOf('open'));
    await log.close(ok, exitedWith(0, 'ok'));
    await log.close(failed, exitedWith(3, 'failed'));
    await log.close(invalid, wasInvalid);
    const ids = (status: 'ok' | 'failed' | 'invalid' | 'denied' | 'open') =>
      [...log.list({ ...everything, status })].map(({ id }) => id);
    expect(ids('ok')).toEqual([ok]);
    expect(ids('failed')).toEqual([failed]);
    expect(ids('invalid')).toEqual([invalid]);
    expect(ids('denied')).toEqual([]);
    expect(ids('open')).toEqual([open]);
  });

  it('gives the calls whose command matches, or whose input when there is no command', async () => {
    const { log } = temporaryAuditLog();
    const closed = await log.open({ ...callOf('make'), input: { command: 'make', description: 'a target' } });
    await log.close(closed, exitedWith(0, 'make'));
    const invalid = await log.open({ ...callOf(''), input: { comand: 'mkae' } });
    await log.close(invalid, wasInvalid);
    const open = await log.open(callOf('git push'));
    const ids = ({ source, flags }: RegExp) =>
      [...log.list({ ...everything, grep: createMatcher(source, { flags }) })].map(({ id }) => id);
    expect(ids(/^make$/u)).toEqual([closed]);
    expect(ids(/target/u)).toEqual([]);
    expect(ids(/"comand":"mkae"/u)).toEqual([invalid]);
    expect(ids(/git +push/u)).toEqual([open]);
    expect(ids(/MAKE/iu)).toEqual([closed]);
  });

  it('holds all its conditions at once', async () => {
    const { log } = temporaryAuditLog();
    for (const [command, code] of [
      ['make a', 0],
      ['make b', 1],
      ['test c', 1],
      ['make d', 1],
    ] as const) {
      await log.close(await log.open(callOf(command)), exitedWith(code, command));
    }
    const found = [...log.list({ since: 0, status: 'failed', grep: createMatcher('make'), limit: 5 })];
    expect(found.map(({ closed }) => closed?.command)).toEqual(['make d', 'make b']);
  });

  it('goes through as many rows as it takes', async () => {
    const { database } = temporaryAuditLog();
    const pages: number[] = [];
    const all: typeof database.all = (...given) => {
      const rows = database.all(...given);
      pages.push(rows.length);
      return rows;
    };
    const log = createAuditLog({ ...database, all });
    // As a log of 1,203 calls; without the chain, which listing does not look at.
    database.write(() => {
      for (let call = 0; call < 1_203; call += 1) {
        const body = JSON.stringify({
          ...callOf(call % 400 === 0 ? `rare ${call}` : `often ${call}`),
          hostPid: 1,
        });
        database.run(
          "INSERT INTO audit (call, kind, at, body, previous, hash) VALUES (?, 'opened', ?, ?, '', ?)",
          `call ${call}`,
          call,
          body,
          `hash ${call}`,
        );
      }
    });
    const ids = (query: Partial<AuditQuery>) =>
      [...log.list({ ...everything, ...query })].map(({ id }) => id);
    expect(ids({ limit: 2_000 })).toEqual(
      Array.from({ length: 1_203 }, (_, index) => `call ${1_202 - index}`),
    );
    expect(ids({ limit: 501 })).toEqual(Array.from({ length: 501 }, (_, index) => `call ${1_202 - index}`));
    expect(ids({ grep: createMatcher('rare') })).toEqual(['call 1200', 'call 800', 'call 400', 'call 0']);
    expect(ids({ grep: createMatcher('rare'), limit: 3 })).toEqual(['call 1200', 'call 800', 'call 400']);
    expect(ids({ grep: createMatcher('never') })).toEqual([]);
    pages.splice(0);
    for (const { id } of log.list(everything)) {
      expect(pages).toEqual([500]);
      if (id === 'call 703') break; // The last one of the first page.
    }
    expect(ids({ grep: createMatcher('rare'), limit: 1 })).toEqual(['call 1200']);
    expect(pages).toEqual([500, 500]);
  });
});

describe('finding', () => {
  it('gives every call whose id begins so', async () => {
    const { log } = temporaryAuditLog();
    const ids: string[] = [];
    for (let call = 0; call < 20; call += 1) ids.push(await log.open(callOf('make')));
    for (const id of ids) {
      expect(log.find(id).map((entry) => entry.id)).toEqual([id]);
      const begun = ids.filter((candidate) => candidate.startsWith(id.slice(0, 1)));
      expect(
        log
          .find(id.slice(0, 1))
          .map((entry) => entry.id)
          .toSorted(),
      ).toEqual(begun.toSorted());
    }
  });

  it.each(['%', '_', 'xyz', "'"])('takes an id for a text and for no pattern: %s', async (prefix) => {
    const { log } = temporaryAuditLog();
    await log.open(callOf('make'));
    expect(log.find(prefix)).toEqual([]);
  });
});

describe('what an entry is looked for by', () => {
  const entry = { id: '0', openedAt: 0, opened: { ...callOf('make'), hostPid: 1 } };

  it('is the command', () => {
    expect(searchText({ ...entry, closed: { ...exitedWith(0, 'make all'), at: 0 } })).toBe('make all');
  });

  it('is the command of the input while the call is open, as when its host was killed', () => {
    expect(searchText({ ...entry, closed: null })).toBe('make');
  });

  it('is the tool and its input when there was no command', () => {
    const waiting = { ...entry.opened, tool: 'bash_output', input: { job: '1' } };
    expect(searchText({ ...entry, opened: waiting, closed: null })).toBe('bash_output {"job":"1"}');
    expect(searchText({ ...entry, closed: { ...wasInvalid, at: 0 } })).toBe('bash {"command":"make"}');
  });

  it('is a text also when there was no input at all', async () => {
    const { log } = temporaryAuditLog();
    const id = await log.open({ ...callOf(''), input: undefined });
    await log.close(id, wasInvalid);
    expect(log.find(id).map(searchText)).toEqual([expect.any(String)]);
  });
});

describe('reading on', () => {
  it('gives the log page by page, the newest first, each entry once', async () => {
    const { log } = temporaryAuditLog();
    const ids: string[] = [];
    for (let n = 0; n < 1_001; n += 1) ids.push(await log.open(callOf(`echo ${n}`)));
    const pages: (readonly string[])[] = [];
    for (let next: number | null = null, first = true; first || next !== null; first = false) {
      const page = log.page(next);
      pages.push(page.entries.map(({ id }) => id));
      next = page.next;
    }
    expect(pages.map(({ length }) => length)).toEqual([500, 500, 1]);
    expect(pages.flat()).toEqual(ids.toReversed());
  });

  it('gives what was opened or closed since a row, once', async () => {
    const { log } = temporaryAuditLog();
    const first = await log.open(callOf('one'));
    const start = log.since(0, null);
    expect(start.entries.map(({ id }) => id)).toEqual([first]);
    expect(log.since(start.row, null)).toEqual({ entries: [], row: start.row });
    const second = await log.open(callOf('two'));
    await log.close(first, exitedWith(0, 'one'));
    const news = log.since(start.row, null);
    expect(news.entries.map(({ id, closed }) => [id, closed?.status ?? null])).toEqual([
      [first, 'ok'],
      [second, null],
    ]);
    expect(log.since(news.row, null).entries).toEqual([]);
    // The first call is on a page that is still to be read.
    const unread = { ...news, entries: news.entries.slice(1) };
    expect(log.since(start.row, 2)).toEqual(unread);
  });
});
