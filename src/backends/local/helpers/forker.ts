import type { ProcessIdentity } from '../../../model/exit.ts';
import { startTimeOf } from '../processes/process-table.ts';
import { forkLoader, headDigits } from './fork-functions.ts';
import { type HelperProcess, startHelper } from './helper-process.ts';

/** What forks by `forkFunctions`. */
export interface ForkerProgram {
  /** Absolute path. */
  readonly perl: string;
  /** Those of the system calls, in the order of `systemCallNames`. */
  readonly numbers: readonly number[];
  readonly script: string;
  /** What it is called in messages, and what it has forked. */
  readonly called: { readonly itself: string; readonly forked: string };
}

/** Who is told of what was forked, by the number of the request. */
export interface ForkListener<Forked> {
  /** Called at once when it is there. */
  onStarted(order: string, identity: ProcessIdentity): Forked;
  /** Called with the number that a line of another word has after it, and what comes then. */
  onOther(word: string, order: string, rest: string): void;
  /** Called after each line. */
  onTold(): void;
  onOver(): void;
}

/** The process, while it is there. */
export interface Forker<Forked> extends Pick<HelperProcess, 'goesOn' | 'letGo' | 'end'> {
  /** Whether it did not answer in time, and may do so yet. */
  wasLate(): boolean;
  /** Whether something was asked for that is not there yet. */
  isAsked(): boolean;
  /** `request`: one of `requestOf`. Rejects when there is no process. */
  fork(request: string): Promise<Forked>;
  /** What was asked for by this number is not there. */
  fail(order: string, reason: string): void;
}

/**
 * Milliseconds in which it has to answer, from when it can have begun with what it is asked: 10 s. It takes one; who has stopped it is not to hold up
 * a call, and where many are asked for at once the last of them has to wait for all others.
 */
const answerMs = 10_000;

export function startForker<Forked>(
  { perl, numbers, script, called }: ForkerProgram,
  { onStarted, onOther, onTold, onOver }: ForkListener<Forked>,
): Forker<Forked> {
  const attempts = createAttempts<Forked>(`${called.itself} does not answer; run it again`);
  let orders = 0;
  const words = [perl, '-e', forkLoader, '--', ...[script.length, ...numbers].map(String)];
  const { goesOn, write, letGo, end } = startHelper(words, {
    onLine(line) {
      const [word = '', order = '', ...rest] = line.split(' ');
      if (word === 'started') onPid(order, Number(rest[0]));
      else if (word === 'failed') attempts.fail(order, `${called.forked} was not started: ${rest.join(' ')}`);
      else onOther(word, order, rest.join(' '));
      onTold();
    },
    onOver(error) {
      const how = error === null ? 'has ended; run it again' : `could not be started: ${error.message}`;
      for (const order of attempts.orders()) attempts.fail(order, `${called.itself} ${how}`);
      onOver();
    },
  });
  write(script);
  return {
    goesOn: () => !attempts.wereLate() && goesOn(),
    wasLate: attempts.wereLate,
    letGo,
    end,
    isAsked: () => attempts.orders().length > 0,
    async fork(request) {
      orders += 1;
      const order = String(orders);
      const forked = attempts.begin(order);
      const head = [order, String(Buffer.byteLength(request))];
      write(head.map((number) => number.padStart(headDigits, '0')).join('') + request);
      return await forked;
    },
    fail: attempts.fail,
  };

  function onPid(order: string, pid: number): void {
    attempts.succeed(order, onStarted(order, { pid, startTime: startTimeOf(pid) }));
  }
}

/** What was asked for, by its order, until it is there or it is known that it will not be. */
interface Attempts<Forked> {
  /** Rejects when it fails, or is late. */
  begin(order: string): Promise<Forked>;
  succeed(order: string, forked: Forked): void;
  fail(order: string, reason: string): void;
  orders(): readonly string[];
  wereLate(): boolean;
}

function createAttempts<Forked>(lateReason: string): Attempts<Forked> {
  type Result = { readonly forked: Forked } | Error;
  // In the order of asking.
  const asked = new Map<string, { readonly overdue: NodeJS.Timeout; settle(result: Result): void }>();
  let wereLate = false;
  const fail = (order: string, reason: string): void => asked.get(order)?.settle(new Error(reason));
  /** It may be with those after this one only now. What it has not answered before this it is not at any more. */
  const beginWithNext = (order: string): void => {
    for (const later of [...asked.keys()].toReversed()) {
      if (later === order) return;
      asked.get(later)?.overdue.refresh();
    }
  };
  return {
    begin: (order) =>
      new Promise((resolve, reject) => {
        const late = (): void => {
          wereLate = true;
          fail(order, lateReason);
        };
        const overdue = setTimeout(late, answerMs).unref();
        const settle = (result: Result): void => {
          clearTimeout(overdue);
          beginWithNext(order);
          asked.delete(order);
          if (result instanceof Error) reject(result);
          else resolve(result.forked);
        };
        asked.set(order, { overdue, settle });
      }),
    succeed: (order, forked) => asked.get(order)?.settle({ forked }),
    fail,
    orders: () => [...asked.keys()],
    wereLate: () => wereLate,
  };
}
