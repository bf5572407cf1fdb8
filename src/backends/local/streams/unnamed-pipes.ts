import { type HelperProcess, startHelper } from '../helpers/helper-process.ts';
import { createIdleHelper } from '../helpers/idle-helper.ts';
import { ownScript } from '../own-script.ts';
import { stayAliveFor } from '../stay-alive.ts';

/**
 * Makes pipes as the kernel makes them for bash, without a name, as many as each line on its input says, and tells their numbers. They
 * are there until the next line, or the end of it: the host has opened them by then, or is gone. From version 5.1 on bash puts
 * a short text into a pipe, which costs nothing; before it does so for a substitution alone, which costs a process.
 */
const script = `
while read -r count; do
  numbers=()
  for ((made = 0; made < count; made++)); do
    exec {pipe}<<< ''
    if [[ -p /proc/self/fd/$pipe ]]; then read -r -u "$pipe"; else exec {pipe}<&- {pipe}<> <(:); fi
    numbers+=("$pipe")
  done
  echo "\${numbers[@]}"
  read -r
  for pipe in "\${numbers[@]}"; do exec {pipe}<&-; done
  echo
done
`;

const program = ownScript('pipes', script);

/** Milliseconds that the bash that makes pipes waits for more to be wanted: 10 s, in which an agent that is at work has its next commands. */
const idleMs = 10_000;

/** A bash that makes pipes. It starts when some are wanted, and ends when none have been for a while. */
export interface PipeMaker {
  /**
   * Has `open` open so many pipes by paths that are good for this moment. However this process ends, nothing is left of them: they
   * never have a name. Rejects when there is none, or what `open` throws. One call at a time.
   */
  make<Opened>(count: number, open: (paths: readonly string[]) => Opened): Promise<Opened>;
  /** Resolves when the bash is gone. */
  close(): Promise<void>;
}

export function createPipeMaker(bash: string): PipeMaker {
  const helper = createIdleHelper(() => start(bash), idleMs);
  return {
    async make(count, open) {
      const running = helper.want();
      const { pid, ask } = running;
      try {
        const numbers = (await stayAliveFor(ask(String(count)))).split(' ');
        const opened = open(numbers.map((number) => `/proc/${pid}/fd/${number}`));
        // As long as it has them open, they are not at their end when everybody else has closed them.
        await stayAliveFor(ask(''));
        helper.rest(running);
        return opened;
      } catch (error) {
        await helper.end();
        throw error;
      }
    },
    close: helper.end,
  };
}

/** The bash, while it is there. */
interface Running extends Pick<HelperProcess, 'pid' | 'goesOn' | 'end'> {
  /** Resolves to what it answers to a line. Rejects when it gives no answer. */
  ask(line: string): Promise<string>;
}

function start(bash: string): Running {
  let answer = (_line: string): void => {};
  let fail = (_error: Error): void => {};
  let isOver = false;
  const helper = startHelper([bash, ...program.words], {
    env: program.variables,
    onLine: (line) => answer(line),
    onOver(error) {
      isOver = true;
      fail(error ?? new Error(`${bash} has made no pipes`));
    },
  });
  return {
    ...helper,
    ask: (line) =>
      new Promise((resolve, reject) => {
        answer = resolve;
        fail = reject;
        if (isOver) reject(new Error(`${bash} makes no more pipes`));
        else helper.write(`${line}\n`);
      }),
  };
}
