import { lstatSync, lutimesSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import type { Decisive } from '../model/approval.ts';
import { codeOf, isMissing } from '../model/errors.ts';
import type { ApprovalQuestion } from '../model/ports.ts';
import { ownersIn } from './hand-over.ts';
import { answerIn, approvalLimits } from './kept-answer.ts';
import { createOwnFile, readFileOf, writeOwnFile } from './own-file.ts';
import { leftIn, makeDirectoryIn, stateUnavailable } from './state-directory.ts';

/**
 * A question that a guard of another agent has left for a person: nobody waits for the answer, which is for the same call when it is made again. Each
 * is in a file of its own, for this user alone, as a guard has no time for the database: see `record-queue.ts`. The file is named by what the
 * answer is bound to, so that a question that is asked again is the same one. What cannot be read there, or somebody else has written, is none: it is asked anew.
 */
export interface LeftQuestion {
  readonly id: string;
  readonly question: ApprovalQuestion;
  readonly isMasked: boolean;
  /** `null`: nobody has answered yet. */
  readonly given: GivenAnswer | null;
  /** When it was asked last, in milliseconds since 1970; of one that is answered, when it was. */
  readonly changedAtMs: number;
}

/** What a person has said. */
export interface GivenAnswer {
  readonly answer: Decisive;
  /** What was granted with it lets the call through: there is nothing to hand out. */
  readonly isTaken: boolean;
  /** Milliseconds since 1970, by this machine: that of another one, which keeps its files, may be ahead. */
  readonly atMs: number;
}

/** Whether an id is of these questions, and not of those in the database, which are numbers. */
export function isLeftId(id: string): boolean {
  return leftId.test(id);
}

/** The answer to the same call, given since it was asked about; handed out once. `now`: milliseconds since 1970, as below. */
export function claimLeft(stateDir: string, key: string, now: number): Decisive | null {
  const left = readLeft(stateDir, key);
  if (left === null || answerToTake(left, now) === null) return null;
  const taken = takeOut(stateDir, key, (one) => one !== null && answerToTake(one, now) !== null);
  return taken && answerToTake(taken, now);
}

/** The questions to which there is a yes that can be claimed. */
export function approvedLeft(stateDir: string, now: number): readonly ApprovalQuestion[] {
  const approved = readAllLeft(stateDir).filter((left) => answerToTake(left, now)?.kind === 'approved');
  return approved.map(({ question }) => question);
}

/**
 * Leaves a question, and tells its id. One that was left before goes on to wait, for as long as a new one; what was answered a moment
 * ago is for the next call.
 */
export function leaveQuestion(
  stateDir: string,
  question: ApprovalQuestion,
  isMasked: boolean,
  now: number,
): string {
  const { key } = question;
  const isOver = (left: LeftQuestion | null) =>
    left === null || !(isOpen(left, now) || answerToTake(left, now) !== null);
  const isKept = (left: LeftQuestion) => left.given !== null || askAgain(pathOf(stateDir, key), now);
  const id = newId();
  for (let turn = 0; turn < turns; turn += 1) {
    const left = readLeft(stateDir, key);
    if (left !== null && !isOver(left)) {
      if (isKept(left)) return left.id;
      continue;
    }
    takeOut(stateDir, key, isOver);
    if (create(stateDir, key, { id, question, isMasked, given: null }, now)) return id;
  }
  throw stateUnavailable(stateDir, new Error('other processes leave the same question again and again'));
}

/** Leaves a question with a yes to it, of a command that a person has written: they are asked about that no more. What they have said of it itself holds. */
export function leaveYes(stateDir: string, question: ApprovalQuestion, isMasked: boolean, now: number): void {
  takeOut(stateDir, question.key, (left) => left === null || answerToTake(left, now) === null);
  const given = { answer: { kind: 'approved' }, isTaken: false, atMs: now } as const;
  create(stateDir, question.key, { id: newId(), question, isMasked, given }, now);
}

/** All of them, answered or not. */
export function readAllLeft(stateDir: string): readonly LeftQuestion[] {
  return namesIn(stateDir).flatMap((name) => {
    const [, key] = keyed.exec(name) ?? [];
    return key === undefined ? [] : (readLeft(stateDir, key) ?? []);
  });
}

/** To be called by one process at a time. */
export function writeAnswer(stateDir: string, left: LeftQuestion, given: GivenAnswer): void {
  writeOwnFile(pathOf(stateDir, left.question.key), textOf({ ...left, given }), stateDir);
}

/** Whether it can still be answered. */
export function isOpen({ given, changedAtMs }: LeftQuestion, now: number): boolean {
  return given === null && now < changedAtMs + approvalLimits.openMs;
}

/** Milliseconds that an answer may be ahead: it can be given while a guard is at work. More than that, and the clock was set back since. */
const aheadMs = 60_000;

function answerToTake({ given }: LeftQuestion, now: number): Decisive | null {
  if (given === null || given.isTaken) return null;
  const isFresh = given.atMs <= now + aheadMs && now < given.atMs + approvalLimits.untakenMs;
  return isFresh ? given.answer : null;
}

/** How often it is tried to leave a question that others leave, and have answered, at the same time. */
const turns = 5;

/** Whether it is still there: somebody may have answered it, and another process have taken that. */
function askAgain(path: string, now: number): boolean {
  try {
    utimesSync(path, now / 1_000, now / 1_000);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** Whether it was not there already. */
function create(
  stateDir: string,
  key: string,
  left: Omit<LeftQuestion, 'changedAtMs'>,
  now: number,
): boolean {
  try {
    makeDirectoryIn(stateDir, leftIn(stateDir));
    sweep(stateDir, now);
    return createOwnFile(pathOf(stateDir, key), textOf(left), stateDir);
  } catch (error) {
    throw stateUnavailable(stateDir, error);
  }
}

/**
 * Takes a question out of what waits, for this process alone, if it `isMeant`. What was read before can have been taken by another process, and the same
 * question been left anew meanwhile: only what was moved away is nobody else's, and goes back if it is another one.
 */
function takeOut(
  stateDir: string,
  key: string,
  isMeant: (left: LeftQuestion | null) => boolean,
): LeftQuestion | null {
  const path = pathOf(stateDir, key);
  const away = `${path}.${process.pid}.taken`;
  try {
    renameSync(path, away);
    const left = readLeftAt(stateDir, away, key);
    const isHere = isMeant(left);
    if (!isHere && !statSync(path, { throwIfNoEntry: false })) renameSync(away, path);
    rmSync(away, { recursive: true, force: true });
    return isHere ? left : null;
  } catch (error) {
    if (isMissing(error)) return null; // Another process has it.
    throw stateUnavailable(stateDir, error);
  }
}

/** Letters that a person can tell apart and type, and that make no words. */
const letters = 'bcdfghjkmnpqrstvwxyz';

/** 20 to the 6th power are 64 million. An id is no secret, and is not used again. */
const leftId = new RegExp(`^[${letters}]{6}$`);

function newId(): string {
  return Array.from({ length: 6 }, () => letters[Math.floor(Math.random() * letters.length)]).join('');
}

function pathOf(stateDir: string, key: string): string {
  return join(leftIn(stateDir), `${key}.json`);
}

/** What is another name is a draft, or what somebody else has put there. */
const keyed = /^([0-9a-f]{64})\.json$/;

function namesIn(stateDir: string): readonly string[] {
  try {
    return readdirSync(leftIn(stateDir));
  } catch (error) {
    if (isMissing(error)) return [];
    throw stateUnavailable(stateDir, error);
  }
}

/** Milliseconds until what is there is looked through again: an hour. It takes a guard a tenth of one for each question. */
const sweepEveryMs = 3_600_000;

/** Removes what nobody can answer or take any more, and what a process has left that was ended in the middle of it. */
function sweep(stateDir: string, now: number): void {
  const swept = `${leftIn(stateDir)}-swept`;
  const sweptAtMs = lstatSync(swept, { throwIfNoEntry: false })?.mtimeMs;
  if (sweptAtMs !== undefined && Math.abs(now - sweptAtMs) < sweepEveryMs) return;
  // In the place of what is there: a link is not followed.
  writeOwnFile(swept, '', stateDir);
  lutimesSync(swept, now / 1_000, now / 1_000);
  for (const name of namesIn(stateDir)) {
    const path = join(leftIn(stateDir), name);
    const changedAtMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now;
    // Twice as long as it can be answered: until then whoever answers is told that it is too late.
    if (now > changedAtMs + 2 * approvalLimits.openMs) rmSync(path, { recursive: true, force: true });
  }
}

function textOf({ id, question, isMasked, given }: Omit<LeftQuestion, 'changedAtMs'>): string {
  return JSON.stringify({ id, question, isMasked, given });
}

function readLeft(stateDir: string, key: string): LeftQuestion | null {
  return readLeftAt(stateDir, pathOf(stateDir, key), key);
}

/** `null`: it is not there, or no question with the key that this user, or whose state it is, alone can have written. */
function readLeftAt(stateDir: string, path: string, key: string): LeftQuestion | null {
  try {
    const { text, changedAtMs } = readFileOf(path, ownersIn(stateDir));
    return leftOf(JSON.parse(text), key, changedAtMs);
  } catch (error) {
    const code = codeOf(error);
    const isOfFile = code === null || code === 'ENOENT' || code === 'ELOOP' || code === 'EISDIR';
    if (isOfFile) return null;
    throw stateUnavailable(stateDir, error);
  }
}

function leftOf(value: unknown, key: string, changedAtMs: number): LeftQuestion | null {
  const { id, question, isMasked, given }: Partial<Record<keyof LeftQuestion, unknown>> = Object(value);
  const answered = given === null ? null : givenOf(given);
  const isWhole = typeof id === 'string' && isLeftId(id) && typeof isMasked === 'boolean';
  if (!isWhole || !isQuestion(question, key) || answered === undefined) return null;
  return { id, question, isMasked, given: answered, changedAtMs };
}

/** Written by `create` above: what is not looked at here has our shape. */
function isQuestion(value: unknown, key: string): value is ApprovalQuestion {
  const {
    key: found,
    request,
    findings,
    explanation,
  }: Partial<Record<keyof ApprovalQuestion, unknown>> = Object(value);
  const isRequest = typeof Object(request).command === 'string' && typeof Object(request).cwd === 'string';
  return (
    found === key && isRequest && Array.isArray(findings) && Array.isArray(Object(explanation).invocations)
  );
}

/** `undefined`: it is no answer. */
function givenOf(value: unknown): GivenAnswer | undefined {
  const { answer: given, isTaken, atMs }: Partial<Record<keyof GivenAnswer, unknown>> = Object(value);
  const answer = answerIn(given);
  return answer === null || typeof isTaken !== 'boolean' || typeof atMs !== 'number'
    ? undefined
    : { answer, isTaken, atMs };
}
