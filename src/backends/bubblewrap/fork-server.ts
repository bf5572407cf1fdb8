import { fstatSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProcessIdentity } from '../../model/exit.ts';
import { pathOfDescriptor } from '../local/descriptor-path.ts';
import type { Descriptor, EnclosedProgram } from '../local/enclosure.ts';
import { isStill } from '../local/end-call.ts';
import { type HelperProcess, startHelper } from '../local/helper-process.ts';
import { here } from '../local/here.ts';
import { startTimeOf } from '../local/process-table.ts';
import { counted, type Entering } from './enter-words.ts';
import { forkServerLoader, forkServerScript, headDigits } from './fork-server-script.ts';

/** A process that was forked. */
interface Forked extends ProcessIdentity {
  /** Resolves when it has ended. */
  readonly ended: Promise<void>;
}

/**
 * Forks what keeps sandboxes, so that this process does not have to. It starts when one is wanted, and ends when none has been there for
 * a while.
 */
export interface ForkServer {
  /** `words`: those of `enterFunctions`, which go before those of the program. Rejects when there is no process. */
  fork(words: readonly string[], program: EnclosedProgram): Promise<Forked>;
  /** Has one that was stopped go on: only then it tells what has ended. Another takes its place. */
  wake(): void;
  /** Resolves when it has ended; where something that it has forked is there, it ends after that, and is not waited for. */
  close(): Promise<void>;
}

/** Milliseconds that it waits for more to be wanted after the last sandbox: a minute, as bases do. */
const idleMs = 60_000;

/** Milliseconds in which it has to answer: 10 s. It takes one; who has stopped it is not to hold up a call. */
const answerMs = 10_000;

/** Milliseconds between two looks at what was forked by one that has ended before it. */
const lookMs = 50;

export function createForkServer(entering: Entering): ForkServer {
  let running: Running | null = null;
  let idle: NodeJS.Timeout | null = null;

  const end = async (): Promise<void> => {
    if (idle !== null) clearTimeout(idle);
    const ending = running;
    running = null;
    await ending?.end();
  };

  const rest = (): void => {
    if (idle !== null) clearTimeout(idle);
    if (running?.isIdle() === true) idle = setTimeout(end, idleMs).unref();
  };

  const wake = (): void => {
    if (running?.goesOn() === false) void end();
  };

  return {
    wake,
    async fork(words, program) {
      if (idle !== null) clearTimeout(idle);
      wake();
      running ??= startServer(entering, rest);
      return await here(running.fork(words, program));
    },
    close: end,
  };
}

/** The process, while it is there. */
interface Running extends Pick<HelperProcess, 'goesOn'> {
  fork: ForkServer['fork'];
  /** Whether nothing is wanted of it, and nothing that it has forked is there. */
  isIdle(): boolean;
  end(): Promise<void>;
}

/** What was asked for, until it is there. */
interface Attempt {
  readonly start: (forked: Forked) => void;
  readonly fail: (reason: string) => void;
}

/** What is there, until it has ended. */
interface Lasting extends ProcessIdentity {
  readonly end: () => void;
}

/** `onIdle` is called each time that it comes to have nothing to do. */
function startServer({ perl, numbers }: Entering, onIdle: () => void): Running {
  const attempts = new Map<string, Attempt>();
  const lasting = new Map<string, Lasting>();
  let orders = 0;
  let isLate = false;
  const { length } = forkServerScript;
  const words = [perl, '-e', forkServerLoader, '--', ...[length, ...numbers].map(String)];
  const { goesOn, write, letGo, end } = startHelper(words, { onLine, onOver });
  write(forkServerScript);
  const isIdle = (): boolean => attempts.size + lasting.size === 0;
  return {
    goesOn: () => !isLate && goesOn(),
    isIdle,
    async end() {
      if (isIdle()) await end();
      else letGo();
    },
    fork(own, program) {
      orders += 1;
      const order = String(orders);
      const request = requestOf(order, own, program);
      return new Promise((resolve, reject) => {
        const late = (): void => {
          isLate = true;
          fail(order, 'what starts sandboxes does not answer; run it again');
        };
        const overdue = setTimeout(late, answerMs).unref();
        const settle = (): void => {
          clearTimeout(overdue);
          attempts.delete(order);
        };
        attempts.set(order, {
          start(forked) {
            settle();
            resolve(forked);
          },
          fail(reason) {
            settle();
            reject(new Error(reason));
          },
        });
        write(request);
      });
    },
  };

  function onLine(line: string): void {
    const [word = '', order = '', ...rest] = line.split(' ');
    if (word === 'started') onStarted(order, Number(rest[0]));
    else if (word === 'failed') fail(order, `what keeps its sandbox was not started: ${rest.join(' ')}`);
    else if (word === 'ended') onEnded(order);
    if (isIdle()) onIdle();
  }

  function onStarted(order: string, pid: number): void {
    const identity = { pid, startTime: startTimeOf(pid) };
    const ended = new Promise<void>((resolve) => {
      lasting.set(order, { ...identity, end: resolve });
    });
    attempts.get(order)?.start({ ...identity, ended });
  }

  function fail(order: string, reason: string): void {
    attempts.get(order)?.fail(reason);
  }

  function onEnded(order: string): void {
    fail(order, 'what keeps its sandbox ended as it started');
    lasting.get(order)?.end();
    lasting.delete(order);
  }

  /** Others reap what it has forked, and nobody tells of that. */
  function onOver(): void {
    for (const order of [...attempts.keys()]) fail(order, 'what starts sandboxes has ended; run it again');
    for (const [order, process] of lasting) void whenGone(process).then(() => onEnded(order));
  }
}

async function whenGone(process: ProcessIdentity): Promise<void> {
  while (isStill(process)) await sleep(lookMs, undefined, { ref: false });
}

function requestOf(
  order: string,
  words: readonly string[],
  { words: program, env, descriptors }: EnclosedProgram,
): string {
  const told = descriptors.flatMap((descriptor, number) =>
    descriptor === null ? [] : [descriptorWord(number, descriptor)],
  );
  refuseNul(env);
  const fields = [...counted(told), ...counted(Object.entries(env).flat()), ...words, ...program];
  const request = fields.join('\0');
  const head = [order, String(Buffer.byteLength(request))];
  return head.map((number) => number.padStart(headDigits, '0')).join('') + request;
}

/** Between the fields of a request it would make two of one, and others of all that follow. */
function refuseNul(env: EnclosedProgram['env']): void {
  const wrong = Object.keys(env).find((name) => name.includes('\0') || env[name]?.includes('\0'));
  if (wrong === undefined) return;
  const name = JSON.stringify(wrong);
  throw new Error(
    `the variable ${name} was to be without NUL characters, and has one; set it without, or not at all`,
  );
}

/** Its number there, what it is for, the file, and where to open that: by then, another can have taken its place. */
function descriptorWord(number: number, { fd, access }: Descriptor): string {
  const { dev, ino } = fstatSync(fd, { bigint: true });
  return `${number} ${access} ${dev}:${ino} ${pathOfDescriptor(fd)}`;
}
