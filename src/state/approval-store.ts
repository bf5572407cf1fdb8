import { bootId, isAlive, thisProcess } from '../jobs/supervisor-state.ts';
import type { AnswerReceipt, ApprovalStore, Decisive, OpenApproval, WaitEnd } from '../model/approval.ts';
import type { Grant } from '../model/grant.ts';
import type { ApprovalQuestion } from '../model/ports.ts';
import type { Database, Row } from './database.ts';
import { insertGrants } from './grant-store.ts';
import { answerIn, approvalLimits, isGrantedToo } from './kept-answer.ts';
import { UnreadableRow } from './state-directory.ts';
import { writeSoon } from './write-soon.ts';

/**
 * The questions of the state database that wait for a person. `database` gives the open one: each use may be of another.
 * `existing` gives `null` when there is none. `now`: milliseconds since 1970.
 */
export function createApprovalStore(
  database: () => Database,
  existing: () => Database | null,
  now: () => number = Date.now,
): ApprovalStore {
  return {
    async claim(key) {
      const opened = existing();
      const fresh = (): Row | undefined =>
        opened?.all(selectAnswered, key, now() - approvalLimits.untakenMs, now())[0];
      // Nearly always there is none, and to write would wait for others.
      if (opened === null || fresh() === undefined) return null;
      return await writeSoon(opened, () => {
        const row = fresh();
        if (row !== undefined) opened.run('UPDATE approvals SET taken = 1 WHERE id = ?', Number(row.id));
        return row === undefined ? null : readAnswer(row);
      });
    },
    approved: async () => {
      const rows = existing()?.all(selectClaimable, now() - approvalLimits.untakenMs, now()) ?? [];
      return rows.filter((row) => readAnswer(row).kind === 'approved').map(readQuestion);
    },
    async post(question, isMasked) {
      const opened = database();
      const { pid, startTime } = thisProcess();
      const text = JSON.stringify(question);
      const values = [text, isMasked ? 1 : 0, bootId, pid, startTime, now(), now() + approvalLimits.openMs];
      return await writeSoon(opened, () => {
        opened.run('DELETE FROM approvals WHERE expires_at < ?', now() - approvalLimits.openMs);
        const [left] = opened.all(selectLeft, question.key, now());
        if (left === undefined) opened.run(insert, ...values, question.key);
        else opened.run(askAgain, ...values, Number(left.id));
        return String(left?.id ?? opened.all('SELECT last_insert_rowid() AS id')[0]?.id);
      });
    },
    async answersTo(ids) {
      const asked = new Set(ids);
      const rows = existing()?.all(selectUntaken) ?? [];
      return rows
        .filter((row) => asked.has(String(row.id)))
        .map((row) => ({ id: String(row.id), answer: readAnswer(row) }));
    },
    async end(id, how) {
      const opened = database();
      return await writeSoon(opened, () => {
        const [row] = opened.all(selectOne, numberOf(id));
        if (row?.state === 'answered') {
          opened.run('UPDATE approvals SET taken = 1 WHERE id = ?', numberOf(id));
          return readAnswer(row);
        }
        opened.run(endWaiting, ...columnsOf(how, now()), numberOf(id));
        return how.kind === 'answered' ? how.answer : null;
      });
    },
    open: async () => (existing()?.all(selectOpen, now()) ?? []).map(toOpen),
    async find(id) {
      const row = existing()?.all(selectOne, numberOf(id))[0];
      return row === undefined || !isOpen(row) ? null : toOpen(row);
    },
    async answer(id, answer, grants) {
      const opened = existing();
      if (opened === null) return { kind: 'unknown' };
      return await writeSoon(opened, () => answerOne(opened, numberOf(id), { answer, grants, now: now() }));
    },
  };
}

interface GivenAnswer {
  readonly answer: Decisive;
  readonly grants: readonly Grant[];
  readonly now: number;
}

/** Alone among all processes: the first answer is kept, and whoever comes later is told. */
function answerOne(opened: Database, id: number, { answer, grants, now }: GivenAnswer): AnswerReceipt {
  const [row] = opened.all(selectOne, id);
  if (row === undefined) return { kind: 'unknown' };
  if (!isOpen(row)) {
    return { kind: 'too-late', because: row.state === 'cancelled' ? 'cancelled' : 'answered' };
  }
  if (Number(row.expires_at) <= now) return { kind: 'too-late', because: 'expired' };
  const state = stateOf(row);
  if (state === 'gone') return { kind: 'too-late', because: 'gone' };
  const isTaken = state === 'left' && isGrantedToo(answer, readQuestion(row));
  opened.run(giveAnswer, JSON.stringify(answer), now, isTaken ? 1 : 0, id);
  insertGrants(opened, grants);
  return { kind: 'taken', state };
}

const selectOne = 'SELECT * FROM approvals WHERE id = ?';
const selectOpen =
  "SELECT * FROM approvals WHERE state IN ('waiting', 'left') AND expires_at > ? ORDER BY id";
const selectLeft =
  "SELECT id FROM approvals WHERE key = ? AND taken = 0 AND state = 'left' AND expires_at > ?";
const selectUntaken = "SELECT * FROM approvals WHERE taken = 0 AND state = 'answered'";

/**
 * Of several the last: an answer that came while a call waited is that call's, `was_left` tells. None of a time that is yet to
 * come: the clock was set back since.
 */
const claimable =
  "taken = 0 AND state = 'answered' AND was_left = 1 AND answered_at > ? AND answered_at <= ?";
const selectAnswered = `SELECT * FROM approvals WHERE key = ? AND ${claimable} ORDER BY id DESC LIMIT 1`;
const selectClaimable = `SELECT * FROM approvals WHERE ${claimable} ORDER BY id DESC`;

const insert = `INSERT INTO approvals
  (question, masked, boot, host_pid, host_start, asked_at, expires_at, key, state, taken, was_left)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'waiting', 0, 0)`;

const askAgain = `UPDATE approvals SET question = ?, masked = ?, boot = ?, host_pid = ?, host_start = ?, asked_at = ?,
  expires_at = ?, state = 'waiting' WHERE id = ?`;

const endWaiting =
  "UPDATE approvals SET state = ?, answer = ?, answered_at = ?, taken = ? WHERE id = ? AND state = 'waiting'";

const giveAnswer = `UPDATE approvals SET was_left = (state = 'left'), state = 'answered', answer = ?, answered_at = ?,
  taken = ? WHERE id = ?`;

function columnsOf(how: WaitEnd, now: number): readonly (string | number | null)[] {
  switch (how.kind) {
    case 'answered':
      return ['answered', JSON.stringify(how.answer), now, 1];
    case 'left':
      return ['left', null, null, 0];
    case 'cancelled':
      return ['cancelled', null, now, 1];
  }
}

function numberOf(id: string): number {
  return /^\d{1,15}$/.test(id) ? Number(id) : -1;
}

function isOpen({ state }: Row): boolean {
  return state === 'waiting' || state === 'left';
}

function toOpen(row: Row): OpenApproval {
  return {
    id: String(row.id),
    question: readQuestion(row),
    isMasked: Number(row.masked) === 1,
    state: stateOf(row),
    askedAtMs: Number(row.asked_at),
    expiresAtMs: Number(row.expires_at),
  };
}

/** Who has left a question may be over: the same call is made by whoever makes it. */
function stateOf({ state, boot, host_pid, host_start }: Row): OpenApproval['state'] {
  if (state === 'left') return 'left';
  const host = { pid: Number(host_pid), startTime: host_start === null ? null : Number(host_start) };
  return isAlive(host, boot === null ? null : String(boot)) ? 'waiting' : 'gone';
}

function readAnswer({ id, answer }: Row): Decisive {
  const given = answerIn(JSON.parse(String(answer)));
  if (given === null)
    throw new UnreadableRow(`expected an answer to approval ${String(id)}, got ${String(answer)}`);
  return given;
}

function readQuestion({ id, key, question }: Row): ApprovalQuestion {
  const value: unknown = JSON.parse(String(question));
  const isOurs = typeof value === 'object' && value !== null && 'key' in value && value.key === key;
  if (!isOurs) throw new UnreadableRow(`expected the question of approval ${String(id)}, got something else`);
  return value as ApprovalQuestion; // Written by `post` above: its shape is ours.
}
