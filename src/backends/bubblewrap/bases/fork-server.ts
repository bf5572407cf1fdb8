import { setTimeout as sleep } from 'node:timers/promises';
import type { ProcessIdentity } from '../../../model/exit.ts';
import type { EnclosedProgram } from '../../local/enclosure.ts';
import { requestOf } from '../../local/helpers/fork-request.ts';
import { type Forker, startForker } from '../../local/helpers/forker.ts';
import { createIdleHelper } from '../../local/helpers/idle-helper.ts';
import { isStill } from '../../local/processes/process-table.ts';
import { stayAliveFor } from '../../local/stay-alive.ts';
import type { Entering } from './enter-words.ts';
import { forkServerScript } from './fork-server-script.ts';

/** A process that was forked. */
interface Forked extends ProcessIdentity {
  /** Resolves to its status when it has ended; 0 where nobody knows that any more. */
  readonly ended: Promise<number>;
}

/**
 * Forks what keeps sandboxes, so that this process does not have to. It starts when one is wanted, and ends when none has been there for
 * a while.
 */
export interface ForkServer {
  /** Has it start before something is wanted of it. */
  prepare(): void;
  /** `words`: those of `enterFunctions`, which go before those of the program. Rejects when there is no process. */
  fork(words: readonly string[], program: EnclosedProgram): Promise<Forked>;
  /** Has one that was stopped go on: only then it tells what has ended. Another takes its place. */
  wake(): void;
  /** Resolves when it has ended; where something that it has forked is there, it ends after that, and is not waited for. */
  close(): Promise<void>;
}

/** Milliseconds that it waits for more to be wanted after the last sandbox: a minute, as bases do. */
const idleMs = 60_000;

/** Milliseconds between two looks at what was forked by one that has ended before it. */
const lookMs = 50;

export function createForkServer(entering: Entering): ForkServer {
  const start = (): Running => {
    const running: Running = startServer(entering, () => server.rest(running));
    return running;
  };
  const server = createIdleHelper(start, idleMs);
  return {
    prepare() {
      try {
        server.rest(server.want());
      } catch {
        // Who has it fork is told, if it still cannot start then.
      }
    },
    wake: server.wake,
    async fork(words, program) {
      const request = requestOf(words, program);
      return await stayAliveFor(server.want().fork(request));
    },
    close: server.end,
  };
}

/** The process, while it is there. */
type Running = Pick<Forker<Forked>, 'goesOn' | 'end' | 'fork'>;

/** What is there, until it has ended. */
interface Lasting extends ProcessIdentity {
  readonly end: (status: number) => void;
}

const called = { itself: 'what starts sandboxes', forked: 'what keeps its sandbox' };

/** `onIdle` is called each time that nothing is wanted of it, and nothing that it has forked is there. */
function startServer({ perl, numbers }: Entering, onIdle: () => void): Running {
  const lasting = new Map<string, Lasting>();
  const isIdle = (): boolean => !forker.isAsked() && lasting.size === 0;
  const onEnded = (order: string, status: number): void => {
    forker.fail(order, 'what keeps its sandbox ended as it started');
    lasting.get(order)?.end(status);
    lasting.delete(order);
  };
  const forker = startForker<Forked>(
    { perl, numbers, script: forkServerScript, called },
    {
      onStarted(order, identity) {
        const ended = new Promise<number>((resolve) => {
          lasting.set(order, { ...identity, end: resolve });
        });
        return { ...identity, ended };
      },
      onOther(word, order, status) {
        if (word === 'ended') onEnded(order, Number(status));
      },
      onTold() {
        if (isIdle()) onIdle();
      },
      /** Others reap what it has forked, and nobody tells of that. */
      onOver() {
        for (const [order, process] of lasting) void whenGone(process).then(() => onEnded(order, 0));
      },
    },
  );
  return {
    ...forker,
    async end() {
      if (isIdle()) await forker.end();
      else forker.letGo();
    },
  };
}

async function whenGone(process: ProcessIdentity): Promise<void> {
  while (isStill(process)) await sleep(lookMs, undefined, { ref: false });
}
