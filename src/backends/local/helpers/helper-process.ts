import { spawn } from 'node:child_process';
import { Socket } from 'node:net';
import { type HeldProcess, holdProcess } from '../processes/held-process.ts';
import { startTimeOf } from '../processes/process-table.ts';
import { createLineSplitter } from '../streams/line-reader.ts';
import { endOf, keeperThat } from './keeper-process.ts';

/** A program of ours that answers in lines what it is asked. It does not keep this process from ending: with its input, it ends. */
export interface HelperProcess {
  /** `undefined`: it could not be started. */
  readonly pid: number | undefined;
  /** Whether it is there, and goes on by itself; see `HeldProcess`. */
  goesOn(): boolean;
  /** Where it has ended before, that is told by what it does not say. */
  write(text: string): void;
  /** Ends its input, by which it ends. */
  letGo(): void;
  /** The same. Resolves when it has ended, or that cannot be waited for; meanwhile it keeps this process from ending. */
  end(): Promise<void>;
}

interface HelperGiven {
  /** All of its environment; left out: it has none. */
  readonly env?: Readonly<Record<string, string>>;
  onLine(line: string): void;
  /** Called once, when it has nothing more to say. `error`: why it could not be started; `null`: it was. */
  onOver(error: Error | null): void;
}

export function startHelper(
  [program = '', ...words]: readonly string[],
  { env = {}, onLine, onOver }: HelperGiven,
): HelperProcess {
  // A session of its own: what is typed on the host's terminal is not for it.
  const stdio = ['pipe', 'pipe', 'ignore'] as const;
  const child = spawn(program, words, { cwd: '/', env, detached: true, stdio: [...stdio] });
  const { pid, stdin, stdout } = child;
  const { over } = keeperThat(endOf(child));
  let held: HeldProcess | null = null;
  let isOver = false;
  const beOver = (error: Error | null): void => {
    if (isOver) return;
    isOver = true;
    held?.letGo();
    onOver(error);
  };
  const letGo = (): void => {
    stdin?.end();
    child.kill('SIGCONT'); // One that was stopped would not learn of it.
  };
  child.once('error', beOver);
  child.unref();
  // Where no descriptors are left for it, it has none of these either.
  for (const stream of [stdin, stdout]) if (stream instanceof Socket) stream.unref();
  stdin?.on('error', () => {});
  stdout?.setEncoding('latin1');
  stdout?.on('data', createLineSplitter(onLine));
  stdout?.on('close', () => beOver(null));
  return {
    pid,
    goesOn() {
      if (isOver || pid === undefined) return false;
      held ??= holdProcess({ pid, startTime: startTimeOf(pid) });
      return held.goesOn();
    },
    write: (text) => void stdin?.write(text),
    letGo,
    async end() {
      letGo();
      await over();
    },
  };
}
