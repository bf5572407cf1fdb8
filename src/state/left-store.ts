import type { ApprovalStore, OpenApproval } from '../model/approval.ts';
import type { Database } from './database.ts';
import { insertGrants } from './grant-store.ts';
import { approvalLimits, isGrantedToo } from './kept-answer.ts';
import { isLeftId, isOpen, type LeftQuestion, readAllLeft, writeAnswer } from './left-questions.ts';
import { writeSoon } from './write-soon.ts';

/** The questions of the database and, for who answers them, those that guards of other agents have left in the state directory. */
export function withLeftQuestions(
  store: ApprovalStore,
  stateDir: string,
  database: () => Database,
  now: () => number = Date.now,
): ApprovalStore {
  const withId = (id: string) => readAllLeft(stateDir).find((left) => left.id === id) ?? null;
  return {
    ...store,
    async open() {
      const left = readAllLeft(stateDir).filter((one) => isOpen(one, now()));
      return [...(await store.open()), ...left.map(toOpen)].toSorted((a, b) => a.askedAtMs - b.askedAtMs);
    },
    async find(id) {
      if (!isLeftId(id)) return await store.find(id);
      const left = withId(id);
      return left === null || left.given !== null ? null : toOpen(left);
    },
    async answer(id, answer, grants) {
      if (!isLeftId(id)) return await store.answer(id, answer, grants);
      const opened = database();
      // Nobody else writes meanwhile: the first answer is kept, and whoever comes later is told.
      return await writeSoon(opened, () => {
        const left = withId(id);
        if (left === null) return { kind: 'unknown' };
        if (left.given !== null) return { kind: 'too-late', because: 'answered' };
        if (!isOpen(left, now())) return { kind: 'too-late', because: 'expired' };
        insertGrants(opened, grants);
        writeAnswer(stateDir, left, { answer, isTaken: isGrantedToo(answer, left.question), atMs: now() });
        return { kind: 'taken', state: 'left' };
      });
    },
  };
}

function toOpen({ id, question, isMasked, changedAtMs }: LeftQuestion): OpenApproval {
  const expiresAtMs = changedAtMs + approvalLimits.openMs;
  return { id, question, isMasked, state: 'left', askedAtMs: changedAtMs, expiresAtMs };
}
